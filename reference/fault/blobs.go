package fault

import (
	"bytes"
	"errors"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// furtherBlobs returns bugs that an emulator of the Blob service might well have, under their names in
// testdata/further.tsv.
func furtherBlobs(g *group) {
	g.asked("append-maxsize-before-append", "Append Block compares the maximum size with the size before the append.", "BLOB-APPEND-02", func(s Stores, r *http.Request) {
		most, err := strconv.ParseInt(r.Header.Get("x-ms-blob-condition-maxsize"), 10, 64)
		if b := standing(s.Blobs, r); err == nil && b != nil && b.Content.Len() <= most {
			r.Header.Del("x-ms-blob-condition-maxsize")
		}
	}, op.AppendBlock)
	g.refuses("container-lease-guards-blobs", "The lease of a container blocks writes to its blobs.", "CONT-LEASE-04 CONT-USE-07", http.StatusPreconditionFailed, errcode.LeaseIDMissing, func(s store.Blobs, r *http.Request) bool {
		return r.Header.Get("x-ms-lease-id") == "" && containerLeased(s, r)
	}, op.PutBlob, op.DeleteBlob)
	g.answered("copy-takes-lease-of-source", "Copy Blob gives the destination the lease of the source.", "BLOB-LEASE-24 BLOB-COPY-09", func(s store.Blobs, a *held.Answer, r *http.Request) {
		source := standing(s, sourceOf(r))
		if a.Status < 300 && source != nil && source.Lease.State == lease.Leased {
			alterStanding(s, r, func(b *store.Blob) { b.Lease = source.Lease })
		}
	}, op.CopyBlob, op.CopyBlobFromURL)
	g.knowing("copy-ends-with-last-written-page", "A page blob that Copy Blob makes ends with the last page that was written into its source.", "BLOB-COPY-14 BLOB-COPY-15", func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		source, replaced := standing(s, sourceOf(r)), standing(s, r) != nil
		a := held.By(w, r, next)
		if a.Status < 300 && !replaced && source != nil && source.Kind == store.PageBlob {
			if written := source.Content.Ranges(0, source.Content.Len()); len(written) > 0 {
				alterStanding(s, r, func(b *store.Blob) { b.Content = b.Content.Resize(written[len(written)-1].End) })
			}
		}
		a.Send(w)
	}, op.CopyBlob)
	g.serving("refused-append-appends", "An Append Block that is refused with 412 still appends its bytes.", "BLOB-GEN-07 BLOB-TAB-17 BLOB-APPEND-01", doneAllTheSame("x-ms-blob-condition-appendpos", op.AppendBlock))
	g.blobs("refused-commit-discards-blocks", "A Put Block List that is refused with 412 discards the uncommitted blocks.", "BLOB-GEN-07 BLOB-BLK-02 BLOB-TAB-13C BLOB-UM-W-0-Le", hooks{blob: storeDespiteError(func(old, _ *store.Blob, err error, _ store.Moment) *store.Blob {
		var refused *errcode.Error
		switch {
		case !errors.As(err, &refused) || refused.Status != http.StatusPreconditionFailed:
			return old
		case !old.Committed:
			return nil
		}
		return changed(old, func(b *store.Blob) { b.Staged = nil })
	})}.before, op.PutBlockList)
	g.add("former-etag-matches", "If-Match is met by an ETag of a deleted blob with the same name.", "BLOB-ETAG-15a", Fault{WithStores: matchingFormer})
	g.blobs("recreated-blob-born-leased", "A blob that was deleted while leased is still leased when it is created again.", "BLOB-LEASE-25", inheritingLeases)
	g.blobs("lease-headers-frozen", "Get Blob Properties shows a lease that has run out as active.", "BLOB-LEASE-05 BLOB-LEASE-45", hooks{shown: frozenLease}.before, op.GetBlobProperties)
	g.blobs("acquire-keeps-expired-duration", "A lease that is acquired after another expired lasts as long as the expired one did.", "BLOB-LEASE-02 BLOB-LM-ACQ-A-Ex BLOB-LM-ACQ-B-Ex", alteringBlobs(func(old, next *store.Blob, at store.Moment) {
		if was := old.Lease.At(at.Now); was.State == lease.Expired {
			next.Lease.Duration, next.Lease.Until = was.Duration, at.Now.Add(was.Duration)
		}
	}), op.LeaseBlobAcquire)
	g.add("list-blobs-marker-is-a-position", "The marker of List Blobs stands for a position, also one of an earlier list, so a deletion hides a blob.", "BLOB-CONS-03", Fault{WithStores: countingPages})
}

// containerLeased reports whether the container of the blob that a request addresses is leased.
func containerLeased(s store.Blobs, r *http.Request) bool {
	name, _, ok := addressed(r.URL.Path)
	c := s.Container(name)
	return ok && c != nil && c.Lease.State == lease.Leased
}

// sourceOf is a request for the source of a copy.
func sourceOf(r *http.Request) *http.Request {
	at, err := url.Parse(r.Header.Get("x-ms-copy-source"))
	if err != nil {
		at = &url.URL{}
	}
	return &http.Request{URL: at}
}

// writesOfBlobs are writes that accept If-Match.
var writesOfBlobs = []op.Operation{op.PutBlob, op.PutBlockList, op.PutPage, op.AppendBlock, op.SetBlobMetadata, op.SetBlobProperties, op.DeleteBlob}

// matchingFormer makes ETags from before a deletion match.
func matchingFormer(behind Stores) Parts {
	var this, former history[string, string] // the ETags of a blob in its present life, and before it was deleted
	return Parts{
		Middleware: asking(writesOfBlobs, func(r *http.Request) {
			container, blob, _ := addressed(r.URL.Path)
			if b := standing(behind.Blobs, r); b != nil && slices.Contains(former.all(container+"/"+blob), r.Header.Get("If-Match")) {
				r.Header.Set("If-Match", b.Stamp.ETag)
			}
		})(),
		Store: hooks{blob: func(name string, publish blobUpdate, by blobChange) (*store.Blob, error) {
			next, err := publish(by)
			if err == nil && next != nil {
				this.add(name, next.Stamp.ETag, math.MaxInt)
			}
			for gone := err == nil && next == nil; gone; {
				var tag string
				if tag, gone = this.take(name); gone {
					former.add(name, tag, math.MaxInt)
				}
			}
			return next, err
		}}.before,
	}
}

// inheritingLeases makes blobs come back with the lease under which they were deleted.
func inheritingLeases(s store.Blobs) store.Blobs {
	var left sync.Map // lease.Lease by the blob's name
	return hooks{blob: afterwards(func(name string, old, next *store.Blob, at store.Moment) *store.Blob {
		switch {
		case next == nil && old != nil && old.Lease.At(at.Now).State == lease.Leased:
			left.Store(name, old.Lease)
		case next != nil && old == nil:
			if held, found := left.LoadAndDelete(name); found {
				next.Lease = held.(lease.Lease)
			}
		}
		return next
	})}.before(s)
}

// countingPages makes lists continue after the number of blobs listed before, and not after a name.
func countingPages(Stores) Parts {
	var goingOn atomic.Int32 // requests in progress that have a marker
	var ends sync.Map        // name of the first blob of a page → its position
	of := []op.Operation{op.ListBlobs}
	return Parts{
		Scope: of,
		Middleware: wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if r.URL.Query().Get("marker") != "" {
				goingOn.Add(1)
				defer goingOn.Add(-1)
			}
			next.ServeHTTP(w, r)
		})(),
		Store: hooks{list: func(behind store.Blobs, container, from string, visit visitor) error {
			skip := 0
			if at, found := ends.Load(container + "/" + from); found && goingOn.Load() > 0 {
				from, skip = "", at.(int)
			}
			n := 0
			return behind.List(container, from, func(name string, b *store.Blob) bool {
				if n++; n <= skip {
					return true
				}
				more := visit(name, b)
				if !more {
					ends.Store(container+"/"+name, n-1)
				}
				return more
			})
		}}.before,
	}
}

// articleOfBlobs contradicts what the article says of blobs, containers and tables, where no rule says it.
func articleOfBlobs(g *group) {
	g.serving("create-container-conditional", "Create Container evaluates conditional headers.", "CONT-TAB-01C", conditionsRefused([]op.Operation{op.CreateContainer}, everyCondition...))
	g.serving("list-blobs-conditional", "List Blobs evaluates conditional headers.", "CONT-TAB-09C", conditionsRefused([]op.Operation{op.ListBlobs}, everyCondition...))
	g.serving("abort-copy-blob-conditional", "Abort Copy Blob evaluates conditional headers.", "BLOB-TAB-10C", conditionsRefused([]op.Operation{op.AbortCopyBlob}, everyCondition...))
	g.serving("delete-container-answers-etag", "Delete Container answers with an ETag.", "CONT-TAB-07E", answeringOther(op.DeleteContainer))
	g.serving("list-blobs-answers-etag", "List Blobs answers with an ETag.", "CONT-TAB-09E", answeringOther(op.ListBlobs))
	g.serving("abort-copy-blob-answers-etag", "Abort Copy Blob answers with an ETag.", "BLOB-TAB-10E", answeringOther(op.AbortCopyBlob))
	g.serving("get-container-acl-answers-other-etag", "Get Container ACL answers with another ETag than the container's.", "CONT-ETAG-01 CONT-TAB-05E", answeringOther(op.GetContainerACL))
	g.serving("get-entity-answers-other-etag", "Get Entity answers with another ETag than the entity's.", "TABLE-OCC-03 TABLE-OPS-01", answeringOther(op.GetEntity))
	tagInEntity := regexp.MustCompile(`"odata\.etag":"(?:[^"\\]|\\.)*",?`)
	g.serving("selected-entities-have-no-etag", "Query Entities with $select returns entities without their ETags.", "TABLE-QRY-20", answering([]op.Operation{op.QueryEntities}, func(a *held.Answer, r *http.Request) {
		if r.URL.Query().Get("$select") != "" {
			a.Body = *bytes.NewBuffer(tagInEntity.ReplaceAll(a.Body.Bytes(), nil))
		}
	}))
	g.serving("set-table-acl-once", "Set Table ACL is refused if another client has set the policies before.", "TABLE-OCC-02",
		onlyFirst([]op.Operation{op.SetTableACL}, func(w http.ResponseWriter, _ *http.Request) {
			refuse(w, http.StatusPreconditionFailed, errcode.ConditionNotMet)
		}))
	g.blobs("put-blob-keeps-old-content", "Put Blob of an existing blob returns success, but keeps the old content.", "BLOB-GEN-02 BLOB-ETAG-05 BLOB-TAB-01E", alteringBlobs(func(old, next *store.Blob, _ store.Moment) {
		if old.Committed {
			next.Content = old.Content
		}
	}), op.PutBlob)
	g.serving("asterisk-remembered", "Once an entity has been written with If-Match: *, its ETag is not checked any more.", "TABLE-OCC-11", rememberingAsterisks)
	g.serving("one-lease-per-account", "Lease Blob acquire is refused while another blob is leased.", "TABLE-LOCK-07", aroundAll(leasingOnce))
}

// rememberingAsterisks takes every ETag for an asterisk after one was sent.
func rememberingAsterisks() op.Middleware {
	var unchecked sync.Map
	return asking(op.Of(op.TableService), func(r *http.Request) {
		switch _, found := unchecked.Load(r.URL.Path); {
		case r.Header.Get("If-Match") == "*":
			unchecked.Store(r.URL.Path, true)
		case found && r.Header.Get("If-Match") != "":
			r.Header.Set("If-Match", "*")
		}
	})()
}

// leasingOnce refuses leases until the one granted last is released or broken.
func leasingOnce() serveAll {
	var mu sync.Mutex
	holder := "" // the blob that is leased
	return func(o op.Operation, w http.ResponseWriter, r *http.Request, next http.Handler) {
		if o < op.LeaseBlobAcquire || o > op.LeaseBlobBreak {
			next.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if o == op.LeaseBlobAcquire && holder != "" && holder != r.URL.Path {
			refuse(w, http.StatusConflict, errcode.LeaseAlreadyPresent)
			return
		}
		a := held.By(w, r, next)
		switch {
		case a.Status >= 300:
		case o == op.LeaseBlobAcquire:
			holder = r.URL.Path
		case o == op.LeaseBlobRelease, o == op.LeaseBlobBreak:
			holder = ""
		}
		a.Send(w)
	}
}

// writersFirst refuses reads of a table while a write is under way.
func writersFirst(g *group) {
	g.serving("entity-reads-wait-for-writers", "A read of entities while a write is under way is refused.", "TABLE-OCC-14 TABLE-QRY-09", aroundAll(func() serveAll {
		var writers atomic.Int32
		return func(o op.Operation, w http.ResponseWriter, r *http.Request, next http.Handler) {
			switch o {
			case op.UpdateEntity, op.MergeEntity, op.InsertOrReplaceEntity, op.InsertOrMergeEntity:
				writers.Add(1)
				defer writers.Add(-1)
				time.Sleep(pause)
			case op.GetEntity, op.QueryEntities:
				if writers.Load() > 0 {
					refuse(w, http.StatusConflict, errcode.EntityAlreadyExists)
					return
				}
			}
			next.ServeHTTP(w, r)
		}
	}))
}
