package fault

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// The family "race" has servers of testdata/races.tsv, which were described before the facts of operations from which
// the suite makes its pairs. Those that are faults of another family are not repeated here.

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

// compareEarly compares a condition of a request with the ETag of a blob on arrival, so that the request is performed later
// without it.
func compareEarly(b *store.Blob, r *http.Request, header string) {
	if b != nil && r.Header.Get(header) == b.Stamp.ETag {
		r.Header.Del(header)
		time.Sleep(pause)
	}
}

func racesOfBlobs(g *group) {
	sourceComparedEarly := func(s Stores, r *http.Request) {
		compareEarly(standing(s.Blobs, sourceOf(r)), r, "x-ms-source-if-match")
	}
	g.using("snapshot-metadata-after-content", "Snapshot Blob freezes the content, and copies metadata and ETag some milliseconds later.", "BLOB-CONS-10 BLOB-PAIR-02",
		stale(func(b *store.Blob) any { return &b.Content }), every, op.SnapshotBlob)
	g.using("delete-blob-include-misses-snapshot", "Delete Blob with its snapshots deletes those that it found on arrival.", "BLOB-CONS-17 BLOB-PAIR-02",
		early[store.Blob]{gone: keepingNewSnapshots}, having("x-ms-delete-snapshots"), op.DeleteBlob)
	g.early("append-max-size-before-body", "Append Block compares x-ms-blob-condition-maxsize with the length on arrival.", "BLOB-APPEND-02 BLOB-PAIR-02", having("x-ms-blob-condition-maxsize"), op.AppendBlock)
	g.late("new-blob-listed-late", "A new blob enters the index of List Blobs 20 ms after Put Blob returns.", "BLOB-CONS-03 BLOB-PAIR-04", []op.Operation{op.PutBlob}, op.ListBlobs)
	g.late("deleted-blob-shown-late", "Get Blob Properties hears of a deletion 20 ms after Delete Blob returns.", together("BLOB-CONS-04 BLOB-PAIR-04", undone(op.DeleteBlob)), []op.Operation{op.DeleteBlob}, op.GetBlobProperties)
	g.asked("batch-delete-checks-all-first", "A batch of deletions evaluates conditions, and deletes some milliseconds later.", "BLOB-BATCH-02 BLOB-PAIR-01", func(s Stores, r *http.Request) {
		if op.Outer(r.Context()) != op.Unrecognized {
			compareEarly(standing(s.Blobs, r), r, "If-Match")
		}
	}, op.DeleteBlob)
	g.asked("copy-blob-source-if-match-early", "Copy Blob compares x-ms-source-if-match, and reads the source some milliseconds later.", "BLOB-PAIR-12", sourceComparedEarly, op.CopyBlob)
	g.asked("copy-source-if-match-before-read", "Copy Blob From URL compares x-ms-source-if-match, and reads the source some milliseconds later.", "BLOB-PAIR-13", sourceComparedEarly, op.CopyBlobFromURL)
	g.asked("block-from-url-source-if-match-early", "Put Block From URL compares x-ms-source-if-match on one look at the source, and stages the bytes of a second look.", "BLOB-PAIR-13", sourceComparedEarly, op.PutBlockFromURL)
	g.add("put-blob-resurrects-container", "Put Blob makes the container again if it is deleted meanwhile.", "BLOB-PAIR-08", Fault{WithStores: reviving(containerOf, op.PutBlob)})
}

// keepingNewSnapshots leaves the snapshots that were taken since a deletion came.
func keepingNewSnapshots(came, now *store.Blob) *store.Blob {
	left := slices.DeleteFunc(slices.Clone(now.Snapshots), func(s store.Snapshot) bool { return came.Snapshot(s.Time) != nil })
	if len(left) == 0 {
		return nil
	}
	return &store.Blob{Kind: now.Kind, Snapshots: left}
}
