package main

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reference/operation"
)

// Some tests find a container, a share or a file that they did not record the making of. What the recording takes for
// granted is made when the target says that it is missing, provided that no earlier exchange has named it.

// setUp makes what is missing for an exchange. It reports whether it made something, so that the request is worth
// another try.
func (p *player) setUp(e *Exchange, got Answer) bool {
	if got.Status != http.StatusNotFound || e.Status == http.StatusNotFound {
		return false
	}
	at, query := p.resource(e), e.Query
	code := got.Code()
	if code == "CannotVerifyCopySource" || sourceOf(e) != nil && !p.named(sourceOf(e).Path) && code != "ContainerNotFound" && code != "ShareNotFound" {
		if u := sourceOf(e); u != nil && !p.named(u.Path) {
			return p.make(e, u.Path, u.RawQuery)
		}
	}
	if p.named(top(at)) && (at == top(at) || p.named(at)) || e.Method == http.MethodDelete && at == top(at) {
		return false
	}
	return p.make(e, at, query)
}

// sourceOf is the address from which a request copies or renames.
func sourceOf(e *Exchange) *url.URL {
	for _, name := range []string{"x-ms-copy-source", "x-ms-file-rename-source"} {
		if v := e.Header[name]; v != "" {
			if u, err := url.Parse(v); err == nil {
				return u
			}
		}
	}
	return nil
}

// make makes a resource and all that is around it.
func (p *player) make(e *Exchange, path, query string) bool {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	made := false
	do := func(path, query string, header http.Header, method string, body string) {
		header.Set("x-ms-version", latest)
		a, err := p.target.Send(Request{Service: p.session.Service, Method: method, Path: (&url.URL{Path: path}).EscapedPath(), Query: query, Header: header, Body: []byte(body)})
		made = made || err == nil && a.Status < 300
	}
	outer := "/" + parts[0]
	switch p.session.Service {
	case operation.BlobService:
		do(outer, "restype=container", http.Header{}, http.MethodPut, "")
		if len(parts) > 1 && e.Method != http.MethodPut || sourceOf(e) != nil || strings.Contains(query, "comp=") && len(parts) > 1 {
			do(path, "", http.Header{"X-Ms-Blob-Type": {blobType(e)}, "X-Ms-Blob-Content-Length": {"512"}}, http.MethodPut, "")
		}
	case operation.FileService:
		do(outer, "restype=share", http.Header{}, http.MethodPut, "")
		for i := 2; i < len(parts); i++ {
			do("/"+strings.Join(parts[:i], "/"), "restype=directory", directory(), http.MethodPut, "")
		}
		creates := e.Method == http.MethodPut && !strings.Contains(query, "comp=") && sourceOf(e) == nil
		switch {
		case len(parts) < 2 || creates:
		case strings.Contains(query, "restype=directory"):
			do(path, "restype=directory", directory(), http.MethodPut, "")
		default:
			h := directory()
			h.Set("x-ms-type", "file")
			h.Set("x-ms-content-length", strconv.Itoa(recordedLength(e)))
			do(path, "", h, http.MethodPut, "")
		}
	case operation.QueueService:
		do(outer, "", http.Header{}, http.MethodPut, "")
	case operation.TableService:
		name := strings.TrimSuffix(parts[0], "()")
		do("/Tables", "", http.Header{"Content-Type": {"application/json"}}, http.MethodPost, `{"TableName":"`+name+`"}`)
	}
	p.inferred = p.inferred || made
	return made
}

// directory is the header of a request that creates a directory.
func directory() http.Header {
	return http.Header{
		"X-Ms-File-Attributes": {"none"}, "X-Ms-File-Permission": {"inherit"},
		"X-Ms-File-Creation-Time": {"now"}, "X-Ms-File-Last-Write-Time": {"now"},
	}
}

// blobType is the kind of blob that an exchange takes for granted.
func blobType(e *Exchange) string {
	if t := e.AnswerHeader["x-ms-blob-type"]; t != "" {
		return t
	}
	switch {
	case strings.Contains(e.Query, "comp=appendblock"):
		return "AppendBlob"
	case strings.Contains(e.Query, "comp=page"):
		return "PageBlob"
	}
	return "BlockBlob"
}

// recordedLength is the length of the file that an exchange has read.
func recordedLength(e *Exchange) int {
	if _, all, ok := strings.Cut(e.AnswerHeader["content-range"], "/"); ok {
		n, _ := strconv.Atoi(all)
		return n
	}
	n, _ := strconv.Atoi(e.AnswerHeader["content-length"])
	return n
}

// named reports whether an earlier exchange has been about a path.
func (p *player) named(path string) bool { return p.names[path] }

// name remembers what an exchange was about.
func (p *player) name(e *Exchange) {
	p.names[p.resource(e)], p.names[p.container(e)] = true, true
	if u := sourceOf(e); u != nil {
		p.names[u.Path] = true
	}
}

// leftover reports whether an exchange tells of what an earlier test left in the account: it is about a container,
// share, queue or table that this session has not named before, and that was there, or just deleted.
func (p *player) leftover(e *Exchange, got Answer) bool {
	at := p.container(e)
	creates := e.Status == http.StatusCreated && p.resource(e) == at
	switch {
	case creates:
		delete(p.foreign, at)
		return false
	case p.foreign[at]:
		return true
	case p.made[at] && e.Status >= 400 && got.Status < 300: // leases are not in every list
		p.foreign[at] = true
		return true
	case p.named(at):
		return false
	}
	exists := strings.HasSuffix(e.ErrorCode(), "AlreadyExists") || strings.HasSuffix(e.ErrorCode(), "BeingDeleted")
	deletes := e.Method == http.MethodDelete && e.Status != http.StatusNotFound
	p.foreign[at] = deletes && got.Status == http.StatusNotFound
	return exists && got.Status < 300 || p.foreign[at]
}

// container is the container, share, queue or table that an exchange is about.
func (p *player) container(e *Exchange) string {
	at := p.resource(e)
	if at == "/Tables" {
		for _, l := range Leaves(e.sent()) {
			if l.Name == "TableName" {
				return "/" + l.Value
			}
		}
	}
	if name, ok := strings.CutPrefix(at, "/Tables('"); ok {
		return "/" + strings.TrimSuffix(name, "')")
	}
	return top(at)
}

var listsOfAccount = []operation.Operation{operation.ListContainers, operation.ListQueues, operation.QueryTables, operation.ListShares}

// ofAccount reports whether an operation lists what is in the account, whoever made it.
func ofAccount(o operation.Operation) bool { return slices.Contains(listsOfAccount, o) }
