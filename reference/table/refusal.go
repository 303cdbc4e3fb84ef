package table

import (
	"time"

	xmldoc "ifmatch/reference/document"
	"ifmatch/reference/edm"
	"ifmatch/reference/errcode"
)

// errorBody is the body of an error, in JSON or XML. // TABLE-ERR-02 TABLE-ERR-03
func errorBody(e *errcode.Error, json bool, request string, now time.Time) (contentType string, body []byte) {
	message := e.Message
	for _, f := range e.Fields {
		message += "\n" + f.Name + ": " + f.Value
	}
	message += "\nRequestId:" + request + "\nTime:" + now.UTC().Format("2006-01-02T15:04:05.0000000Z")
	var b []byte
	if json {
		b = append(b, `{"odata.error":{"code":`...)
		b = edm.AppendString(b, string(e.Code))
		b = append(b, `,"message":{"lang":"en-US","value":`...)
		b = edm.AppendString(b, message)
		return minimalMetadata.contentType(), append(b, "}}}"...)
	}
	b = append(b, `<?xml version="1.0" encoding="utf-8"?><error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><code>`...)
	b = append(b, e.Code...)
	b = append(b, `</code><message xml:lang="en-US">`...)
	b = xmldoc.AppendText(b, message)
	return "application/xml;charset=utf-8", append(b, `</message></error>`...)
}
