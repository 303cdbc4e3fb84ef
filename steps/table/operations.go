package table

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// operation is an operation on a table or on entities.
type (
	operation = scenario.Typed[*client, Address, Request, State]
	facts     = scenario.Facts
	fields    = []scenario.Field
	answering = func(context.Context, *client, Address, Request) (scenario.Response, error)
)

// operations lists the Table service in the article's order; operations that it does not list
// come after.
func operations() []scenario.Operation {
	row := func(n int, name string) scenario.Article { return scenario.Article{List: "table", Row: n, Name: name} }
	entity, table, match := []string{"entity"}, []string{"table"}, []string{"If-Match"}
	list := []scenario.Operation{
		operation{Facts: facts{Name: "Query Entities", Shows: fields{scenario.FieldExistence, scenario.FieldProperties, scenario.FieldETag}, Verb: "GET", SAS: "o:r", Kinds: table, Success: 200, ReturnsETag: true, Reads: true,
			Article: row(1, "Query Entities")}, Do: queryEntities}.Operation(),
		operation{Facts: facts{Name: "Get Entity", Shows: fields{scenario.FieldExistence, scenario.FieldProperties, scenario.FieldETag}, Verb: "GET", SAS: "o:r", Kinds: entity, Success: 200, ReturnsETag: true, Reads: true,
			Article: row(1, "Query Entities")}, Do: getEntity}.Operation(),
		operation{Facts: facts{Name: "Insert Entity", Writes: fields{scenario.FieldExistence, scenario.FieldProperties, scenario.FieldETag}, Fresh: true, Verb: "POST", SAS: "o:a", Kinds: entity, Success: 201, ReturnsETag: true,
			Article: row(2, "Insert Entity")}, Complete: withEntity, Do: insertEntity, Effect: afterReplace, Sign: sign}.Operation(),
		// Without If-Match this inserts, and so does Merge Entity: a SAS must permit both.
		operation{Facts: facts{Name: "Update Entity", Writes: fields{scenario.FieldProperties, scenario.FieldETag}, Verb: "PUT", SAS: "o:+ua", Kinds: entity, Success: 204, ReturnsETag: true, Conditions: match,
			Article: row(3, "Update Entity")}, Complete: withEntity,
			Do: updateEntity("Update Entity", aztables.UpdateModeReplace), Effect: afterReplace, Sign: sign}.Operation(),
		operation{Facts: facts{Name: "Merge Entity", Writes: fields{scenario.FieldProperties, scenario.FieldETag}, Verb: "PATCH", SAS: "o:+ua", Kinds: entity, Success: 204, ReturnsETag: true, Conditions: match,
			Article: row(4, "Merge Entity")}, Complete: withEntity,
			Do: updateEntity("Merge Entity", aztables.UpdateModeMerge), Effect: afterMerge, Sign: signOwn}.Operation(),
		operation{Facts: facts{Name: "Delete Entity", Writes: fields{scenario.FieldExistence}, Verb: "DELETE", SAS: "o:d", Kinds: entity, Success: 204, Conditions: match,
			Article: row(5, "Delete Entity")}, Do: deleteEntity, Effect: afterDelete, Sign: sign}.Operation(),
		operation{Facts: facts{Name: "Insert Or Replace Entity", Writes: fields{scenario.FieldExistence, scenario.FieldProperties, scenario.FieldETag}, Verb: "PUT", SAS: "o:+au", Kinds: entity, Success: 204, ReturnsETag: true,
			Article: row(6, "Insert Or Replace Entity")}, Complete: withEntity,
			Do: upsertEntity("Insert Or Replace Entity", aztables.UpdateModeReplace), Effect: afterReplace, Sign: sign}.Operation(),
		operation{Facts: facts{Name: "Insert Or Merge Entity", Writes: fields{scenario.FieldExistence, scenario.FieldProperties, scenario.FieldETag}, Verb: "PATCH", SAS: "o:+au", Kinds: entity, Success: 204, ReturnsETag: true,
			Article: row(7, "Insert Or Merge Entity")}, Complete: withEntity,
			Do: upsertEntity("Insert Or Merge Entity", aztables.UpdateModeMerge), Effect: afterMerge, Sign: signOwn}.Operation(),
		// It needs the permissions of each of its operations; scenarios insert, update and delete in it.
		operation{Facts: facts{Name: "Entity Group Transaction", NoPair: "it is several operations: see features/table/transactions", Verb: "POST", SAS: "o:+aud", Kinds: table, Success: 202},
			Do: submitTransaction, Effect: afterTransaction, Sign: signActions}.Operation(),
		operation{Facts: facts{Name: "Create Table", Writes: fields{scenario.FieldExistence, scenario.FieldPolicies}, Fresh: true, Verb: "POST", SAS: "c:cw", Kinds: table, Success: 201}, Do: createTable, Effect: afterCreateTable}.Operation(),
		scenario.Typed[*client, scenario.Address, Request, State]{
			Facts: facts{Name: "Query Tables", Verb: "GET", SAS: "c:l", Kinds: []string{account.KindWord}, On: "table", Success: 200, Reads: true}, Do: queryTables}.Operation(),
		operation{Facts: facts{Name: "Delete Table", Writes: fields{scenario.FieldExistence}, Verb: "DELETE", SAS: "c:d", Kinds: table, Success: 204}, Do: deleteTable, Effect: afterDelete}.Operation(),
		operation{Facts: facts{Name: "Get Table ACL", Shows: fields{scenario.FieldExistence, scenario.FieldPolicies}, Verb: "GET", SAS: "c:key", Kinds: table, Success: 200, Reads: true}, Do: getTableACL}.Operation(),
		operation{Facts: facts{Name: "Set Table ACL", Writes: fields{scenario.FieldPolicies}, Verb: "PUT", SAS: "c:key", Kinds: table, Success: 204, Changes: []scenario.Field{scenario.FieldPolicies}}, Complete: scenario.WithPolicies[Address, Request], Do: setTableACL, Effect: afterSetTableACL, Sign: scenario.SignPolicies[Request]}.Operation(),
	}
	return append(list, account.Operations("Table", func(r *Request) *account.Settings { return &r.Settings }, setServiceProperties, (*aztables.ServiceClient).GetProperties)...)
}

// sign marks what one of many clients writes as its own.
func sign(req *Request, text string, _ func() string) {
	if req.Entity == nil {
		req.Entity = map[string]any{}
	}
	req.Entity["Content"], req.Entity[scenario.OwnName(text)] = text, text
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

// metadataFormat turns "full", "minimal" or "none" into the SDK's format.
func metadataFormat(level string) *aztables.MetadataFormat {
	f, ok := map[string]aztables.MetadataFormat{"full": aztables.MetadataFormatFull,
		"minimal": aztables.MetadataFormatMinimal, "none": aztables.MetadataFormatNone}[level]
	if !ok {
		return nil
	}
	return &f
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
	queryTables = sdk.Do("Query Tables", nil, func(ctx context.Context, s *aztables.ServiceClient, _ scenario.Address, req Request) (any, error) {
		return s.NewListTablesPager(&aztables.ListTablesOptions{
			Filter: sdk.Optional(req.Filter), Top: req.Top, NextTableName: sdk.Optional(req.NextTable),
		}).NextPage(ctx)
	})
	getTableACL = sdk.Bare[Request]("Get Table ACL", tableOf, nil, (*aztables.Client).GetAccessPolicy)
	setTableACL = onTable("Set Table ACL", nil, func(ctx context.Context, t *aztables.Client, _ Address, req Request) (any, error) {
		var acl []*aztables.SignedIdentifier
		for _, p := range req.Policies {
			acl = append(acl, &aztables.SignedIdentifier{ID: &p.ID, AccessPolicy: &aztables.AccessPolicy{Start: &p.Start, Expiry: &p.Expiry, Permission: &p.Permission}})
		}
		return t.SetAccessPolicy(ctx, &aztables.SetAccessPolicyOptions{TableACL: acl})
	})
	queryEntities = onTable("Query Entities", nil, func(ctx context.Context, t *aztables.Client, _ Address, req Request) (any, error) {
		return t.NewListEntitiesPager(&aztables.ListEntitiesOptions{
			Filter: sdk.Optional(req.Filter), Select: sdk.Optional(req.Select), Top: req.Top, Format: metadataFormat(req.MetadataLevel),
			NextPartitionKey: sdk.Optional(req.NextPartition), NextRowKey: sdk.Optional(req.NextRow),
		}).NextPage(ctx)
	})
	// getEntity is Query Entities with both keys in the address.
	getEntity = onTable("Get Entity", nil, func(ctx context.Context, t *aztables.Client, r Address, req Request) (any, error) {
		return t.GetEntity(ctx, r.Partition, r.Row, &aztables.GetEntityOptions{Format: metadataFormat(req.MetadataLevel)})
	})
	insertEntity = onTable("Insert Entity", nil, func(ctx context.Context, t *aztables.Client, r Address, req Request) (any, error) {
		return t.AddEntity(ctx, entityJSON(r, req.Entity), &aztables.AddEntityOptions{Format: metadataFormat(req.MetadataLevel)})
	})
	deleteEntity = onTable("Delete Entity", nil, func(ctx context.Context, t *aztables.Client, r Address, req Request) (any, error) {
		return t.DeleteEntity(ctx, r.Partition, r.Row, &aztables.DeleteEntityOptions{IfMatch: sdk.ETag(req.IfMatch)})
	})
)

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
