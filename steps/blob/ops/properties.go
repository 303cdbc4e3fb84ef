package ops

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
)

// PropertyOperations are the operations on the service properties, which belong to the account.
func PropertyOperations() []scenario.Operation {
	return account.Operations("Blob", func(r *Request) *account.Settings { return &r.Settings }, setServiceProperties, (*service.Client).GetProperties)
}

func setServiceProperties(ctx context.Context, s *service.Client, req Request) (any, error) {
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
	return s.SetProperties(ctx, o)
}
