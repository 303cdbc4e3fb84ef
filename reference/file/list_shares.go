package file

import (
	"net/http"
	"strconv"
	"strings"

	"ifmatch/reference/document"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store/files"
)

// listShares is List Shares. Snapshots come before their share.
func listShares(c *call, w http.ResponseWriter) error {
	p, err := c.paging("metadata", "snapshots", "deleted") // no deletion is soft here, so no deleted share can be listed
	if err != nil {
		return err
	}
	from, after, _ := strings.Cut(p.from, "\x00") // a share, and the first of its snapshots on the next page
	var x document.Writer
	x.Open("EnumerationResults", "ServiceEndpoint", c.Endpoint())
	p.head(&x)
	x.Open("Shares")
	n, next := 0, ""
	entry := func(name, snapshot string, s *files.Share) bool {
		if n == p.limit {
			next = name + "\x00" + snapshot
			return false
		}
		n++
		c.writeShare(&x, &p, name, snapshot, s)
		return true
	}
	c.service.store.ListShares(max(from, p.prefix), func(name string, s *files.Share) bool {
		if !strings.HasPrefix(name, p.prefix) {
			return false
		}
		if p.includes("snapshots") && (name != from || after != "" || p.marker == "") {
			for i := range s.Snapshots {
				at := &s.Snapshots[i]
				if name == from && at.Time < after {
					continue
				}
				if !entry(name, at.Time, at.Share) {
					return false
				}
			}
		}
		return entry(name, "", s)
	})
	x.Close("Shares")
	tail(&x, next)
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}

func (c *call) writeShare(x *document.Writer, p *paging, name, snapshot string, s *files.Share) {
	x.Open("Share")
	x.Element("Name", name)
	x.Optional("Snapshot", snapshot)
	x.Open("Properties")
	x.Element("Last-Modified", s.Stamp.HTTPDate)
	x.Element("Etag", s.Stamp.ETag)
	x.Element("Quota", strconv.Itoa(s.Quota))
	x.Element("AccessTier", s.Tier)
	frontend.WriteLease(x, s.Lease, c.Clock.Now())
	x.Close("Properties")
	if p.includes("metadata") && len(s.Metadata) > 0 {
		s.Metadata.Write(x)
	}
	x.Close("Share")
}
