package fault

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"ifmatch/reference/condition"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
	"ifmatch/reference/store/messages"
)

// emulators returns bugs that an emulator might well have, under their names in testdata/plausible.tsv.
func emulators(arrival *group) {
	emulator := arrival.as("emulator")
	arrival.early("put-blob-if-match-before-body", "Put Blob compares If-Match when its headers arrive, not when it writes.", "BLOB-RACE-03 BLOB-RACE-01", having("If-Match"), op.PutBlob)
	arrival.early("put-blob-none-match-star-two-winners", "Put Blob compares If-None-Match: * when its headers arrive, not when it writes.", "BLOB-RACE-02 BLOB-RACE-03", having("If-None-Match"), op.PutBlob)
	arrival.early("put-block-list-if-match-before-body", "Put Block List compares If-Match when its headers arrive, not when it commits.", "BLOB-RACE-03 BLOB-RACE-01", having("If-Match"), op.PutBlockList)
	arrival.early("append-block-if-match-race", "Append Block compares If-Match when its headers arrive, not when it writes.", "BLOB-RACE-03 BLOB-RACE-01", having("If-Match"), op.AppendBlock)
	arrival.early("put-page-if-match-race", "Put Page compares If-Match when its headers arrive, not when it writes.", "BLOB-RACE-03 BLOB-RACE-01", having("If-Match"), op.PutPage)
	arrival.early("set-blob-metadata-if-match-race", "Set Blob Metadata compares If-Match with a copy, and stores the copy later.", "BLOB-RACE-01", having("If-Match"), op.SetBlobMetadata)
	arrival.early("delete-blob-if-match-race", "Delete Blob compares If-Match, and later deletes whatever is there.", "BLOB-RACE-01", having("If-Match"), op.DeleteBlob)
	arrival.early("copy-blob-dest-none-match-star-race", "Copy Blob looks for a destination before it reads the source, not when it writes.", "BLOB-RACE-02", having("If-None-Match"), op.CopyBlob)
	arrival.early("append-position-race", "Append Block compares the position when its headers arrive, not when it writes.", "BLOB-APPEND-01 BLOB-RACE-03", having("x-ms-blob-condition-appendpos"), op.AppendBlock)
	arrival.early("append-overwrites-parallel-append", "Append Block stores a copy from when its headers arrived, with its own block appended.", "BLOB-APPEND-05 BLOB-HAND-01", every, op.AppendBlock)
	arrival.early("put-page-sequence-race", "Put Page compares the sequence number when its headers arrive, not when it writes.", "BLOB-SEQ-01 BLOB-SEQ-05", having("x-ms-if-sequence-number-eq"), op.PutPage)
	arrival.early("sequence-increment-lost", "Set Blob Properties increments a copy of the sequence number, and stores the copy later.", "BLOB-SEQ-04", having("x-ms-sequence-number-action"), op.SetBlobProperties)
	arrival.early("overlapping-put-page-lost", "Put Page stores a copy of all pages from when its headers arrived.", "BLOB-CONS-11 BLOB-RACE-03", every, op.PutPage)
	arrival.early("if-unmodified-since-before-body", "Put Blob compares If-Unmodified-Since when its headers arrive, not when it writes.", "BLOB-RACE-10", having("If-Unmodified-Since"), op.PutBlob)
	arrival.early("set-metadata-if-unmodified-since-race", "Set Blob Metadata compares If-Unmodified-Since with a copy, and stores the copy later.", "BLOB-RACE-10", having("If-Unmodified-Since"), op.SetBlobMetadata)
	arrival.early("if-tags-before-body", "Put Blob evaluates x-ms-if-tags when its headers arrive, not when it writes.", "BLOB-RACE-12", having("x-ms-if-tags"), op.PutBlob, op.AppendBlock)
	arrival.early("set-tags-lost-to-slow-put", "Set Blob Metadata stores a copy of the blob, with the tags from when the copy was made.", "BLOB-RACE-09 BLOB-PAIR-03", lacking("If-Match"), op.SetBlobMetadata)
	arrival.early("lease-checked-before-body", "Put Blob looks for a lease when its headers arrive, not when it writes.", "BLOB-RACE-12", lacking("x-ms-lease-id"), op.PutBlob)
	arrival.early("lease-released-before-body-end", "Put Blob compares the lease id when its headers arrive, not when it writes.", "BLOB-RACE-04", having("x-ms-lease-id"), op.PutBlob)
	arrival.early("acquire-two-winners", "Lease Blob acquire checks the lease, and stores the new one later.", "BLOB-RACE-06", every, op.LeaseBlobAcquire)
	arrival.early("change-two-winners", "Lease Blob change compares the id, and stores the new one later.", "BLOB-LEASE-52", every, op.LeaseBlobChange)
	arrival.early("release-clears-changed-lease", "Lease Blob release compares the id, and later clears whatever lease there is.", "BLOB-RACE-08 BLOB-LM-REL-A-Le BLOB-LEASE-52", every, op.LeaseBlobRelease)
	arrival.early("renew-after-break-race", "Lease Blob renew stores an earlier copy of the lease, which undoes a break.", "BLOB-RACE-08 BLOB-LEASE-64", every, op.LeaseBlobRenew)
	arrival.early("delete-vs-acquire-race", "Delete Blob checks for a lease, and deletes later.", "BLOB-RACE-08 BLOB-LEASE-07", lacking("x-ms-lease-id"), op.DeleteBlob)
	blocks := early[store.Blob]{finds: partly(func(now, came *store.Blob) { now.Staged = came.Staged })}
	arrival.using("parallel-put-block-lost", "Put Block stores a copy of the uncommitted blocks from when its headers arrived.", "BLOB-RACE-09 BLOB-BLK-01", blocks, every, op.PutBlock)
	arrival.blobs("container-delete-vs-lease-race", "Delete Container checks for a lease, and deletes later.", "BLOB-RACE-08 CONT-USE-02", checkThenActBlobs, op.DeleteContainer)
	arrival.blobs("container-set-metadata-lost-lease", "Set Container Metadata stores a copy of the container, with the lease from when the copy was made.", "BLOB-RACE-09 CONT-USE-03", checkThenActBlobs, op.SetContainerMetadata)
	arrival.early("block-list-drops-newly-staged", "Put Block List clears blocks that were staged while its body was arriving.", "BLOB-RACE-03 BLOB-BLK-01", lacking("If-Match"), op.PutBlockList)
	arrival.early("snapshot-if-match-race", "Snapshot Blob compares If-Match with a copy, and stores the copy later.", "BLOB-RACE-11", having("If-Match"), op.SnapshotBlob)

	emulator.blobs("etag-from-second-timestamp", "An ETag is made from the time of the write in whole seconds.", "BLOB-ETAG-10 BLOB-ETAG-03", alteringBlobs(func(_, next *store.Blob, at store.Moment) {
		next.Stamp.ETag = `"0x` + at.Now.Format("150405") + `"`
	}))
	emulator.blobs("recreated-blob-reuses-etag", "The ETag of a blob is a counter that starts again when the blob is recreated.", "BLOB-ETAG-15a", countingVersions)
	emulator.blobs("etag-from-content-hash", "Writing the same bytes leaves the ETag as it was.", "BLOB-ETAG-11 BLOB-ETAG-10", alteringBlobs(func(old, next *store.Blob, _ store.Moment) {
		if old.Committed && old.Content.Len() == next.Content.Len() && string(old.Content.All()) == string(next.Content.All()) {
			next.Stamp.ETag = old.Stamp.ETag
		}
	}), op.PutBlob, op.PutBlockList)
	emulator.blobs("reacquire-same-id-keeps-old-time", "Acquiring a lease again with its id keeps the old expiry.", "BLOB-LEASE-50 BLOB-LM-ACQ-A-Le", alteringBlobs(func(old, next *store.Blob, at store.Moment) {
		if was := old.Lease.At(at.Now); was.State == lease.Leased && was.ID == next.Lease.ID {
			next.Lease.Until, next.Lease.Duration = was.Until, was.Duration
		}
	}), op.LeaseBlobAcquire)
	emulator.blobs("renew-keeps-old-expiry", "Renewing an active lease keeps the old expiry.", "BLOB-LEASE-03 BLOB-LEASE-51", alteringBlobs(func(old, next *store.Blob, at store.Moment) {
		if old.Lease.At(at.Now).State == lease.Leased {
			next.Lease.Until = old.Lease.Until
		}
	}), op.LeaseBlobRenew)
	emulator.blobs("change-resets-clock", "Changing the id of a lease restarts its time.", "BLOB-LEASE-52", alteringBlobs(func(_, next *store.Blob, at store.Moment) {
		if next.Lease.Duration != lease.Infinite {
			next.Lease.Until = at.Now.Add(next.Lease.Duration)
		}
	}), op.LeaseBlobChange)
	emulator.blobs("lease-expiry-in-whole-seconds", "A lease ends almost a second early.", "BLOB-LEASE-02", alteringBlobs(func(_, next *store.Blob, _ store.Moment) {
		if next.Lease.State == lease.Leased && next.Lease.Duration != lease.Infinite {
			next.Lease.Until = next.Lease.Until.Add(-900 * time.Millisecond)
		}
	}), op.LeaseBlobAcquire)
	emulator.blobs("lease-op-changes-etag", "Lease Blob acquire, renew and release give the blob a new ETag.", "BLOB-ETAG-29", stampingAnew, op.LeaseBlobAcquire, op.LeaseBlobRenew, op.LeaseBlobRelease)
	emulator.blobs("put-blob-drops-lease", "Put Blob over a leased blob ends the lease.", "BLOB-LEASE-23 BLOB-USE-08", alteringBlobs(func(_, next *store.Blob, _ store.Moment) { next.Lease = lease.Lease{} }), op.PutBlob)
	emulator.blobs("snapshot-shares-page-buffer", "Page writes and appended blocks also change the snapshots.", "BLOB-CONS-10",
		alteringSnapshots(false, func(frozen, next *store.Blob, _ store.Moment) { frozen.Content = next.Content }), op.PutPage, op.AppendBlock)

	without := func(period string) func(r *http.Request) {
		return func(r *http.Request) {
			r.Header.Set("x-ms-lease-break-period", cmp.Or(r.Header.Get("x-ms-lease-break-period"), period))
		}
	}
	emulator.requests("break-infinite-default-waits", "Lease Blob break without a period waits for 60 s.", "BLOB-LEASE-62 BLOB-LM-BRK-D-Le", without("60"), op.LeaseBlobBreak)
	emulator.requests("break-fixed-default-immediate", "Lease Blob break without a period breaks the lease at once.", "BLOB-LM-BRK-D-Le", without("0"), op.LeaseBlobBreak)
	emulator.requests("lease-ignores-if-match", "Lease Blob acquire ignores conditional headers.", "BLOB-TAB-07C", func(r *http.Request) {
		for _, h := range conditionals {
			r.Header.Del(h.header)
		}
	}, op.LeaseBlobAcquire)
	emulator.requests("if-match-star-creates", "Put Blob with If-Match: * creates a blob.", "BLOB-COND-31", func(r *http.Request) {
		if r.Header.Get("If-Match") == "*" {
			r.Header.Del("If-Match")
		}
	}, op.PutBlob)

	emulator.rules("expired-lease-renew-refused", "Renewing an expired lease of a blob or container is refused.", "BLOB-LM-REN-A-Ex BLOB-LEASE-65", func(r *rules.Rules) {
		r.BlobLease[lease.RenewSame][lease.Expired] = r.BlobLease[lease.RenewOther][lease.Expired]
		r.ContainerLease[lease.RenewSame][lease.Expired] = r.ContainerLease[lease.RenewOther][lease.Expired]
	})
	emulator.rules("expired-lease-renew-after-write", "An expired lease can be renewed although the blob has been written since.", "BLOB-LM-REN-A-Ex BLOB-LEASE-66", func(r *rules.Rules) {
		r.BlobUses[lease.ExclusiveNone][lease.Expired].Next = lease.Expired
		r.BlobUses[lease.ExclusiveNone][lease.Broken].Next = lease.Broken
	})
	emulator.rules("write-with-expired-id-passes", "A write with the id of a lease that has ended succeeds.", "BLOB-USE-05 BLOB-LEASE-10", func(r *rules.Rules) {
		for _, s := range []lease.State{lease.Broken, lease.Expired} {
			r.BlobUses[lease.ExclusiveSame][s] = lease.UseCell{Next: lease.Available}
		}
	})
	emulator.rules("write-with-id-no-lease-passes", "A write with a lease id succeeds on a blob without a lease.", "BLOB-UM-W-A-Av BLOB-UM-W-B-Av", func(r *rules.Rules) {
		r.BlobUses[lease.ExclusiveOther][lease.Available] = lease.UseCell{}
	})
	emulator.rules("read-with-wrong-id-passes", "A read with a wrong lease id succeeds.", "BLOB-UM-R-B-Le BLOB-USE-21", func(r *rules.Rules) {
		r.BlobUses[lease.SharedOther] = r.BlobUses[lease.SharedNone]
	})
	emulator.rules("breaking-lease-rejects-holder", "The holder of a breaking lease cannot write.", "BLOB-UM-W-A-Bi BLOB-LEASE-63", func(r *rules.Rules) {
		r.BlobUses[lease.ExclusiveSame][lease.Breaking] = r.BlobUses[lease.ExclusiveSame][lease.Broken]
	})
	emulator.rules("breaking-lease-admits-strangers", "Everybody can write while a lease is breaking.", "BLOB-UM-W-0-Bi BLOB-LEASE-63", func(r *rules.Rules) {
		r.BlobUses[lease.ExclusiveNone][lease.Breaking] = lease.UseCell{Next: lease.Breaking}
	})
	emulator.rules("set-tags-ignores-lease", "Set Blob Tags ignores the lease.", "BLOB-USE-37", func(r *rules.Rules) { r.Operations[op.SetBlobTags].Lease = lease.Unleased })
	emulator.rules("container-delete-ignores-unmodified-since", "Delete Container ignores dates.", "CONT-TAB-07C", func(r *rules.Rules) { r.Operations[op.DeleteContainer].Headers = condition.None })

	emulator.messages("ttl-extended-by-update", "Update Message moves the expiry of the message.", "QUEUE-TIME-17", alteringMessages(func(m, was *messages.Message, now time.Time) {
		if !m.Expires.IsZero() {
			m.Expires = now.Add(was.Expires.Sub(was.Inserted))
		}
	}), op.UpdateMessage)
	emulator.messages("update-zero-visibility-default", "Update Message with visibility 0 hides the message for 30 s.", "QUEUE-TIME-07 QUEUE-TIME-05", alteringMessages(func(m, _ *messages.Message, now time.Time) {
		if !m.NextVisible.After(now) {
			m.NextVisible = now.Add(30 * time.Second)
		}
	}), op.UpdateMessage)
	emulator.messages("update-keeps-receipt-value", "Update Message returns the receipt that it was sent.", "QUEUE-RCPT-05 QUEUE-RCPT-06", alteringMessages(func(m, was *messages.Message, _ time.Time) { m.Receipt = was.Receipt }), op.UpdateMessage)
	emulator.messages("get-many-default-timeout-after-first", "Get Messages hides all messages but the first for 30 s, whatever timeout is given.", "QUEUE-DEQ-04", posts{take: firstAsAsked}.before, op.GetMessages)
}

// countingVersions makes the ETag of a blob a count of its versions.
var countingVersions = hooks{blob: afterwards(func(_ string, old, next *store.Blob, _ store.Moment) *store.Blob {
	if next == nil || old != nil && old.Stamp == next.Stamp {
		return next
	}
	next.Stamp.ETag = `"0x1"`
	if old != nil && strings.HasPrefix(old.Stamp.ETag, `"0x1`) {
		next.Stamp.ETag = old.Stamp.ETag[:len(old.Stamp.ETag)-1] + `1"`
	}
	return next
})}.before
