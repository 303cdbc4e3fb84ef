package reference

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"regexp"
	"time"

	"ifmatch/reference/header"
	"ifmatch/reference/operation"
)

// Exchange is a request to a listening server and its answer, for a log. It may hold secrets of the client: the signature
// in the address.
type Exchange struct {
	Service operation.Service
	Client  string // the client's address, HOST:PORT
	Method  string
	Address string // path and query, as the client sent them
	Proto   string // such as HTTP/1.1
	// Operation is Unrecognized if the request asks for none.
	Operation operation.Operation
	// ClientRequestID is what the client sent in x-ms-client-request-id.
	ClientRequestID string

	Status int    // 0: the connection was cut before an answer
	Code   string // of a refusal
	Length int64  // bytes of the body
	Began  time.Time
	Took   time.Duration
}

// reported returns a service that reports each exchange, with the operation that a request asks for.
func reported(name operation.Service, next http.Handler, report func(Exchange), operationOf func(*http.Request) operation.Operation) http.Handler {
	if report == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e := Exchange{
			Service: name, Client: r.RemoteAddr, Method: r.Method, Address: r.RequestURI, Proto: r.Proto, Operation: operationOf(r),
			ClientRequestID: header.Get(r.Header, header.ClientRequestID), Began: time.Now(),
		}
		a := &reportedAnswer{ResponseWriter: w}
		defer func() {
			p := recover() // a fault or the weather cuts the connection
			if p == nil && a.status == 0 && !a.cut {
				a.status = http.StatusOK
			}
			e.Status, e.Code, e.Length, e.Took = a.status, a.code(), a.length, time.Since(e.Began)
			report(e)
			if p != nil {
				panic(p)
			}
		}()
		next.ServeHTTP(a, r)
	})
}

// reportedAnswer notes what is sent.
type reportedAnswer struct {
	http.ResponseWriter
	status int
	length int64
	begin  []byte // of the body of a refusal
	cut    bool   // the connection was taken, to cut it
}

// Hijack takes the connection.
func (a *reportedAnswer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	a.cut = true
	return http.NewResponseController(a.ResponseWriter).Hijack()
}

func (a *reportedAnswer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *reportedAnswer) Write(p []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	const enough = 512
	if room := enough - len(a.begin); a.status >= 400 && room > 0 {
		a.begin = append(a.begin, p[:min(room, len(p))]...)
	}
	n, err := a.ResponseWriter.Write(p)
	a.length += int64(n)
	return n, err
}

// Unwrap supports http.ResponseController.
func (a *reportedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// codeInBody finds the error code in the bodies of the Table service, which has it nowhere else.
var codeInBody = regexp.MustCompile(`"code":"(\w+)"|<(?:m:)?code>(\w+)<`)

func (a *reportedAnswer) code() string {
	if code := header.Get(a.Header(), header.ErrorCode); code != "" {
		return code
	}
	if m := codeInBody.FindSubmatch(a.begin); m != nil {
		return string(bytes.Join(m[1:], nil))
	}
	return ""
}
