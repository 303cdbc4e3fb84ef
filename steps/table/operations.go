package table

import (
	"context"
	"embed"
	"slices"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// What the documents say about each operation on a table or on entities stands in operations.tsv: first those that the
// article lists, in its order. Without If-Match, Update Entity and Merge Entity insert: a SAS must permit both. A
// transaction needs the permissions of each of its operations; scenarios insert, update and delete in it.
//
//go:embed operations.tsv
var facts embed.FS

type answering = func(context.Context, *client, Address, Request) (scenario.Response, error)

// operations lists the Table service.
func operations() []scenario.Operation {
	type operation = scenario.Typed[*client, Address, Request, State]
	list := scenario.Catalogue(facts, map[string]operation{
		"Query Entities":           {Do: queryEntities},
		"Get Entity":               {Do: getEntity},
		"Insert Entity":            {Complete: withEntity, Do: insertEntity, Effect: afterReplace, Sign: sign},
		"Update Entity":            {Complete: withEntity, Do: updateEntity("Update Entity", aztables.UpdateModeReplace), Effect: afterReplace, Sign: sign},
		"Merge Entity":             {Complete: withEntity, Do: updateEntity("Merge Entity", aztables.UpdateModeMerge), Effect: afterMerge, Sign: signOwn},
		"Delete Entity":            {Do: deleteEntity, Effect: afterDelete, Sign: sign},
		"Insert Or Replace Entity": {Complete: withEntity, Do: upsertEntity("Insert Or Replace Entity", aztables.UpdateModeReplace), Effect: afterReplace, Sign: sign},
		"Insert Or Merge Entity":   {Complete: withEntity, Do: upsertEntity("Insert Or Merge Entity", aztables.UpdateModeMerge), Effect: afterMerge, Sign: signOwn},
		"Entity Group Transaction": {Do: submitTransaction, Effect: afterTransaction, Sign: signActions},
		"Create Table":             {Do: createTable, Effect: afterCreateTable},
		"Delete Table":             {Do: deleteTable, Effect: afterDelete},
		"Get Table ACL":            {Do: getTableACL},
		"Set Table ACL":            {Complete: scenario.WithPolicies[Address, Request], Do: setTableACL, Effect: afterSetTableACL, Sign: scenario.SignPolicies[Request]},
	})
	tables := scenario.Typed[*client, scenario.Address, Request, State]{
		Facts: scenario.Facts{Name: "Query Tables", Verb: "GET", SAS: "c:l", Kinds: []string{account.KindWord}, On: "table", Success: 200, Reads: true}, Do: queryTables}
	list = slices.Insert(list, 1+slices.IndexFunc(list, func(op scenario.Operation) bool { return op.Name == "Create Table" }), tables.Operation())
	return append(list, account.Operations("Table", func(r *Request) *account.Settings { return &r.Settings }, setServiceProperties, (*aztables.ServiceClient).GetProperties)...)
}

// sign marks what one of many clients writes as its own.
func sign(req *Request, text string, id func() string) {
	signOwn(req, text, id)
	req.Entity["Content"] = text
}

// signOwn does so in a property of the client's own, which a merge by other clients leaves
// unchanged.
func signOwn(req *Request, text string, _ func() string) {
	if req.Entity == nil {
		req.Entity = map[string]any{}
	}
	req.Entity[scenario.OwnName(text)] = text
}

func signActions(req *Request, text string, _ func() string) {
	for i := range req.Actions {
		if req.Actions[i].Entity != nil {
			req.Actions[i].Entity["Content"] = text
		}
	}
}

// formats are the SDK's words for the OData metadata level.
var formats = map[string]aztables.MetadataFormat{"full": aztables.MetadataFormatFull,
	"minimal": aztables.MetadataFormatMinimal, "none": aztables.MetadataFormatNone}

// Parts are what the SDK's typed options can express.
func (q Request) Parts() []any {
	var acl []*aztables.SignedIdentifier
	for _, p := range q.Policies {
		acl = append(acl, &aztables.SignedIdentifier{ID: &p.ID, AccessPolicy: &aztables.AccessPolicy{Start: &p.Start, Expiry: &p.Expiry, Permission: &p.Permission}})
	}
	return []any{acl, sdk.Optional(formats[q.MetadataLevel]), sdk.Named{"Filter": sdk.Optional(q.Filter), "Select": sdk.Optional(q.Select), "Top": q.Top,
		"NextPartitionKey": sdk.Optional(q.NextPartition), "NextRowKey": sdk.Optional(q.NextRow), "NextTableName": sdk.Optional(q.NextTable), "IfMatch": sdk.ETag(q.IfMatch)}}
}

func withEntity(_ Address, req *Request) {
	if req.Entity == nil {
		req.Entity = map[string]any{"Content": "replacement", "Size": 7}
	}
}

func tableOf(s *aztables.ServiceClient, r Address) *aztables.Client { return s.NewClient(r.Table) }

// onTable makes an operation from a method of the SDK's client of a table.
func onTable(name string, exact func(Request) *sdk.Exchange, method func(context.Context, *aztables.Client, Address, Request) (any, error)) answering {
	return sdk.Do(name, exact, func(ctx context.Context, s *aztables.ServiceClient, r Address, req Request) (any, error) {
		return method(ctx, tableOf(s, r), r, req)
	})
}

var (
	createTable = sdk.Bare[Request]("Create Table", tableOf, nil, (*aztables.Client).CreateTable)
	deleteTable = sdk.Bare[Request]("Delete Table", tableOf, nil, (*aztables.Client).Delete)
	queryTables = sdk.On("Query Tables", func(s *aztables.ServiceClient, _ scenario.Address) *aztables.ServiceClient { return s }, nil,
		sdk.Pager[Request]((*aztables.ServiceClient).NewListTablesPager))
	getTableACL   = sdk.Bare[Request]("Get Table ACL", tableOf, nil, (*aztables.Client).GetAccessPolicy)
	setTableACL   = sdk.Bare[Request]("Set Table ACL", tableOf, nil, (*aztables.Client).SetAccessPolicy)
	queryEntities = sdk.On("Query Entities", tableOf, nil, sdk.Pager[Request]((*aztables.Client).NewListEntitiesPager))
	// getEntity is Query Entities with both keys in the address.
	getEntity = onTable("Get Entity", selecting, func(ctx context.Context, t *aztables.Client, r Address, req Request) (any, error) {
		return t.GetEntity(ctx, r.Partition, r.Row, sdk.Options[aztables.GetEntityOptions](req))
	})
	insertEntity = onTable("Insert Entity", nil, func(ctx context.Context, t *aztables.Client, r Address, req Request) (any, error) {
		return t.AddEntity(ctx, entityJSON(r, req.Entity), sdk.Options[aztables.AddEntityOptions](req))
	})
	deleteEntity = onTable("Delete Entity", nil, func(ctx context.Context, t *aztables.Client, r Address, req Request) (any, error) {
		return t.DeleteEntity(ctx, r.Partition, r.Row, sdk.Options[aztables.DeleteEntityOptions](req))
	})
)

// selecting adds $select, which the SDK's Get Entity cannot.
func selecting(req Request) *sdk.Exchange {
	if req.Select == "" {
		return nil
	}
	return sdk.Parameters(map[string]*string{"$select": sdk.Optional(req.Select)})
}

// updateEntity makes Update Entity and Merge Entity. The SDK sends If-Match: * if none is given
// (TABLE-GO-01); the operation itself asks for that, so a case that wants the header missing
// names it in Drop.
func updateEntity(name string, mode aztables.UpdateMode) answering {
	return onTable(name, nil, func(ctx context.Context, t *aztables.Client, r Address, req Request) (any, error) {
		return t.UpdateEntity(ctx, entityJSON(r, req.Entity), &aztables.UpdateEntityOptions{IfMatch: sdk.ETag(req.IfMatch), UpdateMode: mode})
	})
}

func upsertEntity(name string, mode aztables.UpdateMode) answering {
	return onTable(name, nil, func(ctx context.Context, t *aztables.Client, r Address, req Request) (any, error) {
		return t.UpsertEntity(ctx, entityJSON(r, req.Entity), &aztables.UpsertEntityOptions{UpdateMode: mode})
	})
}
