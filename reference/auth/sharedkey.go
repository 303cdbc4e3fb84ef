package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"hash"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// credentials is a parsed Authorization header.
type credentials struct {
	lite               bool
	account, signature string
}

// parseAuthorization reads "SharedKey account:signature" or "SharedKeyLite account:signature".
func parseAuthorization(value string) (credentials, *Error) {
	scheme, rest, found := strings.Cut(strings.TrimSpace(value), " ")
	var c credentials
	switch {
	case strings.EqualFold(scheme, "SharedKey"):
	case strings.EqualFold(scheme, "SharedKeyLite"):
		c.lite = true
	default:
		return c, malformed("The scheme must be SharedKey or SharedKeyLite.")
	}
	account, signature, colon := strings.Cut(strings.TrimSpace(rest), ":")
	if !found || !colon || account == "" || signature == "" {
		return c, malformed("The scheme must be followed by ACCOUNT:SIGNATURE.")
	}
	c.account, c.signature = account, signature
	return c, nil
}

// verifyHeader checks a request that carries an Authorization header. It returns the user of a bearer token.
func verifyHeader(r *http.Request, o Options, values []string, path, query string) (*User, *Error) {
	if len(values) != 1 {
		return nil, malformed("There must be exactly one Authorization header.")
	}
	if token, is := bearer(values[0]); is {
		return verifyBearer(r, o, token)
	}
	c, refusal := parseAuthorization(values[0])
	if refusal != nil {
		return nil, refusal
	}
	if c.account != o.Account {
		return nil, notAuthentic("The account " + strconv.Quote(c.account) + " of the Authorization header is not the account of this address.")
	}

	space := spaces.Get().(*space)
	defer spaces.Put(space)
	s := signed{ms: space.headers[:0]}
	s.gather(r.Header)
	if s.contentLength == "" && r.ContentLength > 0 {
		s.contentLength = strconv.FormatInt(r.ContentLength, 10)
	}
	if refusal := checkDate(&s, o.Now); refusal != nil {
		return nil, refusal
	}

	list, err := parameters(query, space.parameters[:0])
	if err != nil {
		return nil, notAuthentic("The query string cannot be read: " + err.Error() + ".")
	}

	text := stringToSign(space.text[:0], &s, r.Method, o, c.lite, path, list)
	if o.signs(text, c.signature) {
		return nil, nil
	}
	// For a path at the secondary location, some of Microsoft's clients sign the name at the beginning of the path, and
	// others sign the account's own name.
	if rest, named, secondary := PathStyle(strings.TrimPrefix(path, "/"), o.Account); named && secondary {
		if o.signs(stringToSign(nil, &s, r.Method, o, c.lite, "/"+o.Account+rest, list), c.signature) {
			return nil, nil
		}
	}
	// The documentation says that runs of white space in a header are folded into one space before signing. Microsoft's
	// own clients sign the value unchanged. Both are signatures by the key over the same header, so both are accepted.
	if folded, changed := foldSpace(s.ms); changed {
		other := s
		other.ms = folded
		if o.signs(stringToSign(nil, &other, r.Method, o, c.lite, path, list), c.signature) {
			return nil, nil
		}
	}
	s.ms = redactHeaders(s.ms)
	shown := stringToSign(nil, &s, r.Method, o, c.lite, path, redactParameters(list))
	return nil, notAuthentic(fmt.Sprintf("The signature in the request is not the one computed with the account's key. Server used following string to sign: '%s'.", shown))
}

// space is where most requests can be checked without any more memory.
type space struct {
	headers    [16]header
	parameters [12]parameter
	text       [1024]byte
}

var spaces = sync.Pool{New: func() any { return new(space) }}

// maxSkew is how far a request's date may be from the server's time, in either direction.
const maxSkew = 15 * time.Minute

// checkDate requires a date close to the server's time, so that an old signed request cannot be replayed.
func checkDate(s *signed, now time.Time) *Error {
	date := s.msDate
	if date == "" {
		date = s.date
	}
	if date == "" {
		return notAuthentic("Request date header not specified: send x-ms-date or Date.")
	}
	at, err := http.ParseTime(date)
	if err != nil {
		return notAuthentic("The request's date " + strconv.Quote(date) + " is not in RFC 1123 form.")
	}
	if skew := now.Sub(at); skew > maxSkew || skew < -maxSkew {
		return notAuthentic("Request date header too old or too far ahead: '" + date + "', the server's time is '" + now.UTC().Format(http.TimeFormat) + "'.")
	}
	return nil
}

// stringToSign appends to b the text that the request's signature must cover.
func stringToSign(b []byte, s *signed, method string, o Options, lite bool, path string, list []parameter) []byte {
	line := func(v string) {
		b = append(b, v...)
		b = append(b, '\n')
	}
	table := o.Service == "table"
	date := s.date
	switch {
	case s.msDate != "" && table:
		date = s.msDate
	case s.msDate != "":
		date = "" // x-ms-date is signed along with the other headers
	}

	switch {
	case table && lite:
		line(date)
	case table, lite:
		line(method)
		line(s.contentMD5)
		line(s.contentType)
		line(date)
		if lite {
			b = appendHeaders(b, s.ms)
		}
	default:
		line(method)
		line(s.contentEncoding)
		line(s.contentLanguage)
		if s.contentLength == "0" && s.msVersion >= "2015-02-21" {
			line("")
		} else {
			line(s.contentLength)
		}
		line(s.contentMD5)
		line(s.contentType)
		line(date)
		line(s.ifModifiedSince)
		line(s.ifMatch)
		line(s.ifNoneMatch)
		line(s.ifUnmodifiedSince)
		line(s.byteRange)
		b = appendHeaders(b, s.ms)
		sortParameters(list)
		return appendResource(b, o.Account, path, list)
	}
	return appendLiteResource(b, o.Account, path, list)
}

// signs reports whether signature is the account's signature of a text: the HMAC in base64. It compares the base64
// texts and not the decoded bytes, so that each signature has exactly one spelling. The comparison takes constant time.
func (o *Options) signs(text []byte, signature string) bool {
	var mac hash.Hash
	if o.macs != nil {
		mac = o.macs.Get().(hash.Hash)
		defer o.macs.Put(mac)
		mac.Reset()
	} else {
		mac = hmac.New(sha256.New, o.Key)
	}
	return isMAC(mac, text, signature) || o.Second != nil && isMAC(hmac.New(sha256.New, o.Second), text, signature)
}

func isMAC(mac hash.Hash, text []byte, signature string) bool {
	mac.Write(text)
	var sum [sha256.Size]byte
	var encoded [44]byte
	base64.StdEncoding.Encode(encoded[:], mac.Sum(sum[:0]))
	return len(signature) == len(encoded) && subtle.ConstantTimeCompare(encoded[:], []byte(signature)) == 1
}
