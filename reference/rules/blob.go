package rules

import (
	"ifmatch/reference/condition"
	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
)

// operations is the article's two tables and its two lists of operations that use leases, extended by what the
// reference pages say about other operations.
func operations() (t [op.Count]Operation) {
	containers(&t)
	reads(&t)
	writes(&t)
	creates(&t)
	leases(&t)
	others(&t)
	return t
}

// containers: no container operation is ever answered 304, entity tags are never evaluated, and a lease protects only
// against deletion. // CONT-TAB-12 CONT-TAB-14 CONT-USE-01 CONT-USE-03
func containers(t *[op.Count]Operation) {
	read := Operation{Lease: lease.Shared, Stamped: true}
	t[op.GetContainerProperties] = read // CONT-TAB-02E CONT-TAB-02C
	t[op.GetContainerMetadata] = read   // CONT-TAB-03E CONT-TAB-03C
	t[op.GetContainerACL] = read        // CONT-TAB-05E CONT-TAB-05C

	write := Operation{Lease: lease.Shared, Stamped: true, Restamps: true}
	t[op.CreateContainer] = Operation{Missing: Creates, Stamped: true, Restamps: true} // CONT-TAB-01E CONT-TAB-01C CONT-USE-06
	write.Headers = condition.ModifiedSince
	t[op.SetContainerMetadata] = write // CONT-TAB-04E CONT-TAB-04C-m CONT-TAB-04C-s
	write.Headers = condition.Dates
	t[op.SetContainerACL] = write                                                       // CONT-TAB-06E CONT-TAB-06C-m CONT-TAB-06C-s
	t[op.DeleteContainer] = Operation{Headers: condition.Dates, Lease: lease.Exclusive} // CONT-TAB-07E CONT-TAB-07C-m CONT-TAB-07C-s
	t[op.ListBlobs] = Operation{}                                                       // CONT-TAB-09E CONT-TAB-09C
	for o := op.LeaseContainerAcquire; o <= op.LeaseContainerBreak; o++ {
		t[o] = Operation{Headers: condition.Dates, Stamped: true} // CONT-TAB-08E CONT-TAB-08C-m CONT-TAB-08C-s CONT-ETAG-05
	}
}

// reads of blobs evaluate all four headers, combined by the rule of reads. The documents promise that rule for the
// first two; here the other two follow it as well. // BLOB-COND-17
func reads(t *[op.Count]Operation) {
	read := Operation{Headers: condition.All, Reads: true, IfTags: true, Lease: lease.Shared,
		Wildcard: Unsatisfiable, Stamped: true, DuringCopy: true} // BLOB-COND-28
	t[op.GetBlob] = read           // BLOB-TAB-02E BLOB-TAB-02C BLOB-USE-21
	t[op.GetBlobProperties] = read // BLOB-TAB-03E BLOB-TAB-03C BLOB-USE-22
	t[op.GetBlobMetadata] = read   // BLOB-TAB-05E BLOB-TAB-05C BLOB-USE-24
	t[op.GetPageRanges] = read     // BLOB-TAB-16E BLOB-TAB-16C BLOB-USE-31
	t[op.GetPageRangesDiff] = read // BLOB-DIFF-02

	t[op.GetBlockList] = Operation{IfTags: true, Lease: lease.Shared, Missing: Uncommitted,
		Stamped: true, DuringCopy: true} // BLOB-TAB-14E BLOB-TAB-14C BLOB-USE-29
	t[op.GetBlobTags] = Operation{BlobHeaders: condition.All, IfTags: true, Lease: lease.Shared, DuringCopy: true} // BLOB-TAB-20 BLOB-USE-38

	// For leases a snapshot is a read, but its conditions fail like those of a write. // BLOB-TAB-08C
	t[op.SnapshotBlob] = Operation{Headers: condition.All, IfTags: true, Lease: lease.Shared, Stamped: true} // BLOB-TAB-08E BLOB-USE-32
}

// writes change a blob that exists.
func writes(t *[op.Count]Operation) {
	write := Operation{Headers: condition.All, IfTags: true, Lease: lease.Exclusive, Stamped: true, Restamps: true}
	t[op.SetBlobProperties] = write                                                                                 // BLOB-TAB-04E BLOB-TAB-04C BLOB-USE-23 BLOB-ETAG-25
	t[op.SetBlobMetadata] = write                                                                                   // BLOB-TAB-06E BLOB-TAB-06C BLOB-USE-25 BLOB-ETAG-24
	t[op.PutPage] = write                                                                                           // BLOB-TAB-15E BLOB-TAB-15C BLOB-USE-30 BLOB-ETAG-22
	t[op.AppendBlock] = write                                                                                       // BLOB-TAB-17 BLOB-USE-36 BLOB-ETAG-23
	t[op.AppendBlobSeal] = Operation{Headers: condition.All, Lease: lease.Exclusive, Stamped: true, Restamps: true} // BLOB-SEAL-01 BLOB-SEAL-02
	write.Source = SourceFetched
	t[op.PutPageFromURL] = write // BLOB-TAB-19
	write.Source = SourceRead
	t[op.AppendBlockFromURL] = write // BLOB-COPY-32

	t[op.DeleteBlob] = Operation{Headers: condition.All, IfTags: true, Lease: lease.Exclusive,
		Missing: Uncommitted} // BLOB-TAB-11E BLOB-TAB-11C BLOB-USE-26 BLOB-COND-35a
	t[op.SetBlobTier] = Operation{IfTags: true, Lease: lease.Exclusive}                             // BLOB-TAB-20 BLOB-USE-39 BLOB-ETAG-35
	t[op.SetBlobTags] = Operation{BlobHeaders: condition.All, IfTags: true, Lease: lease.Exclusive} // BLOB-TAB-20 BLOB-USE-37 BLOB-ETAG-36
}

// creates make a blob or replace one. Only for them does If-None-Match: * mean what it says.
// // BLOB-COND-20 BLOB-COND-22
func creates(t *[op.Count]Operation) {
	create := Operation{Headers: condition.All, IfTags: true, Lease: lease.Exclusive, Missing: Creates,
		Wildcard: MustNotExist, Stamped: true, Restamps: true}
	t[op.PutBlob] = create                       // BLOB-TAB-01E BLOB-TAB-01C BLOB-USE-20 BLOB-ETAG-20
	t[op.PutBlockList] = create                  // BLOB-TAB-13E BLOB-TAB-13C BLOB-USE-28 BLOB-ETAG-21
	create.Unmet = errcode.TargetConditionNotMet // BLOB-COPY-02
	t[op.CopyBlob] = create                      // BLOB-TAB-09E BLOB-TAB-09C BLOB-USE-33 BLOB-COND-21 BLOB-COPY-01
	create.Unmet = ""
	create.Source = SourceRead
	t[op.CopyBlobFromURL] = create // BLOB-ETAG-26 BLOB-COPY-04
	create.Source = SourceFetched
	t[op.PutBlobFromURL] = create // BLOB-TAB-19 BLOB-COPY-05

	stage := Operation{Lease: lease.Exclusive, Missing: Creates}
	t[op.PutBlock] = stage // BLOB-TAB-12E BLOB-TAB-12C BLOB-USE-27 BLOB-ETAG-31
	stage.Source = SourceFetched
	t[op.PutBlockFromURL] = stage // BLOB-TAB-18 BLOB-COPY-06
}

// leases: every action evaluates all conditions and keeps the stamp; the lease tables judge the ids.
func leases(t *[op.Count]Operation) {
	for o := op.LeaseBlobAcquire; o <= op.LeaseBlobBreak; o++ {
		t[o] = Operation{Headers: condition.All, IfTags: true, Missing: Uncommitted, Stamped: true} // BLOB-TAB-07E BLOB-TAB-07C BLOB-ETAG-29
	}
}

// others: aborting a copy needs the id of an infinite lease, and works only on a pending copy.
func others(t *[op.Count]Operation) {
	t[op.AbortCopyBlob] = Operation{Lease: lease.Exclusive, DuringCopy: true} // BLOB-TAB-10E BLOB-TAB-10C BLOB-USE-34
}
