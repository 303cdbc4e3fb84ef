package table

import (
	"net/http"
	"net/url"

	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
)

// target is what a request asks for, found out once.
type target struct {
	address
	op    op.Operation
	query url.Values
}

// classify names the operation that a request asks for.
func (s *Service) classify(r *http.Request) (t target, err error) {
	if t.query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
		return t, errcode.Newf(errcode.InvalidURI, "The query of the URI cannot be read.")
	}
	if t.address, err = s.address(r); err != nil {
		return t, err
	}
	if r.Method == http.MethodOptions {
		t.op = op.PreflightTableRequest
		return t, nil
	}
	verb, err := verb(r)
	if err != nil {
		return t, err
	}
	t.op, err = t.operation(verb, r.Header)
	return t, err
}

// route maps verbs to operations.
type route map[string]op.Operation

func (t route) find(verb string) (op.Operation, error) {
	if o, ok := t[verb]; ok {
		return o, nil
	}
	return op.Unrecognized, errcode.New(errcode.MethodNotAllowed)
}

var (
	toProperties = route{"GET": op.GetTableServiceProperties, "PUT": op.SetTableServiceProperties}
	toStats      = route{"GET": op.GetTableServiceStats}
	toBatch      = route{"POST": op.EntityGroupTransaction}
	toTables     = route{"GET": op.QueryTables, "POST": op.CreateTable}
	toOneTable   = route{"GET": op.QueryTables, "DELETE": op.DeleteTable}
	toACL        = route{"GET": op.GetTableACL, "HEAD": op.GetTableACL, "PUT": op.SetTableACL}
	toTable      = route{"GET": op.QueryEntities, "POST": op.InsertEntity}
	toEntity     = route{"GET": op.GetEntity, "PUT": op.UpdateEntity, "MERGE": op.MergeEntity, "PATCH": op.MergeEntity, "DELETE": op.DeleteEntity}
)

func (t *target) operation(verb string, h http.Header) (op.Operation, error) {
	comp := t.query.Get("comp")
	switch t.place {
	case service:
		switch {
		case t.query.Get("restype") != "service":
			return op.Unrecognized, errcode.Newf(errcode.InvalidURI, "The URI names neither a table nor the properties of the service.")
		case comp == "properties":
			return toProperties.find(verb)
		case comp == "stats":
			return toStats.find(verb)
		}
		return op.Unrecognized, errcode.BadQuery("comp", comp)
	case batch:
		return toBatch.find(verb)
	case tables:
		return toTables.find(verb)
	case oneTable:
		return toOneTable.find(verb)
	case aTable:
		switch comp {
		case "":
			return toTable.find(verb)
		case "acl":
			return toACL.find(verb)
		}
		return op.Unrecognized, errcode.BadQuery("comp", comp)
	}
	o, err := toEntity.find(verb)
	if _, given := h[hIfMatch]; !given { // TABLE-VERB-01 TABLE-VERB-02 TABLE-VERB-03
		switch o {
		case op.UpdateEntity:
			o = op.InsertOrReplaceEntity
		case op.MergeEntity:
			o = op.InsertOrMergeEntity
		}
	}
	return o, err
}

// verb is the method of a request, or the one that a POST stands in for.
func verb(r *http.Request) (string, error) {
	instead, given := r.Header[hMethod]
	switch {
	case !given:
		return r.Method, nil
	case r.Method != http.MethodPost:
		return "", errcode.New(errcode.XMethodNotUsingPost)
	case len(instead) != 1:
		return "", errcode.New(errcode.XMethodIncorrectCount)
	}
	switch instead[0] {
	case "MERGE", "PATCH", "PUT", "DELETE":
		return instead[0], nil
	}
	return "", errcode.New(errcode.XMethodIncorrectValue)
}
