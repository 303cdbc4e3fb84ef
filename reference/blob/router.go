package blob

import (
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
)

// parse reads the path of the request.
func (c *call) parse(path string) (err error) {
	c.address, err = parseAddress(path, c.Query.Get("restype") == "container")
	return err
}

// operation names the operation that the request asks for.
func (c *call) operation() (op.Operation, error) {
	restype := c.Query.Get("restype")
	switch {
	case restype == "account":
		return frontend.Route{"GET properties": op.GetAccountInformation, "HEAD properties": op.GetAccountInformation}.Find(&c.Call)
	case c.container == "" && restype == "container" && c.Query.Get("comp") == "":
		return op.Unrecognized, errcode.BadQuery("restype", restype) // azblob 1.8.3: TestContainerCreateEmptyName
	case c.container == "":
		return serviceRoute(restype).Find(&c.Call)
	case restype == "container":
		return c.containerOperation()
	case restype != "":
		return op.Unrecognized, errcode.BadQuery("restype", restype)
	}
	return c.blobOperation()
}

func serviceRoute(restype string) frontend.Route {
	if restype == "service" {
		return ofService
	}
	return ofAccount
}

var ofAccount = frontend.Route{
	"GET list":   op.ListContainers,
	"GET blobs":  op.FindBlobsByTags,
	"POST batch": op.BlobBatch,
}

var ofService = frontend.Route{
	"GET properties":         op.GetBlobServiceProperties,
	"PUT properties":         op.SetBlobServiceProperties,
	"GET stats":              op.GetBlobServiceStats,
	"POST userdelegationkey": op.GetUserDelegationKey,
}

var ofContainer = frontend.Route{
	"PUT ":          op.CreateContainer,
	"GET ":          op.GetContainerProperties,
	"HEAD ":         op.GetContainerProperties,
	"DELETE ":       op.DeleteContainer,
	"GET metadata":  op.GetContainerMetadata,
	"HEAD metadata": op.GetContainerMetadata,
	"PUT metadata":  op.SetContainerMetadata,
	"GET acl":       op.GetContainerACL,
	"HEAD acl":      op.GetContainerACL,
	"PUT acl":       op.SetContainerACL,
	"PUT lease":     op.LeaseContainerAcquire, // the action header decides
	"GET list":      op.ListBlobs,
	"GET blobs":     op.FindBlobsByTagsInContainer,
	"PUT undelete":  op.RestoreContainer,
	"PUT rename":    op.RenameContainer,
	"POST batch":    op.ContainerBatch,
}

var ofBlob = frontend.Route{
	"PUT ":                        op.PutBlob, // a copy source makes it another operation
	"GET ":                        op.GetBlob,
	"HEAD ":                       op.GetBlobProperties,
	"DELETE ":                     op.DeleteBlob,
	"PUT properties":              op.SetBlobProperties,
	"GET metadata":                op.GetBlobMetadata,
	"HEAD metadata":               op.GetBlobMetadata,
	"PUT metadata":                op.SetBlobMetadata,
	"GET tags":                    op.GetBlobTags,
	"PUT tags":                    op.SetBlobTags,
	"PUT lease":                   op.LeaseBlobAcquire, // the action header decides
	"PUT snapshot":                op.SnapshotBlob,
	"PUT copy":                    op.AbortCopyBlob,
	"PUT tier":                    op.SetBlobTier,
	"PUT block":                   op.PutBlock,
	"PUT blocklist":               op.PutBlockList,
	"GET blocklist":               op.GetBlockList,
	"PUT page":                    op.PutPage,
	"GET pagelist":                op.GetPageRanges,
	"PUT appendblock":             op.AppendBlock,
	"PUT undelete":                op.UndeleteBlob,
	"POST query":                  op.QueryBlobContents,
	"PUT incrementalcopy":         op.IncrementalCopyBlob,
	"PUT seal":                    op.AppendBlobSeal,
	"PUT expiry":                  op.SetBlobExpiry,
	"PUT immutabilityPolicies":    op.SetBlobImmutabilityPolicy,
	"DELETE immutabilityPolicies": op.DeleteBlobImmutabilityPolicy,
	"PUT legalhold":               op.SetBlobLegalHold,
}

func (c *call) containerOperation() (op.Operation, error) {
	o, err := ofContainer.Find(&c.Call)
	if o == op.LeaseContainerAcquire {
		return c.LeaseAction(o)
	}
	return o, err
}

// blobOperation uses headers to distinguish operations with the same verb and comp.
func (c *call) blobOperation() (op.Operation, error) {
	o, err := ofBlob.Find(&c.Call)
	switch source := c.Get(header.CopySource) != ""; {
	case err != nil:
		return o, err
	case o == op.LeaseBlobAcquire:
		return c.LeaseAction(o)
	case o == op.AbortCopyBlob:
		if v := c.Get(header.CopyAction); v != "abort" {
			return op.Unrecognized, frontend.BadOrMissing("x-ms-copy-action", v)
		}
	case o == op.GetPageRanges && (c.Query.Has("prevsnapshot") || c.Get("X-Ms-Previous-Snapshot-Url") != ""):
		return op.GetPageRangesDiff, nil
	case !source:
	case o == op.PutBlob:
		return c.copyOperation(), nil
	case o == op.PutBlock:
		return op.PutBlockFromURL, nil
	case o == op.PutPage:
		return op.PutPageFromURL, nil
	case o == op.AppendBlock:
		return op.AppendBlockFromURL, nil
	}
	return o, nil
}

// copyOperation distinguishes the three operations that write a blob from a source.
func (c *call) copyOperation() op.Operation {
	switch {
	case strings.EqualFold(c.Get(hRequiresSync), "true"):
		return op.CopyBlobFromURL
	case c.Get(hBlobType) != "":
		return op.PutBlobFromURL
	}
	return op.CopyBlob
}
