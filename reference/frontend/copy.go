package frontend

import (
	"net/http"
	"strconv"

	"ifmatch/reference/etag"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// ShowCopy shows the last copy to a blob or a file, nil if there was none.
func ShowCopy(h http.Header, c *store.Copy) {
	if c == nil {
		return
	}
	header.Set(h, "X-Ms-Copy-Id", c.ID)
	header.Set(h, "X-Ms-Copy-Source", c.Source)
	header.Set(h, "X-Ms-Copy-Status", string(c.Status))
	header.Set(h, "X-Ms-Copy-Progress", CopyProgress(c))
	header.Set(h, "X-Ms-Copy-Status-Description", c.Description)
	if !c.Completed.IsZero() {
		header.Set(h, "X-Ms-Copy-Completion-Time", etag.HTTPDate(c.Completed))
	}
}

// CopyProgress is how much of a copy is done, in bytes.
func CopyProgress(c *store.Copy) string {
	return strconv.FormatInt(c.Copied, 10) + "/" + strconv.FormatInt(c.Total, 10)
}
