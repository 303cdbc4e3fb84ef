// Package table is the Table service of the reference server. It describes the service to the front end, checks
// requests against the rules, and translates between HTTP and the store.
//
// A write is first prepared from its headers and its body, and only then takes the lock of its partition. Prepared
// changes are applied one by one to a draft, which is published if all of them succeed. A write of one entity and a
// transaction of a hundred take the same path.
package table

import (
	"net/http"
	"strings"

	xmldoc "ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
)

// New makes the Table service of one account.
func New(c frontend.Config, stores op.Stores[entities.Store]) http.Handler {
	s := &service{stores: stores}
	s.Front = frontend.New(c, frontend.Service[*call]{
		Name:      op.TableService,
		Preflight: op.PreflightTableRequest,
		Headers: []frontend.Header{
			{Name: header.CacheControl, Value: []string{"no-cache"}, For: inOData},
			{Name: header.ContentTypeOptions, Value: []string{"nosniff"}, For: inOData},
		},

		New:       func() *call { return &call{service: s} },
		Address:   (*call).parse,
		Operation: (*call).operation,

		Needs:    &needs,
		Permits:  (*call).isForTable,
		Policies: func(table string) []xmldoc.Policy { return policies(stores(op.Unrecognized).Table(table)) },

		Prepare:    (*call).tagged,
		Handlers:   &handlers,
		Properties: xmldoc.DefaultProperties(),

		Codes: map[error]errcode.Code{entities.ErrNoTable: errcode.TableNotFound}, // TABLE-TBL-04 TABLE-TBL-07
		// The code is in the body only, unless the operation is one of those that all services have. // TABLE-ERR-01
		Refuse: func(w http.ResponseWriter, r *http.Request, e *errcode.Error) {
			if !inOData(r) {
				header.Set(w.Header(), header.ErrorCode, string(e.Code))
			}
			query := r.URL.Query() // the readable part of the query
			kind, body := errorBody(e, wantsJSON(r.Header, query), header.Get(w.Header(), header.RequestID), c.Clock.Now())
			_ = frontend.Send(w, e.Status, kind, body) // never fails
		},
	})
	return s
}

// inOData reports whether a request is for an operation on tables and entities, in the form of OData. The other
// operations (properties of the service, access policies) answer as those of other services do.
func inOData(r *http.Request) bool { return !strings.Contains(r.URL.RawQuery, "comp=") }

func policies(t *entities.Table) []xmldoc.Policy {
	if t == nil {
		return nil
	}
	return t.Policies
}

// handlers execute the operations. An operation without one is documented, but out of this server's scope.
var handlers = [op.Count]func(*call, http.ResponseWriter) error{
	op.GetTableServiceProperties: (*call).GetServiceProperties,
	op.SetTableServiceProperties: (*call).SetServiceProperties,
	op.GetTableServiceStats:      (*call).GetServiceStats,

	op.QueryTables: queryTables,
	op.CreateTable: createTable,
	op.DeleteTable: deleteTable,
	op.GetTableACL: getACL,
	op.SetTableACL: setACL,

	op.QueryEntities:          queryEntities,
	op.GetEntity:              getEntity,
	op.InsertEntity:           writeEntity,
	op.UpdateEntity:           writeEntity,
	op.MergeEntity:            writeEntity,
	op.DeleteEntity:           writeEntity,
	op.InsertOrReplaceEntity:  writeEntity,
	op.InsertOrMergeEntity:    writeEntity,
	op.EntityGroupTransaction: transact,
}
