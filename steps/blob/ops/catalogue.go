package ops

import (
	"embed"
	"maps"

	"ifmatch/steps/scenario"
)

// What the documents say about each operation stands in operations.tsv: first the article's container table and its blob
// table, then the operations that only the REST reference has, then the requests that a batch can hold, as they
// travel inside it. A batch to the service needs any one permission there; each request in it needs its own.
//
//go:embed operations.tsv
var table embed.FS

// operation is an operation in the types of this room.
type operation = scenario.Typed[*Client, Address, Request, State]

// Operations lists every operation, in the documents' order.
func Operations() []scenario.Operation {
	how := map[string]operation{
		"Create Container":         {Do: createContainer, Effect: afterCreateContainer, Sign: signMetadata},
		"Get Container Properties": {Do: getContainerProperties},
		"Get Container Metadata":   {Do: getContainerMetadata},
		"Set Container Metadata":   {Complete: withMetadata, Do: setContainerMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		"Get Container ACL":        {Do: getContainerACL},
		"Set Container ACL":        {Complete: withPolicies, Do: setContainerACL, Effect: afterSetContainerACL, Sign: signPolicies},
		"Delete Container":         {Do: deleteContainer, Effect: afterDelete, Sign: signNothing},
		"List Blobs":               {Do: listBlobs},
		"List Containers":          {Do: listContainers},

		"Put Blob":            {Complete: withBlob, Do: putBlob, Effect: afterPutBlob, Sign: signBlob},
		"Get Blob":            {Do: getBlob},
		"Get Blob Properties": {Do: getBlobProperties},
		"Set Blob Properties": {Complete: withProperties, Do: setBlobProperties, Effect: afterSetBlobProperties, Sign: signProperties},
		"Get Blob Metadata":   {Do: getBlobMetadata},
		"Set Blob Metadata":   {Complete: withMetadata, Do: setBlobMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		"Snapshot Blob":       {Do: snapshotBlob, Effect: afterSnapshot, Sign: signNothing},
		"Copy Blob":           {Complete: withSource, Prepare: prepareSource, Do: copyBlob, Effect: afterCopy, Sign: signMetadata},
		"Abort Copy Blob":     {Complete: or(Request{CopyID: new("11111111-2222-3333-4444-555555555555")}), Do: abortCopy, Effect: afterAbortCopy, Sign: signNothing},
		"Delete Blob":         {Do: deleteBlob, Effect: afterDelete, Sign: signNothing},
		"Put Block":           {Complete: or(Request{BlockID: BlockID("block-staged"), Base: body("staged content")}), Do: putBlock, Effect: afterPutBlock, Sign: signBlock},
		"Put Block List":      {Complete: withBlockList, Prepare: stageBlocks, Do: putBlockList, Effect: afterPutBlockList, Sign: signBlockList},
		"Get Block List":      {Do: getBlockList},
		"Put Page":            {Complete: withPages, Do: putPage, Effect: afterPutPage, Sign: signPages},
		"Put Page clear":      {Complete: or(Request{Count: pageSize}), Do: clearPages, Effect: afterClearPages, Sign: signNothing},
		"Get Page Ranges":     {Do: getPageRanges},

		"Append Block":          {Complete: or(Request{Base: body("appended content")}), Do: appendBlock, Effect: afterAppendBlock},
		"Append Block From URL": {Complete: withSource, Prepare: prepareSource, Do: appendBlockFromURL, Effect: fromURL(afterAppendBlock, scenario.FieldContent), Sign: signNothing},
		"Copy Blob From URL":    {Complete: withSource, Prepare: prepareSource, Do: copyBlobFromURL, Effect: afterCopyFromURL, Sign: signMetadata},
		"Put Blob From URL":     {Complete: withSource, Prepare: prepareSource, Do: putBlobFromURL, Effect: afterPutBlobFromURL, Sign: signMetadata},
		"Put Block From URL":    {Complete: withSourceAnd(Request{BlockID: BlockID("block-copied")}), Prepare: prepareSource, Do: putBlockFromURL, Effect: fromURL(afterPutBlock, FieldUncommitted), Sign: signNothing},
		"Put Page From URL":     {Complete: withSourceAnd(Request{Count: pageSize}), Prepare: prepareSource, Do: putPageFromURL, Effect: fromURL(afterPutPage, scenario.FieldContent), Sign: signNothing},
		"Set Blob Tier":         {Complete: withTier, Do: setBlobTier, Effect: afterSetBlobTier, Sign: signNothing},
		"Get Blob Tags":         {Do: getBlobTags},
		"Set Blob Tags":         {Complete: or(Request{Tags: map[string]string{"colour": "blue"}}), Do: setBlobTags, Effect: afterSetBlobTags, Sign: signTags},
		"Append Blob Seal":      {Do: sealBlob, Effect: afterSeal},
		// It names a snapshot that no blob has.
		"Get Page Ranges Diff":            {Complete: or(Request{PrevSnapshot: new("2015-07-08T00:00:00.0000000Z")}), Do: getPageRangesDiff},
		"Find Blobs by Tags":              {Complete: withWhere, Do: findBlobs},
		"Find Blobs by Tags in Container": {Complete: withWhere, Do: findBlobsInContainer},

		"Blob Batch of Delete Blob":        {Do: batchOf("Blob Batch", "Delete Blob", accountBatch), Effect: afterDelete},
		"Blob Batch of Set Blob Tier":      {Complete: withTier, Do: batchOf("Blob Batch", "Set Blob Tier", accountBatch), Effect: afterSetBlobTier},
		"Container Batch of Delete Blob":   {Do: batchOf("Container Batch", "Delete Blob", containerBatch), Effect: afterDelete},
		"Container Batch of Set Blob Tier": {Complete: withTier, Do: batchOf("Container Batch", "Set Blob Tier", containerBatch), Effect: afterSetBlobTier},

		"Undelete Blob":     {Do: undeleteBlob, Effect: afterUndelete, Sign: signNothing},
		"Restore Container": {Do: restoreContainer, Effect: afterRestore, Sign: signNothing},
	}
	maps.Copy(how, containerLeases)
	maps.Copy(how, blobLeases)
	return scenario.Catalogue(table, how)
}

func or(otherwise Request) func(Address, *Request) { return scenario.Or[Address](otherwise) }

var withTier, withWhere = or(Request{Tier: "Cool"}), or(Request{Where: `"colour" = 'blue'`})
