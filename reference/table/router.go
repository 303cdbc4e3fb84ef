package table

import (
	"net/http"

	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
)

// parse reads the path of the request.
func (c *call) parse(path string) (err error) {
	c.address, err = parseAddress(path)
	return err
}

// verbs are the operations of one address, by verb.
type verbs map[string]op.Operation

var (
	toProperties = verbs{"GET": op.GetTableServiceProperties, "PUT": op.SetTableServiceProperties}
	toDelegation = verbs{"POST": op.GetTableUserDelegationKey}
	toStats      = verbs{"GET": op.GetTableServiceStats}
	toBatch      = verbs{"POST": op.EntityGroupTransaction}
	toTables     = verbs{"GET": op.QueryTables, "POST": op.CreateTable}
	toOneTable   = verbs{"GET": op.QueryTables, "DELETE": op.DeleteTable}
	toACL        = verbs{"GET": op.GetTableACL, "HEAD": op.GetTableACL, "PUT": op.SetTableACL}
	toTable      = verbs{"GET": op.QueryEntities, "POST": op.InsertEntity}
	toEntity     = verbs{"GET": op.GetEntity, "PUT": op.UpdateEntity, "MERGE": op.MergeEntity, "PATCH": op.MergeEntity, "DELETE": op.DeleteEntity}
)

// operation names the operation that the request asks for.
func (c *call) operation() (op.Operation, error) {
	verb, err := verb(c.Request)
	if err != nil {
		return op.Unrecognized, err
	}
	possible, err := c.verbs()
	if err != nil {
		return op.Unrecognized, err
	}
	o, ok := possible[verb]
	switch {
	case !ok:
		return op.Unrecognized, errcode.New(errcode.MethodNotAllowed)
	case c.Has(header.IfMatch): // TABLE-VERB-01 TABLE-VERB-02 TABLE-VERB-03
	case o == op.UpdateEntity:
		o = op.InsertOrReplaceEntity
	case o == op.MergeEntity:
		o = op.InsertOrMergeEntity
	}
	return o, nil
}

func (c *call) verbs() (verbs, error) {
	comp := c.Query.Get("comp")
	switch c.kind {
	case account:
		switch {
		case c.Query.Get("restype") != "service":
			return nil, errcode.Newf(errcode.InvalidURI, "The URI names neither a table nor the properties of the service.")
		case comp == "properties":
			return toProperties, nil
		case comp == "stats":
			return toStats, nil
		case comp == "userdelegationkey":
			return toDelegation, nil
		}
		return nil, errcode.BadQuery("comp", comp)
	case batch:
		return toBatch, nil
	case tables:
		return toTables, nil
	case oneTable:
		return toOneTable, nil
	case aTable:
		switch comp {
		case "":
			return toTable, nil
		case "acl":
			return toACL, nil
		}
		return nil, errcode.BadQuery("comp", comp)
	}
	return toEntity, nil
}

// verb returns the method of a request, or the method that a POST replaces.
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
