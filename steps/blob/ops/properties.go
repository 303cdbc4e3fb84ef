package ops

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// PropertyOperations are those on the properties of the service, which belong to the account.
func PropertyOperations() []scenario.Operation {
	return account.Operations("Blob", func(r *Request) *account.Settings { return &r.Settings }, onService(setServiceProperties), onService(getServiceProperties))
}

// onService makes an operation of a method of the SDK's client of the whole service.
func onService(method func(context.Context, *service.Client, Request) error) account.Do[*Client, Request] {
	return func(name string, exact func(req Request) *sdk.Exchange) func(context.Context, *Client, account.Resource, Request) (scenario.Response, error) {
		return func(ctx context.Context, c *Client, r account.Resource, req Request) (scenario.Response, error) {
			var x *sdk.Exchange
			if exact != nil {
				x = exact(req)
			}
			return c.Perform(ctx, name, r, &req, x, func(ctx context.Context) error { return method(ctx, c.service, req) })
		}
	}
}

func setServiceProperties(ctx context.Context, s *service.Client, req Request) error {
	o := &service.SetPropertiesOptions{}
	if who, ok := req.Settings.Elements[account.Logging]; ok {
		version, read, write, no := "1.0", who == "read", who == "write", false
		o.Logging = &service.Logging{Version: &version, Read: &read, Write: &write, Delete: &no, RetentionPolicy: &service.RetentionPolicy{Enabled: &no}}
	}
	if origin, ok := req.Settings.Elements[account.Origin]; ok {
		methods, none, seconds := "GET", "", int32(5)
		o.CORS = []*service.CORSRule{}
		if origin != "none" {
			o.CORS = append(o.CORS, &service.CORSRule{AllowedOrigins: &origin, AllowedMethods: &methods, AllowedHeaders: &none, ExposedHeaders: &none, MaxAgeInSeconds: &seconds})
		}
	}
	_, err := s.SetProperties(ctx, o)
	return err
}

func getServiceProperties(ctx context.Context, s *service.Client, _ Request) error {
	_, err := s.GetProperties(ctx, nil)
	return err
}
