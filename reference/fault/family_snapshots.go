package fault

import (
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// snapshotFields alters what a snapshot takes from its base, and what it keeps when the base is written.
func snapshotFields() []Fault {
	g := group{family: "snapshot"}
	fields := []struct {
		name, what string
		of         []op.Operation // that change it
		copy       func(to, from *store.Blob)

		taken, kept string // clauses: that a snapshot takes the field, and that it keeps it
	}{
		{"content", "the content", []op.Operation{op.PutBlob, op.PutBlockList, op.PutPage, op.AppendBlock}, func(to, from *store.Blob) { to.Content = from.Content }, "BLOB-CONS-10", "BLOB-CONS-10 BLOB-ETAG-34"},
		{"metadata", "the metadata", []op.Operation{op.PutBlob, op.SetBlobMetadata}, func(to, from *store.Blob) { to.Metadata = from.Metadata }, "BLOB-CONS-10", "BLOB-CONS-10 BLOB-ETAG-34"},
		{"stamp", "ETag and Last-Modified", []op.Operation{op.PutBlob, op.PutBlockList, op.PutPage, op.AppendBlock, op.SetBlobMetadata, op.SetBlobProperties}, func(to, from *store.Blob) { to.Stamp = from.Stamp }, "BLOB-CONS-10", "BLOB-CONS-10 BLOB-ETAG-34"},
		{"blocks", "the block list", []op.Operation{op.PutBlockList}, func(to, from *store.Blob) { to.Blocks = from.Blocks }, "BLOB-BLK-06", "BLOB-BLK-06"},
	}
	// each replaces the snapshots of a blob, or only the last one, by altered versions.
	each := func(b *store.Blob, last bool, alter func(shot *store.Blob)) {
		shots := append([]store.Snapshot(nil), b.Snapshots...)
		for i := range shots {
			if !last || i == len(shots)-1 {
				shot := *shots[i].Blob
				alter(&shot)
				shots[i].Blob = &shot
			}
		}
		b.Snapshots = shots
	}
	for _, f := range fields {
		for _, o := range f.of {
			g.blobs("snapshots-follow-"+f.name+"-of-"+slug(o), o.String()+" also alters "+f.what+" of the snapshots.", f.kept, alteringBlobs(func(_, next *store.Blob, _ store.Moment) {
				each(next, false, func(shot *store.Blob) { f.copy(shot, next) })
			}), o)
		}
		if f.name != "stamp" { // wrong stamps have a fault of their own
			g.blobs("snapshot-without-"+f.name, "A snapshot does not copy "+f.what+" of its base.", f.taken, alteringBlobs(func(_, next *store.Blob, _ store.Moment) {
				each(next, true, func(shot *store.Blob) { f.copy(shot, &store.Blob{Content: store.Bytes(nil)}) })
			}), op.SnapshotBlob)
		}
	}
	g.blobs("snapshot-with-stamp-of-its-own", "A snapshot has an ETag of its own even without metadata.", "BLOB-ETAG-32 BLOB-CONS-10", alteringBlobs(func(_, next *store.Blob, at store.Moment) {
		each(next, true, func(shot *store.Blob) { shot.Stamp = at.Stamp() })
	}), op.SnapshotBlob)
	return g.faults
}
