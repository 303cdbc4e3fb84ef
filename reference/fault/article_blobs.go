package fault

import (
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// articleOfBlobs contradicts what the article says of blobs, containers and tables, where no rule says it.
func articleOfBlobs() []Fault {
	g := group{family: "article"}
	g.serving("create-container-conditional", "Create Container evaluates conditional headers.", "CONT-TAB-01C", conditionsRefused([]op.Operation{op.CreateContainer}, everyCondition...))
	g.serving("list-blobs-conditional", "List Blobs evaluates conditional headers.", "CONT-TAB-09C", conditionsRefused([]op.Operation{op.ListBlobs}, everyCondition...))
	g.serving("abort-copy-blob-conditional", "Abort Copy Blob evaluates conditional headers.", "BLOB-TAB-10C", conditionsRefused([]op.Operation{op.AbortCopyBlob}, everyCondition...))
	g.serving("delete-container-answers-etag", "Delete Container answers with an ETag.", "CONT-TAB-07E", answeringOther(op.DeleteContainer))
	g.serving("list-blobs-answers-etag", "List Blobs answers with an ETag.", "CONT-TAB-09E", answeringOther(op.ListBlobs))
	g.serving("abort-copy-blob-answers-etag", "Abort Copy Blob answers with an ETag.", "BLOB-TAB-10E", answeringOther(op.AbortCopyBlob))
	g.serving("get-container-acl-answers-other-etag", "Get Container ACL answers with another ETag than the container's.", "CONT-ETAG-01 CONT-TAB-05E", answeringOther(op.GetContainerACL))
	g.serving("get-entity-answers-other-etag", "Get Entity answers with another ETag than the entity's.", "TABLE-OCC-03 TABLE-OPS-01", answeringOther(op.GetEntity))
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
	g.serving("one-lease-per-account", "Lease Blob acquire is refused while another blob is leased.", "TABLE-LOCK-07", leasingOnce)
	return g.faults
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
func leasingOnce() op.Middleware {
	var mu sync.Mutex
	holder := "" // the blob that is leased
	return func(o op.Operation, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
		})
	}
}

// writersFirst refuses reads of a table while a write is under way.
func writersFirst() []Fault {
	g := group{family: "interleaved"}
	g.serving("entity-reads-wait-for-writers", "A read of entities while a write is under way is refused.", "TABLE-OCC-14 TABLE-QRY-09", func() op.Middleware {
		var writers atomic.Int32
		return func(o op.Operation, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
			})
		}
	})
	return g.faults
}
