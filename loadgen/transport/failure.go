package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"

	"ifmatch/reports/figure"
)

// Failure is why an exchange has no answer. It is fit for tables, because it
// contains no address and no secret.
type Failure string

// The failures.
const (
	Timeout     Failure = "timeout"              // the answer was not complete in time
	Canceled    Failure = "cancelled"            // the context ended
	Refused     Failure = "connection refused"   // nobody listens
	Unreachable Failure = "no connection"        // the name is unknown, or there is no route to the host
	Handshake   Failure = "TLS handshake failed" // no TLS, or an untrusted certificate
	Reset       Failure = "connection reset"     // the connection was torn down
	Unanswered  Failure = "closed unanswered"    // the server closed the connection before the answer's first byte
	CutShort    Failure = "answer cut short"     // the server closed the connection within the answer
	Malformed   Failure = "malformed answer"     // the data is not an HTTP answer
	TooLarge    Failure = "answer too large"     // header or body exceed the limits of Options
	Invalid     Failure = "invalid request"      // it cannot be sent in this form
)

// Error makes a Failure an error, so that errors.Is finds it.
func (f Failure) Error() string { return string(f) }

// Unsent reports whether no byte of the request was sent, so that the server
// cannot have acted.
func (f Failure) Unsent() bool {
	return f == Refused || f == Unreachable || f == Handshake || f == Invalid
}

// FailureOf returns the Failure of an exchange, or "" if err is not Session.Do's.
func FailureOf(err error) Failure {
	if f, ok := errors.AsType[*failed](err); ok {
		return f.failure
	}
	return ""
}

// failed is the error of an exchange without an answer.
type failed struct {
	failure Failure
	host    string
	detail  string // contains nothing of the target, the header, or what the server sent
	ended   error  // the context's error if that is the cause
}

func (f *failed) Error() string {
	text := "exchange with " + f.host + ": " + string(f.failure)
	if f.detail != "" {
		text += ": " + f.detail
	}
	return text
}

func (f *failed) Unwrap() []error {
	if f.ended != nil {
		return []error{f.failure, f.ended}
	}
	return []error{f.failure}
}

// expired returns the failure of an exchange whose context has ended.
func expired(host string, cause error) error {
	f := &failed{failure: Canceled, host: host, ended: cause}
	if errors.Is(cause, context.DeadlineExceeded) {
		f.failure = Timeout
	}
	return f
}

// classify finds the failure behind an error of the network, of TLS, or of
// net/http. An unknown error concerns the answer's syntax.
func classify(err error) Failure {
	var netErr net.Error
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		return Timeout
	case errors.Is(err, context.Canceled):
		return Canceled
	case errors.Is(err, syscall.ECONNREFUSED):
		return Refused
	case dialling(err):
		return Unreachable
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNABORTED), errors.Is(err, net.ErrClosed):
		return Reset
	case aboutTLS(err):
		return Handshake
	case errors.Is(err, io.ErrUnexpectedEOF):
		return CutShort
	case errors.Is(err, io.EOF):
		return Unanswered
	}
	return Malformed
}

// reason describes the errors that an operator can fix: of this machine, of name
// look-up, or of a certificate. It contains nothing that the server sent.
func reason(err error) string {
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return "there is no such name"
		}
		return "the name cannot be looked up"
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno.Error()
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		if _, ok := errors.AsType[x509.HostnameError](err); ok {
			return "the certificate is for another name"
		}
		return "the certificate is not trusted"
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok || errors.Is(err, http.ErrSchemeMismatch) {
		return "the server does not speak TLS"
	}
	return ""
}

// explained describes the failure, as far as known.
func (o Options) explained(host string, err error) *failed {
	f := &failed{failure: classify(err), host: host}
	if p, ok := errors.AsType[*problem](err); ok {
		f.failure, f.detail = p.failure, p.detail
	}
	switch f.failure {
	case Timeout:
		f.detail = "no answer within " + figure.Duration(o.Timeout)
	case TooLarge:
		f.detail = fmt.Sprintf("its header may have %d bytes, its body %d", o.MaxHeader, o.MaxBody)
	case Unreachable, Handshake:
		f.detail = reason(err)
	}
	return f
}

// dialling reports whether the connection could not be made.
func dialling(err error) bool {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return true
	}
	_, unknown := errors.AsType[*net.DNSError](err)
	return unknown
}

func aboutTLS(err error) bool {
	if errors.Is(err, http.ErrSchemeMismatch) {
		return true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.AlertError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return true
	}
	op, ok := errors.AsType[*net.OpError](err) // an alert sent by the other side
	return ok && op.Op == "remote error"
}

// problem is a defect of an answer.
type problem struct {
	failure Failure
	detail  string // contains nothing of the answer
}

func (p *problem) Error() string { return string(p.failure) + ": " + p.detail }

func malformed(detail string) error { return &problem{Malformed, detail} }
