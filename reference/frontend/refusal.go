package frontend

import (
	"net/http"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/header"
)

// RefuseXML answers with an error as a document of the form that Blob and Queue service have in common.
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
