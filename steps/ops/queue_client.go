package ops

import (
	"errors"
	"fmt"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2/sas"

	"ifmatch/internal/target"
)

// queues is the SDK's view of the Queue service, opened on first use: most
// scenarios need one service only.
func (c *Client) queues() (*azqueue.ServiceClient, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.queue != nil {
		return c.queue, nil
	}
	endpoint := strings.TrimRight(c.session.Endpoints[target.Queue], "/")
	if endpoint == "" {
		return nil, errors.New("opening a queue client: the target offers no queue service")
	}
	options := &azqueue.ClientOptions{ClientOptions: azcore.ClientOptions{
		Retry:           policy.RetryOptions{MaxRetries: -1},
		Telemetry:       policy.TelemetryOptions{Disabled: true},
		Transport:       transporter{c.transport},
		PerCallPolicies: []policy.Policy{shape{clock: c.session.Clock, version: c.session.Versions[target.Queue]}},
	}}
	var err error
	switch key := c.session.Credential.Key.Reveal(); {
	case key != "" && c.sas == "" && !c.anonymous:
		cred, bad := azqueue.NewSharedKeyCredential(c.session.Credential.Account, key)
		if bad != nil {
			return nil, errors.New("opening a queue client: the account key is not base64")
		}
		c.queue, err = azqueue.NewServiceClientWithSharedKeyCredential(endpoint, cred, options)
	case c.sas != "":
		c.queue, err = azqueue.NewServiceClientWithNoCredential(endpoint+"?"+c.sas, options)
	default:
		c.queue, err = azqueue.NewServiceClientWithNoCredential(endpoint, options)
	}
	if err != nil {
		return nil, fmt.Errorf("opening a queue client: %s", c.scrub(err.Error()))
	}
	return c.queue, nil
}

// onQueue is the client of r's queue.
func (c *Client) onQueue(r Resource) (*azqueue.QueueClient, error) {
	s, err := c.queues()
	if err != nil {
		return nil, err
	}
	return s.NewQueueClient(r.Queue), nil
}

// QueuePolicySAS signs a SAS on a queue that hangs on one of its stored access
// policies, as PolicySAS does for a container.
func QueuePolicySAS(s *target.Session, queue, policy string) (string, error) {
	key := s.Credential.Key.Reveal()
	if key == "" {
		return "", errors.New("signing a SAS: the target's credential is no account key")
	}
	signer, err := azqueue.NewSharedKeyCredential(s.Credential.Account, key)
	if err != nil {
		return "", errors.New("signing a SAS: the account key is not base64")
	}
	token, err := sas.QueueSignatureValues{Version: s.Versions[target.Queue], Identifier: policy, QueueName: queue}.SignWithSharedKey(signer)
	if err != nil {
		return "", fmt.Errorf("signing a SAS under the policy %s of %s: %w", policy, queue, err)
	}
	return token.Encode(), nil
}
