package blob

import (
	"strings"
	"unicode/utf8"

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
	case c.container == "" && restype == "container" && c.Query.Get("comp") == "undelete":
		return op.RestoreContainer, nil // refused for its headers; azblob 1.8.3: TestContainerRestoreFailures
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

// address is the target of a request's path: the service, a container or a blob.
type address struct{ container, blob string }

const rootContainer = "$root"

// parseAddress reads a path below the account. A path of one segment is a container if restype says so, and otherwise a
// blob in the root container. The service treats a backslash as a slash, escaped or not, as .NET does: a blob "a\b" is the
// blob "a/b", and lists show it so. // I:azure-sdk-for-php#557
func parseAddress(path string, isContainer bool) (address, error) {
	path = strings.ReplaceAll(path, `\`, "/")
	if path == "" {
		return address{}, nil
	}
	a := address{container: path}
	if container, blob, cut := strings.Cut(path, "/"); cut {
		a = address{container, blob}
	} else if !isContainer {
		a = address{rootContainer, path}
	}
	if isContainer != (a.blob == "") {
		return address{}, errcode.New(errcode.InvalidURI) // no blob has an empty name // D:Naming and referencing containers, blobs, and metadata
	}
	if err := checkContainer(a.container); err != nil {
		return address{}, err
	}
	return a, checkBlob(a.blob)
}

// checkContainer requires 3 to 63 lower-case letters and digits, with single hyphens between them.
func checkContainer(name string) error {
	switch name {
	case rootContainer, "$logs", "$web":
		return nil
	}
	if len(name) < 3 || len(name) > 63 {
		return errcode.Newf(errcode.OutOfRangeInput, "The name of a container must have between 3 and 63 characters.") // I:LogicAppsUX#3470
	}
	if !frontend.Plain(name) {
		return errcode.New(errcode.InvalidResourceName)
	}
	return nil
}

// checkBlob checks the length and the characters of a blob's name. The name is empty if the path names no blob.
func checkBlob(name string) error {
	if len(name) > 1024 || !utf8.ValidString(name) || strings.Count(name, "/") >= 254 {
		return errcode.New(errcode.InvalidResourceName)
	}
	return nil
}
