package fault

import (
	"strings"
	"time"

	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
)

// aspect is a part of a blob that operations on other parts keep.
type aspect struct {
	name string
	at   string
	lose func(old, next *store.Blob)
}

var (
	itsMetadata   = aspect{"metadata", "BLOB-GEN-04", func(_, next *store.Blob) { next.Metadata = nil }}
	itsProperties = aspect{"properties", "BLOB-GEN-04", func(_, next *store.Blob) { next.Properties = store.Properties{} }}
	itsTags       = aspect{"tags", "BLOB-GEN-04", func(_, next *store.Blob) { next.Tags = nil }}
	itsLease      = aspect{"lease", "BLOB-USE-08 BLOB-LEASE-23 BLOB-UM-W-A-Le", func(_, next *store.Blob) { next.Lease = lease.Lease{} }}
	itsSnapshots  = aspect{"snapshots", "BLOB-ETAG-37 BLOB-CONS-10", func(_, next *store.Blob) { next.Snapshots = nil }}
	itsContent    = aspect{"content", "", func(_, next *store.Blob) { next.Content = store.Content{} }}
)

// kept lists the aspects that each operation keeps.
var kept = []struct {
	of      op.Operation
	aspects []aspect
}{
	{op.PutBlob, []aspect{itsLease, itsSnapshots}},
	{op.PutBlockList, []aspect{itsLease, itsSnapshots}},
	{op.CopyBlob, []aspect{itsLease, itsSnapshots}},
	{op.SetBlobProperties, []aspect{itsLease, itsSnapshots, itsMetadata, itsTags, itsContent}},
	{op.SetBlobMetadata, []aspect{itsLease, itsSnapshots, itsProperties, itsTags, itsContent}},
	{op.PutPage, []aspect{itsLease, itsSnapshots, itsMetadata, itsProperties, itsTags}},
	{op.AppendBlock, []aspect{itsLease, itsSnapshots, itsMetadata, itsProperties, itsTags}},
	{op.PutBlock, []aspect{itsLease, itsSnapshots, itsMetadata, itsContent}},
	{op.SetBlobTags, []aspect{itsLease, itsSnapshots, itsMetadata}},
	{op.SetBlobTier, []aspect{itsLease, itsSnapshots, itsMetadata, itsTags}},
	{op.SnapshotBlob, []aspect{itsLease, itsMetadata, itsTags}},
	{op.LeaseBlobAcquire, []aspect{itsMetadata, itsTags, itsContent, itsSnapshots}},
	{op.LeaseBlobRenew, []aspect{itsMetadata}},
	{op.LeaseBlobChange, []aspect{itsMetadata}},
	{op.LeaseBlobRelease, []aspect{itsMetadata, itsContent}},
	{op.LeaseBlobBreak, []aspect{itsMetadata, itsContent}},
}

// losses makes each operation lose the aspects that it should keep.
func losses(g *group) {
	for _, k := range kept {
		c := chapters[k.of]
		for _, a := range k.aspects {
			g.blobs(slug(k.of)+"-loses-"+a.name, k.of.String()+" loses the blob's "+a.name+".", together(a.at, c.restamps, c.stamp, c.conditions, c.lease),
				alteringBlobs(func(old, next *store.Blob, _ store.Moment) { a.lose(old, next) }), k.of)
		}
	}
	for _, o := range []op.Operation{op.PutBlob, op.PutBlockList} {
		g.blobs(slug(o)+"-keeps-uncommitted-blocks", o.String()+" keeps the uncommitted blocks of the blob.", "BLOB-BLK-01 BLOB-BLK-03 BLOB-CONS-08",
			alteringBlobs(func(old, next *store.Blob, _ store.Moment) { next.Staged = old.Staged }), o)
	}
}

// writing are the operations that make a new version of a blob or container.
var writing = []op.Operation{
	op.SetContainerMetadata, op.SetContainerACL, op.LeaseContainerAcquire, op.LeaseContainerRenew, op.LeaseContainerChange, op.LeaseContainerRelease, op.LeaseContainerBreak,
	op.PutBlob, op.SetBlobProperties, op.SetBlobMetadata, op.SetBlobTags, op.LeaseBlobAcquire, op.LeaseBlobRenew, op.LeaseBlobChange,
	op.LeaseBlobRelease, op.LeaseBlobBreak, op.SnapshotBlob, op.CopyBlob, op.DeleteBlob, op.SetBlobTier, op.PutBlock, op.PutBlockList,
	op.PutPage, op.AppendBlock,
}

// effects makes each writing operation do nothing, keep the stamp or change it wrongly, or leave traces when it fails.
func effects(g *group) {
	for _, o := range writing {
		c, restamps := chapters[o], rules.Documented().Operations[o].Restamps
		add := func(name, sentence, at string, s func(store.Blobs) store.Blobs) {
			g.blobs(slug(o)+"-"+name, o.String()+" "+sentence+".", at, s, o)
		}
		add("not-performed", "returns success but does nothing", undone(o), onlyLooking)
		if o != op.DeleteBlob && (o < op.LeaseContainerAcquire || o > op.LeaseContainerBreak) {
			add("stamps-failures", "sets a new ETag even when it is refused", together("BLOB-ETAG-14 BLOB-GEN-07", c.conditions, c.lease), stampingFailures)
		}
		switch {
		case restamps:
			add("etag-kept", "leaves the ETag as it was", together(c.restamps, c.stamp), alteringStamps(func(old etag.Stamp, next *etag.Stamp, _ store.Moment) { next.ETag = old.ETag }))
			add("last-modified-kept", "leaves Last-Modified as it was", together(c.restamps, c.stamp, "BLOB-ETAG-12"), alteringStamps(func(old etag.Stamp, next *etag.Stamp, _ store.Moment) {
				next.Modified, next.HTTPDate = old.Modified, old.HTTPDate
			}))
		case o != op.DeleteBlob && c.restamps != "":
			add("stamps-anew", "sets a new ETag and Last-Modified", c.restamps, stampingAnew)
		}
	}
}

// undone returns the clauses that break if an operation on a blob or container is answered, and not done, or not yet seen.
func undone(o op.Operation) string {
	c := chapters[o]
	return together(performed(o), c.restamps, c.stamp, c.conditions, c.lease)
}

// performed returns the clauses about the effect of a lease action. That of a break shows on any lease.
func performed(o op.Operation) string {
	row := map[op.Operation]string{op.LeaseBlobAcquire: "ACQ-B-Av", op.LeaseBlobRenew: "REN-A-Ex", op.LeaseBlobChange: "CHG-AB-Le", op.LeaseBlobRelease: "REL-A-Le", op.LeaseBlobBreak: "BRK-N-Le BRK-D-Ex",
		op.LeaseContainerAcquire: "ACQ-B-Av", op.LeaseContainerRenew: "REN-A-Ex", op.LeaseContainerChange: "CHG-AB-Le", op.LeaseContainerRelease: "REL-A-Le", op.LeaseContainerBreak: "BRK-N-Le BRK-D-Ex"}[o]
	if row == "" {
		return ""
	}
	matrix := map[bool]string{true: "CONT-LM-", false: "BLOB-LM-"}[ofContainer(o)]
	return matrix + strings.ReplaceAll(row, " ", " "+matrix)
}

// cachedReadsOf makes each read show the state at the previous read.
func cachedReadsOf(g *group) {
	for _, o := range []op.Operation{op.GetBlob, op.GetBlobProperties, op.GetBlobMetadata, op.GetBlockList, op.GetPageRanges, op.GetBlobTags, op.ListBlobs} {
		at := map[op.Operation]string{op.GetBlob: "BLOB-CONS-01 BLOB-GEN-04", op.ListBlobs: "BLOB-CONS-03", op.GetBlobProperties: "BLOB-CONS-02 BLOB-ETAG-02", op.GetBlobMetadata: "BLOB-CONS-02 BLOB-TAB-06E",
			op.GetBlockList: "BLOB-BLK-01 BLOB-CONS-08", op.GetPageRanges: "BLOB-CONS-02 BLOB-TAB-15E", op.GetBlobTags: "BLOB-TAGS-01 BLOB-TAB-20"}[o]
		g.serving(slug(o)+"-cached", o.String()+" shows a blob as it was at the previous read.", at, readingCached(o))
	}
}

// briefCaches makes each read by which others know a resource show for a moment what it was.
func briefCaches(g *group) {
	for _, c := range []struct {
		read op.Operation
		at   string
	}{
		{op.GetBlob, "BLOB-CONS-01 BLOB-CONS-02"}, {op.GetContainerProperties, "BLOB-GEN-04"}, {op.GetEntity, "TABLE-OCC-13"}, {op.QueryEntities, "TABLE-OCC-13"},
		{op.GetQueueMetadata, "QUEUE-CONS-01"}, {op.PeekMessages, "QUEUE-CONS-01"}, {op.GetFile, "FILE-CONS-01"}, {op.GetShareProperties, "FILE-CONS-01"},
		{op.GetDirectoryProperties, "FILE-CONS-01"},
	} {
		g.serving(slug(c.read)+"-cached-briefly", c.read.String()+" gives the same answer for 50 ms.", c.at, readingForAWhile(c.read))
	}
}

// leaseTimes makes leases and breaks end early or late.
func leaseTimes(g *group) {
	variants := []struct {
		name, sentence string
		left           func(time.Duration) time.Duration
	}{
		{"half", "ends after half of its time", func(d time.Duration) time.Duration { return d / 2 }},
		{"second-early", "ends a second too early", func(d time.Duration) time.Duration { return d - time.Second }},
		{"late", "ends ten seconds too late", func(d time.Duration) time.Duration { return d + 10*time.Second }},
	}
	for _, m := range []struct {
		of, action, at string
		scope          op.Operation
	}{
		{"blob", "acquire", "BLOB-LM-TIME-Le BLOB-LEASE-05 BLOB-LEASE-02 BLOB-LEASE-68 BLOB-LEASE-10", op.LeaseBlobAcquire},
		{"blob", "renew", "BLOB-LM-REN-A-Le BLOB-LEASE-03 BLOB-LEASE-51", op.LeaseBlobRenew},
		{"blob", "change", "BLOB-LM-CHG-AB-Le BLOB-LEASE-52", op.LeaseBlobChange},
		{"blob", "break", "BLOB-LM-TIME-Bi BLOB-LEASE-62 BLOB-LEASE-69", op.LeaseBlobBreak},
		{"container", "acquire", "CONT-LM-TIME-Le CONT-LEASE-01", op.LeaseContainerAcquire},
		{"container", "renew", "CONT-LM-REN-A-Le CONT-LEASE-01", op.LeaseContainerRenew},
		{"container", "change", "CONT-LM-CHG-AB-Le CONT-LEASE-02", op.LeaseContainerChange},
		{"container", "break", "CONT-LM-TIME-Bi CONT-LEASE-02", op.LeaseContainerBreak},
	} {
		for _, v := range variants {
			if v.name == "second-early" && m.action != "acquire" {
				continue
			}
			g.blobs(m.of+"-lease-ends-"+v.name+"-after-"+m.action, "After "+m.scope.String()+", the lease or its break period "+v.sentence+".", m.at,
				alteringLeases(func(l *lease.Lease, at store.Moment) {
					if left := l.Until.Sub(at.Now); !l.Until.IsZero() && left > 0 {
						l.Until = at.Now.Add(max(v.left(left), 0))
					}
				}), m.scope)
		}
	}
	ending := alteringLeases(func(l *lease.Lease, at store.Moment) {
		if l.State == lease.Leased && l.Duration == lease.Infinite {
			l.Duration, l.Until = time.Minute, at.Now.Add(time.Minute)
		}
	})
	g.blobs("blob-infinite-lease-ends", "An infinite lease of a blob ends after a minute.", "BLOB-LEASE-02 BLOB-LEASE-42", ending, op.LeaseBlobAcquire)
	g.blobs("container-infinite-lease-ends", "An infinite lease of a container ends after a minute.", "CONT-LEASE-01 CONT-LEASE-02", ending, op.LeaseContainerAcquire)
}

// checkThenActWrites judges each operation against the version that it finds, and publishes over whatever was written
// meanwhile.
func checkThenActWrites(g *group) {
	const sentence = " is judged against the version that it finds, and published over whatever was written meanwhile."
	// No clause says what happens when two requests for any other operation overlap.
	for at, of := range map[string][]op.Operation{
		"BLOB-RACE-01 BLOB-PAIR-03":                             {op.SetBlobProperties, op.SetBlobMetadata, op.PutPage},
		"BLOB-RACE-01":                                          {op.DeleteBlob},
		"BLOB-RACE-01 BLOB-RACE-02 BLOB-PAIR-11":                {op.PutBlob, op.PutBlockList, op.CopyBlob},
		"BLOB-RACE-01 BLOB-APPEND-05 BLOB-HAND-01 BLOB-PAIR-03": {op.AppendBlock},
		"BLOB-RACE-06":                                          {op.LeaseBlobAcquire, op.LeaseContainerAcquire},
	} {
		for _, o := range of {
			g.blobs(slug(o)+"-apart", o.String()+sentence, at, checkThenActBlobs, o)
		}
	}
	g.blobs("create-container-apart", "Create Container is judged against what it finds, and published over whatever was written meanwhile.", "BLOB-RACE-05", checkThenActBlobs, op.CreateContainer)
	for at, of := range map[string][]op.Operation{
		"TABLE-COND-09":                {op.InsertEntity},
		"TABLE-RACE-02":                {op.InsertOrMergeEntity},
		"TABLE-RACE-01 TABLE-BATCH-23": {op.EntityGroupTransaction},
		"TABLE-RACE-01 TABLE-OCC-15 TABLE-OCC-13 TABLE-PAIR-07": {op.UpdateEntity, op.MergeEntity, op.DeleteEntity},
	} {
		for _, o := range of {
			g.entities(slug(o)+"-apart", o.String()+sentence, at, checkThenActEntities, o)
		}
	}
}

// entityEffects makes each operation on entities do nothing.
func entityEffects(g *group) {
	for _, c := range entityChapters {
		if c.of != op.GetEntity {
			g.entities(slug(c.of)+"-not-performed", c.of.String()+" returns success but does nothing.", together(c.all, c.effect), onlyDrafting, c.of)
		}
	}
}
