package table

import (
	"encoding/xml"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/auth"
	"ifmatch/reference/edm"
	"ifmatch/reference/errcode"
	"ifmatch/reference/store/entities"
)

// refuse answers with an error. The code stands in the body only. // TABLE-ERR-01
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e := s.refusal(err)
	if e.Status == http.StatusUnauthorized {
		set(w.Header(), "Www-Authenticate", "SharedKey")
	}
	query := r.URL.Query() // what can be read of it
	kind, body := s.errorBody(e, wantsJSON(r.Header, query), get(w.Header(), hRequestID))
	send(w, e.Status, kind, body)
}

// errorBody is the body of an error, in JSON or XML. // TABLE-ERR-02 TABLE-ERR-03
func (s *Service) errorBody(e *errcode.Error, json bool, request string) (contentType string, body []byte) {
	message := e.Message
	for _, f := range e.Fields {
		message += "\n" + f.Name + ": " + f.Value
	}
	message += "\nRequestId:" + request + "\nTime:" + timeOfDay(s.clock.Now())
	var b []byte
	if json {
		b = append(b, `{"odata.error":{"code":`...)
		b = edm.AppendString(b, string(e.Code))
		b = append(b, `,"message":{"lang":"en-US","value":`...)
		b = edm.AppendString(b, message)
		return minimalMetadata.contentType(), append(b, "}}}"...)
	}
	var text strings.Builder
	_ = xml.EscapeText(&text, []byte(message)) // a builder takes everything
	b = append(b, `<?xml version="1.0" encoding="utf-8"?><error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><code>`...)
	b = append(b, e.Code...)
	b = append(b, `</code><message xml:lang="en-US">`...)
	b = append(b, text.String()...)
	return "application/xml;charset=utf-8", append(b, `</message></error>`...)
}

// refusal makes an error of any layer one that can be answered.
func (s *Service) refusal(err error) *errcode.Error {
	e := known(err)
	if a, ok := s.rules.Answers[e.Code]; ok {
		return &errcode.Error{Code: a.Code, Status: a.Status, Message: e.Message, Fields: e.Fields}
	}
	return e
}

func known(err error) *errcode.Error {
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
	if errors.Is(err, entities.ErrNoTable) {
		return errcode.New(errcode.TableNotFound) // TABLE-TBL-04 TABLE-TBL-07
	}
	return errcode.New(errcode.InternalError)
}

// answer sends a status without a body.
func answer(w http.ResponseWriter, status int) error {
	if status != http.StatusNoContent {
		set(w.Header(), hContentLength, "0")
	}
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

// timeOfDay is a moment as errors and stored access policies show it.
func timeOfDay(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.0000000Z") }
