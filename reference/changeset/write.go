package changeset

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reference/guid"
)

// Response is the answer to one request of a batch.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	ID     string // Content-ID of its part, as in the request
}

// Answer is one part of the answer to a batch.
type Answer struct {
	Changes []Response
	Alone   *Response // nil for a change set
}

// Write makes the body of the answer, and its content type.
func Write(answers []Answer) (contentType string, body []byte) {
	outer := "batchresponse_" + guid.New().String()
	var b []byte
	for _, a := range answers {
		b = line(b, "--", outer)
		if a.Alone != nil {
			b = a.Alone.append(b)
			continue
		}
		inner := "changesetresponse_" + guid.New().String()
		b = line(b, "Content-Type: multipart/mixed; boundary=", inner)
		b = line(b)
		for i := range a.Changes {
			b = line(b, "--", inner)
			b = a.Changes[i].append(b)
		}
		b = line(b, "--", inner, "--")
	}
	b = line(b, "--", outer, "--")
	return "multipart/mixed; boundary=" + outer, b
}

func line(b []byte, parts ...string) []byte {
	for _, p := range parts {
		b = append(b, p...)
	}
	return append(b, "\r\n"...)
}

// spelled is a header's name as the services write it into a batch. Case means nothing to HTTP, but a batch is a body:
// Microsoft's JavaScript client finds an error in it by the bytes x-ms-error-code, and else takes it for a success.
func spelled(name string) string {
	switch {
	case strings.HasPrefix(name, "X-Ms-"):
		return strings.ToLower(name)
	case name == "Etag":
		return "ETag"
	case name == "Dataserviceversion":
		return "DataServiceVersion"
	}
	return name
}

// append appends the response as one part.
func (r *Response) append(b []byte) []byte {
	b = line(b, "Content-Type: application/http")
	b = line(b, "Content-Transfer-Encoding: binary")
	if r.ID != "" {
		b = line(b, "Content-ID: ", r.ID)
	}
	b = line(b)
	b = line(b, "HTTP/1.1 ", strconv.Itoa(r.Status), " ", http.StatusText(r.Status))
	names := make([]string, 0, len(r.Header))
	for name := range r.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, v := range r.Header[name] {
			b = line(b, spelled(name), ": ", v)
		}
	}
	b = line(b)
	return line(append(b, r.Body...))
}
