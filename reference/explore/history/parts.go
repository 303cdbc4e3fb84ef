package history

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"ifmatch/reference/operation"
)

// describeParts reads which part of its resource a request is about.
func (r *Request) describeParts(h http.Header, q url.Values, body []byte) {
	switch r.Operation {
	case operation.InsertEntity, operation.MergeEntity, operation.InsertOrMergeEntity:
		r.describeEntity(body)
	case operation.PutPage, operation.PutRange:
		if r.Range = h.Get("X-Ms-Range"); r.Range == "" {
			r.Range = h.Get("Range")
		}
		r.Detail = r.Range
	case operation.PutBlock:
		r.Detail = "block " + readable(q.Get("blockid"))
	case operation.ListBlobs:
		if prefix := q.Get("prefix"); prefix != "" {
			r.Detail = "prefix " + prefix
		}
	}
}

// readable decodes the id of a block, if that is text.
func readable(id string) string {
	text, err := base64.StdEncoding.DecodeString(id)
	if err != nil || bytes.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) || c == unicode.ReplacementChar }) {
		return id
	}
	return string(text)
}

// describeEntity reads the keys of an entity, which an insert has in its body only, and the properties that are written.
func (r *Request) describeEntity(body []byte) {
	var all map[string]any
	if json.Unmarshal(body, &all) != nil {
		return
	}
	if r.Operation == operation.InsertEntity {
		key := func(name string) string {
			text, _ := all[name].(string)
			return "'" + strings.ReplaceAll(text, "'", "''") + "'"
		}
		r.Resource = strings.TrimSuffix(r.Resource, "()") + "(PartitionKey=" + key("PartitionKey") + ",RowKey=" + key("RowKey") + ")"
		return // it writes all of the entity
	}
	for name := range all {
		if name != "PartitionKey" && name != "RowKey" && name != "Timestamp" && !strings.Contains(name, "odata.") {
			r.Properties = append(r.Properties, name)
		}
	}
	slices.Sort(r.Properties)
}
