package table

import (
	"net/http"
	"time"

	xmldoc "ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/store/entities"
)

// getACL is Get Table ACL.
func getACL(c *call, w http.ResponseWriter) error {
	t := c.s.store.Table(c.table)
	if t == nil {
		return errcode.New(errcode.TableNotFound)
	}
	body, err := xmldoc.EncodePolicies(t.Policies)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, xmlType, body)
	return nil
}

const xmlType = "application/xml"

// setACL is Set Table ACL. It replaces the whole list, unconditionally. // TABLE-TBL-09
func setACL(c *call, w http.ResponseWriter) error {
	body, err := c.body(c.s.rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	policies, err := xmldoc.ParsePolicies(body, c.s.rules.Table.Limits.SignedPolicies)
	if err != nil {
		return err
	}
	if c.s.store.Table(c.table) == nil {
		return errcode.New(errcode.TableNotFound)
	}
	_, err = c.s.store.UpdateTable(c.table, func(old *entities.Table, _ time.Time) (*entities.Table, error) {
		if old == nil || old.Deleted() {
			return nil, errcode.New(errcode.TableNotFound)
		}
		next := *old
		next.Policies = policies
		return &next, nil
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusNoContent)
}
