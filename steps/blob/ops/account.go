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
func SeeAccount(ctx context.Context, c *Client, name string, see *scenario.Sight) {
	account := Address{Kind: Account}
	resp, err := getAccountInformation(ctx, c, account, Request{})
	if see.Answered("Get Account Information", resp, err) {
		see.Shows(plan.AccountKind, resp.Header.Get("x-ms-account-kind"))
		see.Shows(plan.AccountSKU, resp.Header.Get("x-ms-sku-name"))
		see.Shows(plan.Hierarchical, resp.Header.Get("x-ms-is-hns-enabled"))
	}
	container := Address{Kind: Container, Container: name}
	if see.Silent || !see.Depends(plan.Versioning, BlobSoftDelete, ContainerSoftDelete) {
		return
	}
	if resp, err = createContainer(ctx, c, container, Request{}); !see.Answered("Create Container", resp, err) {
		return
	}
	if seeBlob(ctx, c, Address{Kind: BlockBlob, Container: name, Blob: "versioned"}, see); see.Silent {
		return
	}
	if resp, err = deleteContainer(ctx, c, container, Request{}); !see.Answered("Delete Container", resp, err) {
		return
	}
	resp, err = listContainers(ctx, c, account, Request{Prefix: name, Include: []string{"deleted"}})
	if !see.Answered("List Containers", resp, err) {
		return
	}
	if d, err := parse("List Containers", resp.Body); err == nil {
		see.Is(ContainerSoftDelete, slices.ContainsFunc(d.Containers, func(l Listed) bool { return l.Name == name && l.Deleted }))
	}
}

// seeBlob looks at what is said of a new blob, and of its deletion.
func seeBlob(ctx context.Context, c *Client, blob Address, see *scenario.Sight) {
	resp, err := putBlob(ctx, c, blob, Request{})
	if !see.Answered("Put Blob", resp, err) {
		return
	}
	see.Is(plan.Versioning, resp.Header.Get("x-ms-version-id") != "")
	resp, err = deleteBlob(ctx, c, blob, Request{})
	if permanent := resp.Header.Get("x-ms-delete-type-permanent"); see.Answered("Delete Blob", resp, err) && permanent != "" {
		see.Is(BlobSoftDelete, permanent == "false")
	}
}
