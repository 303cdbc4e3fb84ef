package ops

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
)

// UnreadableError says that an answer arrived which the official SDK cannot
// make sense of: a date that is none, a body that is no XML.
type UnreadableError struct {
	Operation string
	Response  Response // as far as it could be read
	Err       error
	text      string
}

// Error names the operation, the status and what could not be read.
func (e *UnreadableError) Error() string { return e.text }

// Unwrap gives the SDK's error.
func (e *UnreadableError) Unwrap() error { return e.Err }

// callError is an error of the network or of the SDK, without secrets.
type callError struct {
	text string
	err  error
}

func (e *callError) Error() string { return e.text }
func (e *callError) Unwrap() error { return e.err }

// perform runs one SDK call as one exchange and turns its outcome into a
// Response. What the SDK reports as an error is an answer all the same; only
// the lack of an answer is an error here.
func (c *Client) perform(ctx context.Context, name string, r Resource, req Request, x *exchange, call func(context.Context) error) (Response, error) {
	x.fill(r, req)
	err := call(withExchange(ctx, x))
	if x.answer == nil {
		if err == nil {
			err = errors.New("the SDK reported success without sending a request")
		}
		return Response{}, &callError{c.scrub(fmt.Sprintf("%s on %s: %v", name, r, err)), err}
	}
	resp := Response{Status: x.answer.StatusCode, Header: x.answer.Header}
	body, readErr := runtime.Payload(x.answer)
	resp.Body = body
	resp.Code = errorCode(resp)
	var refusal *azcore.ResponseError
	switch {
	case readErr != nil:
		err = fmt.Errorf("reading the body: %w", readErr)
	case err == nil, errors.As(err, &refusal):
		return resp, nil
	case x.verb == http.MethodHead:
		// The SDK method was written for GET and misses the body.
		return resp, nil
	}
	return resp, &UnreadableError{
		Operation: name, Response: resp, Err: err,
		text: c.scrub(fmt.Sprintf("%s on %s: the answer %d cannot be read: %v", name, r, resp.Status, err)),
	}
}

// fill adds to the exchange everything that the request wants on the wire in an
// exact form, whether or not the SDK method was able to say it too.
func (x *exchange) fill(r Resource, req Request) {
	if req.Verb != "" {
		x.verb = req.Verb
	}
	if r.Snapshot != "" {
		if x.query == nil {
			x.query = url.Values{}
		}
		x.query.Set("snapshot", r.Snapshot)
	}
	x.drop = append(x.drop, req.Drop...)
	for _, f := range []struct {
		name  string
		value *string
	}{
		{"If-Match", req.IfMatch},
		{"If-None-Match", req.IfNoneMatch},
		{"If-Modified-Since", req.IfModifiedSince},
		{"If-Unmodified-Since", req.IfUnmodifiedSince},
		{"x-ms-source-if-match", req.SourceIfMatch},
		{"x-ms-source-if-none-match", req.SourceIfNoneMatch},
		{"x-ms-source-if-modified-since", req.SourceIfModifiedSince},
		{"x-ms-source-if-unmodified-since", req.SourceIfUnmodifiedSince},
		{"x-ms-if-tags", req.IfTags},
		{"x-ms-source-if-tags", req.SourceIfTags},
		{"x-ms-lease-id", req.LeaseID},
		{"x-ms-proposed-lease-id", req.ProposedID},
		{"x-ms-lease-duration", req.Duration},
		{"x-ms-lease-break-period", req.BreakPeriod},
		{"x-ms-if-sequence-number-le", req.IfSequenceLE},
		{"x-ms-if-sequence-number-lt", req.IfSequenceLT},
		{"x-ms-if-sequence-number-eq", req.IfSequenceEQ},
		{"x-ms-blob-condition-appendpos", req.AppendPos},
		{"x-ms-blob-condition-maxsize", req.MaxSize},
	} {
		if f.value != nil && !dropped(req.Drop, f.name) {
			x.set = append(x.set, header{f.name, []string{*f.value}})
		}
	}
	for name, values := range req.Header {
		x.set = append(x.set, header{name, values})
	}
}

func dropped(drop []string, name string) bool {
	for _, d := range drop {
		if strings.EqualFold(d, name) {
			return true
		}
	}
	return false
}

// errorCode is the service's code of an answer that is not a success.
func errorCode(resp Response) string {
	if code := resp.Header.Get("x-ms-error-code"); code != "" {
		return code
	}
	if resp.Status < 300 || len(resp.Body) == 0 {
		return ""
	}
	return bodyCode(resp.Body)
}

// bodyCode reads the error code of an error body: <Error><Code> of blobs and
// queues, odata.error or <error><code> of tables, which have no header for it
// (TABLE-ERR-01, TABLE-ERR-03). "" if there is none.
func bodyCode(body []byte) string {
	body = trimBOM(body)
	if code, _ := odataError(body); code != "" {
		return code
	}
	var e struct {
		Code  string `xml:"Code"`
		Lower string `xml:"code"`
	}
	if xml.Unmarshal(body, &e) != nil {
		return ""
	}
	return strings.TrimSpace(e.Code + e.Lower)
}

func trimBOM(b []byte) []byte {
	if len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF {
		return b[3:]
	}
	return b
}

var signature = regexp.MustCompile(`(?i)(\bsig=)[^&\s"']+`)

// scrub removes signatures from a text that goes into an error.
func scrub(text string) string { return signature.ReplaceAllString(text, "${1}REDACTED") }

// scrub removes the session's secrets too.
func (c *Client) scrub(text string) string {
	text = scrub(text)
	if key := c.session.Credential.Key.Reveal(); key != "" {
		text = strings.ReplaceAll(text, key, "REDACTED")
	}
	return text
}
