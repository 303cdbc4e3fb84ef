package file

import (
	"context"
	"path"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/directory"
	azfile "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// client is a client of the File service.
type client = sdk.Service[*service.Client]

func newClient(c *sdk.Connection) *client {
	options := &service.ClientOptions{ClientOptions: c.Options("x-ms-date")}
	if c.Bearing {
		// A token requires a file request intent: there is only one.
		backup := service.ShareTokenIntentBackup
		options.FileRequestIntent = &backup
	}
	return sdk.NewService(c, options, service.NewSharedKeyCredential, service.NewClientWithSharedKeyCredential, service.NewClientWithNoCredential)
}

// shareOf, directoryOf and fileOf are the SDK's clients for an address.
func shareOf(s *service.Client, a Address) *share.Client {
	c := s.NewShareClient(a.Share)
	if a.Snapshot == "" {
		return c
	}
	at, _ := c.WithSnapshot(a.Snapshot) // it never fails on a URL that the SDK itself made
	return at
}

func directoryOf(s *service.Client, a Address) *directory.Client {
	if a.Path == "" {
		return shareOf(s, a).NewRootDirectoryClient()
	}
	return shareOf(s, a).NewDirectoryClient(a.Path)
}

func fileOf(s *service.Client, a Address) *azfile.Client {
	return directoryOf(s, a.parent()).NewFileClient(path.Base(a.Path))
}

// policySAS signs a SAS on a share that refers to one of its stored access policies, which hold
// its rights and times. The session needs the account key. The result is a query string without
// "?", and a secret.
func policySAS(s *target.Session, r scenario.Address, policy string) (string, error) {
	return sign(s, s.Credential.Key.Reveal(), sas.SignatureValues{Identifier: policy, ShareName: r.(Address).Share})
}

func sign(s *target.Session, key string, v sas.SignatureValues) (string, error) {
	v.Version = s.Versions[target.File]
	return sdk.Sign(s, key, service.NewSharedKeyCredential, v.SignWithSharedKey)
}

// readableURL is a URL with which any client can read the source for an hour of the target's time.
func readableURL(c *client, req Request) (string, error) {
	a := *req.Source
	url := c.Endpoint + "/" + a.Share + "/" + a.Path
	token := c.SAS
	if c.Key != "" {
		var err error
		token, err = sign(c.Session, c.Key, sas.SignatureValues{ShareName: a.Share, FilePath: a.Path,
			Permissions: (&sas.FilePermissions{Read: true}).String(), ExpiryTime: c.Session.Clock.Now().UTC().Add(time.Hour)})
		if err != nil {
			return "", err
		}
	}
	if token != "" {
		url += "?" + token
	}
	return url, nil
}

// performer is the function that performs an operation.
type performer = func(ctx context.Context, c *client, a Address, req Request) (scenario.Response, error)
