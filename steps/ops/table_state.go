package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Row is one entity as a query shows it.
type Row struct {
	Key        string            // partition/row
	ETag       string            // odata.etag
	Timestamp  string            // as it stands in the answer
	Properties map[string]string // as JSON text; keys, Timestamp and annotations left out
}

// String is how lists of rows read.
func (r Row) String() string { return fmt.Sprintf("%s %s %s", r.Key, r.ETag, showMap(r.Properties)) }

// Row is how a query of the table shows an entity in this state.
func (s State) Row(etag string) Row {
	return Row{Key: s.Resource.Partition + "/" + s.Resource.Row, ETag: etag, Properties: s.Properties}
}

// readEntity takes Get Entity and Query Entities, which must agree.
func readEntity(ctx context.Context, c *Client, r Resource, _ ReadOptions) (State, error) {
	s := State{Resource: r}
	resp, err := getEntity(ctx, c, r, Request{MetadataLevel: "minimal"})
	switch {
	case err != nil:
		return s, err
	case resp.Status == http.StatusNotFound:
		return s, nil
	case resp.Status != http.StatusOK:
		return s, refuse("Get Entity", resp)
	}
	row, stamp, err := parseEntity(resp.Body)
	if err != nil {
		return s, fmt.Errorf("reading the answer to Get Entity: %w", err)
	}
	s.Exists, s.ETag, s.LastModified, s.Properties = true, resp.Header.Get("ETag"), stamp, row.Properties
	if row.ETag != "" && row.ETag != s.ETag {
		s.contradict("the ETag is %s in the header and %s in the entity", s.ETag, row.ETag)
	}
	filter := fmt.Sprintf("PartitionKey eq '%s' and RowKey eq '%s'", quoteKey(r.Partition), quoteKey(r.Row))
	resp, err = queryEntities(ctx, c, Resource{Kind: Table, Table: r.Table}, Request{Filter: filter, MetadataLevel: "minimal"})
	if err != nil {
		return s, err
	}
	if resp.Status != http.StatusOK {
		return s, refuse("Query Entities", resp)
	}
	rows, err := parseEntities(resp.Body)
	switch {
	case err != nil:
		return s, fmt.Errorf("reading the answer to Query Entities: %w", err)
	case len(rows) != 1:
		s.contradict("Get Entity finds the entity, Query Entities finds %d", len(rows))
	case rows[0].ETag != s.ETag:
		s.contradict("the ETag is %s to Get Entity and %s to Query Entities", s.ETag, rows[0].ETag)
	case !sameMap(rows[0].Properties, s.Properties):
		s.contradict("the properties are %s to Get Entity and %s to Query Entities", showMap(s.Properties), showMap(rows[0].Properties))
	}
	return s, nil
}

// readTable takes Query Entities, all pages, and Get Table ACL.
func readTable(ctx context.Context, c *Client, r Resource, _ ReadOptions) (State, error) {
	s := State{Resource: r}
	req := Request{MetadataLevel: "minimal"}
	for {
		resp, err := queryEntities(ctx, c, r, req)
		switch {
		case err != nil:
			return s, err
		case resp.Status == http.StatusNotFound, resp.Status == http.StatusConflict && resp.Code == "TableBeingDeleted":
			return s, nil
		case resp.Status != http.StatusOK:
			return s, refuse("Query Entities", resp)
		}
		rows, err := parseEntities(resp.Body)
		if err != nil {
			return s, fmt.Errorf("reading the answer to Query Entities: %w", err)
		}
		s.Exists = true
		s.Rows = append(s.Rows, rows...)
		next, nextRow := resp.Header.Get("x-ms-continuation-NextPartitionKey"), resp.Header.Get("x-ms-continuation-NextRowKey")
		if next == "" || next == req.NextPartition && nextRow == req.NextRow {
			break
		}
		req.NextPartition, req.NextRow = next, nextRow
	}
	slices.SortFunc(s.Rows, func(a, b Row) int { return strings.Compare(a.Key, b.Key) })
	resp, err := getTableACL(ctx, c, r, Request{})
	switch {
	case err != nil:
		return s, err
	case resp.Status == http.StatusForbidden:
		// A SAS cannot read permissions; they are then not judged.
		s.Loose = append(s.Loose, FieldPolicies)
		return s, nil
	case resp.Status != http.StatusOK:
		return s, refuse("Get Table ACL", resp)
	}
	s.Policies, err = parsePolicies(resp.Body)
	return s, err
}

// parseEntity reads one entity in JSON.
func parseEntity(body []byte) (Row, time.Time, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(body, &raw); err != nil {
		return Row{}, time.Time{}, err
	}
	row := Row{Properties: map[string]string{}}
	text := func(name string) string {
		var s string
		_ = json.Unmarshal(raw[name], &s) // absent or no text: empty
		return s
	}
	row.Key = text("PartitionKey") + "/" + text("RowKey")
	row.ETag, row.Timestamp = text("odata.etag"), text("Timestamp")
	stamp, _ := time.Parse(time.RFC3339Nano, row.Timestamp)
	for name, v := range raw {
		switch {
		case name == "PartitionKey", name == "RowKey", name == "Timestamp", strings.HasPrefix(name, "odata."), strings.Contains(name, "@"):
		default:
			row.Properties[name] = string(v)
		}
	}
	return row, stamp, nil
}

// parseEntities reads a page of Query Entities.
func parseEntities(body []byte) ([]Row, error) {
	var page struct {
		Value []json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return nil, err
	}
	var rows []Row
	for _, v := range page.Value {
		r, _, err := parseEntity(v)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// Entities reads the entities that an answer holds: that of Get Entity or Insert
// Entity one, that of Query Entities a page of them.
func Entities(op Operation, resp Response) ([]Row, error) {
	if op.Name == "Query Entities" {
		return parseEntities(resp.Body)
	}
	row, _, err := parseEntity(resp.Body)
	return []Row{row}, err
}

// TableNames lists the account's tables.
func TableNames(ctx context.Context, c *Client) ([]string, error) {
	var names []string
	req := Request{}
	for {
		resp, err := queryTables(ctx, c, Resource{Kind: Account}, req)
		if err == nil && resp.Status != http.StatusOK {
			err = refuse("Query Tables", resp)
		}
		var page struct {
			Value []struct{ TableName string } `json:"value"`
		}
		if err == nil {
			err = json.Unmarshal(resp.Body, &page)
		}
		if err != nil {
			return names, fmt.Errorf("listing tables: %w", err)
		}
		for _, v := range page.Value {
			names = append(names, v.TableName)
		}
		next := resp.Header.Get("x-ms-continuation-NextTableName")
		if next == "" || next == req.Marker {
			return names, nil
		}
		req.Marker = next
	}
}

// quoteKey doubles single quotes, as OData literals want them.
func quoteKey(s string) string { return strings.ReplaceAll(s, "'", "''") }
