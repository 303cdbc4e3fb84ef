package table

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"time"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// readEntity sends Get Entity and Query Entities, which must agree.
func readEntity(ctx context.Context, c *client, r Address) (State, error) {
	s := *blank(r)
	resp, err := getEntity(ctx, c, r, Request{MetadataLevel: "minimal"})
	if found, err := sdk.Found("Get Entity", resp, err); !found {
		return s, err
	}
	var row Row
	if err := json.Unmarshal(resp.Body, &row); err != nil {
		return s, sdk.Garbled("Get Entity", resp, err)
	}
	s.Exists, s.ETag, s.Properties = true, resp.Header.Get("ETag"), row.Properties
	if row.ETag != "" && s.ETag != "" && row.ETag != s.ETag {
		s.Contradict("Get Entity", string(scenario.FieldETag), "the ETag is %s in the header, but %s in the entity", s.ETag, row.ETag)
	}
	if s.LastModified, _ = time.Parse(time.RFC3339Nano, row.Timestamp); s.LastModified.IsZero() {
		s.Lacks("Get Entity", "Timestamp", "a time", scenario.ShowText(row.Timestamp), scenario.FieldLastModified)
	}
	if err := s.readQuery(ctx, c, r); err != nil {
		return s, err
	}
	if resp.Header.Get("ETag") == "" {
		var lost []scenario.Field
		if s.ETag = cmp.Or(s.ETag, row.ETag); s.ETag == "" {
			lost = append(lost, scenario.FieldETag) // no read shows it
		}
		s.Lacks("Get Entity", string(scenario.FieldETag), "an ETag", "none", lost...)
	}
	return s, nil
}

// readQuery compares Query Entities with what Get Entity shows. An ETag that only the query shows
// is still the entity's.
func (s *State) readQuery(ctx context.Context, c *client, r Address) error {
	resp, err := queryEntities(ctx, c, Address{Table: r.Table}, Request{Filter: only(r), MetadataLevel: "minimal"})
	var rows []Row
	err = sdk.Read(query, resp, err, func(body []byte) (err error) {
		rows, err = parseEntities(body)
		return err
	})
	if err != nil {
		return s.Forgo(err)
	}
	if len(rows) != 1 {
		s.Contradict(query, "entities", "Get Entity finds the entity, but Query Entities finds %d", len(rows))
		return nil
	}
	switch etag := rows[0].ETag; {
	case s.ETag == "":
		s.ETag = etag
	case etag == "":
		s.Lacks(query, string(scenario.FieldETag), "an ETag of each entity", "none")
	case etag != s.ETag:
		s.Contradict(query, string(scenario.FieldETag), "the ETag is %s in Get Entity, but %s in Query Entities", s.ETag, scenario.ShowText(etag))
	}
	if !maps.Equal(rows[0].Properties, s.Properties) {
		s.Contradict(query, string(scenario.FieldProperties), "the properties are %s in Get Entity, but %s in Query Entities", scenario.ShowMap(s.Properties), scenario.ShowMap(rows[0].Properties))
	}
	return nil
}

// only is a filter for one entity.
func only(r Address) string {
	return fmt.Sprintf("PartitionKey eq '%s' and RowKey eq '%s'", quoteKey(r.Partition), quoteKey(r.Row))
}

// query is the read that shows entities in a table.
const query = "Query Entities"

// readTable sends Query Entities, for all pages, and Get Table ACL.
func readTable(ctx context.Context, c *client, r Address) (State, error) {
	s := *blank(r)
	req := Request{MetadataLevel: "minimal"}
	var resp scenario.Response
	var err error
	s.Rows, err = sdk.Pages(query, func(string) (_ scenario.Response, err error) {
		resp, err = queryEntities(ctx, c, r, req)
		return resp, err
	}, func(body []byte) ([]Row, string, error) {
		rows, err := parseEntities(body)
		if slices.ContainsFunc(rows, func(r Row) bool { return r.ETag == "" }) {
			s.Lacks(query, string(scenario.FieldETag), "an ETag of each entity", "none")
		}
		req.NextPartition, req.NextRow = nextPage(resp)
		return rows, req.NextPartition + req.NextRow, err
	})
	if resp.Status == http.StatusNotFound || resp.Status == http.StatusConflict && resp.Code == "TableBeingDeleted" {
		return *blank(r), nil
	}
	if err != nil {
		return s, err
	}
	s.Exists = true
	slices.SortFunc(s.Rows, byKey)
	resp, err = getTableACL(ctx, c, r, Request{})
	s.Policies, err = c.Policies(&s.Snapshot, "Get Table ACL", resp, err)
	return s, err
}

// ours are the tables that runs with a prefix made. Another client's table may begin with the same
// letters, so the whole name must match.
func ours(ctx context.Context, c *client, prefix string) ([]string, error) {
	form, err := regexp.Compile(`^` + regexp.QuoteMeta(tableName(prefix)) + `[0-9a-z]*X[0-9a-f]{12}[a-z]*$`)
	if err != nil {
		return nil, fmt.Errorf("look for tables of %s: %w", prefix, err)
	}
	all, err := names(ctx, c)
	return slices.DeleteFunc(all, func(name string) bool { return !form.MatchString(name) }), err
}

// names lists the account's tables. Where the list goes on stands in a header.
func names(ctx context.Context, c *client) ([]string, error) {
	var resp scenario.Response
	return sdk.Pages("Query Tables", func(marker string) (_ scenario.Response, err error) {
		resp, err = queryTables(ctx, c, account.Address{}, Request{NextTable: marker})
		return resp, err
	}, func(body []byte) (names []string, next string, err error) {
		var page struct{ Value []struct{ TableName string } }
		err = json.Unmarshal(body, &page)
		for _, v := range page.Value {
			names = append(names, v.TableName)
		}
		return names, resp.Header.Get("x-ms-continuation-NextTableName"), err
	})
}

// remove deletes a table: clean-up, best effort.
func remove(ctx context.Context, c scenario.Client, r scenario.Address) error {
	resp, err := deleteTable(ctx, c.(*client), r.(Address), Request{})
	return sdk.Removed("Delete Table", resp, err)
}
