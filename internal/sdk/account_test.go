package sdk_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
)

// under sends requests with an older version of the protocol.
type under string

func (v under) Do(r *policy.Request) (*http.Response, error) {
	r.Raw().Header["x-ms-version"] = []string{string(v)}
	return r.Next()
}

// TestGetAccountInformation asks on every path that the page shows, with every credential. It does not matter whether
// the container and the blob exist.
func TestGetAccountInformation(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	expiry := s.server.Now().Add(time.Hour)
	query := func(v sas.BlobSignatureValues) string {
		t.Helper()
		v.ExpiryTime = expiry
		q, err := v.SignWithSharedKey(s.key)
		if err != nil {
			t.Fatal(err)
		}
		return "?" + q.Encode()
	}
	root := "http://127.0.0.1:10000/" + s.server.Account()
	ofContainer := query(sas.BlobSignatureValues{ContainerName: "nowhere", Permissions: "l"})
	ofBlob := query(sas.BlobSignatureValues{ContainerName: "nowhere", BlobName: "x/y", Permissions: "r"})
	for name, tt := range map[string]struct {
		url, version, want, hierarchy string
	}{
		"the service":                          {root + "/", "", "", "false"},
		"a container that does not exist":      {root + "/nowhere", "", "", "false"},
		"a blob that does not exist":           {root + "/nowhere/x/y", "", "", "false"},
		"before hierarchies":                   {root + "/", "2019-02-02", "", ""},
		"since hierarchies":                    {root + "/", "2019-07-07", "", "false"},
		"a container, by its signature":        {root + "/nowhere" + ofContainer, "", "", "false"},
		"a blob, by its container's signature": {root + "/nowhere/x/y" + ofContainer, "", "", "false"},
		"a blob, by its signature":             {root + "/nowhere/x/y" + ofBlob, "", "", "false"},
		"a container, by another's signature":  {root + "/books" + ofContainer, "", "AuthenticationFailed", ""},
		"the service, by a blob's signature":   {root + "/" + ofBlob, "", "AuthenticationFailed", ""},
		"a container, by nothing":              {root + "/books?", "", "NoAuthenticationInformation", ""},
	} {
		options := s.options
		if tt.version != "" {
			options.PerCallPolicies = append([]policy.Policy{under(tt.version)}, options.PerCallPolicies...)
		}
		got, err := accountOf(ctx, s, tt.url, options)
		hierarchy := ""
		if got.IsHierarchicalNamespaceEnabled != nil {
			hierarchy = map[bool]string{true: "true", false: "false"}[*got.IsHierarchicalNamespaceEnabled]
		}
		switch {
		case refused(err) != tt.want:
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		case err != nil:
		case *got.AccountKind != service.AccountKindStorageV2 || *got.SKUName != service.SKUNameStandardLRS || hierarchy != tt.hierarchy:
			t.Errorf("%s: %v, %v, hierarchy %q; want hierarchy %q", name, *got.AccountKind, *got.SKUName, hierarchy, tt.hierarchy)
		}
	}
}

// accountOf asks at a URL, with the account's key if it has no query.
func accountOf(ctx context.Context, s *scene, url string, options azcore.ClientOptions) (container.GetAccountInfoResponse, error) {
	c, err := container.NewClientWithSharedKeyCredential(url, s.key, &container.ClientOptions{ClientOptions: options})
	if strings.Contains(url, "?") {
		c, err = container.NewClientWithNoCredential(url, &container.ClientOptions{ClientOptions: options})
	}
	if err != nil {
		return container.GetAccountInfoResponse{}, err
	}
	return c.GetAccountInfo(ctx, nil)
}
