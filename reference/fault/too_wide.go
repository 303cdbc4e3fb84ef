package fault

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/messages"
)

// tooWide are faults of servers that apply a change, a lock or a time to more than it is about.
func tooWide(g *group) {
	g.knowing("copy-shares-content", "A copy of a blob shares the content of its source, and later writes into the source change it, too.", "BLOB-COPY-15 BLOB-PAIR-07", func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := held.By(w, r, next)
		defer a.Send(w)
		container, blob, ok := addressed(r.URL.Path)
		source := standing(s, r)
		if !ok || a.Status != http.StatusCreated || source == nil {
			return
		}
		listed, _ := entries(s, container, "") // it may have been deleted
		for _, e := range listed {
			if e.blob.Copy != nil && strings.HasSuffix(e.blob.Copy.Source, "/"+container+"/"+blob) {
				_, _ = s.UpdateBlob(container, e.name, func(old *store.Blob, _ store.Moment) (*store.Blob, error) {
					return changed(old, func(shared *store.Blob) { shared.Content = source.Content }), nil
				})
			}
		}
	}, op.PutPage, op.AppendBlock, op.PutBlockList)
	parts := []op.Operation{op.PutBlock, op.PutBlockFromURL, op.PutBlobFromURL, op.CopyBlob, op.CopyBlobFromURL, op.SetBlobProperties, op.SetBlobTags, op.SetBlobTier, op.PutPageFromURL, op.AppendBlockFromURL, op.AppendBlobSeal}
	g.refuses("blob-lease-covers-container", "While a blob is leased, some writes of the other blobs of its container are refused without a lease id.", "BLOB-NAME-01", http.StatusPreconditionFailed, errcode.LeaseIDMissing, func(s store.Blobs, r *http.Request) bool {
		return r.Header.Get("x-ms-lease-id") == "" && neighbour(s, r, func(other *store.Blob) bool { return other.Lease.State == lease.Leased })
	}, parts...)
	g.refuses("blob-etag-of-container", "The ETag in If-Match of some operations must be the newest of all blobs of the container.", "BLOB-NAME-01", http.StatusPreconditionFailed, errcode.ConditionNotMet, func(s store.Blobs, r *http.Request) bool {
		own := standing(s, r)
		return r.Header.Get("If-Match") != "" && own != nil && neighbour(s, r, func(other *store.Blob) bool { return other.Stamp.At.After(own.Stamp.At) })
	}, append(parts, op.SnapshotBlob, op.LeaseBlobAcquire)...)
	g.refuses("container-lease-guards-parts-of-blobs", "The lease of a container blocks the writes of its blobs other than Put Blob and Delete Blob.", "CONT-USE-01 CONT-LEASE-04", http.StatusPreconditionFailed, errcode.LeaseIDMissing, containerLeased,
		append(parts, op.PutPage, op.AppendBlock, op.PutBlockList, op.SnapshotBlob, op.LeaseBlobAcquire)...)
	g.messages("message-hides-queue", "While a message of a queue is invisible, no other one is returned.", "QUEUE-POP-04", posts{take: inTurn}.before)
}

// inTurn returns messages only while all of them are visible.
func inTurn(s messages.Store, queue string, n int, change messages.Change) ([]messages.Message, error) {
	all, err := s.Count(queue)
	if err != nil {
		return nil, err
	}
	visible, err := s.Take(queue, all, func(m *messages.Message, _ time.Time) {})
	if err != nil || len(visible) < all {
		return nil, err
	}
	return s.Take(queue, n, change)
}

// neighbour reports whether the container of a blob has another blob that is so.
func neighbour(s store.Blobs, r *http.Request, is func(other *store.Blob) bool) bool {
	container, blob, ok := addressed(r.URL.Path)
	listed, _ := entries(s, container, "")
	return ok && slices.ContainsFunc(listed, func(e entry) bool { return e.name != blob && is(e.blob) })
}
