package fault

import (
	"reflect"
	"slices"
	"time"

	"ifmatch/reference/condition"
	"ifmatch/reference/document"
	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
	"ifmatch/reference/tags"
)

// replacers make a blob or replace one.
var replacers = []op.Operation{op.PutBlob, op.PutBlobFromURL, op.PutBlockList, op.CopyBlob, op.CopyBlobFromURL}

var ofBlobs = kind[store.Blob]{
	service: op.BlobService,
	early: func(e early[store.Blob]) Fault {
		return Fault{Store: hooks{blob: looking[store.Blob, store.Moment](e)}.before}
	},
	gone: func(b *store.Blob) bool { return b == nil || !b.Committed },
	parts: []part[store.Blob]{
		{"etag", "BLOB-PAIR-01", func(b *store.Blob) any { return &b.Stamp.ETag }, readsHeader(condition.Match)},
		{"date", "BLOB-PAIR-05", func(b *store.Blob) any { return &b.Stamp.Modified }, readsHeader(condition.UnmodifiedSince)},
		{"tags", "BLOB-PAIR-06", func(b *store.Blob) any { return &b.Tags }, func(o op.Operation) bool { return rules.Documented().Operations[o].IfTags }},
		{"sequence", "BLOB-PAIR-10", func(b *store.Blob) any { return &b.Sequence }, func(o op.Operation) bool { return o == op.PutPage || o == op.PutPageFromURL }},
		{"seal", "BLOB-SEAL-01 BLOB-PAIR-02", func(b *store.Blob) any { return &b.Sealed }, func(o op.Operation) bool { return o == op.AppendBlock || o == op.AppendBlockFromURL }},
		{"lease", "BLOB-PAIR-02 BLOB-PAIR-09", func(b *store.Blob) any { return &b.Lease }, readsLease},
	},
	wholes: []whole[store.Blob]{
		{"metadata", "BLOB-PAIR-03", mergingMetadata(func(b *store.Blob) *metadata.List { return &b.Metadata }), append(replacers, op.SetBlobMetadata)},
		// What replaces a blob and keeps the tags may have come before them.
		{"tags", "BLOB-PAIR-03", merging(func(b *store.Blob) *tags.Set { return &b.Tags }, func(t tags.Tag) string { return t.Key }, 10), []op.Operation{op.SetBlobTags}},
	},
	shown: "BLOB-PAIR-04",
}

var ofContainers = kind[store.Container]{
	service: op.BlobService,
	early: func(e early[store.Container]) Fault {
		return Fault{Store: hooks{container: looking[store.Container, store.Moment](e)}.before}
	},
	gone: deleted[store.Container],
	parts: []part[store.Container]{
		// Who holds a lease stops no other change of a container.
		{"date", "CONT-PAIR-04", func(c *store.Container) any { return &c.Stamp.Modified }, func(o op.Operation) bool { return readsHeader(condition.UnmodifiedSince)(o) && !hides(o) }},
		{"lease", "CONT-PAIR-01 CONT-PAIR-05", func(c *store.Container) any { return &c.Lease }, readsLease},
	},
	wholes: []whole[store.Container]{
		{"metadata", "CONT-PAIR-02", mergingMetadata(func(c *store.Container) *metadata.List { return &c.Metadata }), []op.Operation{op.SetContainerMetadata}},
		{"policies", "CONT-PAIR-02", mergingPolicies(func(c *store.Container) *[]document.Policy { return &c.Policies }), []op.Operation{op.SetContainerACL}},
	},
	shown: "CONT-PAIR-03",
	alike: []op.Operation{op.DeleteContainer}, // a second deletion may be answered as the first
}

func readsHeader(k condition.Kinds) func(op.Operation) bool {
	return func(o op.Operation) bool { return rules.Documented().Operations[o].Headers&k != 0 }
}

func readsLease(o op.Operation) bool {
	return rules.Documented().Operations[o].Lease != lease.Unleased || leasing(o)
}

func (g *group) ofBlobs() {
	for _, o := range op.Of(op.BlobService) {
		rule := rules.Documented().Operations[o]
		switch {
		case reflect.ValueOf(rule).IsZero() || o == op.AbortCopyBlob || o == op.GetPageRangesDiff: // one needs a pending copy, one a snapshot
		case ofContainer(o) && o.ReadOnly(): // it depends on nothing that can be checked early
		case ofContainer(o):
			ofContainers.mirror(g, o, "CONT-PAIR-01")
		case o.ReadOnly():
			g.ofReads(o)
		default:
			at := "BLOB-PAIR-02"
			if slices.Contains(replacers, o) {
				at = "BLOB-PAIR-01" // If-None-Match: *; without it, to create and to replace leave the same
			}
			ofBlobs.mirror(g, o, at)
			if rule.Headers&condition.Match != 0 && o != op.DeleteBlob { // of two deletions, either may be the tagged one
				g.using("pair-"+slug(o)+"-checks-deletion-early", o.String()+" with If-Match compares the ETag, and is done on a blob that is deleted meanwhile.", "BLOB-PAIR-11", existing(ofBlobs.gone), having("If-Match"), o)
			}
		}
	}
}

// ofReads adds the faults of a read: it is performed, and once more 5 ms later without the condition.
func (g *group) ofReads(o op.Operation) {
	headers := map[string]string{"etag": "If-Match", "date": "If-Unmodified-Since", "tags": "x-ms-if-tags", "lease": "x-ms-lease-id"}
	for _, p := range ofBlobs.parts {
		if !p.read(o) || p.name == "lease" && o != op.GetBlob && o != op.GetBlobProperties {
			continue // the others show nothing that changes with the lease
		}
		again := repeating(headers[p.name], "", func(a *held.Answer) bool {
			time.Sleep(pause)
			return a.Status < 300
		}, o)
		g.serving("pair-"+slug(o)+"-checks-"+p.name+"-early", o.String()+" checks the "+p.name+", and reads 5 ms later.", p.clauses, func() op.Middleware { return again(everyTime()) })
	}
}
