package blob

import (
	"net/http"
	"strings"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store"
)

// listContainers is List Containers. // CONT-TAB-11
func listContainers(c *call, w http.ResponseWriter) error {
	p, err := c.paging("metadata", "deleted", "system")
	if err != nil {
		return err
	}
	var x document.Writer
	c.head(&x, &p)
	x.Open("Containers")
	now := c.Clock.Now()
	c.store().ListContainers(p.start(), func(name string, v *store.Container) bool {
		if !strings.HasPrefix(name, p.prefix) {
			return false
		}
		if p.includes("deleted") && (name != p.from.name || p.from.snapshot != "") {
			for _, o := range v.Buried.Alive(now) {
				if name == p.from.name && o.Version < p.from.snapshot {
					continue
				}
				if !p.room(name, o.Version) {
					return false
				}
				writeContainer(&x, &p, name, o.What.Container, frontend.DeletedOf(&o, now), now)
			}
		}
		if v.Deleted() {
			return true
		}
		if !p.room(name, "") {
			return false
		}
		writeContainer(&x, &p, name, v, nil, now)
		return true
	})
	x.Close("Containers")
	c.tail(&x, p.next)
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}

// writeContainer lists a container, which may be deleted. // REC-py test_undelete_container
func writeContainer(x *document.Writer, p *paging, name string, v *store.Container, gone *frontend.Deleted, now time.Time) {
	x.Open("Container")
	x.Element("Name", name)
	gone.Begin(x)
	x.Open("Properties")
	x.Element("Last-Modified", v.Stamp.HTTPDate)
	x.Element("Etag", v.Stamp.ETag) // in quotes, unlike those of blobs: so Microsoft recorded it
	if gone != nil {
		gone.WriteLease(x, "expired")
	} else {
		frontend.WriteLease(x, v.Lease, now)
	}
	x.Optional("PublicAccess", v.Public)
	x.Element("HasImmutabilityPolicy", "false")
	x.Element("HasLegalHold", "false")
	gone.End(x)
	x.Close("Properties")
	if p.includes("metadata") {
		writeMetadata(x, v.Metadata)
	}
	x.Close("Container")
}
