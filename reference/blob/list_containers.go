package blob

import (
	"net/http"
	"strings"

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
		if !strings.HasPrefix(name, p.prefix) || !p.room(name, "") {
			return false
		}
		x.Open("Container")
		x.Element("Name", name)
		x.Open("Properties")
		x.Element("Last-Modified", v.Stamp.HTTPDate)
		x.Element("Etag", v.Stamp.ETag) // in quotes, unlike those of blobs: so Microsoft recorded it
		frontend.WriteLease(&x, v.Lease, now)
		x.Optional("PublicAccess", v.Public)
		x.Element("HasImmutabilityPolicy", "false")
		x.Element("HasLegalHold", "false")
		x.Close("Properties")
		if p.includes("metadata") {
			writeMetadata(&x, v.Metadata)
		}
		x.Close("Container")
		return true
	})
	x.Close("Containers")
	c.tail(&x, p.next)
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}
