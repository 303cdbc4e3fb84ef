package sharedkey

import (
	"crypto/sha256"
	"encoding/base64"
	"hash"
	"net/http"
	"strconv"
	"strings"
)

// Scheme is a form of Shared Key: what of a request is signed, and in which order.
type Scheme uint8

// The schemes.
const (
	Blob  Scheme = iota // the blob, queue and file services
	Table               // the table service
)

// Signer signs the requests of one goroutine. It keeps the hash and its buffers
// from one request to the next.
type Signer struct {
	mac        hash.Hash
	credential string // what stands before the signature
	resource   string // what stands before the path in a canonicalized resource

	text  []byte // the string to sign
	ms    []int  // which fields are x-ms- ones, in the service's order
	query parameters
	sum   [sha256.Size]byte
	out   []byte
}

// Authorization is the value of the Authorization field for a request with this
// header. target is the escaped path and the query as they stand in the request
// line, with the account first where the address is path-style. contentLength is
// the body's; nothing stands for 0, as services want it from version 2015-02-21
// on.
//
// The header must hold x-ms-date or Date by now, and must not be changed before
// it is sent: all of its x-ms- fields are signed, and those standard ones that the
// scheme covers. White space around values isn't signed, and no transport sends
// it; that within them is signed as it is. Of a standard field that occurs twice
// the first is signed. A query that cannot be unescaped is signed as it is: the
// service refuses it either way.
func (s *Signer) Authorization(scheme Scheme, method, target string, header Header, contentLength int) string {
	s.stringToSign(scheme, method, target, header, contentLength)
	s.mac.Reset()
	s.mac.Write(s.text)
	s.out = append(s.out[:0], s.credential...)
	s.out = base64.StdEncoding.AppendEncode(s.out, s.mac.Sum(s.sum[:0]))
	return string(s.out)
}

// Request is the value of the Authorization field for a request to another service
// than that of tables, as it was read from a connection: its RequestURI is signed.
func (s *Signer) Request(r *http.Request) string {
	var header Header
	for name, values := range r.Header {
		for _, v := range values {
			header = append(header, Field{name, v})
		}
	}
	return s.Authorization(Blob, r.Method, r.RequestURI, header, int(r.ContentLength))
}

// stringToSign leaves in s.text what the signature is over.
func (s *Signer) stringToSign(scheme Scheme, method, target string, header Header, contentLength int) {
	var standard [numStandard]string
	ms, msDate := gather(s.ms[:0], header, &standard)
	s.ms = ms
	path, query, _ := strings.Cut(target, "?")
	if path == "" {
		path = "/"
	}

	b := append(s.text[:0], method...)
	b = append(b, '\n')
	if scheme == Table {
		if msDate != "" {
			standard[date] = msDate
		}
		for _, value := range standard[contentMD5 : date+1] {
			b = appendLine(b, value)
		}
		b = append(b, s.resource...)
		b = append(b, path...)
		s.text = s.query.appendComp(b, query)
		return
	}

	if msDate != "" {
		standard[date] = "" // it is signed among the x-ms- fields
	}
	b = appendLine(b, standard[contentEncoding])
	b = appendLine(b, standard[contentLanguage])
	if contentLength > 0 {
		b = strconv.AppendInt(b, int64(contentLength), 10)
	}
	b = append(b, '\n')
	for _, value := range standard[contentMD5:] {
		b = appendLine(b, value)
	}
	b = appendFields(b, header, s.ms)
	b = append(b, s.resource...)
	b = append(b, path...)
	s.text = s.query.appendQuery(b, query)
}
