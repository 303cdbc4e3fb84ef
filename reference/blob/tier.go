package blob

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/condition"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// The access tiers of block blobs. The content of an archived blob cannot be read until it has left the archive, some
// time after another tier was set.
const (
	tierHot     = "Hot"
	tierCool    = "Cool"
	tierCold    = "Cold"
	tierArchive = "Archive"
)

// tier reads x-ms-access-tier, or "" if it is absent.
func (c *call) tier() (string, error) {
	v := c.Get(header.AccessTier)
	if v == "" || slices.Contains([]string{tierHot, tierCool, tierCold, tierArchive}, v) {
		return v, nil
	}
	return "", errcode.BadHeader("x-ms-access-tier", v)
}

// setTier is Set Blob Tier. The blob, or its snapshot, keeps its stamp.
func setTier(c *call, w http.ResponseWriter) error {
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	tier, err := c.tier()
	if err != nil {
		return err
	}
	if tier == "" {
		return errcode.MissingHeader("x-ms-access-tier")
	}
	priority, err := c.priority()
	if err != nil {
		return err
	}
	var done store.Tier
	change := func(b *store.Blob, now time.Time) (err error) {
		if b.Kind != store.BlockBlob {
			return errcode.New(errcode.InvalidBlobType)
		}
		b.Tier, err = moved(b.Tier.At(now), tier, priority, now)
		done = b.Tier
		return err
	}
	if at := c.Query.Get("snapshot"); at != "" {
		err = c.setSnapshotTier(&p, at, change)
	} else {
		_, err = c.update(&p, func(_ *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
			c.restamp(&next.Stamp, at)
			return &next, change(&next, at.Now)
		})
	}
	if err != nil {
		return err
	}
	if done.Next != "" {
		return frontend.Answer(w, http.StatusAccepted) // BLOB-TIER-20
	}
	return frontend.Answer(w, http.StatusOK)
}

const (
	priorityStandard = "Standard"
	prioritySince    = "2019-12-12" // the first version that shows the priority
)

// rehydration is how long a blob may need to leave the archive, by priority. // D:Blob rehydration from the archive tier
var rehydration = map[string]time.Duration{priorityStandard: 15 * time.Hour, "High": time.Hour}

// priority reads x-ms-rehydrate-priority.
func (c *call) priority() (string, error) {
	priority := cmp.Or(c.Get(hRehydrate), priorityStandard)
	if rehydration[priority] == 0 {
		return "", errcode.BadHeader("x-ms-rehydrate-priority", priority)
	}
	return priority, nil
}

// online refuses to change an archived blob. // D:Archive access tier; I:azure-storage-azcopy
func online(b *store.Blob, now time.Time) error {
	if b != nil && b.Tier.At(now).Name == tierArchive {
		return errcode.New(errcode.BlobArchived)
	}
	return nil
}

// readable refuses to copy from an archived blob, unless the copy is to be in another tier. Such a copy leaves the
// archive later, and the source stays. // D:Copy Blob, remarks; Blob rehydration from the archive tier
func (c *call) readable(b *store.Blob, now time.Time) error {
	tier := b.Tier.At(now)
	switch to := c.Get(header.AccessTier); {
	case tier.Name != tierArchive:
		return nil
	case c.Op != op.CopyBlob || to == "" || to == tierArchive:
		return errcode.New(errcode.BlobArchived)
	case tier.Next != "":
		return errcode.New(errcode.BlobBeingRehydrated)
	}
	return nil
}

// leaving returns the tier of a blob that leaves the archive for another tier.
func leaving(tier, priority string, now time.Time) store.Tier {
	return store.Tier{Name: tierArchive, Changed: now, Next: tier, Priority: priority, Ready: now.Add(rehydration[priority])}
}

// moved returns the tier of a blob that is set to another. A blob leaves the archive later; until then, only how
// urgently it does so can be changed. // D:Set Blob Tier, remarks
func moved(old store.Tier, tier, priority string, now time.Time) (store.Tier, error) {
	switch {
	case old.Next != "" && (tier != old.Next || priority == priorityStandard && old.Priority != priorityStandard):
		return old, errcode.New(errcode.BlobBeingRehydrated)
	case old.Name == tierArchive && tier != tierArchive:
		return leaving(tier, priority, now), nil
	}
	return store.Tier{Name: tier, Changed: now}, nil
}

func (c *call) setSnapshotTier(p *preconditions, at string, change func(b *store.Blob, now time.Time) error) error {
	_, err := c.store().UpdateBlob(c.container, c.blob, func(old *store.Blob, now store.Moment) (*store.Blob, error) {
		i := -1
		if old != nil {
			i = slices.IndexFunc(old.Snapshots, func(s store.Snapshot) bool { return s.Time == at })
		}
		if i < 0 {
			return nil, errcode.New(errcode.BlobNotFound)
		}
		s := *old.Snapshots[i].Blob
		if _, err := c.check(p, &s, now.Now); err != nil {
			return nil, err
		}
		if s.Tier.At(now.Now).Name == tierArchive && c.Get(header.AccessTier) != tierArchive {
			return nil, errcode.New(errcode.BlobArchived) // only a copy leaves the archive // D:Blob snapshots, pricing and billing
		}
		if err := change(&s, now.Now); err != nil {
			return nil, err
		}
		next := *old
		next.Snapshots = slices.Clone(old.Snapshots)
		next.Snapshots[i].Blob = &s
		return &next, nil
	})
	return err
}

// tierConditions are the conditions of Delete Blob on the time at which the blob's tier was set. // D:Delete Blob
type tierConditions struct{ modifiedSince, unmodifiedSince time.Time }

// tierConditions reads these headers. As in all conditions, a date that cannot be read counts as absent.
func (c *call) tierConditions() (t tierConditions) {
	if c.Version >= c.Rules.TierConditionsSince {
		t.modifiedSince, _ = condition.ParseDate(c.Get(hAccessTierModified))
		t.unmodifiedSince, _ = condition.ParseDate(c.Get(hAccessTierUnmodified))
	}
	return t
}

// hold compares in whole seconds. A tier that was never set is as old as the blob.
func (t tierConditions) hold(b *store.Blob) error {
	changed := b.Tier.Changed
	if changed.IsZero() {
		changed = b.Created
	}
	changed = changed.Truncate(time.Second)
	if !t.modifiedSince.IsZero() && !changed.After(t.modifiedSince) || !t.unmodifiedSince.IsZero() && changed.After(t.unmodifiedSince) {
		return errcode.New(errcode.AccessTierChangeTimeConditionNotMet)
	}
	return nil
}

func (c *call) showTier(h http.Header, b *store.Blob) {
	if b.Kind != store.BlockBlob {
		return
	}
	tier := b.Tier.At(c.Clock.Now())
	if tier.Name == "" {
		header.Share(h, header.AccessTier, vHot)
		header.Share(h, hAccessTierInferred, vTrue)
		return
	}
	header.Set(h, header.AccessTier, tier.Name)
	header.Set(h, hAccessTierChange, etag.HTTPDate(tier.Changed))
	if tier.Next != "" {
		header.Set(h, hArchiveStatus, archiveStatus(tier))
		if c.Version >= prioritySince {
			header.Set(h, hRehydrate, tier.Priority)
		}
	}
}

func (l *listing) writeTier(b *store.Blob) {
	x := &l.Writer
	if b.Kind != store.BlockBlob {
		return
	}
	tier := b.Tier.At(l.now)
	if tier.Name == "" {
		x.Element("AccessTier", tierHot)
		x.Element("AccessTierInferred", "true")
		return
	}
	x.Element("AccessTier", tier.Name)
	if tier.Next != "" {
		x.Element("ArchiveStatus", archiveStatus(tier))
		if l.c.Version >= prioritySince {
			x.Element("RehydratePriority", tier.Priority)
		}
	}
	x.Element("AccessTierChangeTime", etag.HTTPDate(tier.Changed))
}

// archiveStatus says where a blob goes that leaves the archive.
func archiveStatus(t store.Tier) string { return "rehydrate-pending-to-" + strings.ToLower(t.Next) }
