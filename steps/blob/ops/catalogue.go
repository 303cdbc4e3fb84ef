package ops

import (
	"ifmatch/steps/scenario"
)

// operation is an operation in the types of this room.
type operation = scenario.Typed[*Client, Resource, Request, State]

// Operations lists every operation in the documents' order: the article's container
// table, its blob table, then what only the REST reference knows.
func Operations() []scenario.Operation {
	var out []scenario.Operation
	for _, group := range [][]operation{containerOperations(), blobOperations(), referenceOperations(), batchOperations()} {
		for _, op := range group {
			op.Changes = changes[op.Name]
			out = append(out, op.Operation())
		}
	}
	return out
}

// changes are the fields that operations change and that one read alone shows.
var changes = map[string][]scenario.Field{
	"Set Container ACL": {scenario.FieldPolicies},
	"Put Block":         {FieldUncommitted}, "Put Block From URL": {FieldUncommitted}, "Put Block List": {FieldCommitted, FieldUncommitted},
	"Put Page": {FieldPages}, "Put Page clear": {FieldPages}, "Put Page From URL": {FieldPages},
	"Snapshot Blob": {FieldSnapshots}, "Set Blob Tags": {FieldTags}, "Set Blob Tier": {FieldTier},
}

// The conditional headers of the Blob service.
const (
	ifMatch           = "If-Match"
	ifNoneMatch       = "If-None-Match"
	ifModifiedSince   = "If-Modified-Since"
	ifUnmodifiedSince = "If-Unmodified-Since"
)

var (
	allConditions  = []string{ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince}
	dateConditions = []string{ifModifiedSince, ifUnmodifiedSince}
)

func containerOperations() []operation {
	row := func(n int, name, etag, cond string) scenario.Article {
		return scenario.Article{List: "container", Row: n, Name: name, ETag: etag, Conditions: cond}
	}
	kinds := []string{Container}
	list := []operation{
		{
			Facts: scenario.Facts{Name: "Create Container", Verb: "PUT", Success: 201, ReturnsETag: true,
				Article: row(1, "Create Container", "Yes", "No")},
			Do: createContainer, Effect: afterCreateContainer, Sign: signMetadata,
		},
		{
			Facts: scenario.Facts{Name: "Get Container Properties", Verb: "GET", Success: 200, ReturnsETag: true,
				Lease: scenario.LeaseShared, Reads: true,
				Article: row(2, "Get Container Properties", "Yes", "No")},
			Do: getContainerProperties,
		},
		{
			Facts: scenario.Facts{Name: "Get Container Metadata", Verb: "GET", Success: 200, ReturnsETag: true,
				Lease: scenario.LeaseShared, Reads: true,
				Article: row(3, "Get Container Metadata", "Yes", "No")},
			Do: getContainerMetadata,
		},
		{
			Facts: scenario.Facts{Name: "Set Container Metadata", Verb: "PUT", Success: 200, ReturnsETag: true,
				Conditions: []string{ifModifiedSince}, Lease: scenario.LeaseShared,
				Article: row(4, "Set Container Metadata", "Yes", "Yes")},
			Complete: withMetadata, Do: setContainerMetadata, Effect: afterSetMetadata, Sign: signMetadata,
		},
		{
			Facts: scenario.Facts{Name: "Get Container ACL", Verb: "GET", Success: 200, ReturnsETag: true,
				Lease: scenario.LeaseShared, Reads: true,
				Article: row(5, "Get Container ACL", "Yes", "No")},
			Do: getContainerACL,
		},
		{
			Facts: scenario.Facts{Name: "Set Container ACL", Verb: "PUT", Success: 200, ReturnsETag: true,
				Conditions: dateConditions, Lease: scenario.LeaseShared,
				Article: row(6, "Set Container ACL", "Yes", "Yes")},
			Complete: withPolicies, Do: setContainerACL, Effect: afterSetContainerACL, Sign: signPolicies,
		},
		{
			Facts: scenario.Facts{Name: "Delete Container", Verb: "DELETE", Success: 202,
				Conditions: dateConditions, Lease: scenario.LeaseRequired,
				Article: row(7, "Delete Container", "No", "Yes")},
			Do: deleteContainer, Effect: afterDelete, Sign: signNothing,
		},
	}
	for _, a := range leaseActions {
		list = append(list, operation{
			Facts: scenario.Facts{Name: "Lease Container " + a.name, Verb: "PUT", Success: a.success, ReturnsETag: true,
				Conditions: dateConditions, Lease: scenario.LeaseSubject,
				Article: row(8, "Lease Container", "Yes", "Yes")},
			Complete: a.complete, Do: a.container, Effect: afterLease, Sign: a.sign,
		})
	}
	list = append(list, operation{
		Facts: scenario.Facts{Name: "List Blobs", Verb: "GET", Success: 200, Reads: true,
			Article: row(9, "List Blobs", "No", "No")},
		Do: listBlobs,
	})
	for i := range list {
		list[i].Kinds = kinds
	}
	return append(list, operation{
		Facts: scenario.Facts{Name: "List Containers", Verb: "GET", Success: 200, Reads: true,
			Kinds: []string{Account}, On: Container},
		Do: listContainers,
	})
}

func blobOperations() []operation {
	row := func(n int, name, etag, cond string) scenario.Article {
		return scenario.Article{List: "blob", Row: n, Name: name, ETag: etag, Conditions: cond}
	}
	list := []operation{
		{
			Facts: scenario.Facts{Name: "Put Blob", Verb: "PUT", Kinds: Blobs, Success: 201, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseRequired,
				Article: row(1, "Put Blob", "Yes", "Yes")},
			Complete: withBlob, Do: putBlob, Effect: afterPutBlob, Sign: signBlob,
		},
		{
			Facts: scenario.Facts{Name: "Get Blob", Verb: "GET", Kinds: Blobs, Success: 200, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseShared, Reads: true,
				Article: row(2, "Get Blob", "Yes", "Yes")},
			Do: getBlob,
		},
		{
			Facts: scenario.Facts{Name: "Get Blob Properties", Verb: "HEAD", Kinds: Blobs, Success: 200, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseShared, Reads: true,
				Article: row(3, "Get Blob Properties", "Yes", "Yes")},
			Do: getBlobProperties,
		},
		{
			Facts: scenario.Facts{Name: "Set Blob Properties", Verb: "PUT", Kinds: Blobs, Success: 200, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseRequired,
				Article: row(4, "Set Blob Properties", "Yes", "Yes")},
			Complete: withProperties, Do: setBlobProperties, Effect: afterSetBlobProperties, Sign: signProperties,
		},
		{
			Facts: scenario.Facts{Name: "Get Blob Metadata", Verb: "GET", Kinds: Blobs, Success: 200, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseShared, Reads: true,
				Article: row(5, "Get Blob Metadata", "Yes", "Yes")},
			Do: getBlobMetadata,
		},
		{
			Facts: scenario.Facts{Name: "Set Blob Metadata", Verb: "PUT", Kinds: Blobs, Success: 200, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseRequired,
				Article: row(6, "Set Blob Metadata", "Yes", "Yes")},
			Complete: withMetadata, Do: setBlobMetadata, Effect: afterSetMetadata, Sign: signMetadata,
		},
	}
	for _, a := range leaseActions {
		list = append(list, operation{
			Facts: scenario.Facts{Name: "Lease Blob " + a.name, Verb: "PUT", Kinds: Blobs, Success: a.success, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseSubject,
				Article: row(7, "Lease Blob", "Yes", "Yes")},
			Complete: a.complete, Do: a.blob, Effect: afterLease, Sign: a.sign,
		})
	}
	return append(list, []operation{
		{
			Facts: scenario.Facts{Name: "Snapshot Blob", Verb: "PUT", Kinds: Blobs, Success: 201, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseShared,
				Article: row(8, "Snapshot Blob", "Yes", "Yes")},
			Do: snapshotBlob, Effect: afterSnapshot, Sign: signNothing,
		},
		{
			Facts: scenario.Facts{Name: "Copy Blob", Verb: "PUT", Kinds: Blobs, Success: 202, ReturnsETag: true,
				Conditions: allConditions, Source: true, Lease: scenario.LeaseRequired,
				Article: row(9, "Copy Blob", "Yes", "Yes (for source and destination)")},
			Complete: withSource, Prepare: prepareSource, Do: copyBlob, Effect: afterCopy, Sign: signMetadata,
		},
		{
			Facts: scenario.Facts{Name: "Abort Copy Blob", Verb: "PUT", Kinds: Blobs, Success: 204,
				Lease:   scenario.LeaseRequired,
				Article: row(10, "Abort Copy Blob", "No", "No")},
			Complete: withCopyID, Do: abortCopy, Effect: afterAbortCopy, Sign: signNothing,
		},
		{
			Facts: scenario.Facts{Name: "Delete Blob", Verb: "DELETE", Kinds: Blobs, Success: 202,
				Conditions: allConditions, Lease: scenario.LeaseRequired,
				Article: row(11, "Delete Blob", "No", "Yes")},
			Do: deleteBlob, Effect: afterDelete, Sign: signNothing,
		},
		{
			Facts: scenario.Facts{Name: "Put Block", Verb: "PUT", Kinds: []string{BlockBlob}, Success: 201,
				Lease:   scenario.LeaseRequired,
				Article: row(12, "Put Block", "No", "No")},
			Complete: withBlock, Do: putBlock, Effect: afterPutBlock, Sign: signBlock,
		},
		{
			Facts: scenario.Facts{Name: "Put Block List", Verb: "PUT", Kinds: []string{BlockBlob}, Success: 201, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseRequired,
				Article: row(13, "Put Block List", "Yes", "Yes")},
			Complete: withBlockList, Prepare: stageBlocks, Do: putBlockList, Effect: afterPutBlockList, Sign: signBlockList,
		},
		{
			Facts: scenario.Facts{Name: "Get Block List", Verb: "GET", Kinds: []string{BlockBlob}, Success: 200, ReturnsETag: true,
				Lease: scenario.LeaseShared, Reads: true,
				Article: row(14, "Get Block List", "Yes", "No")},
			Do: getBlockList,
		},
		{
			Facts: scenario.Facts{Name: "Put Page", Verb: "PUT", Kinds: []string{PageBlob}, Success: 201, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseRequired,
				Article: row(15, "Put Page", "Yes", "Yes")},
			Complete: withPages, Do: putPage, Effect: afterPutPage, Sign: signPages,
		},
		{
			Facts: scenario.Facts{Name: "Put Page clear", Verb: "PUT", Kinds: []string{PageBlob}, Success: 201, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseRequired,
				Article: row(15, "Put Page", "Yes", "Yes")},
			Complete: withPageRange, Do: clearPages, Effect: afterClearPages, Sign: signNothing,
		},
		{
			Facts: scenario.Facts{Name: "Get Page Ranges", Verb: "GET", Kinds: []string{PageBlob}, Success: 200, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseShared, Reads: true,
				Article: row(16, "Get Page Ranges", "Yes", "Yes")},
			Do: getPageRanges,
		},
	}...)
}

// referenceOperations are documented by the REST reference only.
func referenceOperations() []operation {
	return []operation{
		{
			Facts: scenario.Facts{Name: "Append Block", Verb: "PUT", Kinds: []string{AppendBlob}, Success: 201, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseRequired},
			Complete: withAppended, Do: appendBlock, Effect: afterAppendBlock,
		},
		{
			Facts: scenario.Facts{Name: "Append Block From URL", Since: "2018-11-09", Verb: "PUT", Kinds: []string{AppendBlob}, Success: 201, ReturnsETag: true,
				Conditions: allConditions, Source: true, Lease: scenario.LeaseRequired},
			Complete: withSource, Prepare: prepareSource, Do: appendBlockFromURL, Effect: afterAppendBlockFromURL, Sign: signNothing,
		},
		{
			Facts: scenario.Facts{Name: "Copy Blob From URL", Since: "2018-03-28", Verb: "PUT", Kinds: []string{BlockBlob}, Success: 202, ReturnsETag: true,
				Conditions: allConditions, Source: true, Lease: scenario.LeaseRequired},
			Complete: withSource, Prepare: prepareSource, Do: copyBlobFromURL, Effect: afterCopyFromURL, Sign: signMetadata,
		},
		{
			Facts: scenario.Facts{Name: "Put Blob From URL", Since: "2020-04-08", Verb: "PUT", Kinds: []string{BlockBlob}, Success: 201, ReturnsETag: true,
				Conditions: allConditions, Source: true, Lease: scenario.LeaseRequired},
			Complete: withSource, Prepare: prepareSource, Do: putBlobFromURL, Effect: afterPutBlobFromURL, Sign: signMetadata,
		},
		{
			Facts: scenario.Facts{Name: "Put Block From URL", Since: "2018-03-28", Verb: "PUT", Kinds: []string{BlockBlob}, Success: 201,
				Source: true, Lease: scenario.LeaseRequired},
			Complete: withSourceBlock, Prepare: prepareSource, Do: putBlockFromURL, Effect: afterPutBlockFromURL, Sign: signNothing,
		},
		{
			Facts: scenario.Facts{Name: "Put Page From URL", Since: "2018-11-09", Verb: "PUT", Kinds: []string{PageBlob}, Success: 201, ReturnsETag: true,
				Conditions: allConditions, Source: true, Lease: scenario.LeaseRequired},
			Complete: withSourcePages, Prepare: prepareSource, Do: putPageFromURL, Effect: afterPutPageFromURL, Sign: signNothing,
		},
		{
			Facts: scenario.Facts{Name: "Set Blob Tier", Since: "2017-04-17", Verb: "PUT", Kinds: []string{BlockBlob}, Success: 200,
				Lease: scenario.LeaseRequired},
			Complete: withTier, Do: setBlobTier, Effect: afterSetBlobTier, Sign: signNothing,
		},
		{
			Facts: scenario.Facts{Name: "Get Blob Tags", Since: "2019-12-12", Verb: "GET", Kinds: Blobs, Success: 200,
				Lease: scenario.LeaseShared, Reads: true},
			Do: getBlobTags,
		},
		{
			Facts: scenario.Facts{Name: "Set Blob Tags", Since: "2019-12-12", Verb: "PUT", Kinds: Blobs, Success: 204,
				Lease: scenario.LeaseRequired},
			Complete: withTags, Do: setBlobTags, Effect: afterSetBlobTags, Sign: signTags,
		},
		{
			Facts: scenario.Facts{Name: "Append Blob Seal", Verb: "PUT", Kinds: []string{AppendBlob}, Success: 200, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseRequired},
			Do: sealBlob, Effect: afterSeal,
		},
		{
			Facts: scenario.Facts{Name: "Get Page Ranges Diff", Verb: "GET", Kinds: []string{PageBlob}, Success: 200, ReturnsETag: true,
				Conditions: allConditions, Lease: scenario.LeaseShared, Reads: true},
			Complete: withPrevSnapshot, Do: getPageRangesDiff,
		},
		{
			Facts:    scenario.Facts{Name: "Find Blobs by Tags", Verb: "GET", Kinds: []string{Account}, On: Container, Success: 200, Reads: true},
			Complete: withWhere, Do: findBlobs,
		},
		{
			Facts:    scenario.Facts{Name: "Find Blobs by Tags in Container", Verb: "GET", Kinds: []string{Container}, Success: 200, Reads: true},
			Complete: withWhere, Do: findBlobsInContainer,
		},
	}
}

// batchOperations are the requests that a batch can hold, as they travel in one.
func batchOperations() []operation {
	var list []operation
	for _, b := range []struct {
		name string
		open func(*Client, Resource) (batch, error)
	}{{"Blob Batch", (*Client).accountBatch}, {"Container Batch", (*Client).containerBatch}} {
		deletion, tier := b.name+" of Delete Blob", b.name+" of Set Blob Tier"
		list = append(list, operation{
			Facts: scenario.Facts{Name: deletion, Verb: "POST", Kinds: Blobs, Success: 202,
				Conditions: allConditions, Lease: scenario.LeaseRequired},
			Do:     doBatch(deletion, b.open, func(b batch) func(Resource, Request) error { return b.delete }),
			Effect: afterDelete,
		}, operation{
			Facts: scenario.Facts{Name: tier, Verb: "POST", Kinds: []string{BlockBlob}, Success: 200,
				Lease: scenario.LeaseRequired},
			Complete: withTier, Do: doBatch(tier, b.open, func(b batch) func(Resource, Request) error { return b.setTier }),
			Effect: afterSetBlobTier,
		})
	}
	return list
}
