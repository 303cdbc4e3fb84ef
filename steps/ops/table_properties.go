package ops

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// setTableServiceProperties sends the elements that scenarios set, and no other, as
// setQueueServiceProperties does. TABLE-TBL-09
func setTableServiceProperties(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	s, err := c.tables()
	if err != nil {
		return Response{}, err
	}
	var p aztables.ServiceProperties
	if who, ok := req.ServiceProperties[propLogging]; ok {
		read, write, no := who == "read", who == "write", false
		p.Logging = &aztables.Logging{Version: ptr("1.0"), Read: &read, Write: &write, Delete: &no, RetentionPolicy: &aztables.RetentionPolicy{Enabled: &no}}
	}
	if origin, ok := req.ServiceProperties[propOrigin]; ok {
		p.Cors = []*aztables.CorsRule{}
		if origin != "none" {
			p.Cors = append(p.Cors, &aztables.CorsRule{AllowedOrigins: &origin, AllowedMethods: ptr("GET"), AllowedHeaders: ptr(""), ExposedHeaders: ptr(""), MaxAgeInSeconds: ptr(int32(5))})
		}
	}
	x := &exchange{}
	if req.ServiceDocument != nil {
		x.body, x.contentType = req.ServiceDocument, "application/xml"
	}
	return c.perform(ctx, "Set Table Service Properties", r, req, x, func(ctx context.Context) error {
		_, err := s.SetProperties(ctx, p, nil)
		return err
	})
}

func getTableServiceProperties(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	s, err := c.tables()
	if err != nil {
		return Response{}, err
	}
	return c.perform(ctx, "Get Table Service Properties", r, req, &exchange{}, func(ctx context.Context) error {
		_, err := s.GetProperties(ctx, nil)
		return err
	})
}
