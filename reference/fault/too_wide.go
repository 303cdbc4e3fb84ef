package fault

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	var waiting sync.Map // what ends the wait of the first writer, by the path of the blob
	g.knowing("put-page-sequence-before-write", "Put Page waits for its whole body, compares the sequence number, and writes without the condition; the first writer of a blob waits for the second, or some milliseconds.", "BLOB-PAIR-02 BLOB-SEQ-05", func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		body, err := io.ReadAll(r.Body)
		if b := standing(s, r); err == nil && b != nil && fenced(r.Header, b.Sequence) {
			if first, found := waiting.LoadAndDelete(r.URL.Path); found {
				defer close(first.(chan struct{}))
			} else {
				second := make(chan struct{})
				waiting.Store(r.URL.Path, second)
				select {
				case <-second:
				case <-time.After(4 * pause):
				}
			}
			r = r.Clone(r.Context())
			for _, name := range sequenceHeaders {
				r.Header.Del(name)
			}
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	}, op.PutPage)
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

var sequenceHeaders = []string{"x-ms-if-sequence-number-eq", "x-ms-if-sequence-number-lt", "x-ms-if-sequence-number-le"}

// fenced reports whether a request has a condition on the sequence number, and the number meets it.
func fenced(h http.Header, now int64) bool {
	for i, name := range sequenceHeaders {
		if n, err := strconv.ParseInt(h.Get(name), 10, 64); err == nil {
			return [...]bool{now == n, now < n, now <= n}[i]
		}
	}
	return false
}
