package file

import (
	"net/http"
	"strconv"
	"strings"

	"ifmatch/reference/document"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store/files"
)

// listShares is List Shares. What was deleted comes before the snapshots, and they come before their share.
func listShares(c *call, w http.ResponseWriter) error {
	p, err := c.paging("metadata", "snapshots", "deleted")
	if err != nil {
		return err
	}
	from, after, _ := strings.Cut(p.from, "\x00") // a share, and the first of its deletions or snapshots on the next page
	var x document.Writer
	x.Open("EnumerationResults", "ServiceEndpoint", c.Endpoint())
	p.head(&x)
	x.Open("Shares")
	n, next := 0, ""
	room := func(name, part string) bool {
		if n == p.limit {
			next = name + "\x00" + part
			return false
		}
		n++
		return true
	}
	now := c.Clock.Now()
	c.store().ListShares(max(from, p.prefix), func(name string, s *files.Share) bool {
		if !strings.HasPrefix(name, p.prefix) {
			return false
		}
		parts := name != from || after != "" || p.marker == ""
		listed := func(part string) bool { return parts && (name != from || part >= after) } // also: a version < a snapshot
		if p.includes("deleted") {
			for _, o := range s.Buried.Alive(now) {
				if listed(o.Version) {
					if !room(name, o.Version) {
						return false
					}
					c.writeShare(&x, &p, name, "", o.What.Share(), frontend.DeletedOf(&o, now))
				}
			}
		}
		if p.includes("snapshots") {
			for _, at := range s.Snapshots {
				if listed(at.Time) {
					if !room(name, at.Time) {
						return false
					}
					c.writeShare(&x, &p, name, at.Time, at.Share, nil)
				}
			}
		}
		if s.Deleted() {
			return true
		}
		if !room(name, "") {
			return false
		}
		c.writeShare(&x, &p, name, "", s, nil)
		return true
	})
	x.Close("Shares")
	tail(&x, next)
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}

// writeShare lists a share, which may be deleted. // REC-py test_undelete_share
func (c *call) writeShare(x *document.Writer, p *paging, name, snapshot string, s *files.Share, gone *frontend.Deleted) {
	x.Open("Share")
	x.Element("Name", name)
	x.Optional("Snapshot", snapshot)
	gone.Begin(x)
	x.Open("Properties")
	x.Element("Last-Modified", s.Stamp.HTTPDate)
	x.Element("Etag", s.Stamp.ETag)
	x.Element("Quota", strconv.Itoa(s.Quota))
	x.Element("AccessTier", s.Tier)
	if gone != nil {
		gone.WriteLease(x, "broken")
	} else {
		frontend.WriteLease(x, s.Lease, c.Clock.Now())
	}
	gone.End(x)
	x.Close("Properties")
	if p.includes("metadata") && len(s.Metadata) > 0 {
		s.Metadata.Write(x)
	}
	x.Close("Share")
}
