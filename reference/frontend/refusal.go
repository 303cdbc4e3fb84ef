package frontend

import (
	"net/http"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/header"
)

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
