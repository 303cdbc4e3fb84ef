package sharedkey

import (
	"crypto/sha256"
	"encoding/base64"
	"hash"
	"net/http"
	"strconv"
	"strings"
)

// Scheme is a form of Shared Key: which parts of a request are signed, and in which order.
type Scheme uint8

// The schemes.
const (
	Blob  Scheme = iota // the blob, queue and file services
	Table               // the table service
)

// Signer signs the requests of one goroutine. It reuses the hash and its buffers for all of them.
type Signer struct {
	mac        hash.Hash
	credential string // the text before the signature
	resource   string // the text before the path in a canonicalized resource

	text  []byte // the string to sign
	ms    []int  // which fields are x-ms- ones, in the service's order
	query parameters
	sum   [sha256.Size]byte
	out   []byte
}

// Authorization is the value of the Authorization field for a request with this header. target is the
// escaped path and the query as in the request line, beginning with the account if the address is
// path-style. contentLength is the body's; 0 is signed as an empty text, as services require from
// version 2015-02-21 on.
//
// The header must already contain x-ms-date or Date, and must not be changed before it is sent: the
// signature covers all of its x-ms- fields, and those standard ones that the scheme covers. White
// space around values is not signed, and no transport sends it; white space inside values is signed
// unchanged. If a standard field occurs twice, the first is signed. A query that cannot be unescaped
// is signed unchanged: the service refuses it either way.
func (s *Signer) Authorization(scheme Scheme, method, target string, header Header, contentLength int) string {
	s.stringToSign(scheme, method, target, header, contentLength)
	s.mac.Reset()
	s.mac.Write(s.text)
	s.out = append(s.out[:0], s.credential...)
	s.out = base64.StdEncoding.AppendEncode(s.out, s.mac.Sum(s.sum[:0]))
	return string(s.out)
}

// Request is the value of the Authorization field for a request, to any service but that of tables,
// that was read from a connection: its RequestURI is signed.
func (s *Signer) Request(r *http.Request) string {
	var header Header
	for name, values := range r.Header {
		for _, v := range values {
			header = append(header, Field{name, v})
		}
	}
	return s.Authorization(Blob, r.Method, r.RequestURI, header, int(r.ContentLength))
}

// stringToSign leaves the string to sign in s.text.
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
