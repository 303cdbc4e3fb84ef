package fault

import (
	"slices"
	"time"

	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// aspect is something that a version of a blob holds, and that operations on other things keep.
type aspect struct {
	name string
	at   []string
	lose func(old, next *store.Blob)
}

var (
	itsMetadata   = aspect{"metadata", clauses("BLOB-GEN-04"), func(_, next *store.Blob) { next.Metadata = nil }}
	itsProperties = aspect{"properties", clauses("BLOB-GEN-04"), func(_, next *store.Blob) { next.Properties = store.Properties{} }}
	itsTags       = aspect{"tags", clauses("BLOB-GEN-04"), func(_, next *store.Blob) { next.Tags = nil }}
	itsLease      = aspect{"lease", clauses("BLOB-USE-08 BLOB-LEASE-23 BLOB-UM-W-A-Le"), func(_, next *store.Blob) { next.Lease = lease.Lease{} }}
	itsSnapshots  = aspect{"snapshots", clauses("BLOB-ETAG-37 BLOB-CONS-10"), func(_, next *store.Blob) { next.Snapshots = nil }}
	itsContent    = aspect{"content", nil, func(_, next *store.Blob) { next.Content = store.Content{} }}
	oldStaged     = aspect{"", nil, func(old, next *store.Blob) { next.Staged = old.Staged }}
)

// kept are the aspects that operations keep.
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

// losses makes each operation lose what it keeps.
func losses() (all []Fault) {
	for _, k := range kept {
		c := chapters[k.of]
		for _, a := range k.aspects {
			all = append(all, Fault{
				Name: slug(k.of) + "-loses-" + a.name, Family: "kept", Sentence: k.of.String() + " loses the blob's " + a.name + ".",
				Clauses: together(a.at, c.restamps, c.stamp, c.conditions, c.lease), Scope: []op.Operation{k.of},
				Store: alteringBlobs(func(old, next *store.Blob, _ store.Moment) { a.lose(old, next) }),
			})
		}
	}
	for _, o := range []op.Operation{op.PutBlob, op.PutBlockList} {
		all = append(all, Fault{
			Name: slug(o) + "-keeps-uncommitted-blocks", Family: "kept", Sentence: o.String() + " leaves the uncommitted blocks of the blob.",
			Clauses: clauses("BLOB-BLK-01 BLOB-BLK-03 BLOB-CONS-08"), Scope: []op.Operation{o},
			Store: alteringBlobs(func(old, next *store.Blob, _ store.Moment) { oldStaged.lose(old, next) }),
		})
	}
	return all
}

// writing are the operations that make a new version of a blob or container.
var writing = []op.Operation{
	op.SetContainerMetadata, op.SetContainerACL, op.LeaseContainerAcquire, op.LeaseContainerRenew, op.LeaseContainerChange, op.LeaseContainerRelease, op.LeaseContainerBreak,
	op.PutBlob, op.SetBlobProperties, op.SetBlobMetadata, op.SetBlobTags, op.LeaseBlobAcquire, op.LeaseBlobRenew, op.LeaseBlobChange,
	op.LeaseBlobRelease, op.LeaseBlobBreak, op.SnapshotBlob, op.CopyBlob, op.DeleteBlob, op.SetBlobTier, op.PutBlock, op.PutBlockList,
	op.PutPage, op.AppendBlock,
}

// effects makes each operation that writes do nothing, leave or give the wrong stamp, and leave traces where it fails.
func effects() (all []Fault) {
	for _, o := range writing {
		c, restamps := chapters[o], documentedRestamps(o)
		add := func(name, sentence string, at []string, s func(store.Blobs) store.Blobs) {
			all = append(all, Fault{Name: slug(o) + "-" + name, Family: "effect", Sentence: o.String() + " " + sentence + ".", Clauses: at, Scope: []op.Operation{o}, Store: s})
		}
		add("not-performed", "is answered as done and not performed", together(performed(o), c.restamps, c.stamp, c.conditions, c.lease), onlyLooking)
		if o != op.DeleteBlob && (o < op.LeaseContainerAcquire || o > op.LeaseContainerBreak) {
			add("stamps-failures", "gives a new ETag also where it is refused", together(clauses("BLOB-ETAG-14 BLOB-GEN-07"), c.conditions, c.lease), stampingFailures)
		}
		switch {
		case restamps:
			add("etag-kept", "leaves the ETag as it was", together(c.restamps, c.stamp), alteringStamps(func(old etag.Stamp, next *etag.Stamp, _ store.Moment) { next.ETag = old.ETag }))
			add("last-modified-kept", "leaves Last-Modified as it was", together(c.restamps, c.stamp, clauses("BLOB-ETAG-12")), alteringStamps(func(old etag.Stamp, next *etag.Stamp, _ store.Moment) {
				next.Modified, next.HTTPDate = old.Modified, old.HTTPDate
			}))
		case o != op.DeleteBlob && len(c.restamps) > 0:
			add("stamps-anew", "gives a new ETag and Last-Modified", c.restamps, stampingAnew)
		}
	}
	return all
}

// performed are the clauses of what a lease action does.
func performed(o op.Operation) []string {
	row := map[op.Operation]string{op.LeaseBlobAcquire: "ACQ-B-Av", op.LeaseBlobRenew: "REN-A-Ex", op.LeaseBlobChange: "CHG-AB-Le", op.LeaseBlobRelease: "REL-A-Le", op.LeaseBlobBreak: "BRK-N-Le",
		op.LeaseContainerAcquire: "ACQ-B-Av", op.LeaseContainerRenew: "REN-A-Ex", op.LeaseContainerChange: "CHG-AB-Le", op.LeaseContainerRelease: "REL-A-Le", op.LeaseContainerBreak: "BRK-N-Le"}[o]
	switch {
	case row == "":
		return nil
	case ofContainer(o):
		return []string{"CONT-LM-" + row}
	}
	return []string{"BLOB-LM-" + row}
}

// documentedRestamps tells whether an operation gives its resource a new stamp.
func documentedRestamps(o op.Operation) bool {
	return !slices.Contains([]op.Operation{op.SetBlobTags, op.SetBlobTier, op.PutBlock, op.SnapshotBlob, op.DeleteBlob}, o) &&
		(o < op.LeaseBlobAcquire || o > op.LeaseBlobBreak) && (o < op.LeaseContainerAcquire || o > op.LeaseContainerBreak)
}

// cachedReadsOf makes each read show what was there when it was last asked for.
func cachedReadsOf() (all []Fault) {
	for _, o := range []op.Operation{op.GetBlob, op.GetBlobProperties, op.GetBlobMetadata, op.GetBlockList, op.GetPageRanges, op.GetBlobTags, op.ListBlobs} {
		at := map[op.Operation]string{op.GetBlob: "BLOB-CONS-01 BLOB-GEN-04", op.ListBlobs: "BLOB-CONS-03", op.GetBlobProperties: "BLOB-CONS-02 BLOB-ETAG-02", op.GetBlobMetadata: "BLOB-CONS-02 BLOB-TAB-06E",
			op.GetBlockList: "BLOB-BLK-01 BLOB-CONS-08", op.GetPageRanges: "BLOB-CONS-02 BLOB-TAB-15E", op.GetBlobTags: "BLOB-TAGS-01 BLOB-TAB-20"}[o]
		all = append(all, Fault{Name: slug(o) + "-cached", Family: "stale read", Sentence: o.String() + " shows a blob as it was when it was last asked for.",
			Clauses: clauses(at), Scope: []op.Operation{o}, Store: readingCached})
	}
	return all
}

// leaseTimes makes leases and breaks end early or late.
func leaseTimes() (all []Fault) {
	for _, m := range []struct {
		of     string
		scope  map[string]op.Operation
		prefix string
	}{
		{"blob", map[string]op.Operation{"acquire": op.LeaseBlobAcquire, "renew": op.LeaseBlobRenew, "change": op.LeaseBlobChange, "break": op.LeaseBlobBreak}, "BLOB"},
		{"container", map[string]op.Operation{"acquire": op.LeaseContainerAcquire, "renew": op.LeaseContainerRenew, "change": op.LeaseContainerChange, "break": op.LeaseContainerBreak}, "CONT"},
	} {
		for _, action := range []string{"acquire", "renew", "change", "break"} {
			o := m.scope[action]
			at := map[string]string{"acquire": "LM-TIME-Le", "renew": "LM-REN-A-Le", "change": "LM-CHG-AB-Le", "break": "LM-TIME-Bi"}[action]
			more := map[string]string{"acquire": "BLOB-LEASE-05 BLOB-LEASE-02 BLOB-LEASE-68", "renew": "BLOB-LEASE-03 BLOB-LEASE-51", "change": "BLOB-LEASE-52", "break": "BLOB-LEASE-62 BLOB-LEASE-69"}[action]
			if m.prefix == "CONT" {
				more = map[string]string{"acquire": "CONT-LEASE-01", "renew": "CONT-LEASE-01", "change": "CONT-LEASE-02", "break": "CONT-LEASE-02"}[action]
			}
			for _, v := range []struct {
				name, sentence string
				left           func(time.Duration) time.Duration
			}{
				{"half", "half of its time", func(d time.Duration) time.Duration { return d / 2 }},
				{"second-early", "a second before its time", func(d time.Duration) time.Duration { return d - time.Second }},
				{"late", "ten seconds after its time", func(d time.Duration) time.Duration { return d + 10*time.Second }},
			} {
				if action == "change" && v.name == "second-early" {
					continue
				}
				if v.name == "second-early" && action != "acquire" {
					continue
				}
				all = append(all, Fault{
					Name: m.of + "-lease-ends-" + v.name + "-after-" + action, Family: "duration", Scope: []op.Operation{o},
					Sentence: "After " + o.String() + " the lease, or its break period, ends at or after " + v.sentence + ".", Clauses: append(clauses(m.prefix+"-"+at), clauses(more)...),
					Store: alteringLeases(func(l *lease.Lease, at store.Moment) {
						if left := l.Until.Sub(at.Now); !l.Until.IsZero() && left > 0 {
							l.Until = at.Now.Add(max(v.left(left), 0))
						}
					}),
				})
			}
		}
		all = append(all, Fault{
			Name: m.of + "-infinite-lease-ends", Family: "duration", Scope: []op.Operation{m.scope["acquire"]},
			Sentence: "An infinite lease of a " + m.of + " ends after a minute.", Clauses: map[string][]string{"BLOB": clauses("BLOB-LEASE-02 BLOB-LEASE-42"), "CONT": clauses("CONT-LEASE-01 CONT-LEASE-02")}[m.prefix],
			Store: alteringLeases(func(l *lease.Lease, at store.Moment) {
				if l.State == lease.Leased && l.Duration == lease.Infinite {
					l.Duration, l.Until = time.Minute, at.Now.Add(time.Minute)
				}
			}),
		})
	}
	return all
}

// writesApart judges each operation against the version that it finds, and publishes over whatever came meanwhile.
func writesApart() (all []Fault) {
	for _, o := range writing {
		at := clauses("BLOB-RACE-01")
		switch {
		case o >= op.LeaseContainerAcquire && o <= op.LeaseContainerBreak || o >= op.LeaseBlobAcquire && o <= op.LeaseBlobBreak:
			if o != op.LeaseBlobAcquire && o != op.LeaseContainerAcquire {
				continue // no clause says what two of them at once come to
			}
			at = clauses("BLOB-RACE-06")
		case ofContainer(o):
			continue // no entity tag of a container is compared
		case o == op.PutBlob, o == op.PutBlockList, o == op.CopyBlob:
			at = clauses("BLOB-RACE-01 BLOB-RACE-02")
		case o == op.AppendBlock:
			at = clauses("BLOB-RACE-01 BLOB-APPEND-05 BLOB-HAND-01")
		case o == op.SetBlobTags, o == op.SetBlobTier:
			continue
		case o == op.SnapshotBlob, o == op.PutBlock:
			continue // they make no version of the blob
		}
		all = append(all, Fault{Name: slug(o) + "-apart", Family: "apart", Scope: []op.Operation{o}, Store: writingApart, Clauses: at,
			Sentence: o.String() + " is judged against the version that it finds, and published over whatever came meanwhile."})
	}
	all = append(all, Fault{Name: "create-container-apart", Family: "apart", Scope: []op.Operation{op.CreateContainer}, Store: writingApart, Clauses: clauses("BLOB-RACE-05"),
		Sentence: "Create Container is judged against what it finds, and published over whatever came meanwhile."})
	for _, o := range []op.Operation{op.InsertEntity, op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrMergeEntity, op.EntityGroupTransaction} {
		at := map[op.Operation]string{op.InsertEntity: "TABLE-COND-09", op.InsertOrMergeEntity: "TABLE-RACE-02", op.EntityGroupTransaction: "TABLE-RACE-01 TABLE-BATCH-23"}[o]
		if at == "" {
			at = "TABLE-RACE-01 TABLE-OCC-15"
		}
		all = append(all, Fault{Name: slug(o) + "-apart", Family: "apart", Scope: []op.Operation{o}, Entities: changingApart, Clauses: clauses(at),
			Sentence: o.String() + " is judged against the version that it finds, and published over whatever came meanwhile."})
	}
	return all
}

// entityEffects makes each operation on entities do nothing.
func entityEffects() (all []Fault) {
	for _, c := range entityChapters {
		if c.of == op.GetEntity {
			continue
		}
		all = append(all, Fault{Name: slug(c.of) + "-not-performed", Family: "effect", Scope: []op.Operation{c.of}, Clauses: together(c.all, c.effect),
			Sentence: c.of.String() + " is answered as done and not performed.", Entities: onlyDrafting})
	}
	return all
}
