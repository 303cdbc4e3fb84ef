package ops

import (
	"errors"
	"fmt"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/internal/target"
)

// tables is the SDK's view of the Table service, opened on first use: most
// scenarios need one service only.
func (c *Client) tables() (*aztables.ServiceClient, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.table != nil {
		return c.table, nil
	}
	endpoint := strings.TrimRight(c.session.Endpoints[target.Table], "/")
	if endpoint == "" {
		return nil, errors.New("opening a table client: the target offers no table service")
	}
	options := &aztables.ClientOptions{ClientOptions: azcore.ClientOptions{
		Retry:           policy.RetryOptions{MaxRetries: -1},
		Telemetry:       policy.TelemetryOptions{Disabled: true},
		Transport:       transporter{c.transport},
		PerCallPolicies: []policy.Policy{shape{clock: c.session.Clock, version: c.session.Versions[target.Table], canonical: true}},
	}}
	var err error
	switch key := c.session.Credential.Key.Reveal(); {
	case key != "" && c.sas == "" && !c.anonymous:
		cred, bad := aztables.NewSharedKeyCredential(c.session.Credential.Account, key)
		if bad != nil {
			return nil, errors.New("opening a table client: the account key is not base64")
		}
		c.table, err = aztables.NewServiceClientWithSharedKey(endpoint, cred, options)
	case c.sas != "":
		c.table, err = aztables.NewServiceClientWithNoCredential(endpoint+"?"+c.sas, options)
	default:
		c.table, err = aztables.NewServiceClientWithNoCredential(endpoint, options)
	}
	if err != nil {
		return nil, fmt.Errorf("opening a table client: %s", c.scrub(err.Error()))
	}
	return c.table, nil
}

// onTable is the client of r's table.
func (c *Client) onTable(r Resource) (*aztables.Client, error) {
	s, err := c.tables()
	if err != nil {
		return nil, err
	}
	return s.NewClient(r.Table), nil
}
