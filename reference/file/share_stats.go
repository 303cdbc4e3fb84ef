package file

import (
	"net/http"
	"strconv"

	"ifmatch/reference/document"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store/files"
)

// getStats is Get Share Stats: the amount of stored data.
func getStats(c *call, w http.ResponseWriter) error {
	if _, err := c.readShare(); err != nil {
		return err
	}
	size := int64(0)
	if err := c.service.store.Read(c.share, "", func(t *files.Tree) error { size = t.Size(); return nil }); err != nil {
		return err
	}
	var x document.Writer
	x.Open("ShareStats")
	x.Element("ShareUsageBytes", strconv.FormatInt(size, 10))
	x.Close("ShareStats")
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}
