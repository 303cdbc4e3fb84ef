package frontend

import (
	"net/http"
	"strconv"

	"ifmatch/reference/header"
)

var (
	nothing = []string{"0"}
	xmlType = []string{"application/xml"}
)

// Answer sends a status without a body.
func Answer(w http.ResponseWriter, status int) error {
	if status != http.StatusNoContent {
		header.Share(w.Header(), header.ContentLength, nothing)
	}
	w.WriteHeader(status)
	return nil
}

// Send sends a status with a body. It omits the body in a response to HEAD.
func Send(w http.ResponseWriter, status int, contentType string, body []byte) error {
	header.Set(w.Header(), header.ContentType, contentType)
	return send(w, status, body)
}

// SendXML sends a status with an XML document.
func SendXML(w http.ResponseWriter, status int, document []byte) error {
	header.Share(w.Header(), header.ContentType, xmlType)
	return send(w, status, document)
}

func send(w http.ResponseWriter, status int, body []byte) error {
	header.Set(w.Header(), header.ContentLength, strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
	return nil
}
