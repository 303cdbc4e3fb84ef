package sdk

import (
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"ifmatch/internal/wire"
	"ifmatch/steps/scenario"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
)

// callError is an error of the network or of the SDK, without secrets.
type callError struct {
	text string
	err  error
}

func (e *callError) Error() string { return e.text }
func (e *callError) Unwrap() error { return e.err }

// Perform runs one SDK call as one exchange and turns its outcome into a Response. An SDK error
// with an answer is still an answer; only a missing answer is an error here. Errors name the
// operation and the resource, and contain no secret.
func (c *Connection) Perform(ctx context.Context, name string, r scenario.Address, req scenario.Request, x *Exchange, call func(context.Context) error) (scenario.Response, error) {
	x = cmp.Or(x, &Exchange{})
	x.fill(r, req)
	x.typed, x.unparsed = c.typed, scenario.Aside(ctx)
	err := x.survive(func() error { return call(context.WithValue(ctx, exchangeKey{}, x)) })
	unanswered := func() (scenario.Response, error) {
		return scenario.Response{}, &callError{c.Scrub(fmt.Sprintf("%s on %s: %v", name, r, err)), err}
	}
	if x.answer == nil {
		if err == nil {
			err = errors.New("the SDK reported success without sending a request")
		}
		return unanswered()
	}
	resp := scenario.Response{Status: x.answer.StatusCode, Header: x.answer.Header}
	body, readErr := runtime.Payload(x.answer)
	resp.Body = body
	resp.Code = errorCode(resp)
	var refusal *azcore.ResponseError
	switch {
	case readErr != nil:
		err = fmt.Errorf("reading the body: %w", readErr)
	case err == nil, errors.As(err, &refusal):
		return resp, nil
	case x.Verb == http.MethodHead:
		// The SDK method was written for GET and expects the body.
		return resp, nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return unanswered() // the caller stopped listening halfway, which accuses no one
	}
	bad := c.Unreadable(name, r, resp, err)
	_, bad.Broken = errors.AsType[*wire.BrokenError](readErr)
	return resp, bad
}

// survive calls the SDK. If it panics over an answer, as azblob does over a part of a batch that answers a request which was
// not in it, it cannot make sense of the answer. Any other panic is our own mistake.
func (x *Exchange) survive(call func() error) (err error) {
	defer func() {
		if x.answer == nil {
			return
		}
		if why := recover(); why != nil {
			err = fmt.Errorf("the SDK panics over it: %v", why)
		}
	}()
	return call()
}

// Unreadable is the error of an answer that the SDK cannot make sense of.
func (c *Connection) Unreadable(name string, r scenario.Address, resp scenario.Response, err error) *scenario.UnreadableError {
	return &scenario.UnreadableError{Operation: name, Response: resp, Err: err,
		Text: c.Scrub(fmt.Sprintf("%s on %s: the answer %d cannot be read: %v", name, r, resp.Status, err))}
}

// fill adds to the exchange everything that the request wants on the wire in an exact form,
// whether or not the SDK method can express it.
func (x *Exchange) fill(r scenario.Address, req scenario.Request) {
	if q, ok := r.(interface{ Parameters() url.Values }); ok { // a part of the address that the SDK's client does not send
		if x.Query == nil {
			x.Query = url.Values{}
		}
		maps.Copy(x.Query, q.Parameters())
	}
	b := req.Common()
	if b.Verb != "" {
		x.Verb = b.Verb
	}
	x.spelling, x.shouted = b.Spelling, b.Shouted
	x.Drop = append(x.Drop, b.Drop...)
	for _, list := range [][]scenario.Header{b.Conditions(), req.Exact()} {
		for _, h := range list {
			dropped := slices.ContainsFunc(b.Drop, func(name string) bool { return strings.EqualFold(name, h.Name) })
			if h.Value != nil && !dropped {
				x.Set(h.Name, *h.Value)
			}
		}
	}
	for name, values := range b.Headers {
		x.Set(name, values...)
	}
}

// errorCode is the service's error code in an answer that is not a success.
func errorCode(resp scenario.Response) string {
	if code := resp.Header.Get(scenario.ErrorCodeHeader); code != "" {
		return code
	}
	if resp.Status < 300 || len(resp.Body) == 0 {
		return ""
	}
	return bodyCode(resp.Body)
}

// bodyCode reads the error code in a body: <Error><Code> of blobs and queues, odata.error or
// <error><code> of tables, which have no header for it (TABLE-ERR-01, TABLE-ERR-03). It
// returns "" if there is none.
func bodyCode(body []byte) string {
	body = TrimBOM(body)
	if code := ODataError(body).Code; code != "" {
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

// OData is a Table service error in JSON.
type OData struct {
	Code    string                       `json:"code"`
	Message struct{ Lang, Value string } `json:"message"`
}

// ODataError reads a Table service error in JSON; zero if there is none.
func ODataError(body []byte) OData {
	var e struct {
		Error OData `json:"odata.error"`
	}
	if json.Unmarshal(body, &e) != nil {
		return OData{}
	}
	return e.Error
}
