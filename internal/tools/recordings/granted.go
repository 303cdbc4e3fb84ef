package main

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"ifmatch/reference/operation"
)

// granted lists the requests that make what an exchange takes for granted: a resource and all that is around it.
func granted(service operation.Service, e *Exchange, path, query string) []Request {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	outer := "/" + parts[0]
	switch service {
	case operation.BlobService:
		list := []Request{create(service, outer, "restype=container", http.Header{})}
		if sourceOf(e) != nil || len(parts) > 1 && (e.Method != http.MethodPut || strings.Contains(query, "comp=")) {
			list = append(list, create(service, path, "", http.Header{"X-Ms-Blob-Type": {blobType(e)}, "X-Ms-Blob-Content-Length": {"512"}}))
		}
		return list
	case operation.FileService:
		return grantedFile(e, path, query, parts)
	case operation.TableService:
		r := create(service, "/Tables", "", http.Header{"Content-Type": {"application/json"}})
		r.Method, r.Body = http.MethodPost, []byte(`{"TableName":"`+strings.TrimSuffix(parts[0], "()")+`"}`)
		return []Request{r}
	}
	return []Request{create(service, outer, "", http.Header{})}
}

// grantedFile is granted for a share, a directory or a file.
func grantedFile(e *Exchange, path, query string, parts []string) []Request {
	const service, directory = operation.FileService, "restype=directory"
	list := []Request{create(service, "/"+parts[0], "restype=share", http.Header{})}
	for i := 2; i < len(parts); i++ {
		list = append(list, create(service, "/"+strings.Join(parts[:i], "/"), directory, smbProperties()))
	}
	creates := e.Method == http.MethodPut && !strings.Contains(query, "comp=") && sourceOf(e) == nil
	switch {
	case len(parts) < 2 || creates:
	case strings.Contains(query, directory):
		list = append(list, create(service, path, directory, smbProperties()))
	default:
		h := smbProperties()
		h.Set("x-ms-type", "file")
		h.Set("x-ms-content-length", strconv.Itoa(recordedLength(e)))
		list = append(list, create(service, path, "", h))
	}
	return list
}

// create is a request that creates a resource.
func create(service operation.Service, path, query string, header http.Header) Request {
	header.Set("x-ms-version", latest)
	return Request{Service: service, Method: http.MethodPut, Path: (&url.URL{Path: path}).EscapedPath(), Query: query, Header: header}
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

// smbProperties is the header that every new file and directory needs.
func smbProperties() http.Header {
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
