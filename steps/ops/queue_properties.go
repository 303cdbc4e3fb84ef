package ops

import (
	"context"
	"encoding/xml"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/internal/target"
)

// The elements of the service properties that scenarios set: who is logged
// ("read", "write", "none") and from where browsers may come (an origin, "none").
// Other elements are left alone. QUEUE-LWW-10
const (
	propLogging = "logging"
	propOrigin  = "cors"
)

func withServiceProperties(_ Resource, req Request) Request {
	if req.ServiceProperties == nil && req.ServiceDocument == nil {
		req.ServiceProperties = map[string]string{propLogging: "read"}
	}
	return req
}

func setQueueServiceProperties(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	s, err := c.queues()
	if err != nil {
		return Response{}, err
	}
	o := &azqueue.SetPropertiesOptions{}
	if who, ok := req.ServiceProperties[propLogging]; ok {
		read, write, no := who == "read", who == "write", false
		o.Logging = &azqueue.Logging{Read: &read, Write: &write, Delete: &no, RetentionPolicy: &azqueue.RetentionPolicy{Enabled: &no}}
	}
	if origin, ok := req.ServiceProperties[propOrigin]; ok {
		methods, seconds := "GET", int32(5)
		o.CORS = []*azqueue.CORSRule{}
		if origin != "none" {
			o.CORS = append(o.CORS, &azqueue.CORSRule{AllowedOrigins: &origin, AllowedMethods: &methods, MaxAgeInSeconds: &seconds})
		}
	}
	x := &exchange{}
	if req.ServiceDocument != nil {
		x.body, x.contentType = req.ServiceDocument, "application/xml"
	}
	return c.perform(ctx, "Set Queue Service Properties", r, req, x, func(ctx context.Context) error {
		_, err := s.SetProperties(ctx, o)
		return err
	})
}

func getQueueServiceProperties(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	s, err := c.queues()
	if err != nil {
		return Response{}, err
	}
	return c.perform(ctx, "Get Queue Service Properties", r, req, &exchange{}, func(ctx context.Context) error {
		_, err := s.GetServiceProperties(ctx, nil)
		return err
	})
}

// readAccount takes the service properties of one service: what scenarios change of
// an account.
func readAccount(ctx context.Context, c *Client, r Resource, _ ReadOptions) (State, error) {
	s := State{Resource: r, Exists: true}
	name, get := "Get Queue Service Properties", getQueueServiceProperties
	if r.Service == target.Table {
		name, get = "Get Table Service Properties", getTableServiceProperties
	}
	resp, err := get(ctx, c, r, Request{})
	if err == nil && resp.Status != http.StatusOK {
		err = refuse(name, resp)
	}
	if err != nil {
		return s, err
	}
	s.Properties, err = parseServiceProperties(resp.Body)
	return s, err
}

func parseServiceProperties(body []byte) (map[string]string, error) {
	var doc struct {
		Logging struct{ Read, Write bool }
		CORS    struct {
			Rules []struct{ AllowedOrigins string } `xml:"CorsRule"`
		} `xml:"Cors"`
	}
	if err := xml.Unmarshal(trimBOM(body), &doc); err != nil {
		return nil, fmt.Errorf("reading the service properties: %w", err)
	}
	m := map[string]string{propLogging: "none", propOrigin: "none"}
	var who, origins []string
	if doc.Logging.Read {
		who = append(who, "read")
	}
	if doc.Logging.Write {
		who = append(who, "write")
	}
	for _, rule := range doc.CORS.Rules {
		origins = append(origins, rule.AllowedOrigins)
	}
	if len(who) > 0 {
		m[propLogging] = strings.Join(who, ",")
	}
	if len(origins) > 0 {
		m[propOrigin] = strings.Join(origins, ",")
	}
	return m, nil
}

// afterSetServiceProperties changes the elements that were sent, and no other.
// QUEUE-LWW-10
func afterSetServiceProperties(s State, req Request, _ Response) State {
	s.Properties = maps.Clone(s.Properties)
	maps.Copy(s.Properties, req.ServiceProperties)
	return s
}
