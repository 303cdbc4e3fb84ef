package file

import (
	"net/http"
	"time"

	"ifmatch/reference/frontend"
	"ifmatch/reference/store/files"
)

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
