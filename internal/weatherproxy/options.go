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

// Options configure a proxy. The zero value passes everything.
type Options struct {
	// Sky is the weather that exchanges meet.
	Sky *weather.Sky
	// Service is the service behind the proxy; its refusals have that service's form.
	Service operation.Service
	// Operation returns the operation of a request. Nil: the operation is unknown, and only the weather of all
	// operations applies.
	Operation func(*http.Request) operation.Operation
	// TLS is the configuration for https to the server; nil: http. The client speaks http.
	TLS *tls.Config
	// Host is the server's name in requests; empty: the client's name for it.
	Host string

	// Third is the third party of some weather. It breaks the lease of the resource of a request in weather.BreakLease;
	// if it is nil, nothing happens then. In weather.DiscardBlock, it learns that the block of the request is discarded.
	Third func(context.Context, *http.Request)
	// Sign returns the Authorization of a Put Block whose block id was changed, so that the client's block cannot be
	// committed. It returns "" for a request that its sender did not sign. Nil: the signature, if there is one, stays.
	Sign func(*http.Request) string
}

// meet returns the weather that a request meets.
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

// addressed replaces the host of a request with the server's own name.
func (o *Options) addressed(message []byte) []byte {
	if o.Host == "" {
		return message
	}
	return withField(message, "Host", o.Host)
}

// renamed changes the block id of a Put Block, but not its length. The service handles the block as usual, but the
// client's block is missing when it is committed.
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

// withField replaces the value of a header field in a message, if it has the field.
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
