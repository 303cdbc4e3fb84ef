package table

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"ifmatch/steps/scenario"
)

// Row is one entity as a query shows it.
type Row struct {
	Key        string            // partition/row
	ETag       string            // odata.etag
	Timestamp  string            // as written in the answer
	Properties map[string]string // as JSON text; keys, Timestamp and annotations left out
}

// String is the row in lists of rows.
func (r Row) String() string {
	return fmt.Sprintf("%s %s %s", r.Key, r.ETag, scenario.ShowMap(r.Properties))
}

// name is the RowKey, which is the entity's label in its scenario.
func (r Row) name() string {
	_, name, _ := strings.Cut(r.Key, "/")
	return name
}

// same reports whether two rows agree; an expected one may leave its ETag open.
func (r Row) same(got Row) bool {
	return r.Key == got.Key && maps.Equal(r.Properties, got.Properties) &&
		(r.ETag == scenario.NewETag || got.ETag == "" || r.ETag == got.ETag) // a query without it has a flaw
}

// byKey compares rows by key, for sorting.
func byKey(a, b Row) int { return strings.Compare(a.Key, b.Key) }

// UnmarshalJSON reads an entity.
func (r *Row) UnmarshalJSON(body []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(body, &raw); err != nil {
		return err
	}
	text := func(name string) string {
		var s string
		_ = json.Unmarshal(raw[name], &s) // absent or not a text: empty
		return s
	}
	*r = Row{Key: text("PartitionKey") + "/" + text("RowKey"), ETag: text("odata.etag"), Timestamp: text("Timestamp"), Properties: map[string]string{}}
	for name, v := range raw {
		switch {
		case name == "PartitionKey", name == "RowKey", name == "Timestamp", strings.HasPrefix(name, "odata."), strings.Contains(name, "@"):
		default:
			r.Properties[name] = string(v)
		}
	}
	return nil
}

// parseEntities reads a page of Query Entities.
func parseEntities(body []byte) ([]Row, error) {
	var page struct {
		Value []Row `json:"value"`
	}
	err := json.Unmarshal(body, &page)
	return page.Value, err
}

// rowsIn reads the entities in an answer: one in that of Get Entity or Insert Entity, a page in
// that of Query Entities.
func rowsIn(op scenario.Operation, resp scenario.Response) ([]Row, error) {
	if op.Name == query {
		return parseEntities(resp.Body)
	}
	one := make([]Row, 1)
	return one, json.Unmarshal(resp.Body, &one[0])
}

// nextPage is where a query continues; empty at its end.
func nextPage(resp scenario.Response) (partition, row string) {
	return resp.Header.Get("x-ms-continuation-NextPartitionKey"), resp.Header.Get("x-ms-continuation-NextRowKey")
}
