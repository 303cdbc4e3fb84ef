package sdk

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
)

// The bodies of answers are parsed here rather than by the SDK's types, so that a snapshot
// shows what the service wrote.

// Decode reads one XML document and refuses anything after it.
func Decode(body []byte, into any) error {
	d := xml.NewDecoder(bytes.NewReader(TrimBOM(body)))
	if err := d.Decode(into); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("it is empty")
		}
		return err
	}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, ok := tok.(xml.StartElement); ok {
			return errors.New("something follows the document")
		}
	}
}

// Document reads the body of an answer to an operation as one XML document of the form T.
func Document[T any](operation string, body []byte) (T, error) {
	var doc, none T
	if err := Decode(body, &doc); err != nil {
		return none, fmt.Errorf("reading the body of %s: %w", operation, err)
	}
	return doc, nil
}

// Quoted adds the quotes that headers have to an ETag: listings leave them out.
func Quoted(etag string) string {
	if etag == "" || strings.HasPrefix(etag, `"`) || strings.HasPrefix(etag, "W/") {
		return etag
	}
	return `"` + etag + `"`
}

// HTTPTime reads a date in a header or a listing; "" is the zero time.
func HTTPTime(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := http.ParseTime(s)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not an HTTP date", s)
	}
	return t.UTC(), nil
}

// ParsePolicies reads the document of stored access policies.
func ParsePolicies(body []byte) (out []scenario.Policy, err error) {
	var list struct {
		XMLName xml.Name `xml:"SignedIdentifiers"`
		IDs     []struct {
			ID     string `xml:"Id"`
			Policy struct {
				Permission    string
				Start, Expiry policyTime
			} `xml:"AccessPolicy"`
		} `xml:"SignedIdentifier"`
	}
	if err = Decode(body, &list); err != nil {
		return nil, fmt.Errorf("reading the stored access policies: %w", err)
	}
	for _, id := range list.IDs {
		out = append(out, scenario.Policy{ID: id.ID, Permission: id.Policy.Permission, Start: id.Policy.Start.Time, Expiry: id.Policy.Expiry.Time})
	}
	return out, nil
}

// policyTime is an ISO 8601 time of an access policy; empty is zero.
type policyTime struct{ time.Time }

// UnmarshalText reads the forms that services write.
func (t *policyTime) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z", "2006-01-02"} {
		if at, err := time.Parse(layout, string(text)); err == nil {
			t.Time = at.UTC()
			return nil
		}
	}
	return fmt.Errorf("%q is not a time", text)
}

// TrimBOM removes a byte order mark.
func TrimBOM(b []byte) []byte { return bytes.TrimPrefix(b, []byte("\ufeff")) }

// Metadata reads the x-ms-meta-* headers; names become lower case.
func Metadata(h http.Header) map[string]string {
	m := map[string]string{}
	for name, v := range h {
		if key, ok := strings.CutPrefix(strings.ToLower(name), "x-ms-meta-"); ok && len(v) > 0 {
			m[key] = v[0]
		}
	}
	return m
}

// LowerKeys is metadata as reads show it, with names in lower case.
func LowerKeys(m map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range m {
		out[strings.ToLower(k)] = v
	}
	return out
}

// Garbled is the error of an answer whose body cannot be read.
func Garbled(name string, resp scenario.Response, err error) error {
	return &scenario.UnreadableError{Operation: name, Response: resp, Err: err, Text: fmt.Sprintf("the answer to %s: %v", name, err)}
}

// JudgeBody judges a body that should be empty, or an XML error.
func JudgeBody(j *scenario.Judging) error {
	if j.Word == "empty" {
		return judge.Empty(j)
	}
	if resp := j.Act.Resp; !RepeatsCode(resp.Body, resp.Code) {
		return j.Other("body", "an XML body that repeats "+resp.Code, fmt.Sprintf("%q", scenario.First(resp.Body, 80)))
	}
	return nil
}

// RepeatsCode reports whether body is an XML error document with that code; its layout does
// not matter.
func RepeatsCode(body []byte, code string) bool {
	var doc struct {
		XMLName xml.Name `xml:"Error"`
		Code    string   `xml:"Code"`
	}
	err := xml.Unmarshal(TrimBOM(body), &doc)
	return err == nil && code != "" && strings.TrimSpace(doc.Code) == code
}
