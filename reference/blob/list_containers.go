package blob

import (
	"net/http"
	"strings"

	"ifmatch/reference/store"
)

// listContainers is List Containers. // CONT-TAB-11
func listContainers(c *call, w http.ResponseWriter) error {
	p, err := c.paging("metadata", "deleted", "system")
	if err != nil {
		return err
	}
	var x document
	c.head(&x, &p)
	x.open("Containers")
	now := c.s.clock.Now()
	n, next := 0, place{}
	c.s.store.ListContainers(p.start(), func(name string, v *store.Container) bool {
		if !strings.HasPrefix(name, p.prefix) {
			return false
		}
		if n == p.limit {
			next.name = name
			return false
		}
		n++
		x.open("Container")
		x.element("Name", name)
		x.open("Properties")
		x.element("Last-Modified", v.Stamp.HTTPDate)
		x.element("Etag", v.Stamp.Unquoted())
		x.lease(v.Lease, now)
		x.optional("PublicAccess", v.Public)
		x.element("HasImmutabilityPolicy", "false")
		x.element("HasLegalHold", "false")
		x.close("Properties")
		if p.includes("metadata") {
			x.metadata(v.Metadata)
		}
		x.close("Container")
		return true
	})
	x.close("Containers")
	c.tail(&x, next)
	x.write(w, http.StatusOK)
	return nil
}
