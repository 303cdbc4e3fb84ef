package blob

import (
	"errors"
	"net/http"
	"strconv"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/store"
)

// refuse answers with an error: the code in a header and, where there may be a body, in XML. // BLOB-COND-07
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e := refusal(err)
	if a, ok := s.rules.Answers[e.Code]; ok {
		e = &errcode.Error{Code: a.Code, Status: a.Status, Message: e.Message, Fields: e.Fields}
	}
	h := w.Header()
	set(h, hErrorCode, string(e.Code))
	if e.Status == http.StatusUnauthorized {
		set(h, "Www-Authenticate", "SharedKey")
	}
	if r.Method == http.MethodHead || e.Status == http.StatusNotModified { // BLOB-COND-06 BLOB-COND-08
		w.WriteHeader(e.Status)
		return
	}
	var x document
	x.open("Error")
	x.element("Code", string(e.Code))
	x.element("Message", e.Message+"\nRequestId:"+get(h, hRequestID)+"\nTime:"+etag.HTTPDate(s.clock.Now()))
	for _, f := range e.Fields {
		x.element(f.Name, f.Value)
	}
	x.close("Error")
	x.write(w, e.Status)
}

// refusal makes an error of any layer one that can be answered.
func refusal(err error) *errcode.Error {
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
	if errors.Is(err, store.ErrNoContainer) {
		return errcode.New(errcode.ContainerNotFound) // BLOB-COND-34 CONT-TAB-13
	}
	return errcode.New(errcode.InternalError)
}

// answer sends a status without a body.
func answer(w http.ResponseWriter, status int) error {
	share(w.Header(), hContentLength, vNone)
	w.WriteHeader(status)
	return nil
}

// send sends a status with a body, which a response to HEAD leaves out.
func send(w http.ResponseWriter, status int, contentType string, body []byte) {
	h := w.Header()
	set(h, hContentType, contentType)
	set(h, hContentLength, strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone cannot be told
}
