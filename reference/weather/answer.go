package weather

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"ifmatch/reference/operation"
)

// RetryAfter is the Retry-After value of a busy service, in seconds.
const RetryAfter = 1

// Answer returns the answer of a busy or slow service: 500 OperationTimedOut or 503 ServerBusy, as in Microsoft's
// "Status and error codes". It returns nil for kinds that produce no answer.
func Answer(k Kind, of operation.Service, r *http.Request) *http.Response {
	status, code, text := http.StatusInternalServerError, "OperationTimedOut", "The operation could not be completed within the permitted time."
	switch k {
	case Timeout, TimeoutApplied:
	case Busy:
		status, code, text = http.StatusServiceUnavailable, "ServerBusy", "The server is currently unable to receive requests. Please retry your request."
	default:
		return nil
	}
	a := &http.Response{
		Status: strconv.Itoa(status) + " " + http.StatusText(status), StatusCode: status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Request: r, Body: http.NoBody,
	}
	if k == Busy {
		a.Header.Set("Retry-After", strconv.Itoa(RetryAfter))
	}
	for _, name := range []string{"X-Ms-Version", "X-Ms-Client-Request-Id"} {
		if v := r.Header.Get(name); v != "" {
			a.Header.Set(name, v)
		}
	}
	body, kind := document(of, r, code, text)
	if of != operation.TableService { // the Table service shows its code in the body only
		a.Header.Set("X-Ms-Error-Code", code)
	}
	a.Header.Set("Content-Type", kind)
	a.Header.Set("Content-Length", strconv.Itoa(len(body)))
	a.ContentLength = int64(len(body))
	if r.Method != http.MethodHead {
		a.Body = readCloser{bytes.NewReader(body)}
	}
	return a
}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }

// document returns the body of a refusal in the service's form, and its content type.
func document(of operation.Service, r *http.Request, code, text string) (body []byte, kind string) {
	switch {
	case of != operation.TableService:
		var said bytes.Buffer
		_ = xml.EscapeText(&said, []byte(text)) // writing to a buffer cannot fail
		return fmt.Appendf(nil, "\ufeff<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>%s</Code><Message>%s</Message></Error>", code, said.Bytes()), "application/xml"
	case strings.Contains(r.Header.Get("Accept"), "atom+xml"):
		return fmt.Appendf(nil, `<?xml version="1.0" encoding="utf-8"?><error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><code>%s</code><message xml:lang="en-US">%s</message></error>`, code, text), "application/xml"
	}
	body, _ = json.Marshal(map[string]any{"odata.error": map[string]any{"code": code, "message": map[string]string{"lang": "en-US", "value": text}}}) // cannot fail: the values are strings
	return body, "application/json;odata=minimalmetadata;streaming=true;charset=utf-8"
}
