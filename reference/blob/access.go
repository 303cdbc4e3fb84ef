package blob

import (
	"net/url"
	"strings"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

const (
	publicBlob      = "blob"
	publicContainer = "container"
)

// needs lists the permissions that a shared access signature must grant.
var needs = func() (n frontend.Needs) {
	n.Grant("l", auth.Service, op.ListContainers)
	n.Grant("r", auth.Service, op.GetBlobServiceProperties, op.GetBlobServiceStats, op.GetUserDelegationKey)
	n.Grant("w", auth.Service, op.SetBlobServiceProperties)
	n.Grant("f", auth.Service, op.FindBlobsByTags)
	n.Grant("rwdlacup", auth.Whatever, op.GetAccountInformation) // D:Get Account Information, request
	n.Grant("rwdlacup", auth.Service, op.BlobBatch)
	n.Grant("cw", auth.Container, op.CreateContainer)
	n.Grant("r", auth.Container, op.GetContainerProperties, op.GetContainerMetadata)
	n.Grant("w", auth.Container, op.SetContainerMetadata, op.LeaseContainerAcquire, op.LeaseContainerRenew,
		op.LeaseContainerChange, op.LeaseContainerRelease, op.RestoreContainer, op.RenameContainer)
	n.Grant("", auth.Container, op.GetContainerACL, op.SetContainerACL)
	n.Grant("d", auth.Container, op.DeleteContainer)
	n.Grant("dw", auth.Container, op.LeaseContainerBreak)
	n.Grant("l", auth.Container, op.ListBlobs)
	n.Grant("f", auth.Container, op.FindBlobsByTagsInContainer)
	n.Grant("rwdlacup", auth.Object, op.ContainerBatch) // also by the signature of a container // D:Blob Batch, authorization
	n.Grant("r", auth.Object, op.GetBlob, op.GetBlobProperties, op.GetBlobMetadata, op.GetBlockList, op.GetPageRanges,
		op.GetPageRangesDiff)
	n.Grant("r", auth.Object, op.QueryBlobContents)
	n.Grant("cw", auth.Object, op.PutBlob, op.PutBlobFromURL, op.CopyBlob, op.CopyBlobFromURL, op.IncrementalCopyBlob,
		op.SnapshotBlob, op.PutBlock, op.PutBlockFromURL, op.PutBlockList)
	n.Grant("w", auth.Object, op.SetBlobProperties, op.SetBlobMetadata, op.LeaseBlobAcquire, op.LeaseBlobRenew, op.LeaseBlobChange,
		op.LeaseBlobRelease, op.AbortCopyBlob, op.SetBlobTier, op.PutPage, op.PutPageFromURL, op.UndeleteBlob, op.AppendBlobSeal,
		op.SetBlobExpiry, op.SetBlobImmutabilityPolicy, op.DeleteBlobImmutabilityPolicy, op.SetBlobLegalHold)
	n.Grant("aw", auth.Object, op.AppendBlock, op.AppendBlockFromURL)
	n.Grant("dw", auth.Object, op.LeaseBlobBreak)
	n.Grant("d", auth.Object, op.DeleteBlob)
	n.Grant("t", auth.Object, op.GetBlobTags, op.SetBlobTags)
	return n
}()

// public lists the operations that anonymous readers may use, with the public access that the container needs for them.
var public = map[op.Operation]string{
	op.GetContainerProperties: publicContainer,
	op.GetContainerMetadata:   publicContainer,
	op.ListBlobs:              publicContainer,
	op.GetBlob:                publicBlob,
	op.GetBlobProperties:      publicBlob,
	op.GetBlobMetadata:        publicBlob,
	op.GetBlockList:           publicBlob,
	op.GetPageRanges:          publicBlob,
	op.GetPageRangesDiff:      publicBlob,
}

// anonymous admits a request without credentials if the container's public access permits it.
func (c *call) anonymous() (admitted bool, err error) {
	needed, readable := public[c.Op]
	if !readable {
		return false, nil
	}
	if v := c.store().Container(c.container); v != nil && (v.Public == publicContainer || v.Public == needed) {
		return true, nil
	}
	return false, errcode.New(errcode.ResourceNotFound) // hides whether the container exists
}

// mayOverwrite returns an error if the sender may not replace a blob. The permission to create alone does not suffice.
func mayOverwrite(id auth.Identity, old *store.Blob) error {
	if old == nil || !old.Committed || id.SAS == nil {
		return nil
	}
	if failed := id.Allows("w", auth.Object); failed != nil {
		return errcode.New(errcode.UnauthorizedBlobOverwrite)
	}
	return nil
}

// admitSource checks whether the source of a copy may be read. An asynchronous copy with the account's key may read
// everything in the account. For all other requests the source is read with the URL as given: it is public, or the URL
// carries a signature, or the request brings an authorization for it. Credentials that are present must be valid,
// whoever sends them. // D:Copy Blob, Copy Blob From URL, Put Block From URL
func (c *call) admitSource(u *url.URL, at address) error {
	read, brought := c.ReadSource(u)
	if c.Op == op.CopyBlob && !c.Sender.Anonymous && c.Sender.SAS == nil && !signed(u) && !brought {
		return nil
	}
	get := &call{service: c.service, address: at}
	get.Request = read
	get.Op = op.GetBlob
	return c.service.Admit(get)
}

// signed reports whether a URL carries a signature. The case of the parameter's name does not matter.
func signed(u *url.URL) bool {
	for name := range u.Query() {
		if strings.EqualFold(name, "sig") {
			return true
		}
	}
	return false
}
