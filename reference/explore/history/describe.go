package history

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"hash/maphash"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"ifmatch/reference/changeset"
	"ifmatch/reference/header"
	"ifmatch/reference/operation"
)

// Classifier names the operation that a request to a service asks for.
type Classifier func(operation.Service, *http.Request) operation.Operation

// Describe reads a request as a server sees it: with canonical names of headers, and the account first in its path.
func Describe(client string, s operation.Service, of Classifier, r *http.Request, body []byte) Request {
	h, q, o := r.Header, r.URL.Query(), of(s, r)
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
		if from, err := url.Parse(header.Get(h, name)); err == nil && from.Path != "" {
			d.Sources = append(d.Sources, string(s)+" "+within(from.Path))
		}
	}
	switch o {
	case operation.EntityGroupTransaction:
		d.Rows = rows(client, s, of, header.Get(h, "Content-Type"), body)
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
	all := maphash.Bytes(seed, body)
	for name, values := range h { // in no order
		if strings.HasPrefix(name, "X-Ms-Meta-") {
			all += maphash.Comparable(seed, [2]string{name, strings.Join(values, ",")})
		}
	}
	return all
}

// rows reads what a transaction does to each entity.
func rows(client string, s operation.Service, of Classifier, contentType string, body []byte) (all []Request) {
	parts, _ := changeset.Parse(contentType, body) // what is no batch is refused
	for _, part := range parts {
		for _, c := range part.Changes {
			u, err := url.Parse(c.URI)
			if err != nil {
				continue
			}
			r := &http.Request{Method: c.Method, URL: u, Header: c.Header, Host: u.Host}
			if row := Describe(client, s, of, r, bytes.TrimSpace(c.Body)); row.Operation != operation.Unrecognized {
				all = append(all, row)
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
	maps.DeleteFunc(all, func(name string, _ any) bool {
		return name == "PartitionKey" || name == "RowKey" || name == "Timestamp" || strings.Contains(name, "odata.")
	})
	r.Properties = slices.Sorted(maps.Keys(all))
}
