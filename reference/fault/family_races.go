package fault

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// The family "race" has servers of testdata/races.tsv, which were described before the facts of operations from which
// the suite makes its pairs.

// reviving makes a fault in which what a resource lies in is restored if it is deleted while an operation is performed.
func reviving(look func(s Stores, name string) (restore func()), of ...op.Operation) func(Stores) Parts {
	return knowing(of, func(s Stores, w http.ResponseWriter, r *http.Request, next http.Handler) {
		restore := look(s, strings.FieldsFunc(r.URL.Path, func(c rune) bool { return c == '/' || c == '(' })[1])
		a := held.By(w, r, next)
		if time.Sleep(pause); a.Status < 300 {
			restore()
		}
		a.Send(w)
	})
}

func containerOf(s Stores, name string) func() {
	return restoring(name, s.Blobs.Container, s.Blobs.UpdateContainer)
}

func tableOf(s Stores, name string) func() {
	return restoring(name, s.Entities.Table, s.Entities.UpdateTable)
}

func queueOf(s Stores, name string) func() {
	return restoring(name, s.Messages.Queue, s.Messages.UpdateQueue)
}

// comparedEarly compares a condition on a blob with its ETag on arrival, and performs the request later without it.
func comparedEarly(header string, of func(*http.Request) *http.Request) func(s Stores, r *http.Request) {
	return func(s Stores, r *http.Request) {
		if b := standing(s.Blobs, of(r)); b != nil && r.Header.Get(header) == b.Stamp.ETag {
			r.Header.Del(header)
			time.Sleep(pause)
		}
	}
}

// itself is the request, as that for what it is about.
func itself(r *http.Request) *http.Request { return r }

var metadataOfBlobs = mergingMetadata(func(b *store.Blob) *metadata.List { return &b.Metadata })

func racesOfBlobs(g *group) {
	sourceComparedEarly := comparedEarly("x-ms-source-if-match", sourceOf)
	releasing := leased(func(_, _ lease.Lease) bool { return true })
	g.asked("get-blob-if-match-before-body", "Get Blob compares If-Match, and opens the content some milliseconds later.", "BLOB-PAIR-01", comparedEarly("If-Match", itself), op.GetBlob)
	g.using("snapshot-metadata-after-content", "Snapshot Blob freezes the content, and copies metadata and ETag some milliseconds later.", "BLOB-CONS-10 BLOB-PAIR-02",
		stale(func(b *store.Blob) any { return &b.Content }), every, op.SnapshotBlob)
	g.using("delete-blob-include-misses-snapshot", "Delete Blob with its snapshots deletes those that it found on arrival.", "BLOB-CONS-17 BLOB-PAIR-02",
		early[store.Blob]{gone: keepingNewSnapshots}, having("x-ms-delete-snapshots"), op.DeleteBlob)
	g.using("append-max-size-before-body", "Append Block compares x-ms-blob-condition-maxsize with the length on arrival.", "BLOB-APPEND-02 BLOB-PAIR-02",
		early[store.Blob]{finds: partly(func(now, came *store.Blob) { *now = *came })}, having("x-ms-blob-condition-maxsize"), op.AppendBlock)
	g.using("append-past-seal", "Append Block looks for a seal on arrival, and appends some milliseconds later.", "BLOB-SEAL-01 BLOB-PAIR-02",
		stale(func(b *store.Blob) any { return &b.Sealed }), every, op.AppendBlock)
	g.using("release-clears-later-lease", "Lease Blob release compares the id, and some milliseconds later clears whatever lease there is.", "BLOB-RACE-08 BLOB-PAIR-02", releasing, every, op.LeaseBlobRelease)
	g.blobs("put-blob-metadata-shown-late", "Put Blob publishes the content, and the metadata some milliseconds later.", "BLOB-RACE-07 BLOB-PAIR-04 BLOB-CONS-05", metadataLater, op.PutBlob)
	g.late("new-blob-listed-late", "A new blob enters the index of List Blobs 20 ms after Put Blob returns.", "BLOB-CONS-03 BLOB-PAIR-04", []op.Operation{op.PutBlob}, op.ListBlobs)
	g.late("deleted-blob-shown-late", "Get Blob Properties hears of a deletion 20 ms after Delete Blob returns.", together("BLOB-CONS-04 BLOB-PAIR-04", undone(op.DeleteBlob)), []op.Operation{op.DeleteBlob}, op.GetBlobProperties)
	g.asked("batch-delete-checks-all-first", "A batch of deletions evaluates conditions, and deletes some milliseconds later.", "BLOB-BATCH-02 BLOB-PAIR-01", func(s Stores, r *http.Request) {
		if op.Outer(r.Context()) != op.Unrecognized {
			comparedEarly("If-Match", itself)(s, r)
		}
	}, op.DeleteBlob)
	g.add("set-blob-metadata-merged", "Set Blob Metadata stores its names beside those of an overlapping one.", "BLOB-PAIR-03", ofBlobs.early(metadataOfBlobs).by(op.SetBlobMetadata))
	g.early("delete-blob-if-unmodified-early", "Delete Blob compares If-Unmodified-Since on arrival, and deletes some milliseconds later.", "BLOB-RACE-10", having("If-Unmodified-Since"), op.DeleteBlob)
	g.add("set-container-acl-merged", "Two Set Container ACL at once leave the policies of both.", "CONT-PAIR-02",
		ofContainers.early(mergingPolicies(func(c *store.Container) *[]document.Policy { return &c.Policies })).by(op.SetContainerACL))
	g.asked("copy-blob-source-if-match-early", "Copy Blob compares x-ms-source-if-match, and reads the source some milliseconds later.", "BLOB-PAIR-12", sourceComparedEarly, op.CopyBlob)
	g.asked("copy-source-if-match-before-read", "Copy Blob From URL compares x-ms-source-if-match, and reads the source some milliseconds later.", "BLOB-PAIR-13", sourceComparedEarly, op.CopyBlobFromURL)
	g.asked("block-from-url-source-if-match-early", "Put Block From URL compares x-ms-source-if-match on one look at the source, and stages the bytes of a second look.", "BLOB-PAIR-13", sourceComparedEarly, op.PutBlockFromURL)
	g.early("set-blob-metadata-if-unmodified-early", "Set Blob Metadata compares If-Unmodified-Since on arrival, and writes some milliseconds later.", "BLOB-PAIR-05", having("If-Unmodified-Since"), op.SetBlobMetadata)
	g.early("lease-container-acquire-date-early", "Lease Container acquire compares If-Unmodified-Since on arrival, and leases some milliseconds later.", "CONT-PAIR-04", having("If-Unmodified-Since"), op.LeaseContainerAcquire)
	g.early("put-blob-if-tags-early", "Put Blob evaluates x-ms-if-tags on arrival, and writes some milliseconds later.", "BLOB-PAIR-06", having("x-ms-if-tags"), op.PutBlob)
	g.add("put-blob-resurrects-container", "Put Blob makes the container again if it is deleted meanwhile.", "BLOB-PAIR-08", Fault{WithStores: reviving(containerOf, op.PutBlob)})
	g.add("container-metadata-under-old-lease", "Set Container Metadata compares the lease id on arrival, and writes some milliseconds later.", "CONT-PAIR-01", ofContainers.early(stale(leaseOfContainer)).by(op.SetContainerMetadata))
	g.add("delete-container-past-new-lease", "Delete Container looks for a lease on arrival, and deletes the container some milliseconds later even if it is leased by then.", "CONT-PAIR-05", ofContainers.early(stale(leaseOfContainer)).by(op.DeleteContainer))
}

// keepingNewSnapshots leaves the snapshots that were taken since a deletion came.
func keepingNewSnapshots(came, now *store.Blob) *store.Blob {
	left := slices.DeleteFunc(slices.Clone(now.Snapshots), func(s store.Snapshot) bool { return came.Snapshot(s.Time) != nil })
	if len(left) == 0 {
		return nil
	}
	return &store.Blob{Kind: now.Kind, Snapshots: left}
}
