package frontend

import (
	"net/http"
	"net/url"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
)

// ServeHTTP answers one request.
func (f *Front[C]) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p) // a fault that cuts the connection
			}
			f.refuse(w, r, errcode.New(errcode.InternalError))
		}
	}()
	f.ServePart(w, r, "")
}

// ServePart answers a request inside another one. It uses the protocol version of the outer request. Sender, operation
// and answer are its own.
func (f *Front[C]) ServePart(w http.ResponseWriter, r *http.Request, version string) {
	f.greet(w.Header(), r)
	w = f.crossOrigin(w, r)
	c, err := f.receive(w, r, version)
	if err != nil {
		f.refuse(w, r, err)
		return
	}
	if len(f.Middleware) == 0 {
		f.serve(c, w, r)
		return
	}
	var h http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f.serve(c, w, r) })
	for i := len(f.Middleware) - 1; i >= 0; i-- {
		h = f.Middleware[i](c.base().Op, h)
	}
	h.ServeHTTP(w, r)
}

// RefusePart answers, in the form of ServePart, with the refusal of an outer request as a whole.
func (f *Front[C]) RefusePart(w http.ResponseWriter, r *http.Request, err error, version string) {
	f.greet(w.Header(), r)
	header.Set(w.Header(), header.Version, version)
	f.refuse(w, r, err)
}

// receive makes a call from a request that may be executed. It uses the given protocol version or, if that is empty,
// the request's own.
func (f *Front[C]) receive(w http.ResponseWriter, r *http.Request, version string) (c C, err error) {
	c, err = f.Classify(r)
	call := c.base()
	if call.Version = version; version == "" {
		if bad := call.setVersion(f.service.Oldest); bad != nil && err == nil {
			return c, bad
		}
	}
	header.Set(w.Header(), header.Version, call.Version)
	if err != nil {
		return c, err
	}
	if err := f.Admit(c); err != nil {
		return c, err
	}
	return c, call.readsOnly()
}

// Classify makes a call from a request and finds its operation. The sender is not known yet.
func (f *Front[C]) Classify(r *http.Request) (c C, err error) {
	c = f.service.New()
	call := c.base()
	call.shared, call.Request, call.Header = &f.shared, r, r.Header
	if r.URL.RawQuery != "" {
		if call.Query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
			return c, errcode.Newf(errcode.InvalidURI, "The query of the URI cannot be read.")
		}
	}
	path := r.URL.Path
	if f.service.Escaped {
		path = r.URL.EscapedPath()
	}
	if path, call.location, err = f.locate(r.Host, path); err != nil {
		return c, err
	}
	if call.location.secondary && f.service.Primary {
		return c, errcode.Newf(errcode.InvalidURI, "The service has no secondary location.")
	}
	if r.Method == http.MethodOptions { // regardless of the address
		call.Op = f.service.Preflight
		return c, nil
	}
	if err := f.service.Address(c, path); err != nil {
		return c, err
	}
	call.Op, err = f.service.Operation(c)
	return c, err
}

// Operation returns the operation that a request asks for, or Unrecognized if there is none.
func (f *Front[C]) Operation(r *http.Request) op.Operation {
	c, err := f.Classify(r)
	if err != nil {
		return op.Unrecognized
	}
	return c.base().Op
}

// serve executes a request as the middleware passes it on.
func (f *Front[C]) serve(c C, w http.ResponseWriter, r *http.Request) {
	call := c.base()
	call.Request, call.Header = r, r.Header
	if err := f.Execute(c, w); err != nil {
		f.refuse(w, r, err)
	}
}

// Execute executes the operation of an admitted call.
func (f *Front[C]) Execute(c C, w http.ResponseWriter) error {
	o := c.base().Op
	if o == f.service.Preflight {
		return f.preflight(c.base(), w)
	}
	handle := f.service.Handlers[o]
	if handle == nil {
		return errcode.Newf(errcode.NotImplemented, "The reference server does not implement "+o.String()+".")
	}
	if f.service.Prepare != nil {
		if err := f.service.Prepare(c); err != nil {
			return err
		}
	}
	return handle(c, w)
}

var serverName = []string{"ifmatch-reference/1.0"}

// greet sets the headers that every response has.
func (f *Front[C]) greet(h http.Header, r *http.Request) {
	header.Set(h, header.RequestID, f.IDs.Next().String())
	header.Share(h, header.Server, serverName)
	header.Share(h, header.Date, f.dateHeader())
	for _, always := range f.service.Headers {
		if always.For == nil || always.For(r) {
			header.Share(h, always.Name, always.Value)
		}
	}
	if v := r.Header[header.ClientRequestID]; len(v) == 1 && v[0] != "" && len(v[0]) <= 1024 {
		header.Share(h, header.ClientRequestID, v)
	}
}

func (f *Front[C]) dateHeader() []string {
	now := f.Clock.Now()
	if d := f.date.Load(); d != nil && d.second == now.Unix() {
		return d.value
	}
	d := &datedHeader{now.Unix(), []string{etag.HTTPDate(now)}}
	f.date.Store(d)
	return d.value
}

// Route maps verb and comp, joined by a space, to the operation on one kind of resource.
type Route map[string]op.Operation

// Find returns the operation that a request asks for, once the kind of resource is known.
func (t Route) Find(c *Call) (op.Operation, error) {
	comp := c.Query.Get("comp")
	if o, ok := t[c.Request.Method+" "+comp]; ok {
		return o, nil
	}
	for key := range t {
		if _, known, _ := strings.Cut(key, " "); known == comp {
			return op.Unrecognized, errcode.New(errcode.UnsupportedHTTPVerb)
		}
	}
	if comp == "" {
		return op.Unrecognized, errcode.Newf(errcode.MissingRequiredQueryParameter, "The request does not name an operation of this resource.").
			With("QueryParameterName", "comp")
	}
	return op.Unrecognized, errcode.BadQuery("comp", comp)
}

// LeaseAction finds the lease operation. The five operations have the same order for every resource; acquire is the
// first.
func (c *Call) LeaseAction(acquire op.Operation) (op.Operation, error) { // BLOB-LEASE-22
	action := c.Get(hLeaseAction)
	for i, name := range [...]string{"acquire", "renew", "change", "release", "break"} {
		if strings.EqualFold(action, name) {
			return acquire + op.Operation(i), nil
		}
	}
	return op.Unrecognized, BadOrMissing("x-ms-lease-action", action)
}
