package ops

import (
	"context"
	"slices"
	"sync"

	"ifmatch/internal/target"
)

// All lists every operation in the documents' order: the article's container
// table, its blob table, then what only the REST reference knows.
func All() []Operation { return slices.Clone(catalogue().list) }

// Lookup finds an operation by Microsoft's name.
func Lookup(name string) (Operation, bool) {
	i, ok := catalogue().index[name]
	if !ok {
		return Operation{}, false
	}
	return catalogue().list[i], true
}

type catalog struct {
	list  []Operation
	index map[string]int
}

var catalogue = sync.OnceValue(func() catalog {
	c := catalog{index: map[string]int{}}
	for _, group := range [][]Operation{
		containerOperations(), blobOperations(), referenceOperations(), tableOperations(), queueOperations(),
	} {
		for _, op := range group {
			c.index[op.Name] = len(c.list)
			c.list = append(c.list, op.define())
		}
	}
	return c
})

// define wires an operation's defaults into everything that needs them.
func (o Operation) define() Operation {
	if o.Service == "" {
		o.Service = target.Blob
	}
	complete := o.Complete
	if complete == nil {
		complete = func(_ Resource, req Request) Request { return req }
		o.Complete = complete
	}
	do := o.Do
	o.Do = func(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
		return do(ctx, c, r, complete(r, req))
	}
	if prepare := o.Prepare; prepare != nil {
		o.Prepare = func(ctx context.Context, c *Client, r Resource, req *Request) error {
			*req = complete(r, *req)
			return prepare(ctx, c, r, req)
		}
	}
	return o
}

var (
	allConditions  = []Conditional{IfMatch, IfNoneMatch, IfModifiedSince, IfUnmodifiedSince}
	dateConditions = []Conditional{IfModifiedSince, IfUnmodifiedSince}
)

func containerOperations() []Operation {
	row := func(n int, name, etag, cond string) Article {
		return Article{Table: "container", Row: n, Name: name, ETag: etag, Conditions: cond}
	}
	kinds := []Kind{Container}
	list := []Operation{
		{
			Name: "Create Container", Verb: "PUT", Success: 201, ReturnsETag: true,
			Article: row(1, "Create Container", "Yes", "No"),
			Do:      createContainer, Effect: afterCreateContainer,
		},
		{
			Name: "Get Container Properties", Verb: "GET", Success: 200, ReturnsETag: true,
			Lease: LeaseShared, Reads: true,
			Article: row(2, "Get Container Properties", "Yes", "No"),
			Do:      getContainerProperties,
		},
		{
			Name: "Get Container Metadata", Verb: "GET", Success: 200, ReturnsETag: true,
			Lease: LeaseShared, Reads: true,
			Article: row(3, "Get Container Metadata", "Yes", "No"),
			Do:      getContainerMetadata,
		},
		{
			Name: "Set Container Metadata", Verb: "PUT", Success: 200, ReturnsETag: true,
			Conditions: []Conditional{IfModifiedSince}, Lease: LeaseShared,
			Article:  row(4, "Set Container Metadata", "Yes", "Yes"),
			Complete: withMetadata, Do: setContainerMetadata, Effect: afterSetMetadata,
		},
		{
			Name: "Get Container ACL", Verb: "GET", Success: 200, ReturnsETag: true,
			Lease: LeaseShared, Reads: true,
			Article: row(5, "Get Container ACL", "Yes", "No"),
			Do:      getContainerACL,
		},
		{
			Name: "Set Container ACL", Verb: "PUT", Success: 200, ReturnsETag: true,
			Conditions: dateConditions, Lease: LeaseShared,
			Article:  row(6, "Set Container ACL", "Yes", "Yes"),
			Complete: withPolicies, Do: setContainerACL, Effect: afterSetContainerACL,
		},
		{
			Name: "Delete Container", Verb: "DELETE", Success: 202,
			Conditions: dateConditions, Lease: LeaseRequired,
			Article: row(7, "Delete Container", "No", "Yes"),
			Do:      deleteContainer, Effect: afterDelete,
		},
	}
	for _, a := range leaseActions {
		list = append(list, Operation{
			Name: "Lease Container " + a.name, Verb: "PUT", Success: a.success, ReturnsETag: true,
			Conditions: dateConditions, Lease: LeaseSubject,
			Article:  row(8, "Lease Container", "Yes", "Yes"),
			Complete: a.complete, Do: a.container, Effect: afterLease,
		})
	}
	list = append(list, Operation{
		Name: "List Blobs", Verb: "GET", Success: 200, Reads: true,
		Article: row(9, "List Blobs", "No", "No"),
		Do:      listBlobs,
	})
	for i := range list {
		list[i].Kinds = kinds
	}
	return append(list, Operation{
		Name: "List Containers", Verb: "GET", Success: 200, Reads: true,
		Kinds: []Kind{Account}, Do: listContainers,
	})
}

func blobOperations() []Operation {
	row := func(n int, name, etag, cond string) Article {
		return Article{Table: "blob", Row: n, Name: name, ETag: etag, Conditions: cond}
	}
	list := []Operation{
		{
			Name: "Put Blob", Verb: "PUT", Kinds: Blobs, Success: 201, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseRequired,
			Article:  row(1, "Put Blob", "Yes", "Yes"),
			Complete: withBlob, Do: putBlob, Effect: afterPutBlob,
		},
		{
			Name: "Get Blob", Verb: "GET", Kinds: Blobs, Success: 200, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseShared, Reads: true,
			Article: row(2, "Get Blob", "Yes", "Yes"),
			Do:      getBlob,
		},
		{
			Name: "Get Blob Properties", Verb: "HEAD", Kinds: Blobs, Success: 200, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseShared, Reads: true,
			Article: row(3, "Get Blob Properties", "Yes", "Yes"),
			Do:      getBlobProperties,
		},
		{
			Name: "Set Blob Properties", Verb: "PUT", Kinds: Blobs, Success: 200, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseRequired,
			Article:  row(4, "Set Blob Properties", "Yes", "Yes"),
			Complete: withProperties, Do: setBlobProperties, Effect: afterSetBlobProperties,
		},
		{
			Name: "Get Blob Metadata", Verb: "GET", Kinds: Blobs, Success: 200, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseShared, Reads: true,
			Article: row(5, "Get Blob Metadata", "Yes", "Yes"),
			Do:      getBlobMetadata,
		},
		{
			Name: "Set Blob Metadata", Verb: "PUT", Kinds: Blobs, Success: 200, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseRequired,
			Article:  row(6, "Set Blob Metadata", "Yes", "Yes"),
			Complete: withMetadata, Do: setBlobMetadata, Effect: afterSetMetadata,
		},
	}
	for _, a := range leaseActions {
		list = append(list, Operation{
			Name: "Lease Blob " + a.name, Verb: "PUT", Kinds: Blobs, Success: a.success, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseSubject,
			Article:  row(7, "Lease Blob", "Yes", "Yes"),
			Complete: a.complete, Do: a.blob, Effect: afterLease,
		})
	}
	return append(list, []Operation{
		{
			Name: "Snapshot Blob", Verb: "PUT", Kinds: Blobs, Success: 201, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseShared,
			Article: row(8, "Snapshot Blob", "Yes", "Yes"),
			Do:      snapshotBlob, Effect: afterSnapshot,
		},
		{
			Name: "Copy Blob", Verb: "PUT", Kinds: Blobs, Success: 202, ReturnsETag: true,
			Conditions: allConditions, Source: true, Lease: LeaseRequired,
			Article:  row(9, "Copy Blob", "Yes", "Yes (for source and destination)"),
			Complete: withSource, Prepare: prepareSource, Do: copyBlob, Effect: afterCopy,
		},
		{
			Name: "Abort Copy Blob", Verb: "PUT", Kinds: Blobs, Success: 204,
			Lease:    LeaseRequired,
			Article:  row(10, "Abort Copy Blob", "No", "No"),
			Complete: withCopyID, Do: abortCopy, Effect: afterAbortCopy,
		},
		{
			Name: "Delete Blob", Verb: "DELETE", Kinds: Blobs, Success: 202,
			Conditions: allConditions, Lease: LeaseRequired,
			Article: row(11, "Delete Blob", "No", "Yes"),
			Do:      deleteBlob, Effect: afterDelete,
		},
		{
			Name: "Put Block", Verb: "PUT", Kinds: []Kind{BlockBlob}, Success: 201,
			Lease:    LeaseRequired,
			Article:  row(12, "Put Block", "No", "No"),
			Complete: withBlock, Do: putBlock, Effect: afterPutBlock,
		},
		{
			Name: "Put Block List", Verb: "PUT", Kinds: []Kind{BlockBlob}, Success: 201, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseRequired,
			Article:  row(13, "Put Block List", "Yes", "Yes"),
			Complete: withBlockList, Prepare: stageBlocks, Do: putBlockList, Effect: afterPutBlockList,
		},
		{
			Name: "Get Block List", Verb: "GET", Kinds: []Kind{BlockBlob}, Success: 200, ReturnsETag: true,
			Lease: LeaseShared, Reads: true,
			Article: row(14, "Get Block List", "Yes", "No"),
			Do:      getBlockList,
		},
		{
			Name: "Put Page", Verb: "PUT", Kinds: []Kind{PageBlob}, Success: 201, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseRequired,
			Article:  row(15, "Put Page", "Yes", "Yes"),
			Complete: withPages, Do: putPage, Effect: afterPutPage,
		},
		{
			Name: "Put Page clear", Verb: "PUT", Kinds: []Kind{PageBlob}, Success: 201, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseRequired,
			Article:  row(15, "Put Page", "Yes", "Yes"),
			Complete: withPageRange, Do: clearPages, Effect: afterClearPages,
		},
		{
			Name: "Get Page Ranges", Verb: "GET", Kinds: []Kind{PageBlob}, Success: 200, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseShared, Reads: true,
			Article: row(16, "Get Page Ranges", "Yes", "Yes"),
			Do:      getPageRanges,
		},
	}...)
}

// referenceOperations are documented by the REST reference only.
func referenceOperations() []Operation {
	return []Operation{
		{
			Name: "Append Block", Verb: "PUT", Kinds: []Kind{AppendBlob}, Success: 201, ReturnsETag: true,
			Conditions: allConditions, Lease: LeaseRequired,
			Complete: withAppended, Do: appendBlock, Effect: afterAppendBlock,
		},
		{
			Name: "Append Block From URL", Verb: "PUT", Kinds: []Kind{AppendBlob}, Success: 201, ReturnsETag: true,
			Conditions: allConditions, Source: true, Lease: LeaseRequired,
			Complete: withSource, Prepare: prepareSource, Do: appendBlockFromURL, Effect: afterAppendBlockFromURL,
		},
		{
			Name: "Copy Blob From URL", Verb: "PUT", Kinds: []Kind{BlockBlob}, Success: 202, ReturnsETag: true,
			Conditions: allConditions, Source: true, Lease: LeaseRequired,
			Complete: withSource, Prepare: prepareSource, Do: copyBlobFromURL, Effect: afterCopy,
		},
		{
			Name: "Put Blob From URL", Verb: "PUT", Kinds: []Kind{BlockBlob}, Success: 201, ReturnsETag: true,
			Conditions: allConditions, Source: true, Lease: LeaseRequired,
			Complete: withSource, Prepare: prepareSource, Do: putBlobFromURL, Effect: afterPutBlobFromURL,
		},
		{
			Name: "Put Block From URL", Verb: "PUT", Kinds: []Kind{BlockBlob}, Success: 201,
			Source: true, Lease: LeaseRequired,
			Complete: withSourceBlock, Prepare: prepareSource, Do: putBlockFromURL, Effect: afterPutBlockFromURL,
		},
		{
			Name: "Put Page From URL", Verb: "PUT", Kinds: []Kind{PageBlob}, Success: 201, ReturnsETag: true,
			Conditions: allConditions, Source: true, Lease: LeaseRequired,
			Complete: withSourcePages, Prepare: prepareSource, Do: putPageFromURL, Effect: afterPutPageFromURL,
		},
		{
			Name: "Set Blob Tier", Verb: "PUT", Kinds: []Kind{BlockBlob}, Success: 200,
			Lease:    LeaseRequired,
			Complete: withTier, Do: setBlobTier, Effect: afterSetBlobTier,
		},
		{
			Name: "Get Blob Tags", Verb: "GET", Kinds: Blobs, Success: 200,
			Lease: LeaseShared, Reads: true,
			Do: getBlobTags,
		},
		{
			Name: "Set Blob Tags", Verb: "PUT", Kinds: Blobs, Success: 204,
			Lease:    LeaseRequired,
			Complete: withTags, Do: setBlobTags, Effect: afterSetBlobTags,
		},
	}
}
