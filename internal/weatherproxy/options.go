package weatherproxy

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"net/http"
	"strings"

	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// Options are what a proxy is made with. The zero Options pass everything.
type Options struct {
	// Sky is what exchanges meet.
	Sky *weather.Sky
	// Service is the one behind, whose refusals have their form.
	Service operation.Service
	// Operation names what a request asks for; nil: nobody knows, and only what any request may meet happens.
	Operation func(*http.Request) operation.Operation
	// TLS speaks https to the server; nil: http. The client speaks http.
	TLS *tls.Config
	// Host is what the server is called in requests; empty: what the client calls it.
	Host string

	// BreakLease is the third party of weather.BreakLease: it breaks the lease of what a request is about. Nil: there is
	// none, and nothing happens.
	BreakLease func(context.Context, *http.Request)
	// Sign is the Authorization of a Put Block whose block is renamed, so that it cannot be committed: a block that is
	// gone. It is empty for a request that its sender did not sign; nil: the signature, if there is one, stays.
	Sign func(*http.Request) string
}

// meet is what a request meets.
func (o *Options) meet(r *http.Request) weather.Event {
	if o.Sky == nil {
		return weather.Event{}
	}
	of := operation.Unrecognized
	if o.Operation != nil {
		of = o.Operation(r)
	}
	return o.Sky.Meet(of)
}

// addressed is a request with the server's own name in it.
func (o *Options) addressed(message []byte) []byte {
	if o.Host == "" {
		return message
	}
	return withField(message, "Host", o.Host)
}

// renamed is a Put Block of another id, as long as its own. The service does all that it does with a block, and the
// client's is not there when it is committed.
func (o *Options) renamed(r *http.Request, message []byte) []byte {
	q := r.URL.Query()
	id, err := base64.StdEncoding.DecodeString(q.Get("blockid"))
	if err != nil || len(id) == 0 {
		return message
	}
	for i := range id {
		id[i] ^= 0x80
	}
	q.Set("blockid", base64.StdEncoding.EncodeToString(id))
	again := r.Clone(r.Context())
	again.URL.RawQuery = q.Encode()
	again.RequestURI = again.URL.RequestURI()
	line, rest, _ := bytes.Cut(message, []byte("\r\n"))
	words := strings.SplitN(string(line), " ", 3)
	words[1] = again.RequestURI
	message = append(append([]byte(strings.Join(words, " ")), "\r\n"...), rest...)
	if o.Sign != nil {
		if signature := o.Sign(again); signature != "" {
			message = withField(message, "Authorization", signature)
		}
	}
	return message
}

// withField is a message with another value of a header field that it has.
func withField(message []byte, name, value string) []byte {
	head := bytes.Index(message, []byte("\r\n\r\n"))
	for at := bytes.Index(message, []byte("\r\n")) + 2; at > 1 && at < head; {
		end := at + bytes.Index(message[at:], []byte("\r\n"))
		field, _, _ := bytes.Cut(message[at:end], []byte(":"))
		if strings.EqualFold(string(field), name) {
			out := append([]byte(nil), message[:at+len(field)]...)
			out = append(append(out, ": "...), value...)
			return append(out, message[end:]...)
		}
		at = end + 2
	}
	return message
}
