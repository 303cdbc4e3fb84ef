package fault

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// furtherBlobs are bugs that an emulator of the Blob service might well have, under the names of testdata/further.tsv.
func furtherBlobs() (all []Fault) {
	add := func(name, sentence, at string, f Fault) {
		f.Name, f.Family, f.Sentence, f.Clauses = name, "emulator", sentence, clauses(at)
		all = append(all, f)
	}
	around := func(name, sentence, at string, serve func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler), of ...op.Operation) {
		add(name, sentence, at, Fault{Apart: knowing(of, serve)})
	}
	stored := func(name, sentence, at string, s func(store.Blobs) store.Blobs, of ...op.Operation) {
		add(name, sentence, at, Fault{Store: s, Scope: of})
	}
	around("append-maxsize-before-append", "Append Block compares the greatest length with the one before the append.", "BLOB-APPEND-02", func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		most, err := strconv.ParseInt(r.Header.Get("x-ms-blob-condition-maxsize"), 10, 64)
		if b := standing(s, r); err == nil && b != nil && b.Content.Len() <= most {
			r = r.Clone(r.Context())
			r.Header.Del("x-ms-blob-condition-maxsize")
		}
		next.ServeHTTP(w, r)
	}, op.AppendBlock)
	around("container-lease-guards-blobs", "The lease of a container keeps everybody from writing its blobs.", "CONT-LEASE-04 CONT-USE-07", func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		if at, ok := addressed(r.URL.Path); ok && r.Header.Get("x-ms-lease-id") == "" {
			if c := s.Container(at.container); c != nil && c.Lease.State == lease.Leased {
				w.Header().Set("x-ms-error-code", string(errcode.LeaseIDMissing))
				w.WriteHeader(http.StatusPreconditionFailed)
				return
			}
		}
		next.ServeHTTP(w, r)
	}, op.PutBlob, op.DeleteBlob)
	around("copy-takes-lease-of-source", "Copy Blob gives the destination the lease of the source.", "BLOB-LEASE-24 BLOB-COPY-09", func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := hold(w)
		next.ServeHTTP(a, r)
		if to, ok := addressed(r.URL.Path); ok && a.status < 300 {
			if held := leaseOfSource(s, r); held.State == lease.Leased {
				_, _ = s.UpdateBlob(to.container, to.blob, func(old *store.Blob, _ store.Moment) (*store.Blob, error) {
					leased := *old
					leased.Lease = held
					return &leased, nil
				})
			}
		}
		a.send(w)
	}, op.CopyBlob, op.CopyBlobFromURL)
	add("refused-append-appends", "An Append Block that is refused with 412 has appended its bytes all the same.", "BLOB-GEN-07 BLOB-TAB-17 BLOB-APPEND-01", Fault{Apart: func() Parts {
		return Parts{Middleware: doneAllTheSame("x-ms-blob-condition-appendpos", op.AppendBlock)()}
	}})
	stored("refused-commit-discards-blocks", "A Put Block List that is refused with 412 discards the uncommitted blocks.", "BLOB-GEN-07 BLOB-BLK-02 BLOB-TAB-13C BLOB-UM-W-0-Le", func(s store.Blobs) store.Blobs { return discardingRefused{s} }, op.PutBlockList)
	add("former-etag-matches", "If-Match passes with an ETag of the blob that was deleted under the name.", "BLOB-ETAG-15a", Fault{Apart: matchingFormer})
	stored("recreated-blob-born-leased", "A blob that was deleted under its lease, and is created again, is leased.", "BLOB-LEASE-25", func(s store.Blobs) store.Blobs { return &inheritedLeases{Blobs: s} })
	stored("lease-headers-frozen", "Get Blob Properties shows a lease that has run out as active.", "BLOB-LEASE-05 BLOB-LEASE-45", func(s store.Blobs) store.Blobs { return frozenHeads{s} }, op.GetBlobProperties)
	stored("acquire-keeps-expired-duration", "A lease that is acquired after one expired lasts as long as that one did.", "BLOB-LEASE-02 BLOB-LM-ACQ-A-Ex BLOB-LM-ACQ-B-Ex", alteringBlobs(func(old, next *store.Blob, at store.Moment) {
		if was := old.Lease.At(at.Now); was.State == lease.Expired {
			next.Lease.Duration, next.Lease.Until = was.Duration, at.Now.Add(was.Duration)
		}
	}), op.LeaseBlobAcquire)
	add("list-blobs-marker-is-a-position", "The marker of List Blobs is a position, so that a deletion between two pages hides a blob.", "BLOB-CONS-03", Fault{Apart: countingPages})
	return all
}

// leaseOfSource is the lease of the blob that is copied.
func leaseOfSource(s store.Blobs, r *http.Request) lease.Lease {
	u, err := url.Parse(r.Header.Get("x-ms-copy-source"))
	if err != nil {
		return lease.Lease{}
	}
	if b := standing(s, &http.Request{URL: u}); b != nil {
		return b.Lease
	}
	return lease.Lease{}
}

// discardingRefused is a store in which a change that is refused with 412 takes the uncommitted blocks along.
type discardingRefused struct{ store.Blobs }

func (s discardingRefused) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	var refused error
	next, err := s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err == nil || old == nil || !refused412(err) {
			return next, err
		}
		if refused = err; !old.Committed {
			return nil, nil
		}
		without := *old
		without.Staged = nil
		return &without, nil
	})
	if refused != nil {
		return nil, refused
	}
	return next, err
}

func refused412(err error) bool {
	var e *errcode.Error
	return errors.As(err, &e) && e.Status == http.StatusPreconditionFailed
}

// matchingFormer lets an ETag that the name had in a former life match.
func matchingFormer() Parts {
	f := &formerTags{of: map[blobName]*lives{}}
	return Parts{
		Store: func(s store.Blobs) store.Blobs {
			f.Blobs = s
			return f
		},
		Middleware: asking(writesOfBlobs, func(r *http.Request) {
			at, ok := addressed(r.URL.Path)
			if b := standing(f.Blobs, r); ok && b != nil && f.former(at, r.Header.Get("If-Match")) {
				r.Header.Set("If-Match", b.Stamp.ETag)
			}
		})(),
	}
}

// writesOfBlobs are writes that take If-Match.
var writesOfBlobs = []op.Operation{op.PutBlob, op.PutBlockList, op.PutPage, op.AppendBlock, op.SetBlobMetadata, op.SetBlobProperties, op.DeleteBlob}

// lives are the ETags that a name has, and those that it had before it was deleted.
type lives struct{ this, former []string }

// formerTags is a store that remembers the ETags of what was deleted.
type formerTags struct {
	store.Blobs
	mu sync.Mutex
	of map[blobName]*lives
}

func (s *formerTags) former(at blobName, tag string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.of[at]
	return l != nil && slices.Contains(l.former, tag)
}

func (s *formerTags) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	next, err := s.Blobs.UpdateBlob(container, name, change)
	if err != nil {
		return next, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at := blobName{container, name}
	l := s.of[at]
	if l == nil {
		l = &lives{}
		s.of[at] = l
	}
	if next == nil {
		l.former, l.this = append(l.former, l.this...), nil
	} else {
		l.this = append(l.this, next.Stamp.ETag)
	}
	return next, nil
}

// inheritedLeases is a store whose blobs come back with the lease under which they were deleted.
type inheritedLeases struct {
	store.Blobs
	left sync.Map // blobName → lease.Lease
}

func (s *inheritedLeases) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	key := blobName{container, name}
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		switch {
		case err != nil:
		case next == nil && old != nil && old.Lease.At(at.Now).State == lease.Leased:
			s.left.Store(key, old.Lease)
		case next != nil && old == nil:
			if held, found := s.left.LoadAndDelete(key); found {
				leased := *next
				leased.Lease = held.(lease.Lease)
				next = &leased
			}
		}
		return next, err
	})
}

// frozenHeads is a store that shows leases which never end.
type frozenHeads struct{ store.Blobs }

func (s frozenHeads) Blob(container, name string) (*store.Blob, error) {
	b, err := s.Blobs.Blob(container, name)
	if err != nil || b == nil || b.Lease.State != lease.Leased || b.Lease.Duration == lease.Infinite {
		return b, err
	}
	frozen := *b
	frozen.Lease.Until = frozen.Lease.Until.Add(365 * 24 * time.Hour)
	return &frozen, nil
}

// countingPages lets lists go on at as many blobs as were listed before.
func countingPages() Parts {
	s := &countedPages{}
	of := []op.Operation{op.ListBlobs}
	return Parts{
		Scope: of,
		Store: func(b store.Blobs) store.Blobs {
			s.Blobs = b
			return s
		},
		Middleware: wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if r.URL.Query().Get("marker") != "" {
				s.goingOn.Add(1)
				defer s.goingOn.Add(-1)
			}
			next.ServeHTTP(w, r)
		})(),
	}
}

// countedPages is a store whose lists go on at a position.
type countedPages struct {
	store.Blobs
	goingOn atomic.Int32 // requests on their way that have a marker
	ends    sync.Map     // blobName of the first blob of a page → its position
}

func (s *countedPages) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	skip := 0
	if at, found := s.ends.Load(blobName{container, from}); found && s.goingOn.Load() > 0 {
		from, skip = "", at.(int)
	}
	n := 0
	return s.Blobs.List(container, from, func(name string, b *store.Blob) bool {
		if n++; n <= skip {
			return true
		}
		more := visit(name, b)
		if !more {
			s.ends.Store(blobName{container, name}, n-1)
		}
		return more
	})
}
