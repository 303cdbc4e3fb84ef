package table

import (
	"net/http"
	"strings"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
)

// need is what a shared access signature must grant.
type need struct {
	allOf []string // one letter of each; empty for what no signature can grant
	on    auth.Kind
}

var needs = [op.Count]need{
	op.GetTableServiceProperties: {[]string{"r"}, auth.Service},
	op.GetTableServiceStats:      {[]string{"r"}, auth.Service},
	op.SetTableServiceProperties: {[]string{"w"}, auth.Service},
	op.QueryTables:               {[]string{"lr"}, auth.Container},
	op.CreateTable:               {[]string{"cw"}, auth.Container},
	op.DeleteTable:               {[]string{"d"}, auth.Container},
	op.GetTableACL:               {nil, auth.Container},
	op.SetTableACL:               {nil, auth.Container},
	op.QueryEntities:             {[]string{"r"}, auth.Object},
	op.GetEntity:                 {[]string{"r"}, auth.Object},
	op.InsertEntity:              {[]string{"a"}, auth.Object},
	op.UpdateEntity:              {[]string{"u"}, auth.Object},
	op.MergeEntity:               {[]string{"u"}, auth.Object},
	op.DeleteEntity:              {[]string{"d"}, auth.Object},
	op.InsertOrReplaceEntity:     {[]string{"a", "u"}, auth.Object},
	op.InsertOrMergeEntity:       {[]string{"a", "u"}, auth.Object},
	op.EntityGroupTransaction:    {[]string{"raud"}, auth.Object}, // and what its requests need
}

// admit finds out who sent the request and whether they may do what it asks for.
func (s *Service) admit(r *http.Request, t target) (auth.Identity, error) {
	if t.op == op.PreflightTableRequest {
		return auth.Identity{Anonymous: true}, nil // browsers send it without credentials
	}
	o := s.auth
	o.Now = clock.OfSenders(s.clock)
	id, failed := auth.Verify(r, o)
	if failed != nil {
		return id, failed
	}
	return id, permits(id, t)
}

// permits reports whether a sender may do what a request asks for, its keys apart.
func permits(id auth.Identity, t target) error {
	n := &needs[t.op]
	if len(n.allOf) == 0 {
		if failed := id.Allows("", n.on); failed != nil {
			return failed
		}
	}
	for _, anyOf := range n.allOf {
		if failed := id.Allows(anyOf, n.on); failed != nil {
			return failed
		}
	}
	if id.SAS != nil && id.SAS.Table != "" && t.op != op.EntityGroupTransaction && !strings.EqualFold(id.SAS.Table, t.table) {
		return errcode.Newf(errcode.AuthorizationFailure, "The signature is for another table.")
	}
	return nil
}

// covers reports whether the sender may touch the entity with these keys.
func (c *call) covers(partition, row string) error {
	if c.id.Covers(partition, row) {
		return nil
	}
	return errcode.Newf(errcode.AuthorizationFailure, "The signature does not cover these keys.")
}

// policy finds a stored access policy. The reference lets it take effect at once.
func (s *Service) policy(table, id string) (auth.StoredPolicy, bool) {
	t := s.store.Table(table)
	if t == nil {
		return auth.StoredPolicy{}, false
	}
	for _, p := range t.Policies {
		if p.ID == id {
			return auth.StoredPolicy{Start: p.Start, Expiry: p.Expiry, Permissions: p.Permission}, true
		}
	}
	return auth.StoredPolicy{}, false
}
