package ops

import (
	"context"
	"slices"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Facts about an account that show in its blobs and containers.
const (
	BlobSoftDelete      = "blob-soft-delete"
	ContainerSoftDelete = "container-soft-delete"
)

var getAccountInformation = sdk.Bare[Request]("Get Account Information", whole, nil, (*service.Client).GetAccountInfo)

// SeeAccount looks at what the Blob service shows of the kind of its account. Get Account Information
// says a part of it. The rest shows in what becomes of a container and a blob that are deleted again:
// the settings themselves are not for every credential, and versioning is in none of them.
func SeeAccount(ctx context.Context, with scenario.Client, name string, see *scenario.Sight) {
	account, container := Address{Kind: Account}, Address{Kind: Container, Container: name}
	blob := Address{Kind: BlockBlob, Container: name, Blob: "versioned"}
	ask := func(operation string, do performer, r Address, req Request) (scenario.Response, bool) {
		resp, err := do(ctx, with.(*Client), r, req)
		return resp, see.Answered(operation, resp, err)
	}
	if resp, ok := ask("Get Account Information", getAccountInformation, account, Request{}); ok {
		see.Shows(plan.AccountKind, resp.Header.Get("x-ms-account-kind"))
		see.Shows(plan.AccountSKU, resp.Header.Get("x-ms-sku-name"))
		see.Shows(plan.Hierarchical, resp.Header.Get("x-ms-is-hns-enabled"))
	}
	if see.Silent || !see.Depends(plan.Versioning, BlobSoftDelete, ContainerSoftDelete) {
		return
	}
	if _, ok := ask("Create Container", createContainer, container, Request{}); !ok {
		return
	}
	if resp, ok := ask("Put Blob", putBlob, blob, Request{}); ok {
		see.Is(plan.Versioning, resp.Header.Get("x-ms-version-id") != "")
		resp, ok = ask("Delete Blob", deleteBlob, blob, Request{})
		if permanent := resp.Header.Get("x-ms-delete-type-permanent"); ok && permanent != "" {
			see.Is(BlobSoftDelete, permanent == "false")
		}
	}
	if see.Silent {
		return
	}
	if _, ok := ask("Delete Container", deleteContainer, container, Request{}); !ok {
		return
	}
	if resp, ok := ask("List Containers", listContainers, account, Request{Prefix: name, Include: []string{"deleted"}}); ok {
		if d, err := parse("List Containers", resp.Body); err == nil {
			see.Is(ContainerSoftDelete, slices.ContainsFunc(d.Containers, func(l Listed) bool { return l.Name == name && l.Deleted }))
		}
	}
}
