package table

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/steps/account"
)

// setServiceProperties sends the elements that scenarios set, and no others.
// TABLE-TBL-09
func setServiceProperties(ctx context.Context, s *aztables.ServiceClient, req Request) (any, error) {
	set := req.Settings
	var p aztables.ServiceProperties
	if who, ok := set.Elements[account.Logging]; ok {
		read, write, no := who == "read", who == "write", false
		p.Logging = &aztables.Logging{Version: new("1.0"), Read: &read, Write: &write, Delete: &no, RetentionPolicy: &aztables.RetentionPolicy{Enabled: &no}}
	}
	if origin, ok := set.Elements[account.Origin]; ok {
		methods, headers, seconds := "GET", "", int32(5)
		p.Cors = []*aztables.CorsRule{}
		if origin != "none" {
			p.Cors = append(p.Cors, &aztables.CorsRule{AllowedOrigins: &origin, AllowedMethods: &methods, AllowedHeaders: &headers, ExposedHeaders: &headers, MaxAgeInSeconds: &seconds})
		}
	}
	return s.SetProperties(ctx, p, nil)
}
