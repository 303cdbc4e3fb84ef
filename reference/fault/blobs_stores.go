package fault

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/guid"
	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// moreEmulators returns the bugs that need a store and a middleware that knows it, or that do one thing in two steps.
func moreEmulators(arrival *group) {
	emulator := arrival.as("emulator")
	arrival.using("append-block-count-lost", "Append Block adds to the block count from when its headers arrived.", "BLOB-HAND-01 BLOB-APPEND-05", early[store.Blob]{
		finds:  current[store.Blob],
		leaves: func(came, _, next *store.Blob) { next.Appends = came.Appends + 1 },
	}, every, op.AppendBlock)
	arrival.using("break-zero-while-write-in-flight", "When it ends, a write under a lease checks only that there is a lease, not whose.", "BLOB-RACE-04", early[store.Blob]{
		finds:  leased(func(_, now lease.Lease) bool { return now.State == lease.Leased }).finds,
		leaves: func(_, now, next *store.Blob) { next.Lease = now.Lease },
	}, having("x-ms-lease-id"), op.PutBlob, op.PutPage, op.AppendBlock)
	arrival.using("delete-with-snapshots-race", "Delete Blob checks for snapshots, and deletes later.", "BLOB-RACE-08 BLOB-CONS-17", early[store.Blob]{}, lacking("x-ms-delete-snapshots"), op.DeleteBlob)

	arrival.knowing("append-offset-computed-early", "Append Block answers with the offset at which the blob ended when the headers arrived.", "BLOB-HAND-01 BLOB-APPEND-05", func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		end := "0"
		if b := standing(s, r); b != nil {
			end = strconv.FormatInt(b.Content.Len(), 10)
		}
		time.Sleep(pause)
		a := held.By(w, r, next)
		if a.Status < 300 {
			a.Header().Set("x-ms-blob-append-offset", end)
		}
		a.Send(w)
	}, op.AppendBlock)
	emulator.asked("half-body-empties-blob", "Put Blob drops the old content when its headers arrive.", "BLOB-CONS-06 BLOB-CONS-18", func(s Stores, r *http.Request) {
		if plain(r.Header) {
			alterStanding(s.Blobs, r, func(b *store.Blob) { b.Content = store.Bytes(nil) })
		}
	}, op.PutBlob)
	emulator.asked("half-body-creates-visible-blob", "Put Blob to a new name creates an empty blob when its headers arrive.", "BLOB-CONS-06 BLOB-CONS-18", func(s Stores, r *http.Request) {
		if container, blob, ok := addressed(r.URL.Path); ok && plain(r.Header) && standing(s.Blobs, r) == nil {
			_, _ = s.Blobs.UpdateBlob(container, blob, func(_ *store.Blob, at store.Moment) (*store.Blob, error) {
				return &store.Blob{Committed: true, Stamp: at.Stamp(), Created: at.Now}, nil
			})
		}
	}, op.PutBlob)
	emulator.answered("refused-copy-stamps-copy-headers", "Copy Blob leaves the id of a refused copy on the destination.", "BLOB-COPY-02 BLOB-COPY-DST-01 BLOB-TAB-09C", func(s store.Blobs, a *held.Answer, r *http.Request) {
		if a.Status == http.StatusPreconditionFailed {
			alterStanding(s, r, func(b *store.Blob) {
				b.Copy = &store.Copy{ID: guid.New().String(), Source: r.Header.Get("x-ms-copy-source"), Status: store.CopyFailed}
			})
		}
	}, op.CopyBlob)
	emulator.refuses("uncommitted-blob-counts-as-existing", "Put Blob with If-None-Match: * treats a blob with only uncommitted blocks as existing.", "BLOB-BLK-05 BLOB-COND-35", http.StatusConflict, errcode.BlobAlreadyExists, func(s store.Blobs, r *http.Request) bool {
		container, blob, _ := addressed(r.URL.Path)
		b, _ := s.Blob(container, blob) // it is nil if there is no container
		return r.Header.Get("If-None-Match") == "*" && b != nil && !b.Committed
	}, op.PutBlob)
	emulator.asked("container-lease-id-opens-blob", "The id of the container's lease is accepted for the blobs in it.", "CONT-USE-07", func(s Stores, r *http.Request) {
		id, given := guid.Parse(r.Header.Get("x-ms-lease-id"))
		if container, _, ok := addressed(r.URL.Path); ok && given {
			if c := s.Blobs.Container(container); c != nil && c.Lease.State != lease.Available && c.Lease.ID == id {
				r.Header.Del("x-ms-lease-id")
				if b := standing(s.Blobs, r); b != nil && b.Lease.State != lease.Available {
					r.Header.Set("x-ms-lease-id", b.Lease.ID.String())
				}
			}
		}
	}, op.PutBlob, op.SetBlobMetadata, op.GetBlob, op.DeleteBlob)

	arrival.blobs("torn-put-metadata-content", "Put Blob stores the content, and a moment later the metadata.", "BLOB-RACE-07 BLOB-CONS-05", metadataLater, op.PutBlob)
	arrival.blobs("get-headers-and-body-of-two-versions", "Get Blob answers with the headers of one version, and the content of a later one.", "BLOB-RACE-07 BLOB-CONS-05", readingLaterContent, op.GetBlob)
	arrival.blobs("list-etag-of-new-size-of-old", "List Blobs reads the lengths first, and the ETags later.", "BLOB-RACE-07", listingLaterStamps, op.ListBlobs)
	emulator.blobs("container-etag-changes-by-blob-writes", "Writing a blob gives its container a new ETag.", "CONT-ETAG-04", restampingContainers, op.PutBlob, op.DeleteBlob)
	emulator.blobs("container-delete-keeps-blobs", "A container that is created again still has its old blobs.", "CONT-LIFE-01 BLOB-CONS-14", keepingBlobs, op.DeleteContainer, op.CreateContainer)
	emulator.blobs("snapshot-id-collision", "Snapshots taken in the same millisecond share a name, and the later one replaces the earlier one.", "BLOB-HAND-01 BLOB-RACE-09 BLOB-CONS-10", alteringBlobs(func(_, next *store.Blob, _ store.Moment) {
		if n := len(next.Snapshots); n > 1 && next.Snapshots[n-1].Time[:len("2006-01-02T15:04:05.000")] == next.Snapshots[n-2].Time[:len("2006-01-02T15:04:05.000")] {
			next.Snapshots = slices.Delete(slices.Clone(next.Snapshots), n-2, n-1)
		}
	}), op.SnapshotBlob)
	emulator.blobs("block-list-retry-with-same-list", "Put Block List with the ids of the committed blocks is treated as a retry and does nothing.", "BLOB-ETAG-21 BLOB-CONS-08 BLOB-BLK-07", alteringBlobs(func(old, next *store.Blob, _ store.Moment) {
		if old.Committed && len(old.Blocks) > 0 && slices.EqualFunc(old.Blocks, next.Blocks, func(a, b store.Block) bool { return a.ID == b.ID }) {
			*next = *old
		}
	}), op.PutBlockList)
	emulator.blobs("append-idempotent-by-md5", "An append of the same bytes as the last one, within the same second, is treated as a retry.", "BLOB-APPEND-03", alteringBlobs(func(old, next *store.Blob, at store.Moment) {
		end, n := old.Content.Len(), next.Content.Len()-old.Content.Len()
		if old.Appends > 0 && n <= end && at.Now.Sub(old.Stamp.At) < time.Second && bytes.Equal(old.Content.Slice(end-n, end), next.Content.Slice(end, end+n)) {
			*next = *old
		}
	}), op.AppendBlock)
	emulator.blobs("latest-prefers-committed", "Put Block List uses the committed block even if there is an uncommitted one with the same id.", "BLOB-BLK-07 BLOB-CONS-08", committingFirst, op.PutBlockList)
	emulator.blobs("lease-status-header-from-arrival", "List Blobs shows a lease that has run out as active.", "BLOB-LEASE-46-o", hooks{list: listing(frozenLease)}.before, op.ListBlobs)

	emulator.add("break-longer-than-remaining", "A break period longer than the rest of the lease is used unchanged.", "BLOB-LEASE-61 BLOB-LM-BRK-N-Le", Fault{WithStores: breakingFor(lease.Leased)})
	emulator.add("second-break-lengthens", "A second break with a longer period makes the first one last longer.", "BLOB-LEASE-60 BLOB-LM-BRK-N-Bi", Fault{WithStores: breakingFor(lease.Breaking)})

	emulator.requests("aborted-put-leaves-partial", "Put Blob treats a body that broke off as complete.", "BLOB-CONS-18", brokenOff, op.PutBlob)
	emulator.requests("aborted-put-block-stages-partial", "Put Block stages whatever arrived of a body that broke off.", "BLOB-CONS-18", brokenOff, op.PutBlock)
	emulator.requests("lease-id-compared-as-text", "A lease id that is spelled differently from the service's own counts as a different id.", "BLOB-LEASE-12-s BLOB-LEASE-12-o", func(r *http.Request) {
		if id, ok := guid.Parse(r.Header.Get("x-ms-lease-id")); ok && id.String() != r.Header.Get("x-ms-lease-id") {
			r.Header.Set("x-ms-lease-id", guid.New().String())
		}
	}, op.PutBlob, op.GetBlob, op.SetBlobMetadata, op.DeleteBlob, op.LeaseBlobRenew, op.LeaseBlobChange, op.LeaseBlobRelease)
}

// standing returns the committed blob that a request addresses, or nil if there is none.
func standing(s store.Blobs, r *http.Request) *store.Blob {
	container, blob, ok := addressed(r.URL.Path)
	if !ok {
		return nil
	}
	b, err := s.Blob(container, blob)
	if err != nil || b == nil || !b.Committed {
		return nil
	}
	return b
}

// alterStanding alters the committed blob that a request addresses, if there is one.
func alterStanding(s store.Blobs, r *http.Request, alter func(b *store.Blob)) {
	if container, blob, ok := addressed(r.URL.Path); ok && standing(s, r) != nil {
		_, _ = s.UpdateBlob(container, blob, func(old *store.Blob, _ store.Moment) (*store.Blob, error) { return changed(old, alter), nil })
	}
}

// plain reports whether a request has neither conditions nor a lease id.
func plain(h http.Header) bool {
	return !slices.ContainsFunc(append([]string{"x-ms-if-tags", "x-ms-lease-id"}, everyCondition...), func(name string) bool { return h.Get(name) != "" })
}

// knowing makes a middleware that can see what is stored behind it.
func knowing(of []op.Operation, serve func(s Stores, w http.ResponseWriter, r *http.Request, next http.Handler)) func(Stores) Parts {
	return func(behind Stores) Parts {
		return Parts{Middleware: wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) { serve(behind, w, r, next) })()}
	}
}

// breakingFor makes breaks of leases in one state last as long as the request asks for.
func breakingFor(from lease.State) func(Stores) Parts {
	return func(Stores) Parts {
		var periods sync.Map // of requests in progress: name of the blob → period
		of := []op.Operation{op.LeaseBlobBreak}
		return Parts{
			Scope: of,
			Middleware: wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				container, blob, _ := addressed(r.URL.Path)
				if period, err := time.ParseDuration(r.Header.Get("x-ms-lease-break-period") + "s"); err == nil {
					periods.Store(container+"/"+blob, period)
					defer periods.Delete(container + "/" + blob)
				}
				next.ServeHTTP(w, r)
			})(),
			Store: hooks{blob: afterwards(func(name string, old, next *store.Blob, at store.Moment) *store.Blob {
				period, given := periods.Load(name)
				if given && old != nil && next != nil && next.Lease.State == lease.Breaking && old.Lease.At(at.Now).State == from {
					next.Lease.Until = at.Now.Add(period.(time.Duration))
				}
				return next
			})}.before,
		}
	}
}

// brokenOff makes a body that breaks off look like one that has ended.
func brokenOff(r *http.Request) {
	if r.Body == nil || r.ContentLength <= 0 {
		return
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{endingEarly{r.Body}, r.Body}
	r.ContentLength, r.TransferEncoding = -1, []string{"chunked"}
}

// endingEarly is a reader that reports errors as the end of the input.
type endingEarly struct{ io.Reader }

func (e endingEarly) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = io.EOF
	}
	return n, err
}
