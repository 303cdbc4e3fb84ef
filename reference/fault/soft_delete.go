package fault

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/files"
)

// softDeletion alters what becomes of what was deleted, and how it comes back.
func softDeletion(g *group) {
	g.softDeletedBlobs()
	g.softDeletedContainers()
	g.softDeletedShares()
	for i, f := range *g.faults {
		if strings.HasSuffix(f.Name, "-apart") {
			(*g.faults)[i].Family = "race" // it shows by chance
		}
	}
	for _, l := range []struct {
		of            op.Operation
		entry, clause string
	}{{op.ListBlobs, "Blob", "BLOB-SOFT-10"}, {op.ListContainers, "Container", "CONT-SOFT-04"}, {op.ListShares, "Share", "FILE-SOFT-04"}} {
		deleted := regexp.MustCompile("<" + l.entry + "><Name>[^<]*</Name>(<Snapshot>[^<]*</Snapshot>)?<Deleted>.*?</" + l.entry + ">")
		g.serving(slug(l.of)+"-hides-deleted", l.of.String()+" never shows what is deleted.", l.clause, answering([]op.Operation{l.of}, func(a *held.Answer, _ *http.Request) {
			a.Body = *bytes.NewBuffer(deleted.ReplaceAll(a.Body.Bytes(), nil))
		}))
	}
}

func (g *group) softDeletedBlobs() {
	undeleted := func(name, sentence, at string, alter func(old, next *store.Blob, at store.Moment)) {
		g.blobs("undelete-blob-"+name, "Undelete Blob "+sentence, at, hooks{undeleted: replacing(alter)}.before, op.UndeleteBlob)
	}
	undeleted("restamps", "gives the blob a new ETag.", "BLOB-SOFT-02", func(old, next *store.Blob, at store.Moment) {
		if old.Gone {
			next.Stamp = at.Stamp()
		}
	})
	undeleted("drops-metadata", "brings the blob back without its metadata.", "BLOB-SOFT-01", func(old, next *store.Blob, _ store.Moment) {
		if old.Gone {
			next.Metadata = nil
		}
	})
	undeleted("forgets-snapshots", "does not bring snapshots back.", "BLOB-SOFT-08 BLOB-SOFT-09", func(old, next *store.Blob, _ store.Moment) { next.Snapshots = old.Snapshots })
	undeleted("replaces-the-living", "replaces a blob that was written in the place of the deleted one.", "BLOB-SOFT-06", func(old, next *store.Blob, at store.Moment) {
		if trash := old.Remnants(at.Now); !old.Gone && len(trash) > 0 {
			next.Content = trash[len(trash)-1].Blob.Content
		}
	})
	undeleted("touches-the-living", "of a blob that is not deleted gives it a new ETag.", "BLOB-SOFT-07", func(old, next *store.Blob, at store.Moment) {
		if !old.Gone {
			next.Stamp = at.Stamp()
		}
	})
	g.blobs("undelete-blob-keeps-lease", "Undelete Blob brings the blob back under the lease that it had.", "BLOB-SOFT-11", undeletingLeases)
	g.blobs("overwrites-leave-nothing", "What is overwritten cannot be brought back.", "BLOB-SOFT-09", alteringBlobs(func(old, next *store.Blob, _ store.Moment) {
		if !next.Gone {
			next.Trash = old.Trash
		}
	}), op.PutBlob, op.CopyBlob)
	g.add("undelete-blob-apart", "Undelete Blob publishes what it found over what was written meanwhile.", "BLOB-SOFT-12",
		Fault{Store: hooks{undeleted: looking[store.Blob, store.Moment](early[store.Blob]{})}.before, Scope: []op.Operation{op.UndeleteBlob}})

	found := func(name, sentence, at string, status int, of op.Operation) {
		g.refuses(name, sentence, at, status, "", func(s store.Blobs, r *http.Request) bool { return lying(s, r) != nil }, of)
	}
	found("deleted-blob-read", "The metadata of a softly deleted blob can still be read.", "BLOB-SOFT-03", http.StatusOK, op.GetBlobMetadata)
	found("deleted-blob-written", "Set Blob Metadata of a softly deleted blob succeeds, and changes nothing.", "BLOB-SOFT-04", http.StatusOK, op.SetBlobMetadata)
	found("deleted-blob-leased", "A softly deleted blob can be leased.", "BLOB-SOFT-04", http.StatusCreated, op.LeaseBlobAcquire)
	found("deleted-blob-deleted", "A softly deleted blob can be deleted again.", "BLOB-SOFT-04", http.StatusAccepted, op.DeleteBlob)
	g.refuses("deleted-blob-exists", "If-None-Match: * sees a blob that was deleted softly.", "BLOB-SOFT-05", http.StatusConflict, errcode.BlobAlreadyExists, func(s store.Blobs, r *http.Request) bool {
		return r.Header.Get("If-None-Match") == "*" && lying(s, r) != nil
	}, op.PutBlob)
	g.asked("deleted-blob-matches", "If-Match is met by the ETag of a blob that was deleted softly.", "BLOB-SOFT-05", func(s Stores, r *http.Request) {
		if b := lying(s.Blobs, r); b != nil && r.Header.Get("If-Match") == b.Stamp.ETag {
			r.Header.Del("If-Match")
		}
	}, op.PutBlob)
}

// lying returns the softly deleted blob that a request addresses, or nil if there is none.
func lying(s store.Blobs, r *http.Request) (deleted *store.Blob) {
	container, name, _ := addressed(r.URL.Path)
	_ = s.ListDeleted(container, name, func(found string, b *store.Blob) bool {
		if found == name && b.Gone && len(b.Trash) > 0 {
			deleted = b.Trash[len(b.Trash)-1].Blob
		}
		return false
	})
	return deleted
}

// undeletingLeases brings blobs back under the leases that they had.
func undeletingLeases(s store.Blobs) store.Blobs {
	var left sync.Map // by name
	return hooks{
		blob: afterwards(func(name string, old, next *store.Blob, _ store.Moment) *store.Blob {
			if next != nil && next.Gone {
				left.Store(name, old.Lease)
			}
			return next
		}),
		undeleted: afterwards(func(name string, old, next *store.Blob, _ store.Moment) *store.Blob {
			if l, found := left.Load(name); found && old.Gone {
				next.Lease = l.(lease.Lease)
			}
			return next
		}),
	}.before(s)
}

func (g *group) softDeletedContainers() {
	restored := func(name, sentence, at string, alter func(was, next *store.Container)) {
		g.blobs("restore-container-"+name, "Restore Container "+sentence, at, hooks{container: replacing(func(old, next *store.Container, _ store.Moment) {
			if n := len(old.Buried); old.Deleted() && n > 0 {
				alter(old.Buried[n-1].What.Container, next)
			}
		})}.before, op.RestoreContainer)
	}
	restored("keeps-stamp", "leaves ETag and Last-Modified as they were.", "CONT-SOFT-02", func(was, next *store.Container) { next.Stamp = was.Stamp })
	restored("drops-policies", "forgets the access policies.", "CONT-SOFT-01", func(_, next *store.Container) { next.Policies = nil })
	restored("keeps-lease", "leaves the container leased.", "CONT-SOFT-02", func(_, next *store.Container) { next.Lease = lease.Lease{State: lease.Leased, ID: lease.ID{1}} })
	g.blobs("restore-container-replaces", "Restore Container replaces a container that exists.", "CONT-SOFT-03", hooks{
		container: remaking(func(_ string, by containerChange, old *store.Container, at store.Moment) (*store.Container, error) {
			if old != nil && len(old.Buried) > 0 {
				old = changed(old, func(c *store.Container) { c.DeletedAt = at.Now })
			}
			return by(old, at)
		})}.before, op.RestoreContainer)
	g.blobs("restore-container-apart", "Restore Container publishes what it found over a container that was created meanwhile.", "CONT-SOFT-05",
		hooks{container: looking[store.Container, store.Moment](early[store.Container]{})}.before, op.RestoreContainer)
}

func (g *group) softDeletedShares() {
	restoring := func(name, sentence, at string, w way[files.Share, files.Moment]) {
		g.files("restore-share-"+name, "Restore Share "+sentence, at, shares{way: w}.before, op.RestoreShare)
	}
	restored := func(alter func(next *files.Share)) way[files.Share, files.Moment] {
		return replacing(func(_, next *files.Share, _ files.Moment) { alter(next) })
	}
	restoring("drops-metadata", "brings the share back without its metadata.", "FILE-SOFT-01", restored(func(next *files.Share) { next.Metadata = nil }))
	restoring("drops-snapshots", "brings the share back without its snapshots.", "FILE-SOFT-01", restored(func(next *files.Share) { next.Snapshots = nil }))
	restoring("keeps-lease", "leaves the share leased.", "FILE-SOFT-02", restored(func(next *files.Share) {
		next.Lease = lease.Lease{State: lease.Leased, ID: lease.ID{1}}
	}))
	g.serving("restore-share-without-stamp", "Restore Share answers without an ETag.", "FILE-SOFT-01 FILE-SOFT-02", answering([]op.Operation{op.RestoreShare}, func(a *held.Answer, _ *http.Request) { a.Header().Del("ETag") }))
	restoring("replaces", "replaces a share that exists.", "FILE-SOFT-03", remaking(func(_ string, by change[files.Share, files.Moment], old *files.Share, at files.Moment) (*files.Share, error) {
		next, err := by(old, at)
		if old != nil && len(old.Buried) > 0 && refusedAs(err, errcode.ShareAlreadyExists) {
			return by(changed(old, func(s *files.Share) { s.DeletedAt = at.Now }), at)
		}
		return next, err
	}))
	restoring("apart", "publishes what it found over a share that was created meanwhile.", "FILE-SOFT-05", looking[files.Share, files.Moment](early[files.Share]{}))
}
