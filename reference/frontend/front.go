package frontend

import (
	"errors"
	"net/http"
	"sync/atomic"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
)

// Front receives the requests of one service. It is an http.Handler.
type Front[C Caller] struct {
	shared
	service Service[C]
	auth    auth.Options
	date    atomic.Pointer[datedHeader]
}

// datedHeader is the Date header of one second, shared by all responses of that second.
type datedHeader struct {
	second int64
	value  []string
}

// New makes the front end of a service.
func New[C Caller](c Config, s Service[C]) *Front[C] {
	if c.Gate == nil {
		c.Gate = auth.Strict{}
	}
	f := &Front[C]{shared: shared{Config: c, name: s.Name}, service: s}
	f.properties.Store(&s.Properties)
	f.auth = auth.Options{Account: c.Account, Key: c.Key, Second: c.Second, Tokens: c.Tokens, Service: string(s.Name), Policy: storedIn(s.Policies)}.Prepared()
	return f
}

// storedIn looks up stored access policies. In the reference they take effect at once; the service may take up to 30 s.
// // CONT-TAB-10 BLOB-CONS-12 QUEUE-LWW-09
func storedIn(policies func(resource string) []document.Policy) func(resource, id string) (auth.StoredPolicy, bool) {
	return func(resource, id string) (auth.StoredPolicy, bool) {
		for _, p := range policies(resource) {
			if p.ID == id {
				return auth.StoredPolicy{Start: p.Start, Expiry: p.Expiry, Permissions: p.Permission}, true
			}
		}
		return auth.StoredPolicy{}, false
	}
}

// Refusal converts an error of any layer to an answer, according to the rules.
func (f *Front[C]) Refusal(err error) *errcode.Error {
	e := f.known(err)
	if a, ok := f.Rules.Answers[e.Code]; ok {
		return &errcode.Error{Code: a.Code, Status: a.Status, Message: e.Message, Fields: e.Fields}
	}
	return e
}

func (f *Front[C]) known(err error) *errcode.Error {
	var e *errcode.Error
	if errors.As(err, &e) {
		return e
	}
	var a *auth.Error
	if errors.As(err, &a) {
		e = &errcode.Error{Code: errcode.Code(a.Code), Status: a.Status, Message: a.Message}
		if a.Detail != "" {
			e = e.With("AuthenticationErrorDetail", a.Detail)
		}
		return e
	}
	for of, code := range f.service.Codes {
		if errors.Is(err, of) {
			return errcode.New(code)
		}
	}
	return errcode.New(errcode.InternalError)
}

// refuse answers with an error.
func (f *Front[C]) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e := f.Refusal(err)
	if e.Status == http.StatusUnauthorized {
		challenge := "SharedKey"
		if f.Tokens != nil {
			challenge = f.Tokens.Challenge()
		}
		header.Set(w.Header(), header.WWWAuthenticate, challenge)
	}
	f.service.Refuse(w, r, e)
}

// Admit determines who sent a request, and checks whether the sender may do what it asks for.
func (f *Front[C]) Admit(c C) error {
	call := c.base()
	if call.Op == f.service.Preflight {
		call.Sender.Anonymous = true
		return nil // browsers send it without credentials
	}
	o := f.auth
	o.Now, o.Version = clock.OfSenders(f.Clock), call.Version // the requests in a batch name no version // D:Blob Batch
	sender, failed := f.Gate.Verify(call.Request, o)
	if failed != nil {
		return failed
	}
	call.Sender = sender
	if sender.Anonymous && f.service.Anonymous != nil {
		if admitted, err := f.service.Anonymous(c); admitted || err != nil {
			return err
		}
	}
	return f.Permit(c)
}

// Permit checks whether the sender, who is already known, may do what a request asks for.
func (f *Front[C]) Permit(c C) error {
	call := c.base()
	need := &f.service.Needs[call.Op]
	if failed := f.Gate.Allows(call.Sender, call.Op, need.AnyOf, need.On); failed != nil {
		return failed
	}
	if need.Also != "" {
		if failed := f.Gate.Allows(call.Sender, call.Op, need.Also, need.On); failed != nil {
			return failed
		}
	}
	if f.service.Permits != nil {
		return f.service.Permits(c)
	}
	return nil
}
