package table

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	xmldoc "ifmatch/reference/document"
	"ifmatch/reference/edm"
	"ifmatch/reference/errcode"
)

// format is the form of a response's body: how much metadata it has in addition to the data.
type format uint8

const (
	noMetadata format = iota
	minimalMetadata
	fullMetadata
)

var formatNames = [...]string{"nometadata", "minimalmetadata", "fullmetadata"}

// contentType returns the media type of the form.
func (f format) contentType() string {
	return "application/json;odata=" + formatNames[f] + ";streaming=true;charset=utf-8"
}

// accepted returns the requested form of the answer: $format takes precedence over Accept.
func accepted(h http.Header, query url.Values) string {
	if v := query.Get("$format"); v != "" {
		return v
	}
	return strings.Join(h[hAccept], ",")
}

// formatOf returns the form that a request asks for. The default is minimal metadata.
func formatOf(h http.Header, query url.Values) (format, error) {
	v := accepted(h, query)
	if v == "" {
		return minimalMetadata, nil
	}
	unsupported := errcode.MediaTypeNotSupported
	for _, part := range strings.Split(v, ",") {
		media, parameters, _ := strings.Cut(part, ";")
		switch strings.ToLower(strings.TrimSpace(media)) {
		case "application/json", "json":
			return levelOf(parameters)
		case "*/*", "application/*":
			return minimalMetadata, nil
		case "application/atom+xml", "application/xml", "atom":
			unsupported = errcode.AtomFormatNotSupported
		}
	}
	return 0, errcode.New(unsupported)
}

func levelOf(parameters string) (format, error) {
	for _, p := range strings.Split(parameters, ";") {
		name, value, _ := strings.Cut(p, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "odata") {
			continue
		}
		for f, known := range formatNames {
			if strings.EqualFold(strings.TrimSpace(value), known) {
				return format(f), nil
			}
		}
		return 0, errcode.New(errcode.MediaTypeNotSupported)
	}
	return minimalMetadata, nil
}

// wantsJSON reports whether errors are answered in JSON. Only a request that names JSON gets it.
// // TABLE-ERR-02 TABLE-ERR-03
func wantsJSON(h http.Header, query url.Values) bool {
	return strings.Contains(strings.ToLower(accepted(h, query)), "json")
}

// wantsNoContent reports whether the answer to an insert should have no body. It also returns the preference that was
// applied, or "" if the request stated none. // TABLE-QRY-13 TABLE-QRY-14
func wantsNoContent(h http.Header) (noContent bool, applied string) {
	for _, v := range h[hPrefer] {
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "return-no-content":
			return true, "return-no-content"
		case "return-content":
			return false, "return-content"
		}
	}
	return false, ""
}

// Names of headers that only this service has, in the canonical form that http.Header uses as keys.
const (
	hAccept             = "Accept"
	hDataServiceID      = "Dataserviceid"
	hDataServiceVersion = "Dataserviceversion"
	hLocation           = "Location"
	hMethod             = "X-Http-Method"
	hNextPartition      = "X-Ms-Continuation-Nextpartitionkey"
	hNextRow            = "X-Ms-Continuation-Nextrowkey"
	hNextTable          = "X-Ms-Continuation-Nexttablename"
	hPrefer             = "Prefer"
	hPreferenceApplied  = "Preference-Applied"
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
