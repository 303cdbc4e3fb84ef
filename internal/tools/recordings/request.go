package main

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"ifmatch/reference/operation"
)

// request is an exchange's request as the target must see it: what the service made up is replaced.
func (p *player) request(e *Exchange) Request {
	r := Request{Service: p.session.Service, Method: e.Method, Path: p.bound.In(e.Path), Query: p.bound.In(e.Query), Header: http.Header{}, Body: e.sent()}
	resource := p.resource(e)
	invented := !e.Body.Given && len(r.Body) > 0
	for name, value := range e.Header {
		switch {
		case name == "content-length", invented && (name == "content-md5" || name == "x-ms-content-crc64"):
			continue
		}
		r.Header.Set(name, p.bound.TagIn(resource, value))
	}
	if p.session.Service == operation.TableService && r.Header.Get("accept") == "" && strings.HasPrefix(e.AnswerHeader["content-type"], "application/json") {
		r.Header.Set("accept", "application/json;odata=minimalmetadata") // some recordings leave it out
	}
	if invented {
		p.invented = true
	} else {
		r.Body = []byte(p.bound.In(string(r.Body)))
	}
	return r
}

var keys = regexp.MustCompile(`^/?([^(]+)\(PartitionKey='(.*)',RowKey='(.*)'\)$`)

// resource names what an exchange is about. Tags are compared among exchanges about the same resource.
func (p *player) resource(e *Exchange) string {
	path, err := url.PathUnescape(e.Path)
	if err != nil {
		path = e.Path
	}
	if p.session.Service != operation.TableService {
		return path
	}
	if m := keys.FindStringSubmatch(path); m != nil {
		return "/" + m[1] + "/" + strings.ReplaceAll(m[2], "''", "'") + "/" + strings.ReplaceAll(m[3], "''", "'")
	}
	path = strings.TrimSuffix(path, "()")
	if e.Method == http.MethodPost && path != "/Tables" {
		for _, l := range Leaves(e.sent()) {
			if l.Of != "" {
				return path + "/" + l.Of
			}
		}
	}
	return path
}

// within names a resource of which a document in the answer tells.
func within(resource, of string, service operation.Service) string {
	switch {
	case of == "":
		return resource
	case service == operation.TableService:
		if strings.HasSuffix(resource, "/"+of) {
			return resource
		}
	}
	return strings.TrimSuffix(resource, "/") + "/" + of
}

// top is the container, share, queue or table of a path.
func top(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	first, _, _ = strings.Cut(first, "(")
	return "/" + first
}

// aboutConcurrency reports whether an exchange has a condition, a lease or a receipt, or an answer of these.
func aboutConcurrency(e *Exchange) bool {
	switch e.Status {
	case http.StatusNotModified, http.StatusConflict, http.StatusPreconditionFailed:
		return true
	}
	for name := range e.Header {
		if concurrent.MatchString(name) {
			return true
		}
	}
	return strings.Contains(e.Query, "popreceipt=")
}

var concurrent = regexp.MustCompile(`^(x-ms-(source-|blob-|access-tier-)?)?if-|^x-ms-blob-condition-|^x-ms-(lease|proposed-lease|source-lease|destination-lease)-`)
