package fault

import (
	"net/http"
	"strings"

	"ifmatch/reference/operation"
	"ifmatch/reference/store/messages"
)

// sporadically makes a fault that appears once in so many of its occasions by default. The violated clauses, and the
// workloads that must find the fault, are separated by spaces.
func sporadically(name string, rate Rate, sentence, at, workloads string, s seam) Fault {
	return Fault{Name: name, Sentence: sentence, Clauses: strings.Fields(at), Rate: rate, Workloads: strings.Fields(workloads), seam: s}
}

func (f Fault) overSMB() Fault {
	f.OverSMB = true
	return f
}

// sporadic are the faults that appear now and then.
var sporadic = []Fault{
	sporadically("sporadic-stale-if-match", 1000, "Some writes to blobs are performed although their If-Match is not met.",
		"BLOB-ETAG-04 BLOB-ETAG-06 BLOB-COND-01-m", "blob-cas blob-blocks blob-mixed", seam{requests: acceptingStale(operation.PutBlob, operation.PutBlockList, operation.AppendBlock, operation.DeleteBlob)}),
	sporadically("sporadic-table-stale-if-match", 1000, "Some changes of entities are performed although their If-Match is not met.",
		"TABLE-OCC-05 TABLE-OCC-15 TABLE-COND-01 TABLE-COND-02 TABLE-COND-03", "table-cas", seam{requests: acceptingStale(operation.UpdateEntity, operation.MergeEntity, operation.DeleteEntity)}),
	sporadically("sporadic-two-creators", 1000, "Some creations of blobs with If-None-Match: * are performed although the blob exists.",
		"BLOB-COND-20 BLOB-TAB-01C", "blob-create blob-mixed blob-log", seam{requests: creatingTwice}),
	sporadically("sporadic-two-containers", 200, "Some creations of containers are performed although the container exists.",
		"BLOB-RACE-05 CONT-TAB-01C", "container-create", seam{blobs: replacingContainers}),
	sporadically("sporadic-container-dropped", 10, "Some creations of containers are answered with success but not performed.",
		"BLOB-RACE-05 CONT-ETAG-01", "container-create", seam{blobs: droppingContainers}),
	sporadically("sporadic-list-late", 100, "Some blobs are missing from the first list that should show them.",
		"BLOB-CONS-03", "blob-log", seam{blobs: listingLate}),
	sporadically("sporadic-list-page-skips", 100, "Some list pages that continue an earlier page lack their first blob.",
		"BLOB-CONS-03", "blob-log", seam{blobs: skippingAtMarkers}),
	sporadically("sporadic-list-stale", 2000, "Some lists of blobs show an older version of a blob.",
		"BLOB-CONS-03", "blob-ownership", seam{blobs: listingOld}),
	sporadically("sporadic-list-mixed", 2000, "Some lists of blobs show the ETag of a blob with the metadata of its previous version.",
		"BLOB-CONS-03 BLOB-RACE-07", "blob-ownership", seam{blobs: listingMixed}),
	sporadically("sporadic-metadata-stale-if-match", 200, "Some changes of blob metadata are performed although their If-Match is not met.",
		"BLOB-TAB-06C BLOB-RACE-01", "blob-ownership", seam{requests: acceptingStale(operation.SetBlobMetadata)}),
	sporadically("sporadic-refused-but-applied", 1000, "Some writes to blobs with If-Match are performed but answered 412.",
		"BLOB-GEN-07 BLOB-ETAG-03 BLOB-COND-01-s", "blob-cas blob-blocks blob-mixed lease-mutex", seam{requests: refusingApplied(`"0x1"`, operation.PutBlob, operation.PutBlockList)}),
	sporadically("sporadic-table-refused-but-applied", 1000, "Some changes of entities with If-Match are performed but answered 412.",
		"TABLE-OCC-04 TABLE-COND-01 TABLE-COND-02", "table-cas table-lock", seam{requests: refusingApplied(`W/"datetime'1601-01-01T00%3A00%3A00Z'"`, operation.UpdateEntity, operation.MergeEntity)}),
	sporadically("sporadic-stale-read", 10_000, "Some reads of blobs return an older version.",
		"BLOB-CONS-01 BLOB-GEN-04 BLOB-ETAG-02", "blob-cas blob-blocks blob-overwrite blob-mixed", seam{blobs: readingOld}),
	sporadically("sporadic-torn-read", 2000, "Some reads of block blobs return the first half of one version and the second half of another.",
		"BLOB-CONS-05", "blob-cas blob-blocks blob-overwrite blob-mixed", seam{blobs: readingTorn}),
	sporadically("sporadic-etag-reused", 1000, "Some new versions of blobs have the ETag of the version that they replace.",
		"BLOB-ETAG-03 BLOB-ETAG-10 BLOB-ETAG-20", "blob-cas blob-blocks blob-overwrite blob-mixed", seam{blobs: reusingStamps}),
	sporadically("sporadic-write-dropped", 1000, "Some writes to existing blobs are answered with success but not performed.",
		"BLOB-GEN-04 BLOB-CONS-01 BLOB-ETAG-02", "blob-cas blob-blocks blob-overwrite blob-append blob-mixed", seam{blobs: droppingWrites}),
	sporadically("sporadic-block-dropped", 200, "Some Put Blocks are answered with success but not performed.",
		"BLOB-BLK-02 BLOB-RACE-09 BLOB-GEN-04", "blob-blocks", seam{blobs: droppingBlocks}),
	sporadically("sporadic-blocks-kept", 20, "Some new versions of blobs keep the uncommitted blocks, which the write should discard.",
		"BLOB-BLK-01 BLOB-BLK-02 BLOB-CONS-08", "blob-blocks", seam{blobs: keepingBlocks}),
	sporadically("sporadic-lease-granted-twice", 1000, "Some leases are granted although somebody else holds them.",
		"BLOB-LEASE-06 BLOB-LM-ACQ-B-Le CONT-LM-ACQ-B-Le", "lease-mutex container-lease table-lock", seam{blobs: grantingTwice}),
	sporadically("sporadic-lease-expires-early", 200, "Some leases that were acquired or renewed for a limited time expire after a millisecond.",
		"BLOB-LEASE-05 BLOB-LEASE-68", "lease-mutex container-lease table-lock", seam{blobs: expiringEarly}),
	sporadically("sporadic-lease-released-by-write", 200, "Some writes to leased blobs release the lease.",
		"BLOB-LEASE-07 BLOB-LEASE-08 BLOB-UM-W-A-Le", "lease-mutex", seam{blobs: releasingByWrite}),
	sporadically("sporadic-half-transaction", 1000, "Some entity group transactions that succeed change only half of their entities.",
		"TABLE-BATCH-01 TABLE-OCC-13 TABLE-OCC-14", "table-batch", seam{entities: halvingTransactions}),
	sporadically("sporadic-table-etag-reused", 1000, "Some new versions of entities have the ETag of the version that they replace.",
		"TABLE-ETAG-05 TABLE-ETAG-09 TABLE-OCC-04", "table-cas table-batch", seam{entities: reusingEntityStamps}),
	sporadically("sporadic-message-shared", 1000, "Some messages stay visible after they are received, so another consumer also receives them.",
		"QUEUE-POP-04 QUEUE-POP-08 QUEUE-DEQ-06", "queue-consume", seam{messages: sharingMessages}),
	sporadically("sporadic-message-lost", 1000, "Some messages are lost after they were put.",
		"QUEUE-CONS-01 QUEUE-DEQ-06", "queue-consume", seam{messages: func(s messages.Store, d *dice) messages.Store { return &losingMessages{s, d} }}),
	sporadically("sporadic-range-dropped", 1000, "Some Put Ranges that do not begin at a file's first byte are answered with success but not performed.",
		"FILE-CONS-01 FILE-LWW-04 FILE-LWW-10", "file-lww", seam{requests: dropping(operation.PutRange, http.StatusCreated, laterRange)}),
	sporadically("sporadic-range-stale", 1000, "Some reads of a part of a file return what that part held before.",
		"FILE-CONS-01", "file-lww", seam{requests: answeringOldParts}),
	sporadically("sporadic-range-damaged", 1000, "Some reads of a part of a file return a byte that nobody wrote.",
		"FILE-LWW-09", "file-lww", seam{requests: damagingParts}),
	sporadically("sporadic-range-refused", 1000, "Some Put Ranges without a lease id are answered 409 SharingViolation although nobody has the file open.",
		"FILE-LWW-08 FILE-SMB-13", "file-lww file-share-mode", seam{requests: refusingRanges}),
	sporadically("sporadic-file-lease-granted-twice", 100, "Some acquires of file leases are answered as granted although somebody else holds the lease.",
		"FILE-LEASE-03", "file-lease", seam{requests: grantingFileLeases}),
	sporadically("sporadic-file-lease-id-kept", 20, "Some changes of the id of a file lease are answered with success but not performed.",
		"FILE-LEASE-05", "file-lease", seam{requests: keepingFileLeases}),
	sporadically("sporadic-file-lease-ignored", 20, "Some Put Ranges on leased files are performed although they do not give the lease id.",
		"FILE-LEASE-12", "file-lease", seam{requests: writingPastLeases(false)}),
	sporadically("sporadic-file-lease-foreign-id", 20, "Some Put Ranges on leased files are performed although their lease id is not the holder's.",
		"FILE-LEASE-14", "file-lease", seam{requests: writingPastLeases(true)}),
	sporadically("sporadic-share-mode-written", 100, "Some writes over REST are performed although a share mode denies them.",
		"FILE-SMB-05 FILE-SMB-15 FILE-SHR-10", "file-share-mode", seam{files: pastShareModes{changes: true}.before}),
	sporadically("sporadic-share-mode-read", 100, "Some reads over REST are answered although a share mode denies them.",
		"FILE-SMB-14 FILE-SHR-10", "file-share-mode", seam{files: pastShareModes{reads: true}.before}),
	sporadically("sporadic-share-mode-opened", 100, "Some opens over SMB are granted although another handle denies them.",
		"FILE-SMB-08 FILE-SMB-12", "file-share-mode", seam{files: pastShareModes{changes: true}.before}).overSMB(),
	sporadically("sporadic-handle-left", 100, "Some handles stay open when they are closed over SMB.",
		"FILE-SMB-03 FILE-SMB-06", "file-share-mode", seam{files: leavingHandles}).overSMB(),
	sporadically("sporadic-message-renamed", 20, "Some messages that are delivered again have a different message ID.",
		"QUEUE-IDEM-01", "idempotent-consumer", seam{messages: func(s messages.Store, d *dice) messages.Store { return &renamingMessages{Store: s, dice: d} }}),
	sporadically("sporadic-entity-crowded-out", 1000, "Some changes of partitions with many entities are answered with success but not performed.",
		"TABLE-OCC-13", "idempotent-consumer", seam{entities: losingInCrowds}),
	sporadically("sporadic-sequence-ignored", 100, "Some Put Pages are performed although their condition on the sequence number is not met.",
		"BLOB-SEQ-01 BLOB-SEQ-05", "mix:page-blob", seam{requests: ignoring("x-ms-if-sequence-number-eq", operation.PutPage)}),
	sporadically("sporadic-properties-dropped", 100, "Some Set Blob Properties are answered with success but not performed.",
		"BLOB-TAB-04E BLOB-GEN-04", "mix:page-blob mix:block-blob", seam{requests: dropping(operation.SetBlobProperties, http.StatusOK, anyRequest)}),
	sporadically("sporadic-copy-stale-if-match", 50, "Some Copy Blobs are performed although their If-Match is not met.",
		"BLOB-TAB-09C BLOB-COPY-02", "mix:block-blob", seam{requests: ignoring("If-Match", operation.CopyBlob)}),
	sporadically("sporadic-snapshot-stale-if-match", 50, "Some Snapshot Blobs are performed although their If-Match is not met.",
		"BLOB-TAB-08C", "mix:page-blob mix:block-blob", seam{requests: ignoring("If-Match", operation.SnapshotBlob)}),
	sporadically("sporadic-read-stale-if-match", 500, "Some Get Blobs are answered although their If-Match is not met.",
		"BLOB-TAB-02C BLOB-COND-01-s", "mix:page-blob mix:block-blob", seam{requests: ignoring("If-Match", operation.GetBlob)}),
	sporadically("sporadic-container-dates-ignored", 50, "Some Set Container ACLs and Delete Containers are performed although their If-Unmodified-Since is not met.",
		"CONT-TAB-06C-m CONT-TAB-07C-m", "mix:container", seam{requests: ignoring("If-Unmodified-Since", operation.SetContainerACL, operation.DeleteContainer)}),
	sporadically("sporadic-upsert-dropped", 200, "Some Insert Or Replace Entities are answered with success but not performed.",
		"TABLE-OPS-06 TABLE-OCC-12", "mix:entity", seam{requests: dropping(operation.InsertOrReplaceEntity, http.StatusNoContent, anyRequest)}),
	sporadically("sporadic-update-after-transaction-dropped", 20, "Some single changes of entities that a transaction changed last are answered with success but not performed.",
		"TABLE-OCC-13", "mix:entity", seam{entities: losingAfterTransactions}),
	sporadically("sporadic-queue-metadata-dropped", 200, "Some Set Queue Metadata are answered with success but not performed.",
		"QUEUE-LWW-02 QUEUE-LWW-05", "mix:queue", seam{requests: dropping(operation.SetQueueMetadata, http.StatusNoContent, anyRequest)}),
	sporadically("sporadic-file-metadata-dropped", 200, "Some Set File Metadata are answered with success but not performed.",
		"FILE-LWW-05 FILE-ETAG-03", "mix:file", seam{requests: dropping(operation.SetFileMetadata, http.StatusOK, anyRequest)}),
	sporadically("sporadic-file-created-over-deletion", 50, "Some Create Files over a file that is pending delete are answered with success but not performed.",
		"FILE-DEL-02 FILE-DEL-20", "mix:smb-file", seam{requests: creatingOverDeletions}),
}
