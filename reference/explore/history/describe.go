package history

import (
	"bufio"
	"bytes"
	"hash/fnv"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"

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
		IfMatch: h.Get("If-Match"), IfNoneMatch: h.Get("If-None-Match"), IfTags: h.Get("X-Ms-If-Tags"),
		Position: h.Get("X-Ms-Blob-Condition-Appendpos"),
		Lease:    h.Get("X-Ms-Lease-Id"), Proposed: h.Get("X-Ms-Proposed-Lease-Id"), Duration: h.Get("X-Ms-Lease-Duration"),
		Receipt: q.Get("popreceipt"), Digest: digest(h, body),
	}
	if since := h.Get("If-Modified-Since"); since != "" {
		d.Since = "If-Modified-Since: " + since
	} else if since := h.Get("If-Unmodified-Since"); since != "" {
		d.Since = "If-Unmodified-Since: " + since
	}
	if v := q.Get("visibilitytimeout"); v != "" {
		d.Duration = v
	}
	if d.describeParts(h, q, body); o == operation.EntityGroupTransaction {
		d.Rows = rows(client, s, body)
	}
	for _, name := range []string{"X-Ms-Copy-Source", "X-Ms-File-Rename-Source"} {
		if u, err := url.Parse(h.Get(name)); err == nil && u.Path != "" {
			d.Sources = append(d.Sources, string(s)+" "+within(u.Path))
		}
	}
	return d
}

// within drops the account from a path.
func within(path string) string {
	if _, rest, found := strings.Cut(strings.TrimPrefix(path, "/"), "/"); found {
		return "/" + rest
	}
	return "/"
}

// digest tells apart what requests write.
func digest(h http.Header, body []byte) uint64 {
	sum := fnv.New64a()
	_, _ = sum.Write(body)
	all := sum.Sum64()
	for name, values := range h { // in no order
		if strings.HasPrefix(name, "X-Ms-Meta-") {
			one := fnv.New64a()
			_, _ = io.WriteString(one, name+"="+strings.Join(values, ","))
			all += one.Sum64()
		}
	}
	return all
}

// requestLine finds the requests in the body of a transaction.
var requestLine = regexp.MustCompile(`(?m)^(POST|PUT|PATCH|MERGE|DELETE) \S+ HTTP/1\.1\r?$`)

// rows reads what a transaction does to each entity.
func rows(client string, s operation.Service, body []byte) []Request {
	var all []Request
	starts := requestLine.FindAllIndex(body, -1)
	for i, at := range starts {
		end := len(body)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		in := bufio.NewReader(bytes.NewReader(body[at[0]:end]))
		r, err := http.ReadRequest(in)
		if err != nil {
			continue
		}
		content, _ := io.ReadAll(in) // its length need not be given
		content, _, _ = bytes.Cut(content, []byte("\n--"))
		all = append(all, Describe(client, s, rowOperation(r), r, bytes.TrimSpace(content)))
	}
	return all
}

// rowOperation is the operation of a request in a transaction.
func rowOperation(r *http.Request) operation.Operation {
	guarded := r.Header.Get("If-Match") != ""
	switch {
	case r.Method == http.MethodPost:
		return operation.InsertEntity
	case r.Method == http.MethodDelete:
		return operation.DeleteEntity
	case r.Method == http.MethodPut && guarded:
		return operation.UpdateEntity
	case r.Method == http.MethodPut:
		return operation.InsertOrReplaceEntity
	case guarded:
		return operation.MergeEntity
	}
	return operation.InsertOrMergeEntity
}
