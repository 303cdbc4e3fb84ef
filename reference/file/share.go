package file

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	"ifmatch/reference/store/files"
)

// The defaults of a new share. Other tiers are listed below.
const (
	defaultQuota = 5120 // GiB
	defaultTier  = "TransactionOptimized"
)

// The first versions of the protocol that show the tier of a share, and its lease.
const (
	tierSince       = "2019-12-12"
	shareLeaseSince = "2020-02-10"
)

var tiers = []string{defaultTier, "Hot", "Cool"}

// shareSettings are the headers of Create Share and Set Share Properties.
type shareSettings struct {
	quota int // zero: not given
	tier  string
}

func (c *call) shareSettings() (s shareSettings, err error) {
	n, given, err := c.Integer(hQuota)
	switch {
	case err != nil:
		return s, err
	case given && (n < 1 || n > int64(c.Rules.File.Limits.Quota)):
		return s, errcode.BadHeader("x-ms-share-quota", c.Get(hQuota))
	case given:
		s.quota = int(n)
	}
	if s.tier = c.Get(header.AccessTier); s.tier != "" && !slices.Contains(tiers, s.tier) {
		return s, errcode.BadHeader("x-ms-access-tier", s.tier)
	}
	return s, nil
}

func (s shareSettings) apply(to *files.Share, now time.Time) {
	if s.quota != 0 {
		to.Quota = s.quota
	}
	if s.tier != "" && s.tier != to.Tier {
		to.Tier, to.TierChanged = s.tier, now
	}
}

// createShare is Create Share.
func createShare(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	settings, err := c.shareSettings()
	if err != nil {
		return err
	}
	done, err := c.store().UpdateShare(c.share, func(old *files.Share, at files.Moment) (*files.Share, error) {
		switch {
		case old == nil:
		case !old.Deleted():
			return nil, errcode.New(errcode.ShareAlreadyExists)
		case at.Now.Before(old.DeletedAt.Add(c.Rules.File.Limits.SharePurges)):
			return nil, errcode.New(errcode.ShareBeingDeleted) // FILE-DEL-21a
		}
		next := &files.Share{Stamp: at.Stamp(), Metadata: m, Quota: defaultQuota, Tier: defaultTier, TierChanged: at.Now}
		if old != nil {
			next.Buried = old.Buried.Alive(at.Now)
		}
		settings.apply(next, at.Now)
		return next, nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return frontend.Answer(w, http.StatusCreated)
}

// readShare finds the share, or its snapshot, and checks the request against it. // FILE-SLEASE-04 FILE-SLEASE-11
func (c *call) readShare() (*files.Share, error) {
	s, err := living(c.store().Share(c.share))
	if err != nil {
		return nil, err
	}
	if at := c.snapshot(); at != "" {
		found := s.Snapshot(at)
		if found == nil {
			return nil, files.ErrNoShare // FILE-SLEASE-19
		}
		s = found.Share
	}
	_, err = c.checkShare(s, c.Clock.Now())
	return s, err
}

// living refuses a share that does not exist, or that was deleted. // FILE-DEL-21 FILE-DEL-22
func living(s *files.Share) (*files.Share, error) {
	if s == nil || s.Deleted() {
		return nil, files.ErrNoShare
	}
	return s, nil
}

// checkShare checks a request against the lease of a share. It returns the lease that the share has if the operation
// succeeds.
func (c *call) checkShare(s *files.Share, now time.Time) (lease.Lease, error) {
	l, code := c.Rules.File.ShareUses.Try(s.Lease, c.rule.Lease, c.named.id, c.named.given, now)
	if code != "" {
		return l, errcode.New(code)
	}
	return l, nil
}

// updateShare makes a new version of the call's share, or of its snapshot, after checking the request against the
// current one.
func (c *call) updateShare(change func(next *files.Share, at files.Moment) error) (*files.Share, error) {
	if c.store().Share(c.share) == nil {
		return nil, files.ErrNoShare
	}
	var done *files.Share
	_, err := c.store().UpdateShare(c.share, func(old *files.Share, at files.Moment) (*files.Share, error) {
		if _, err := living(old); err != nil {
			return nil, err
		}
		whole, next := *old, *old
		snapshot := c.snapshot()
		if snapshot != "" {
			found := old.Snapshot(snapshot)
			if found == nil {
				return nil, files.ErrNoShare // FILE-SLEASE-19
			}
			next = *found.Share
		}
		var err error
		if next.Lease, err = c.checkShare(&next, at.Now); err != nil {
			return nil, err
		}
		if err := change(&next, at); err != nil {
			return nil, err
		}
		c.restamp(&next.Stamp, at)
		done = &next
		if snapshot == "" {
			return &next, nil
		}
		whole.Snapshots = slices.Clone(whole.Snapshots)
		whole.Snapshot(snapshot).Share = &next
		return &whole, nil
	})
	return done, err
}

// getShare is Get Share Properties.
func getShare(c *call, w http.ResponseWriter) error {
	s, err := c.readShare()
	if err != nil {
		return err
	}
	h := w.Header()
	c.stamp(h, s.Stamp)
	c.ShowMetadata(h, s.Metadata)
	header.Set(h, hQuota, strconv.Itoa(s.Quota))
	header.Share(h, "X-Ms-Has-Immutability-Policy", vFalse)
	header.Share(h, "X-Ms-Has-Legal-Hold", vFalse)
	if c.Version >= tierSince {
		header.Set(h, header.AccessTier, s.Tier)
		header.Set(h, "X-Ms-Access-Tier-Change-Time", etag.HTTPDate(s.TierChanged))
	}
	if c.Version >= shareLeaseSince {
		frontend.ShowLease(h, s.Lease, c.Clock.Now())
	}
	return frontend.Answer(w, http.StatusOK)
}

// getShareMetadata is Get Share Metadata.
func getShareMetadata(c *call, w http.ResponseWriter) error {
	s, err := c.readShare()
	if err != nil {
		return err
	}
	c.stamp(w.Header(), s.Stamp)
	c.ShowMetadata(w.Header(), s.Metadata)
	return frontend.Answer(w, http.StatusOK)
}

// setShareMetadata is Set Share Metadata: it replaces all metadata.
func setShareMetadata(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	return c.setShare(w, func(next *files.Share, _ time.Time) { next.Metadata = m })
}

// setShareProperties is Set Share Properties: properties that are not given stay unchanged.
func setShareProperties(c *call, w http.ResponseWriter) error {
	settings, err := c.shareSettings()
	if err != nil {
		return err
	}
	return c.setShare(w, settings.apply)
}

// setShare changes a share and answers.
func (c *call) setShare(w http.ResponseWriter, change func(next *files.Share, now time.Time)) error {
	done, err := c.updateShare(func(next *files.Share, at files.Moment) error {
		change(next, at.Now)
		return nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return frontend.Answer(w, http.StatusOK)
}

// getACL is Get Share ACL.
func getACL(c *call, w http.ResponseWriter) error {
	s, err := c.readShare()
	if err != nil {
		return err
	}
	c.stamp(w.Header(), s.Stamp)
	return frontend.SendPolicies(w, s.Policies)
}

// setACL is Set Share ACL: it replaces the whole list.
func setACL(c *call, w http.ResponseWriter) error {
	list, err := c.Call.Policies()
	if err != nil {
		return err
	}
	return c.setShare(w, func(next *files.Share, _ time.Time) { next.Policies = list })
}

// getStats is Get Share Stats: the amount of stored data.
func getStats(c *call, w http.ResponseWriter) error {
	if _, err := c.readShare(); err != nil {
		return err
	}
	size := int64(0)
	if err := c.store().Read(c.share, "", func(t *files.Tree) error { size = t.Size(); return nil }); err != nil {
		return err
	}
	var x document.Writer
	x.Open("ShareStats")
	x.Element("ShareUsageBytes", strconv.FormatInt(size, 10))
	x.Close("ShareStats")
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}
