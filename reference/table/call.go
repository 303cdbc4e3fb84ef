package table

import (
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
)

// service is the Table service of one account.
type service struct {
	*frontend.Front[*call]
	stores op.Stores[entities.Store]
}

// call is one request while its operation is executed; the requests of a transaction are calls, too.
type call struct {
	frontend.Call
	address
	service *service
}

// tagged refuses conditions on resources that have no ETag.
func (c *call) tagged() error {
	if c.Rules.Table.Untagged[c.Op] && (c.Has(header.IfMatch) || c.Has(header.IfNoneMatch)) {
		return errcode.Newf(errcode.InvalidInput, "If-Match and If-None-Match cannot be used on a resource that has no ETag.") // TABLE-COND-16
	}
	return nil
}

// store returns the store that the operation uses.
func (c *call) store() entities.Store { return c.service.stores(c.Op) }
