package ops

import (
	"cmp"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// operation is an operation in the types of this room.
type (
	operation = scenario.Typed[*Client, Address, Request, State]
	facts     = scenario.Facts
	fields    = []scenario.Field
)

// everything is what a new blob replaces of the old one.
var everything = fields{scenario.FieldExistence, scenario.FieldContent, scenario.FieldMetadata, scenario.FieldProperties, scenario.FieldETag,
	FieldTags, FieldCommitted, FieldUncommitted, FieldPages}

// Operations lists every operation in the documents' order: the article's container table, its
// blob table, then those only in the REST reference.
func Operations() []scenario.Operation {
	var out []scenario.Operation
	for _, group := range [][]operation{containerOperations(), blobOperations(), referenceOperations(), batchOperations()} {
		for _, op := range group {
			op.Changes = changes[op.Name]
			if op.Article.List != "" {
				op.Article.Name = cmp.Or(op.Article.Name, op.Name)
			}
			out = append(out, op.Operation())
		}
	}
	return out
}

// changes are the fields that an operation changes and that only one read shows.
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
	every = []string{ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince}
	dates = []string{ifModifiedSince, ifUnmodifiedSince}
)

// How operations use leases.
const shared, required = scenario.LeaseShared, scenario.LeaseRequired

// row is a row of the article's tables for an operation that the article calls by the same name.
func row(list string, n int) scenario.Article {
	return scenario.Article{List: list, Row: n}
}

func containerOperations() []operation {
	list := []operation{
		{Facts: facts{Name: "Create Container", Writes: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldPolicies, scenario.FieldETag}, Fresh: true, Verb: "PUT", SAS: "c:cw", Success: 201, ReturnsETag: true, Article: row("container", 1)},
			Do: createContainer, Effect: afterCreateContainer, Sign: signMetadata},
		{Facts: facts{Name: "Get Container Properties", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldETag, scenario.FieldLease, lease.FieldTaken}, Verb: "GET", SAS: "c:r", Success: 200, ReturnsETag: true, Lease: shared, Reads: true,
			Article: row("container", 2)}, Do: getContainerProperties},
		{Facts: facts{Name: "Get Container Metadata", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldETag}, Verb: "GET", SAS: "c:r", Success: 200, ReturnsETag: true, Lease: shared, Reads: true,
			Article: row("container", 3)}, Do: getContainerMetadata},
		{Facts: facts{Name: "Set Container Metadata", Writes: fields{scenario.FieldMetadata, scenario.FieldETag}, Verb: "PUT", SAS: "c:w", Success: 200, ReturnsETag: true, Conditions: []string{ifModifiedSince},
			Lease: shared, Article: row("container", 4)}, Complete: withMetadata, Do: setContainerMetadata,
			Effect: afterSetMetadata, Sign: signMetadata},
		{Facts: facts{Name: "Get Container ACL", Shows: fields{scenario.FieldExistence, scenario.FieldPolicies, scenario.FieldETag}, Verb: "GET", SAS: "c:key", Success: 200, ReturnsETag: true, Lease: shared, Reads: true,
			Article: row("container", 5)}, Do: getContainerACL},
		{Facts: facts{Name: "Set Container ACL", Writes: fields{scenario.FieldPolicies, scenario.FieldETag}, Verb: "PUT", SAS: "c:key", Success: 200, ReturnsETag: true, Conditions: dates, Lease: shared,
			Article: row("container", 6)}, Complete: withPolicies, Do: setContainerACL, Effect: afterSetContainerACL,
			Sign: signPolicies},
		{Facts: facts{Name: "Delete Container", Writes: fields{scenario.FieldExistence}, Verb: "DELETE", SAS: "c:d", Success: 202, Conditions: dates, Lease: required,
			Article: row("container", 7)}, Do: deleteContainer, Effect: afterDelete, Sign: signNothing},
	}
	list = append(append(list, containerLeases...), operation{Facts: facts{Name: "List Blobs", Shows: fields{scenario.FieldExistence}, Verb: "GET", SAS: "c:l", Success: 200, Reads: true,
		Article: row("container", 9)}, Do: listBlobs})
	for i := range list {
		list[i].Kinds = []string{Container}
	}
	return append(list, operation{Facts: facts{Name: "List Containers", Shows: fields{scenario.FieldExistence}, Verb: "GET", SAS: "s:l", Success: 200, Reads: true, Kinds: []string{Account}, On: Container},
		Do: listContainers})
}

func blobOperations() []operation {
	list := []operation{
		{Facts: facts{Name: "Put Blob", Writes: everything, Verb: "PUT", SAS: "o:w", Kinds: Blobs, Success: 201, ReturnsETag: true, Conditions: every, Lease: required,
			Article: row("blob", 1)}, Complete: withBlob, Do: putBlob, Effect: afterPutBlob, Sign: signBlob},
		{Facts: facts{Name: "Get Blob", Shows: fields{scenario.FieldExistence, scenario.FieldContent, scenario.FieldMetadata, scenario.FieldProperties, scenario.FieldETag, scenario.FieldLease, lease.FieldTaken}, Verb: "GET", SAS: "o:r", Kinds: Blobs, Success: 200, ReturnsETag: true, Conditions: every, Lease: shared, Reads: true,
			Article: row("blob", 2)}, Do: getBlob},
		{Facts: facts{Name: "Get Blob Properties", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldProperties, scenario.FieldETag, scenario.FieldLease, lease.FieldTaken}, Verb: "HEAD", SAS: "o:r", Kinds: Blobs, Success: 200, ReturnsETag: true, Conditions: every, Lease: shared,
			Reads: true, Article: row("blob", 3)}, Do: getBlobProperties},
		{Facts: facts{Name: "Set Blob Properties", Writes: fields{scenario.FieldProperties, FieldSequence, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Kinds: Blobs, Success: 200, ReturnsETag: true, Conditions: every, Lease: required,
			Article: row("blob", 4)}, Complete: withProperties, Do: setBlobProperties, Effect: afterSetBlobProperties,
			Sign: signProperties},
		{Facts: facts{Name: "Get Blob Metadata", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldETag}, Verb: "GET", SAS: "o:r", Kinds: Blobs, Success: 200, ReturnsETag: true, Conditions: every, Lease: shared,
			Reads: true, Article: row("blob", 5)}, Do: getBlobMetadata},
		{Facts: facts{Name: "Set Blob Metadata", Writes: fields{scenario.FieldMetadata, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Kinds: Blobs, Success: 200, ReturnsETag: true, Conditions: every, Lease: required,
			Article: row("blob", 6)}, Complete: withMetadata, Do: setBlobMetadata, Effect: afterSetMetadata, Sign: signMetadata},
	}
	list = append(list, blobLeases...)
	return append(list, []operation{
		{Facts: facts{Name: "Snapshot Blob", Writes: fields{FieldSnapshots}, Verb: "PUT", SAS: "o:cw+l", Kinds: Blobs, Success: 201, ReturnsETag: true, Conditions: every, Lease: shared,
			Article: row("blob", 8)}, Do: snapshotBlob, Effect: afterSnapshot, Sign: signNothing},
		{Facts: facts{Name: "Copy Blob", Writes: everything, Verb: "PUT", SAS: "o:w", Kinds: Blobs, Success: 202, ReturnsETag: true, Conditions: every, Source: true,
			Lease: required, Article: row("blob", 9)}, Complete: withSource, Prepare: prepareSource,
			Do: copyBlob, Effect: afterCopy, Sign: signMetadata},
		{Facts: facts{Name: "Abort Copy Blob", NoPair: "it needs a copy that is still pending", Verb: "PUT", SAS: "o:w", Kinds: Blobs, Success: 204, Lease: required, Article: row("blob", 10)},
			Complete: withCopyID, Do: abortCopy, Effect: afterAbortCopy, Sign: signNothing},
		{Facts: facts{Name: "Delete Blob", Writes: fields{scenario.FieldExistence}, Verb: "DELETE", SAS: "o:d", Kinds: Blobs, Success: 202, Conditions: every, Lease: required,
			Article: row("blob", 11)}, Do: deleteBlob, Effect: afterDelete, Sign: signNothing},
		{Facts: facts{Name: "Put Block", Writes: fields{FieldUncommitted}, Verb: "PUT", SAS: "o:w", Kinds: []string{BlockBlob}, Success: 201, Lease: required,
			Article: row("blob", 12)}, Complete: withBlock, Do: putBlock, Effect: afterPutBlock, Sign: signBlock},
		{Facts: facts{Name: "Put Block List", Writes: everything, Verb: "PUT", SAS: "o:w", Kinds: []string{BlockBlob}, Success: 201, ReturnsETag: true, Conditions: every,
			Lease: required, Article: row("blob", 13)}, Complete: withBlockList, Prepare: stageBlocks, Do: putBlockList,
			Effect: afterPutBlockList, Sign: signBlockList},
		{Facts: facts{Name: "Get Block List", Shows: fields{scenario.FieldExistence, FieldCommitted, FieldUncommitted, scenario.FieldETag}, Verb: "GET", SAS: "o:r", Kinds: []string{BlockBlob}, Success: 200, ReturnsETag: true, Lease: shared,
			Reads: true, Article: row("blob", 14)}, Do: getBlockList},
		{Facts: facts{Name: "Put Page", Writes: fields{scenario.FieldContent, FieldPages, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Kinds: []string{PageBlob}, Success: 201, ReturnsETag: true, Conditions: every,
			Lease: required, Article: row("blob", 15)}, Complete: withPages, Do: putPage, Effect: afterPutPage, Sign: signPages},
		{Facts: facts{Name: "Put Page clear", Writes: fields{scenario.FieldContent, FieldPages, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Kinds: []string{PageBlob}, Success: 201, ReturnsETag: true, Conditions: every,
			Lease: required, Article: scenario.Article{List: "blob", Row: 15, Name: "Put Page"}},
			Complete: withPageRange, Do: clearPages, Effect: afterClearPages, Sign: signNothing},
		{Facts: facts{Name: "Get Page Ranges", Shows: fields{scenario.FieldExistence, FieldPages, scenario.FieldETag}, Verb: "GET", SAS: "o:r", Kinds: []string{PageBlob}, Success: 200, ReturnsETag: true, Conditions: every,
			Lease: shared, Reads: true, Article: row("blob", 16)}, Do: getPageRanges},
	}...)
}

// referenceOperations are documented only by the REST reference.
func referenceOperations() []operation {
	return []operation{
		{Facts: facts{Name: "Append Block", Writes: fields{scenario.FieldContent, scenario.FieldProperties, scenario.FieldETag}, Verb: "PUT", SAS: "o:aw", Kinds: []string{AppendBlob}, Success: 201, ReturnsETag: true, Conditions: every,
			Lease: required}, Complete: withAppended, Do: appendBlock, Effect: afterAppendBlock},
		{Facts: facts{Name: "Append Block From URL", Writes: fields{scenario.FieldContent, scenario.FieldProperties, scenario.FieldETag}, Since: "2018-11-09", Verb: "PUT", SAS: "o:aw", Kinds: []string{AppendBlob}, Success: 201,
			ReturnsETag: true, Conditions: every, Source: true, Lease: required}, Complete: withSource, Prepare: prepareSource,
			Do: appendBlockFromURL, Effect: afterAppendBlockFromURL, Sign: signNothing},
		{Facts: facts{Name: "Copy Blob From URL", Writes: everything, Since: "2018-03-28", Verb: "PUT", SAS: "o:w", Kinds: []string{BlockBlob}, Success: 202, ReturnsETag: true,
			Conditions: every, Source: true, Lease: required}, Complete: withSource, Prepare: prepareSource, Do: copyBlobFromURL,
			Effect: afterCopyFromURL, Sign: signMetadata},
		{Facts: facts{Name: "Put Blob From URL", Writes: everything, Since: "2020-04-08", Verb: "PUT", SAS: "o:w", Kinds: []string{BlockBlob}, Success: 201, ReturnsETag: true,
			Conditions: every, Source: true, Lease: required}, Complete: withSource, Prepare: prepareSource, Do: putBlobFromURL,
			Effect: afterPutBlobFromURL, Sign: signMetadata},
		{Facts: facts{Name: "Put Block From URL", Writes: fields{FieldUncommitted}, Since: "2018-03-28", Verb: "PUT", SAS: "o:w", Kinds: []string{BlockBlob}, Success: 201, Source: true,
			Lease: required}, Complete: withSourceBlock, Prepare: prepareSource, Do: putBlockFromURL, Effect: afterPutBlockFromURL,
			Sign: signNothing},
		{Facts: facts{Name: "Put Page From URL", Writes: fields{scenario.FieldContent, FieldPages, scenario.FieldETag}, Since: "2018-11-09", Verb: "PUT", SAS: "o:w", Kinds: []string{PageBlob}, Success: 201, ReturnsETag: true,
			Conditions: every, Source: true, Lease: required}, Complete: withSourcePages, Prepare: prepareSource, Do: putPageFromURL,
			Effect: afterPutPageFromURL, Sign: signNothing},
		{Facts: facts{Name: "Set Blob Tier", Writes: fields{FieldTier}, Since: "2017-04-17", Verb: "PUT", SAS: "o:w+l", Kinds: []string{BlockBlob}, Success: 200, Lease: required},
			Complete: withTier, Do: setBlobTier, Effect: afterSetBlobTier, Sign: signNothing},
		{Facts: facts{Name: "Get Blob Tags", Shows: fields{scenario.FieldExistence, FieldTags}, Since: "2019-12-12", Verb: "GET", SAS: "o:t", Kinds: Blobs, Success: 200, Lease: shared, Reads: true},
			Do: getBlobTags},
		{Facts: facts{Name: "Set Blob Tags", Writes: fields{FieldTags}, Since: "2019-12-12", Verb: "PUT", SAS: "o:t", Kinds: Blobs, Success: 204, Lease: required}, Complete: withTags,
			Do: setBlobTags, Effect: afterSetBlobTags, Sign: signTags},
		{Facts: facts{Name: "Append Blob Seal", Writes: fields{scenario.FieldProperties, FieldSealed}, Verb: "PUT", SAS: "o:w", Kinds: []string{AppendBlob}, Success: 200, ReturnsETag: true, Conditions: every,
			Lease: required}, Do: sealBlob, Effect: afterSeal},
		{Facts: facts{Name: "Get Page Ranges Diff", NoPair: "it needs a snapshot to compare with", Verb: "GET", SAS: "o:r", Kinds: []string{PageBlob}, Success: 200, ReturnsETag: true, Conditions: every,
			Lease: shared, Reads: true}, Complete: withPrevSnapshot, Do: getPageRangesDiff},
		{Facts: facts{Name: "Find Blobs by Tags", NoPair: "its index follows in its own time", Verb: "GET", SAS: "s:f", Kinds: []string{Account}, On: Container, Success: 200, Reads: true},
			Complete: withWhere, Do: findBlobs},
		{Facts: facts{Name: "Find Blobs by Tags in Container", NoPair: "its index follows in its own time", Verb: "GET", SAS: "c:f", Kinds: []string{Container}, Success: 200, Reads: true},
			Complete: withWhere, Do: findBlobsInContainer},
	}
}

// batchOperations are the requests that a batch can hold, as they travel inside it. A batch to the
// service needs any one permission there; each request in it needs its own.
func batchOperations() []operation {
	var list []operation
	for _, b := range []struct {
		name, level string
		open        opening
	}{{"Blob Batch", "s:", accountBatch}, {"Container Batch", "o:", containerBatch}} {
		deletion, tier := b.name+" of Delete Blob", b.name+" of Set Blob Tier"
		list = append(list, operation{Facts: facts{Name: deletion, Writes: fields{scenario.FieldExistence}, Verb: "POST", SAS: b.level + "d", Kinds: Blobs, Success: 202, Conditions: every, Lease: required},
			Do: doBatch(deletion, b.open, func(b batch) func(Address, Request) error { return b.delete }), Effect: afterDelete,
		}, operation{Facts: facts{Name: tier, Writes: fields{FieldTier}, Verb: "POST", SAS: b.level + "w+l", Kinds: []string{BlockBlob}, Success: 200, Lease: required}, Complete: withTier,
			Do: doBatch(tier, b.open, func(b batch) func(Address, Request) error { return b.setTier }), Effect: afterSetBlobTier})
	}
	return list
}
