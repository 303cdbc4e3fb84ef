package fault

import (
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// snapshotFields alters what a snapshot takes of its base, and what it keeps when the base is written.
func snapshotFields() (all []Fault) {
	fields := []struct {
		name, what string
		of         []op.Operation // that change it
		copy       func(to, from *store.Blob)
	}{
		{"content", "the content", []op.Operation{op.PutBlob, op.PutBlockList, op.PutPage, op.AppendBlock}, func(to, from *store.Blob) { to.Content = from.Content }},
		{"metadata", "the metadata", []op.Operation{op.PutBlob, op.SetBlobMetadata}, func(to, from *store.Blob) { to.Metadata = from.Metadata }},
		{"stamp", "ETag and Last-Modified", []op.Operation{op.PutBlob, op.PutBlockList, op.PutPage, op.AppendBlock, op.SetBlobMetadata, op.SetBlobProperties}, func(to, from *store.Blob) { to.Stamp = from.Stamp }},
		{"blocks", "the block list", []op.Operation{op.PutBlockList}, func(to, from *store.Blob) { to.Blocks = from.Blocks }},
	}
	add := func(name, sentence, at string, of op.Operation, alter func(old, next *store.Blob, at store.Moment)) {
		all = append(all, Fault{Name: name, Family: "snapshot", Sentence: sentence, Clauses: clauses(at), Scope: []op.Operation{of}, Store: alteringBlobs(alter)})
	}
	// each makes new versions of the snapshots of a blob, or of the last one alone.
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
			at := "BLOB-CONS-10 BLOB-ETAG-34"
			if f.name == "blocks" {
				at = "BLOB-BLK-06"
			}
			add("snapshots-follow-"+f.name+"-of-"+slug(o), o.String()+" alters "+f.what+" of the snapshots, too.", at, o, func(_, next *store.Blob, _ store.Moment) {
				each(next, false, func(shot *store.Blob) { f.copy(shot, next) })
			})
		}
		if f.name != "stamp" { // one of its own has a fault of its own
			at := "BLOB-CONS-10"
			if f.name == "blocks" {
				at = "BLOB-BLK-06"
			}
			add("snapshot-without-"+f.name, "A snapshot does not take "+f.what+" of its base.", at, op.SnapshotBlob, func(_, next *store.Blob, _ store.Moment) {
				each(next, true, func(shot *store.Blob) { f.copy(shot, &store.Blob{Content: store.Bytes(nil)}) })
			})
		}
	}
	add("snapshot-with-stamp-of-its-own", "A snapshot has an ETag of its own, also without metadata.", "BLOB-ETAG-32 BLOB-CONS-10", op.SnapshotBlob, func(_, next *store.Blob, at store.Moment) {
		each(next, true, func(shot *store.Blob) { shot.Stamp = at.Stamp() })
	})
	return all
}
