package fault

import (
	"bytes"
	"cmp"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/files"
)

// The family "interleaved" has operations that are right one after the other, and right beside others of their own kind.
// They are wrong only if an operation of another kind comes between their look and their write.

// leased uses the lease as it was when the request arrived, if both leases fulfil a condition.
func leased(where func(came, now lease.Lease) bool) early[store.Blob] {
	return early[store.Blob]{finds: partly(func(now, came *store.Blob) {
		if where(came.Lease, now.Lease) {
			now.Lease = came.Lease
		}
	})}
}

func interleavedBlobs(g *group) {
	withLease := early[store.Blob]{finds: func(came, now *store.Blob) *store.Blob {
		if came == nil || now == nil {
			return cmp.Or(came, now)
		}
		return changed(came, func(stale *store.Blob) { stale.Lease = now.Lease })
	}}
	for _, o := range []op.Operation{op.LeaseBlobAcquire, op.LeaseBlobRenew, op.LeaseBlobChange, op.LeaseBlobRelease, op.LeaseBlobBreak} {
		g.using(slug(o)+"-undoes-write", o.String()+" stores the whole blob as it was when the request arrived, with the new lease.", "BLOB-RACE-08 BLOB-PAIR-02 BLOB-PAIR-09", withLease, every, o)
	}
	g.using("set-blob-tier-undoes-write", "Set Blob Tier stores the whole blob as it was when the request arrived, in the new tier.", "BLOB-RACE-09 BLOB-RACE-08", withLease, every, op.SetBlobTier)

	unlocked := leased(func(_, _ lease.Lease) bool { return true })
	for _, o := range []op.Operation{op.PutBlob, op.PutBlock, op.PutBlockList, op.SetBlobMetadata, op.SetBlobProperties, op.SetBlobTags, op.SetBlobTier, op.SnapshotBlob, op.PutPage, op.AppendBlock} {
		at := "BLOB-RACE-08 BLOB-PAIR-09"
		if o == op.SnapshotBlob {
			at = "BLOB-RACE-08 BLOB-PAIR-02" // it needs no lease id
		}
		g.using(slug(o)+"-ends-new-lease", o.String()+" looks for a lease when the request arrives, and ends a lease that is acquired meanwhile.", at, unlocked, lacking("x-ms-lease-id"), o)
	}
	undeleted := existing(ofBlobs.gone)
	for _, o := range []op.Operation{op.SetBlobMetadata, op.SetBlobProperties, op.SetBlobTags, op.SetBlobTier, op.PutPage, op.AppendBlock} {
		g.using(slug(o)+"-resurrects", o.String()+" looks for the blob when the request arrives, and stores it again if it is deleted meanwhile.", "BLOB-RACE-08 BLOB-PAIR-02", undeleted, lacking("If-Match"), o)
	}
	g.using("change-undoes-break", "Lease Blob change compares the id, and undoes a break that comes before it stores the new one.", "BLOB-RACE-08 BLOB-PAIR-02",
		leased(func(_, now lease.Lease) bool { return now.State != lease.Leased }), every, op.LeaseBlobChange)
	g.using("break-undoes-release", "Lease Blob break looks for a lease, and breaks it even if it is released meanwhile.", "BLOB-RACE-08 BLOB-PAIR-02",
		leased(func(_, now lease.Lease) bool { return now.State == lease.Available }), every, op.LeaseBlobBreak)
	g.using("renew-takes-expired-lease-back", "Lease Blob renew of an expired lease succeeds even if another client acquires it meanwhile.", "BLOB-RACE-08 BLOB-PAIR-02",
		leased(func(came, now lease.Lease) bool { return now.ID != came.ID }), every, op.LeaseBlobRenew)
	g.using("write-past-renewal", "Set Blob Metadata finds an expired lease, and is performed even if it is renewed meanwhile.", "BLOB-RACE-08 BLOB-PAIR-02",
		leased(func(came, now lease.Lease) bool { return now.ID == came.ID && now.Until.After(came.Until) }), lacking("x-ms-lease-id"), op.SetBlobMetadata)
	for _, o := range []op.Operation{op.PutBlobFromURL, op.PutPageFromURL, op.AppendBlockFromURL} {
		g.early(slug(o)+"-if-match-early", o.String()+" compares If-Match before it reads the source, and not when it writes.", "BLOB-RACE-01", having("If-Match"), o)
	}
	g.early("set-blob-tags-if-tags-early", "Set Blob Tags evaluates x-ms-if-tags when the request arrives, and not when it stores the tags.", "BLOB-RACE-12", having("x-ms-if-tags"), op.SetBlobTags)
	g.asked("put-blob-any-etag-as-current", "Put Blob treats If-Match: * as the ETag that is current when the request arrives.", "BLOB-COND-05", func(s Stores, r *http.Request) {
		if b := standing(s.Blobs, r); b != nil && r.Header.Get("If-Match") == "*" {
			r.Header.Set("If-Match", b.Stamp.ETag)
			waiting()
		}
	}, op.PutBlob)
	g.knowing("put-page-sequence-before-write", "Put Page waits for its whole body, compares the sequence number, and writes without the condition; the first writer of a blob waits for the second, or some milliseconds.", "BLOB-PAIR-02 BLOB-SEQ-05", comparingSequenceFirst(), op.PutPage)
	g.blobs("put-blob-loses-neighbours", "Put Blob stores the container's list of blobs as it was before, and loses blobs that are added meanwhile.", "BLOB-CONS-01 BLOB-GEN-04", losingNeighbours, op.PutBlob)
	g.late("container-metadata-shown-late", "Get Container Properties shows metadata 20 ms after Set Container Metadata returns.", together("CONT-PAIR-03", undone(op.SetContainerMetadata)), []op.Operation{op.SetContainerMetadata}, op.GetContainerProperties)
}

// losingNeighbours removes the blobs that were added to a container while one of its blobs was written.
func losingNeighbours(s store.Blobs) store.Blobs {
	return hooks{blob: func(name string, publish blobUpdate, by blobChange) (*store.Blob, error) {
		container, blob := parts(name)
		there, _ := entries(s, container, "")
		time.Sleep(pause / 10)
		next, err := publish(by)
		if err != nil {
			return next, err
		}
		now, _ := entries(s, container, "")
		for _, e := range now {
			if e.name != blob && !slices.ContainsFunc(there, func(was entry) bool { return was.name == e.name }) {
				_, _ = s.UpdateBlob(container, e.name, func(*store.Blob, store.Moment) (*store.Blob, error) { return nil, nil })
			}
		}
		return next, nil
	}}.before(s)
}

// interleavedEntities are changes of one entity that damage another, and changes of one part of a queue that damage
// another part.
func interleavedEntities(g *group) {
	for _, o := range []op.Operation{op.InsertEntity, op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrReplaceEntity} {
		g.entities(slug(o)+"-undoes-neighbours", o.String()+" stores the other entities of the partition as they were before.", "TABLE-OCC-13", partitions{draft: undoingNeighbours}.before, o)
	}
	g.entities("rollback-undoes-others", "A transaction that fails restores the whole partition as it was when the transaction began.", "TABLE-BATCH-02 TABLE-RACE-01", partitions{draft: rollingBack}.before, op.EntityGroupTransaction)
	g.entities("failing-transaction-is-seen", "What a transaction did before it failed can be read for a moment.", "TABLE-BATCH-18", partitions{draft: dirty}.before, op.EntityGroupTransaction)
	g.asked("any-entity-etag-as-current", "Update Entity and Merge Entity treat If-Match: * as the ETag that is current when the request arrives.", "TABLE-VERB-05 TABLE-VERB-06", func(s Stores, r *http.Request) {
		if e := entityOf(s, r); e != nil && r.Header.Get("If-Match") == "*" {
			r.Header.Set("If-Match", e.ETag)
			waiting()
		}
	}, op.UpdateEntity, op.MergeEntity)
	g.messages("set-queue-metadata-undoes-acl", "Set Queue Metadata stores the access policies of the queue as they were before.", "QUEUE-CONS-01", checkThenActMessages, op.SetQueueMetadata)
	g.late("queue-metadata-shown-late", "Get Queue Metadata shows metadata 20 ms after Set Queue Metadata returns.", "QUEUE-PAIR-04 QUEUE-CONS-01",
		[]op.Operation{op.SetQueueMetadata}, op.GetQueueMetadata)
}

// undoingNeighbours leaves the entities that a change is not about as they were before.
var undoingNeighbours = looking[entities.Draft, time.Time](early[entities.Draft]{finds: current[entities.Draft], leaves: func(came, now, next *entities.Draft) {
	want := rows{came}.all()
	for _, own := range append(changedIn(now.Version(), next), goneFrom(now.Version(), next)...) {
		want[own.Row] = next.Entity(own.Row)
	}
	rows{next}.hold(want)
}})

// rollingBack leaves a partition as it was before a change that fails.
func rollingBack(name string, publish draftUpdate, by draftChange) (*entities.Draft, error) {
	came := look(publish)
	return storeDespiteError(func(_, next *entities.Draft, _ error, _ time.Time) *entities.Draft {
		rows{next}.hold(rows{came}.all())
		return next
	})(name, publish, by)
}

// dirty publishes a change that fails, and reverts it a moment later.
func dirty(_ string, publish draftUpdate, by draftChange) (*entities.Draft, error) {
	var was entities.Partition
	var done []*entities.Entity
	next, failed := storeDespiteError(func(old, half *entities.Draft, _ error, _ time.Time) *entities.Draft {
		was = old.Version()
		done = changedIn(was, half)
		return half
	})("", publish, by)
	if failed == nil {
		return next, nil
	}
	waiting()
	_, _ = publish(func(d *entities.Draft, _ time.Time) (*entities.Draft, error) {
		want := rows{d}.all()
		for _, e := range done {
			if want[e.Row] == e { // else it is somebody else's by now
				want[e.Row] = was.Entity(e.Row)
			}
		}
		rows{d}.hold(want)
		return d, nil
	})
	return nil, failed
}

// interleavedFiles are the faults of the File service.
func interleavedFiles(g *group) {
	g.files("file-write-apart", "A change of a file is made to the version that it finds, and overwrites whatever came meanwhile.", "FILE-CONS-01 FILE-LWW-10 FILE-LEASE-03 FILE-LEASE-05 FILE-LEASE-06 FILE-LEASE-12", filesEarly(early[files.File]{finds: partly(func(now, came *files.File) { *now = *came })}))
	g.late("share-metadata-shown-late", "Get Share Properties shows metadata 20 ms after Set Share Metadata returns.", "FILE-PAIR-03 FILE-CONS-01 FILE-LWW-05", []op.Operation{op.SetShareMetadata}, op.GetShareProperties)
}

// comparingSequenceFirst compares the sequence number once the whole body is here, and lets the first writer of a blob wait for
// the second before either writes.
func comparingSequenceFirst() func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
	var waiting sync.Map // what ends the wait of the first writer, by the path of the blob
	return func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
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
	}
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
