package history

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"ifmatch/reference/changeset"
	"ifmatch/reference/header"
	"ifmatch/reference/operation"
)

// Describe reads a request as a server sees it: with canonical names of headers, and the account first in its path.
func Describe(client string, s operation.Service, o operation.Operation, r *http.Request, body []byte) Request {
	h := r.Header
	var q url.Values
	if r.URL.RawQuery != "" {
		q = r.URL.Query()
	}
	d := Request{
		Client: client, Operation: o, Resource: string(s) + " " + within(r.URL.Path),
		IfMatch: header.Get(h, "If-Match"), IfNoneMatch: header.Get(h, "If-None-Match"), IfTags: header.Get(h, "X-Ms-If-Tags"),
		Position: header.Get(h, "X-Ms-Blob-Condition-Appendpos"), Lease: header.Get(h, "X-Ms-Lease-Id"), Receipt: q.Get("popreceipt"),
		Duration: cmp.Or(q.Get("visibilitytimeout"), header.Get(h, "X-Ms-Lease-Duration")), Digest: digest(h, body),
	}
	for _, name := range []string{"If-Unmodified-Since", "If-Modified-Since"} {
		if since := header.Get(h, name); since != "" {
			d.Since = name + ": " + since
		}
	}
	for _, name := range []string{"X-Ms-Copy-Source", "X-Ms-File-Rename-Source"} {
		if from := header.Get(h, name); from != "" {
			if u, err := url.Parse(from); err == nil && u.Path != "" {
				d.Sources = append(d.Sources, string(s)+" "+within(u.Path))
			}
		}
	}
	switch o {
	case operation.EntityGroupTransaction:
		d.Rows = rows(client, s, header.Get(h, "Content-Type"), body)
	case operation.InsertEntity, operation.MergeEntity, operation.InsertOrMergeEntity:
		d.describeEntity(body)
	case operation.PutPage, operation.PutRange:
		d.Range = cmp.Or(header.Get(h, "X-Ms-Range"), header.Get(h, "Range"))
		d.Detail = d.Range
	case operation.PutBlock:
		d.Detail = "block " + readable(q.Get("blockid"))
	case operation.ListBlobs:
		if prefix := q.Get("prefix"); prefix != "" {
			d.Detail = "prefix " + prefix
		}
	}
	return d
}

// within drops the account from a path.
func within(path string) string {
	_, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return "/" + rest
}

// digest tells apart what requests write.
func digest(h http.Header, body []byte) uint64 {
	all := sum(string(body))
	for name, values := range h { // in no order
		if strings.HasPrefix(name, "X-Ms-Meta-") {
			all += sum(name, strings.Join(values, ","))
		}
	}
	return all
}

// rowOperations are the operations of the requests in a transaction: without and with If-Match.
var rowOperations = map[string][2]operation.Operation{
	"POST":   {operation.InsertEntity, operation.InsertEntity},
	"PUT":    {operation.InsertOrReplaceEntity, operation.UpdateEntity},
	"PATCH":  {operation.InsertOrMergeEntity, operation.MergeEntity},
	"MERGE":  {operation.InsertOrMergeEntity, operation.MergeEntity},
	"DELETE": {operation.DeleteEntity, operation.DeleteEntity},
}

// rows reads what a transaction does to each entity.
func rows(client string, s operation.Service, contentType string, body []byte) (all []Request) {
	parts, _ := changeset.Parse(contentType, body) // what is no batch is refused
	for _, part := range parts {
		for _, c := range part.Changes {
			of, at := rowOperations[c.Method], 0
			if header.Get(c.Header, "If-Match") != "" {
				at = 1
			}
			if u, err := url.Parse(c.URI); err == nil && of[at] != operation.Unrecognized {
				all = append(all, Describe(client, s, of[at], &http.Request{URL: u, Header: c.Header}, bytes.TrimSpace(c.Body)))
			}
		}
	}
	return all
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
			return name + "='" + strings.ReplaceAll(text, "'", "''") + "'"
		}
		r.Resource = strings.TrimSuffix(r.Resource, "()") + "(" + key("PartitionKey") + "," + key("RowKey") + ")"
		return // it writes all of the entity
	}
	for name := range all {
		if name != "PartitionKey" && name != "RowKey" && name != "Timestamp" && !strings.Contains(name, "odata.") {
			r.Properties = append(r.Properties, name)
		}
	}
	slices.Sort(r.Properties)
}
