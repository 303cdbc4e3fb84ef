package blob

import (
	"net/http"
	"slices"
	"time"

	"ifmatch/reference/condition"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// The access tiers of block blobs. The content of an archived blob cannot be read until another tier is set; this
// server rehydrates it at once.
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
	if at := c.Query.Get("snapshot"); at != "" {
		err = c.setSnapshotTier(&p, at, tier)
	} else {
		_, err = c.update(&p, func(_ *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
			if next.Kind != store.BlockBlob {
				return nil, errcode.New(errcode.InvalidBlobType)
			}
			next.Tier = store.Tier{Name: tier, Changed: at.Now}
			c.restamp(&next.Stamp, at)
			return &next, nil
		})
	}
	if err != nil {
		return err
	}
	return frontend.Answer(w, http.StatusOK)
}

func (c *call) setSnapshotTier(p *preconditions, at, tier string) error {
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
		if s.Kind != store.BlockBlob {
			return nil, errcode.New(errcode.InvalidBlobType)
		}
		s.Tier = store.Tier{Name: tier, Changed: now.Now}
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
	if b.Tier.Name == "" {
		header.Share(h, header.AccessTier, vHot)
		header.Share(h, hAccessTierInferred, vTrue)
		return
	}
	header.Set(h, header.AccessTier, b.Tier.Name)
	header.Set(h, hAccessTierChange, etag.HTTPDate(b.Tier.Changed))
}

func writeTier(x *document.Writer, b *store.Blob) {
	if b.Kind != store.BlockBlob {
		return
	}
	if b.Tier.Name == "" {
		x.Element("AccessTier", tierHot)
		x.Element("AccessTierInferred", "true")
		return
	}
	x.Element("AccessTier", b.Tier.Name)
	x.Element("AccessTierChangeTime", etag.HTTPDate(b.Tier.Changed))
}
