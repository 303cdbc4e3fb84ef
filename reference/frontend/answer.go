package frontend

import (
	"net/http"
	"strconv"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
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

// Answered sends a status without a body, unless the operation failed.
func Answered(w http.ResponseWriter, status int, err error) error {
	if err != nil {
		return err
	}
	return Answer(w, status)
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

// RefuseXML answers with an error as an XML document in the form of the Blob and Queue services.
// // QUEUE-ERR-01 QUEUE-ERR-02
func RefuseXML(w http.ResponseWriter, e *errcode.Error, now time.Time) {
	var x document.Writer
	x.Open("Error")
	x.Element("Code", string(e.Code))
	x.Element("Message", e.Message+"\nRequestId:"+header.Get(w.Header(), header.RequestID)+"\nTime:"+etag.HTTPDate(now))
	for _, f := range e.Fields {
		x.Element(f.Name, f.Value)
	}
	x.Close("Error")
	_ = SendXML(w, e.Status, x.Bytes()) // never fails
}

// Refuse answers with an error in the form of the Blob and File services: the code is in a header and, if a body is
// allowed, in XML. // BLOB-COND-07 FILE-ERR-12
func (c *Config) Refuse(w http.ResponseWriter, r *http.Request, e *errcode.Error) {
	header.Set(w.Header(), header.ErrorCode, string(e.Code))
	if r.Method == http.MethodHead || e.Status == http.StatusNotModified { // BLOB-COND-06 BLOB-COND-08
		w.WriteHeader(e.Status)
		return
	}
	RefuseXML(w, e, c.Clock.Now())
}
