package queue

import (
	"errors"
	"net/http"
	"strconv"

	"ifmatch/reference/auth"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/store/messages"
)

// refuse answers with an error, in XML. // QUEUE-ERR-01 QUEUE-ERR-02
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e := refusal(err)
	if a, ok := s.rules.Answers[e.Code]; ok {
		e = &errcode.Error{Code: a.Code, Status: a.Status, Message: e.Message, Fields: e.Fields}
	}
	h := w.Header()
	if v := get(h, hVersion); v == "" || v >= s.rules.Queue.ErrorCodeSince {
		set(h, hErrorCode, string(e.Code))
	}
	if e.Status == http.StatusUnauthorized {
		set(h, "Www-Authenticate", "SharedKey")
	}
	var x document.Writer
	x.Open("Error")
	x.Element("Code", string(e.Code))
	x.Element("Message", e.Message+"\nRequestId:"+get(h, hRequestID)+"\nTime:"+etag.HTTPDate(s.clock.Now()))
	for _, f := range e.Fields {
		x.Element(f.Name, f.Value)
	}
	x.Close("Error")
	send(w, e.Status, x.Bytes())
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
	switch {
	case errors.Is(err, messages.ErrNoQueue):
		return errcode.New(errcode.QueueNotFound) // QUEUE-LIFE-03 QUEUE-LIFE-04
	case errors.Is(err, messages.ErrNoMessage):
		return errcode.New(errcode.MessageNotFound) // QUEUE-RCPT-10 QUEUE-CLR-02
	}
	return errcode.New(errcode.InternalError)
}

// answer sends a status without a body. // QUEUE-ERR-03
func answer(w http.ResponseWriter, status int) error {
	if status != http.StatusNoContent {
		set(w.Header(), hContentLength, "0")
	}
	w.WriteHeader(status)
	return nil
}

// send sends a status with an XML document, which a response to HEAD leaves out.
func send(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	set(h, hContentType, "application/xml")
	set(h, hContentLength, strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone cannot be told
}
