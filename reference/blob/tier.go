package blob

import (
	"net/http"
	"slices"

	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/store"
)

// The access tiers of block blobs. An archived blob's content cannot be read until another tier is set, which this
// server does at once.
const (
	tierHot     = "Hot"
	tierCool    = "Cool"
	tierCold    = "Cold"
	tierArchive = "Archive"
)

// tier reads x-ms-access-tier, empty if it is absent.
func (c *call) tier() (string, error) {
	v := c.get(hAccessTier)
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
	if at := c.query.Get("snapshot"); at != "" {
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
	return answer(w, http.StatusOK)
}

func (c *call) setSnapshotTier(p *preconditions, at, tier string) error {
	_, err := c.s.store.UpdateBlob(c.container, c.blob, func(old *store.Blob, now store.Moment) (*store.Blob, error) {
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

func (c *call) showTier(h http.Header, b *store.Blob) {
	if b.Kind != store.BlockBlob {
		return
	}
	if b.Tier.Name == "" {
		set(h, hAccessTier, tierHot)
		share(h, hAccessTierInferred, vTrue)
		return
	}
	set(h, hAccessTier, b.Tier.Name)
	set(h, hAccessTierChange, etag.HTTPDate(b.Tier.Changed))
}

func (d *document) tier(b *store.Blob) {
	if b.Kind != store.BlockBlob {
		return
	}
	if b.Tier.Name == "" {
		d.element("AccessTier", tierHot)
		d.element("AccessTierInferred", "true")
		return
	}
	d.element("AccessTier", b.Tier.Name)
	d.element("AccessTierChangeTime", etag.HTTPDate(b.Tier.Changed))
}
