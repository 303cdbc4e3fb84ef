package ops

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/internal/target"
	"ifmatch/steps/sdk"
)

// PolicySAS signs a SAS on a container that hangs on one of its stored access
// policies: rights and times are the policy's. The session needs the account
// key. The result is a query string without "?", and a secret.
func PolicySAS(s *target.Session, container, policy string) (string, error) {
	key := s.Credential.Key.Reveal()
	if key == "" {
		return "", errors.New("signing a SAS: the target's credential is no account key")
	}
	token, err := sign(s, key, sas.BlobSignatureValues{Identifier: policy, ContainerName: container})
	if err != nil {
		return "", fmt.Errorf("signing a SAS under the policy %s of %s: %w", policy, container, err)
	}
	return token, nil
}

// ContainerSAS signs a SAS on a container that grants the permissions of those letters
// for an hour of the target's time, AccountSAS one on the whole account. Both need the
// account key. The result is a query string without "?", and a secret.
func ContainerSAS(s *target.Session, container, letters string) (string, error) {
	return sign(s, s.Credential.Key.Reveal(), sas.BlobSignatureValues{Permissions: letters, ExpiryTime: s.Clock.Now().UTC().Add(time.Hour), ContainerName: container})
}

// AccountSAS: see ContainerSAS.
func AccountSAS(s *target.Session, letters string) (string, error) {
	signer, err := blob.NewSharedKeyCredential(s.Credential.Account, s.Credential.Key.Reveal())
	if err != nil {
		return "", sdk.ErrKey
	}
	return signAccount(s, signer, letters, sas.AccountResourceTypes{Container: true, Object: true})
}

func signAccount(s *target.Session, signer *blob.SharedKeyCredential, letters string, on sas.AccountResourceTypes) (string, error) {
	v := sas.AccountSignatureValues{Version: s.Versions[target.Blob], ExpiryTime: s.Clock.Now().UTC().Add(time.Hour), Permissions: letters, ResourceTypes: on.String()}
	if v.Version != "" && v.Version < oldestOfSDK {
		v.Version = oldestOfSDK
	}
	token, err := v.SignWithSharedKey(signer)
	if err != nil {
		return "", fmt.Errorf("signing an account SAS: %w", err)
	}
	return token.Encode(), nil
}

// oldestOfSDK is the first version whose string-to-sign is the one that the SDK
// writes, whatever version it is told.
const oldestOfSDK = "2020-12-06"

// sign makes a SAS in the session's version, the SDK's own if the session has none: a
// service may know no newer one.
func sign(s *target.Session, key string, v sas.BlobSignatureValues) (string, error) {
	v.Version = s.Versions[target.Blob]
	if v.Version != "" && v.Version < oldestOfSDK {
		return signAsOf(v, s.Credential.Account, key)
	}
	signer, err := blob.NewSharedKeyCredential(s.Credential.Account, key)
	if err != nil {
		return "", errors.New("the account key is not base64")
	}
	token, err := v.SignWithSharedKey(signer)
	if err != nil {
		return "", err
	}
	return token.Encode(), nil
}

// readableURL is a URL that whoever holds it may read for an hour of the
// target's time.
func (c *Client) readableURL(r Resource) (string, error) {
	if c.Key == "" {
		return c.url(r, c.SAS), nil
	}
	// A SAS without start time is valid at once, whatever the clocks' skew.
	v := sas.BlobSignatureValues{
		Permissions:   (&sas.BlobPermissions{Read: true}).String(),
		ExpiryTime:    c.Session.Clock.Now().UTC().Add(time.Hour),
		ContainerName: r.Container, BlobName: r.Blob,
	}
	if r.Snapshot != "" {
		t, err := time.Parse(blob.SnapshotTimeFormat, r.Snapshot)
		if err != nil {
			return "", fmt.Errorf("signing the copy source %s: the snapshot is no time: %w", r, err)
		}
		v.SnapshotTime = t
	}
	token, err := sign(c.Session, c.Key, v)
	if err != nil {
		return "", fmt.Errorf("signing the copy source %s: %w", r, err)
	}
	return c.url(r, token), nil
}

// signing is the service as a client sees it whose requests are authorised when they
// are built, as what a batch holds must be: by a token, or by their URLs for an hour of
// the target's time, since the key would go by the machine's own clock.
func (c *Client) signing() (*service.Client, error) {
	switch {
	case c.Bearing():
		return service.NewClient(c.Endpoint, sdk.TokenCredential(c.Session.Credential.Tokens), nil)
	case c.Key == "" || c.SAS != "":
		return c.service, nil
	}
	signer, err := blob.NewSharedKeyCredential(c.Session.Credential.Account, c.Key)
	if err != nil {
		return nil, sdk.ErrKey
	}
	token, err := signAccount(c.Session, signer, (&sas.AccountPermissions{Write: true, Delete: true}).String(), sas.AccountResourceTypes{Object: true})
	if err != nil {
		return nil, err
	}
	return service.NewClientWithNoCredential(c.Endpoint+"/?"+token, nil)
}

// url is the address of a blob or snapshot with a SAS, if there is one.
func (c *Client) url(r Resource, sas string) string {
	u := c.Endpoint + "/" + r.Container + "/" + url.PathEscape(r.Blob)
	sep := "?"
	if r.Snapshot != "" {
		u += sep + "snapshot=" + url.QueryEscape(r.Snapshot)
		sep = "&"
	}
	if sas != "" {
		u += sep + sas
	}
	return u
}
