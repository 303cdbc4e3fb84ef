package blob

import (
	"strings"

	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
)

// parse reads the path of the request.
func (c *call) parse(path string) (err error) {
	c.address, err = parseAddress(path, c.Query.Get("restype") == "container")
	return err
}

// operation names what the request asks for.
func (c *call) operation() (op.Operation, error) {
	restype := c.Query.Get("restype")
	switch {
	case restype == "account":
		return route{"GET properties": op.GetAccountInformation, "HEAD properties": op.GetAccountInformation}.find(c)
	case c.container == "":
		return serviceRoute(restype).find(c)
	case restype == "container":
		return c.containerOperation()
	case restype != "":
		return op.Unrecognized, errcode.BadQuery("restype", restype)
	}
	return c.blobOperation()
}

// route maps verb and comp, joined by a space, to the operation.
type route map[string]op.Operation

func (t route) find(c *call) (op.Operation, error) {
	comp := c.Query.Get("comp")
	if o, ok := t[c.Request.Method+" "+comp]; ok {
		return o, nil
	}
	for key := range t {
		if _, known, _ := strings.Cut(key, " "); known == comp {
			return op.Unrecognized, errcode.New(errcode.UnsupportedHTTPVerb)
		}
	}
	if comp == "" {
		return op.Unrecognized, errcode.Newf(errcode.MissingRequiredQueryParameter, "The request names no operation of this resource.").
			With("QueryParameterName", "comp")
	}
	return op.Unrecognized, errcode.BadQuery("comp", comp)
}

func serviceRoute(restype string) route {
	if restype == "service" {
		return ofService
	}
	return ofAccount
}

var ofAccount = route{
	"GET list":   op.ListContainers,
	"GET blobs":  op.FindBlobsByTags,
	"POST batch": op.BlobBatch,
}

var ofService = route{
	"GET properties":         op.GetBlobServiceProperties,
	"PUT properties":         op.SetBlobServiceProperties,
	"GET stats":              op.GetBlobServiceStats,
	"POST userdelegationkey": op.GetUserDelegationKey,
}

var ofContainer = route{
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
	"PUT lease":     op.LeaseContainerAcquire, // the action decides
	"GET list":      op.ListBlobs,
	"GET blobs":     op.FindBlobsByTagsInContainer,
	"PUT undelete":  op.RestoreContainer,
	"PUT rename":    op.RenameContainer,
	"POST batch":    op.ContainerBatch,
}

var ofBlob = route{
	"PUT ":                        op.PutBlob, // a copy source makes it another
	"GET ":                        op.GetBlob,
	"HEAD ":                       op.GetBlobProperties,
	"DELETE ":                     op.DeleteBlob,
	"PUT properties":              op.SetBlobProperties,
	"GET metadata":                op.GetBlobMetadata,
	"HEAD metadata":               op.GetBlobMetadata,
	"PUT metadata":                op.SetBlobMetadata,
	"GET tags":                    op.GetBlobTags,
	"PUT tags":                    op.SetBlobTags,
	"PUT lease":                   op.LeaseBlobAcquire, // the action decides
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
	o, err := ofContainer.find(c)
	if o == op.LeaseContainerAcquire {
		return c.leaseAction(o)
	}
	return o, err
}

// blobOperation distinguishes by header what shares verb and comp.
func (c *call) blobOperation() (op.Operation, error) {
	o, err := ofBlob.find(c)
	switch source := c.Get(hCopySource) != ""; {
	case err != nil:
		return o, err
	case o == op.LeaseBlobAcquire:
		return c.leaseAction(o)
	case o == op.AbortCopyBlob:
		if v := c.Get(hCopyAction); v != "abort" {
			return op.Unrecognized, badOrMissing("x-ms-copy-action", v)
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

// copyOperation tells the three operations apart that put a blob from a source.
func (c *call) copyOperation() op.Operation {
	switch {
	case strings.EqualFold(c.Get(hRequiresSync), "true"):
		return op.CopyBlobFromURL
	case c.Get(hBlobType) != "":
		return op.PutBlobFromURL
	}
	return op.CopyBlob
}

// leaseAction finds the lease operation; acquire is the first of five in the same order for containers and blobs.
func (c *call) leaseAction(acquire op.Operation) (op.Operation, error) { // BLOB-LEASE-22
	action := c.Get(hLeaseAction)
	for i, name := range [...]string{"acquire", "renew", "change", "release", "break"} {
		if strings.EqualFold(action, name) {
			return acquire + op.Operation(i), nil
		}
	}
	return op.Unrecognized, badOrMissing("x-ms-lease-action", action)
}

func badOrMissing(name, value string) error {
	if value == "" {
		return errcode.MissingHeader(name)
	}
	return errcode.BadHeader(name, value)
}
