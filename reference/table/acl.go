package table

import (
	"net/http"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store/entities"
)

// getACL is Get Table ACL.
func getACL(c *call, w http.ResponseWriter) error {
	t := c.store().Table(c.table)
	if t == nil {
		return errcode.New(errcode.TableNotFound)
	}
	return frontend.SendPolicies(w, t.Policies)
}

// setACL is Set Table ACL. It replaces the whole list, unconditionally. // TABLE-TBL-09
func setACL(c *call, w http.ResponseWriter) error {
	policies, err := c.Policies()
	if err != nil {
		return err
	}
	if c.store().Table(c.table) == nil {
		return errcode.New(errcode.TableNotFound)
	}
	_, err = c.store().UpdateTable(c.table, func(old *entities.Table, _ time.Time) (*entities.Table, error) {
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
	return frontend.Answer(w, http.StatusNoContent)
}
