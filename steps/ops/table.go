package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/internal/target"
)

// call performs one SDK method of the Table service.
func (c *Client) call(ctx context.Context, name string, r Resource, req Request, x *exchange, do func(context.Context, *aztables.Client) error) (Response, error) {
	t, err := c.onTable(r)
	if err != nil {
		return Response{}, err
	}
	return c.perform(ctx, name, r, req, x, func(ctx context.Context) error { return do(ctx, t) })
}

func createTable(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.call(ctx, "Create Table", r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
		_, err := t.CreateTable(ctx, nil)
		return err
	})
}

func deleteTable(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.call(ctx, "Delete Table", r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
		_, err := t.Delete(ctx, nil)
		return err
	})
}

func queryTables(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	s, err := c.tables()
	if err != nil {
		return Response{}, err
	}
	return c.perform(ctx, "Query Tables", r, req, &exchange{}, func(ctx context.Context) error {
		_, err := s.NewListTablesPager(&aztables.ListTablesOptions{Filter: optional(req.Filter), Top: req.Top, NextTableName: optional(req.Marker)}).NextPage(ctx)
		return err
	})
}

func getTableACL(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.call(ctx, "Get Table ACL", r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
		_, err := t.GetAccessPolicy(ctx, nil)
		return err
	})
}

func setTableACL(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	var acl []*aztables.SignedIdentifier
	for _, p := range req.Policies {
		acl = append(acl, &aztables.SignedIdentifier{ID: &p.ID, AccessPolicy: &aztables.AccessPolicy{Start: &p.Start, Expiry: &p.Expiry, Permission: &p.Permission}})
	}
	return c.call(ctx, "Set Table ACL", r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
		_, err := t.SetAccessPolicy(ctx, &aztables.SetAccessPolicyOptions{TableACL: acl})
		return err
	})
}

func queryEntities(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.call(ctx, "Query Entities", r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
		_, err := t.NewListEntitiesPager(&aztables.ListEntitiesOptions{
			Filter: optional(req.Filter), Select: optional(req.Select), Top: req.Top, Format: metadataFormat(req.MetadataLevel),
			NextPartitionKey: optional(req.NextPartition), NextRowKey: optional(req.NextRow),
		}).NextPage(ctx)
		return err
	})
}

// getEntity is Query Entities with both keys in the address.
func getEntity(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.call(ctx, "Get Entity", r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
		_, err := t.GetEntity(ctx, r.Partition, r.Row, &aztables.GetEntityOptions{Format: metadataFormat(req.MetadataLevel)})
		return err
	})
}

func insertEntity(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.call(ctx, "Insert Entity", r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
		_, err := t.AddEntity(ctx, entityJSON(r, req), &aztables.AddEntityOptions{Format: metadataFormat(req.MetadataLevel)})
		return err
	})
}

// updateEntity makes Update Entity and Merge Entity. The SDK sends If-Match: *
// where none is given (TABLE-GO-01); the operation itself asks for that, so a
// case that wants the header missing names it in Drop.
func updateEntity(name string, mode aztables.UpdateMode) func(context.Context, *Client, Resource, Request) (Response, error) {
	return func(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
		return c.call(ctx, name, r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
			_, err := t.UpdateEntity(ctx, entityJSON(r, req), &aztables.UpdateEntityOptions{IfMatch: tag(req.IfMatch), UpdateMode: mode})
			return err
		})
	}
}

func upsertEntity(name string, mode aztables.UpdateMode) func(context.Context, *Client, Resource, Request) (Response, error) {
	return func(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
		return c.call(ctx, name, r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
			_, err := t.UpsertEntity(ctx, entityJSON(r, req), &aztables.UpsertEntityOptions{UpdateMode: mode})
			return err
		})
	}
}

func deleteEntity(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.call(ctx, "Delete Entity", r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
		_, err := t.DeleteEntity(ctx, r.Partition, r.Row, &aztables.DeleteEntityOptions{IfMatch: tag(req.IfMatch)})
		return err
	})
}

// entityJSON is the body of a write: keys and properties.
func entityJSON(r Resource, req Request) []byte {
	m := maps.Clone(req.Entity)
	if m == nil {
		m = map[string]any{}
	}
	m["PartitionKey"], m["RowKey"] = r.Partition, r.Row
	b, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("entity of %s: %v", r, err)) // scenarios hold strings and numbers only
	}
	return b
}

func tag(s *string) *azcore.ETag {
	if s == nil {
		return nil
	}
	e := azcore.ETag(*s)
	return &e
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

func withEntity(_ Resource, req Request) Request {
	if req.Entity == nil {
		req.Entity = map[string]any{"Content": "replacement", "Size": 7}
	}
	return req
}

// tableOperations lists the Table service in the article's order; operations
// that it does not list come after.
func tableOperations() []Operation {
	row := func(n int, name, etag, cond string) Article {
		return Article{Table: "table", Row: n, Name: name, ETag: etag, Conditions: cond}
	}
	entity, table, account := []Kind{Entity}, []Kind{Table}, []Kind{Account}
	match := []Conditional{IfMatch}
	list := []Operation{
		{Name: "Query Entities", Verb: "GET", Kinds: table, Success: 200, ReturnsETag: true, Reads: true,
			Article: row(1, "Query Entities", "Yes", "No"), Do: queryEntities},
		{Name: "Get Entity", Verb: "GET", Kinds: entity, Success: 200, ReturnsETag: true, Reads: true,
			Article: row(1, "Query Entities", "Yes", "No"), Do: getEntity},
		{Name: "Insert Entity", Verb: "POST", Kinds: entity, Success: 201, ReturnsETag: true,
			Article: row(2, "Insert Entity", "Yes", "No"), Complete: withEntity, Do: insertEntity, Effect: afterReplace},
		{Name: "Update Entity", Verb: "PUT", Kinds: entity, Success: 204, ReturnsETag: true, Conditions: match,
			Article: row(3, "Update Entity", "Yes", "Yes"), Complete: withEntity,
			Do: updateEntity("Update Entity", aztables.UpdateModeReplace), Effect: afterReplace},
		{Name: "Merge Entity", Verb: "PATCH", Kinds: entity, Success: 204, ReturnsETag: true, Conditions: match,
			Article: row(4, "Merge Entity", "Yes", "Yes"), Complete: withEntity,
			Do: updateEntity("Merge Entity", aztables.UpdateModeMerge), Effect: afterMerge},
		{Name: "Delete Entity", Verb: "DELETE", Kinds: entity, Success: 204, Conditions: match,
			Article: row(5, "Delete Entity", "No", "Yes"), Do: deleteEntity, Effect: afterDelete},
		{Name: "Insert Or Replace Entity", Verb: "PUT", Kinds: entity, Success: 204, ReturnsETag: true,
			Article: row(6, "Insert Or Replace Entity", "Yes", "No"), Complete: withEntity,
			Do: upsertEntity("Insert Or Replace Entity", aztables.UpdateModeReplace), Effect: afterReplace},
		{Name: "Insert Or Merge Entity", Verb: "PATCH", Kinds: entity, Success: 204, ReturnsETag: true,
			Article: row(7, "Insert Or Merge Entity", "Yes", "No"), Complete: withEntity,
			Do: upsertEntity("Insert Or Merge Entity", aztables.UpdateModeMerge), Effect: afterMerge},
		{Name: "Entity Group Transaction", Verb: "POST", Kinds: table, Success: 202, Do: submitTransaction, Effect: afterTransaction},
		{Name: "Create Table", Verb: "POST", Kinds: table, Success: 201, Do: createTable, Effect: afterCreateTable},
		{Name: "Query Tables", Verb: "GET", Kinds: account, Success: 200, Reads: true, Do: queryTables},
		{Name: "Delete Table", Verb: "DELETE", Kinds: table, Success: 204, Do: deleteTable, Effect: afterDelete},
		{Name: "Get Table ACL", Verb: "GET", Kinds: table, Success: 200, Reads: true, Do: getTableACL},
		{Name: "Set Table ACL", Verb: "PUT", Kinds: table, Success: 204, Complete: withPolicies, Do: setTableACL, Effect: afterSetTableACL},
		{Name: "Set Table Service Properties", Verb: "PUT", Kinds: account, Success: 202, Complete: withServiceProperties,
			Do: setTableServiceProperties, Effect: afterSetServiceProperties},
		{Name: "Get Table Service Properties", Verb: "GET", Kinds: account, Success: 200, Reads: true, Do: getTableServiceProperties},
	}
	for i := range list {
		list[i].Service = target.Table
	}
	return list
}
