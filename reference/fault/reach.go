package fault

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// reach are faults of servers that apply a change, a lock or a time to more than it is about.
func reach(g *group) {
	g.knowing("copy-shares-content", "A copy of a blob shares the content of its source, and later writes into the source change it, too.", "BLOB-COPY-15 BLOB-PAIR-07", func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := held.By(w, r, next)
		defer a.Send(w)
		container, blob, ok := addressed(r.URL.Path)
		source := standing(s, r)
		if !ok || a.Status != http.StatusCreated || source == nil {
			return
		}
		for _, name := range copiesOf(s, container, "/"+container+"/"+blob) {
			_, _ = s.UpdateBlob(container, name, func(old *store.Blob, _ store.Moment) (*store.Blob, error) {
				shared := *old
				shared.Content = source.Content
				return &shared, nil
			})
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

// copiesOf are the names of the blobs of a container that were copied from an address, which is a path in the account.
func copiesOf(s store.Blobs, container, path string) (names []string) {
	_ = s.List(container, "", func(name string, b *store.Blob) bool {
		if b.Copy != nil && strings.HasSuffix(b.Copy.Source, path) {
			names = append(names, name)
		}
		return true
	})
	return names
}
