package blob

import (
	"net/http"

	"ifmatch/reference/document"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// getACL is Get Container ACL.
func getACL(c *call, w http.ResponseWriter) error {
	v, err := c.readContainer()
	if err != nil {
		return err
	}
	c.stamp(w.Header(), v.Stamp)
	header.Set(w.Header(), hBlobPublicAccess, v.Public)
	return frontend.SendPolicies(w, v.Policies)
}

// setACL is Set Container ACL. // CONT-ETAG-03
func setACL(c *call, w http.ResponseWriter) error {
	public, err := c.publicAccess()
	if err != nil {
		return err
	}
	body, err := c.body(c.Rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	policies, err := document.ParsePolicies(body, c.Rules.Limits.SignedPolicies)
	if err != nil {
		return err
	}
	done, err := c.updateContainer(func(next *store.Container, _ store.Moment) error {
		next.Policies, next.Public = policies, public
		return nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return frontend.Answer(w, http.StatusOK)
}
