package frontend

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
)

// Names of headers in canonical form, and frequent values.
const (
	hOrigin           = "Origin"
	hRequestMethod    = "Access-Control-Request-Method"
	hRequestHeaders   = "Access-Control-Request-Headers"
	hAllowOrigin      = "Access-Control-Allow-Origin"
	hAllowMethods     = "Access-Control-Allow-Methods"
	hAllowHeaders     = "Access-Control-Allow-Headers"
	hAllowCredentials = "Access-Control-Allow-Credentials"
	hExposeHeaders    = "Access-Control-Expose-Headers"
	hMaxAge           = "Access-Control-Max-Age"
	hVary             = "Vary"
)

var (
	anyOrigin  = []string{"*"}
	varyOrigin = []string{"Origin"}
	yes        = []string{"true"}
)

// preflight answers the question that a browser asks before it sends a request to another origin. The rules of the
// service decide, regardless of the address. // D:Preflight Blob Request; D:CORS support for Azure Storage
func (f *Front[C]) preflight(c *Call, w http.ResponseWriter) error {
	origin, method := c.Get(hOrigin), c.Get(hRequestMethod)
	if origin == "" || method == "" {
		return errcode.Newf(errcode.InvalidHeaderValue, "A required CORS header is not present.")
	}
	rule := f.rule(origin, method)
	if rule == nil {
		return errcode.New(errcode.CORSPreflightFailure)
	}
	asked := c.Get(hRequestHeaders)
	for name := range strings.SplitSeq(asked, ",") {
		if name = strings.TrimSpace(name); name != "" && !listed(rule.AllowedHeaders, name) {
			return errcode.New(errcode.CORSPreflightFailure)
		}
	}
	h := w.Header()
	header.Set(h, hAllowOrigin, origin)
	header.Set(h, hAllowMethods, method)
	header.Set(h, hAllowHeaders, asked)
	header.Set(h, hMaxAge, strconv.Itoa(rule.MaxAgeInSeconds))
	header.Share(h, hAllowCredentials, yes)
	return Answer(w, http.StatusOK)
}

// rule returns the first rule for an origin and a method, or nil if there is none. No later rule is tried, even if the
// first one refuses the request. Without an origin only a rule for all origins applies.
func (f *Front[C]) rule(origin, method string) *document.CORSRule {
	rules := f.properties.Load().CORS.Rules
	for i := range rules {
		if r := &rules[i]; r.Allows(origin, method) {
			return r
		}
	}
	return nil
}

// crossOrigin lets scripts of other origins read the answer to a request, if the rules of the service allow them to.
// For caches, Vary marks the answers that depend on the origin. // D:CORS support for Azure Storage
func (f *Front[C]) crossOrigin(w http.ResponseWriter, r *http.Request) http.ResponseWriter {
	if cors := f.properties.Load().CORS; cors == nil || len(cors.Rules) == 0 || r.Method == http.MethodOptions {
		return w
	}
	origin, h := header.Get(r.Header, hOrigin), w.Header()
	rule := f.rule(origin, r.Method)
	everyone := rule != nil && rule.AllowsAll()
	switch {
	case everyone:
		header.Share(h, hAllowOrigin, anyOrigin)
	case rule != nil:
		header.Set(h, hAllowOrigin, origin)
		header.Share(h, hAllowCredentials, yes)
	}
	if kept := r.Method == http.MethodGet || r.Method == http.MethodHead; kept && !everyone {
		header.Share(h, hVary, varyOrigin)
	}
	if rule == nil || rule.ExposedHeaders == "" {
		return w
	}
	return &exposing{ResponseWriter: w, exposed: rule.ExposedHeaders}
}

// exposing adds to a response the names of the headers that scripts may read.
type exposing struct {
	http.ResponseWriter
	exposed string
	begun   bool
}

func (w *exposing) WriteHeader(status int) {
	w.begin()
	w.ResponseWriter.WriteHeader(status)
}

func (w *exposing) Write(p []byte) (int, error) {
	w.begin()
	return w.ResponseWriter.Write(p)
}

// begin adds the header before the first byte is sent. A prefix is replaced by the matching headers of the response;
// full names are copied from the rule.
func (w *exposing) begin() {
	if w.begun {
		return
	}
	w.begun = true
	h := w.Header()
	var names []string
	for entry := range strings.SplitSeq(w.exposed, ",") {
		if entry = strings.TrimSpace(entry); entry != "" && !strings.HasSuffix(entry, "*") {
			names = append(names, entry)
		}
	}
	literal := len(names)
	for name := range h {
		if lower := strings.ToLower(name); listed(w.exposed, name) && !slices.ContainsFunc(names[:literal], func(n string) bool { return strings.EqualFold(n, lower) }) {
			names = append(names, lower)
		}
	}
	slices.Sort(names[literal:])
	header.Set(h, hExposeHeaders, strings.Join(names, ","))
}

// Unwrap supports http.ResponseController.
func (w *exposing) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// listed reports whether a rule's list of headers contains a name, in full or by a prefix.
func listed(list, name string) bool {
	for entry := range strings.SplitSeq(list, ",") {
		entry = strings.TrimSpace(entry)
		prefix, isPrefix := strings.CutSuffix(entry, "*")
		switch {
		case isPrefix && len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix):
			return true
		case strings.EqualFold(name, entry):
			return true
		}
	}
	return false
}
