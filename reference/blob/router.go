package blob

import (
	"net/http"
	"net/url"
	"strings"

	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
)

// target is what a request asks for, found out once.
type target struct {
	address
	op    op.Operation
	query url.Values
}

// classify names the operation that a request asks for.
func (s *Service) classify(r *http.Request) (target, error) {
	t := target{}
	if r.URL.RawQuery != "" {
		q, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return t, errcode.Newf(errcode.InvalidURI, "The query of the URI cannot be read.")
		}
		t.query = q
	}
	restype := t.query.Get("restype")
	var err error
	if t.address, err = s.address(r, restype == "container"); err != nil {
		return t, err
	}
	switch {
	case r.Method == http.MethodOptions:
		t.op = op.PreflightBlobRequest
	case restype == "account":
		t.op, err = route{"GET properties": op.GetAccountInformation, "HEAD properties": op.GetAccountInformation}.find(r, t.query)
	case t.container == "":
		t.op, err = serviceRoute(restype).find(r, t.query)
	case restype == "container":
		t.op, err = t.containerOperation(r)
	case restype != "":
		err = errcode.BadQuery("restype", restype)
	default:
		t.op, err = t.blobOperation(r)
	}
	return t, err
}

// route maps verb and comp, joined by a space, to the operation.
type route map[string]op.Operation

func (t route) find(r *http.Request, q url.Values) (op.Operation, error) {
	comp := q.Get("comp")
	if o, ok := t[r.Method+" "+comp]; ok {
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

func (t *target) containerOperation(r *http.Request) (op.Operation, error) {
	o, err := ofContainer.find(r, t.query)
	if o == op.LeaseContainerAcquire {
		return leaseAction(r, o)
	}
	return o, err
}

// blobOperation distinguishes by header what shares verb and comp.
func (t *target) blobOperation(r *http.Request) (op.Operation, error) {
	o, err := ofBlob.find(r, t.query)
	switch source := get(r.Header, hCopySource) != ""; {
	case err != nil:
		return o, err
	case o == op.LeaseBlobAcquire:
		return leaseAction(r, o)
	case o == op.AbortCopyBlob:
		if v := get(r.Header, hCopyAction); v != "abort" {
			return op.Unrecognized, badOrMissing("x-ms-copy-action", v)
		}
	case o == op.GetPageRanges && (t.query.Has("prevsnapshot") || get(r.Header, "X-Ms-Previous-Snapshot-Url") != ""):
		return op.GetPageRangesDiff, nil
	case !source:
	case o == op.PutBlob:
		return copyOperation(r), nil
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
func copyOperation(r *http.Request) op.Operation {
	switch {
	case strings.EqualFold(get(r.Header, hRequiresSync), "true"):
		return op.CopyBlobFromURL
	case get(r.Header, hBlobType) != "":
		return op.PutBlobFromURL
	}
	return op.CopyBlob
}

// leaseAction finds the lease operation; acquire is the first of five in the same order for containers and blobs.
func leaseAction(r *http.Request, acquire op.Operation) (op.Operation, error) { // BLOB-LEASE-22
	action := get(r.Header, hLeaseAction)
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
