package frontend_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/guid"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

var errGone = errors.New("the thing is gone")

// thing is the call of a service with one kind of resource and three operations on it.
type thing struct {
	frontend.Call
	name string
}

// toy is that service: it shows how little a service has to define.
func toy(middleware ...op.Middleware) http.Handler {
	needs := frontend.Needs{
		op.GetBlob:    {AnyOf: "r", On: auth.Object},
		op.PutBlob:    {AnyOf: "c", Also: "w", On: auth.Object},
		op.DeleteBlob: {AnyOf: "d", On: auth.Object},
	}
	handlers := [op.Count]func(*thing, http.ResponseWriter) error{
		op.GetBlob: func(c *thing, w http.ResponseWriter) error {
			switch c.name {
			case "gone":
				return errGone
			case "broken":
				return errors.New("nobody knows this error")
			case "panics":
				panic("a bug")
			case "cut":
				panic(http.ErrAbortHandler)
			}
			return frontend.Send(w, http.StatusOK, "text/plain", []byte(c.Version+" "+c.Endpoint()+c.name))
		},
		op.PutBlob: func(c *thing, w http.ResponseWriter) error {
			if _, err := c.Body(4); err != nil {
				return err
			}
			return frontend.Answer(w, http.StatusCreated)
		},
		op.GetBlobServiceProperties: (*thing).GetServiceProperties,
		op.SetBlobServiceProperties: (*thing).SetServiceProperties,
	}
	verbs := map[string]op.Operation{"GET": op.GetBlob, "PUT": op.PutBlob, "DELETE": op.DeleteBlob}
	c := frontend.Config{
		Account: "account", Key: []byte("key"), Clock: clock.NewVirtual(time.Unix(1_790_000_000, 0)),
		Rules: rules.Documented(), IDs: guid.NewSource(1), Middleware: middleware,
	}
	return frontend.New(c, frontend.Service[*thing]{
		Name:      op.BlobService,
		Preflight: op.PreflightBlobRequest,
		Oldest:    "2015-02-21",
		Headers:   []frontend.Header{{Name: "Cache-Control", Value: []string{"no-cache"}}},
		New:       func() *thing { return new(thing) },
		Address:   func(c *thing, path string) error { c.name = path; return nil },
		Operation: func(c *thing) (op.Operation, error) {
			if c.name == "" {
				return map[string]op.Operation{"GET": op.GetBlobServiceProperties, "PUT": op.SetBlobServiceProperties}[c.Request.Method], nil
			}
			return verbs[c.Request.Method], nil
		},
		Needs:      &needs,
		Anonymous:  func(c *thing) (bool, error) { return c.name != "private", nil },
		Policies:   func(string) []document.Policy { return nil },
		Handlers:   &handlers,
		Properties: document.DefaultProperties(),
		Codes:      map[error]errcode.Code{errGone: errcode.BlobNotFound},
		Refuse: func(w http.ResponseWriter, _ *http.Request, e *errcode.Error) {
			frontend.RefuseXML(w, e, c.Clock.Now())
		},
	})
}

// request sends a request with headers in pairs. Its host is arbitrary unless target names one.
func request(h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestAnswersOfAService(t *testing.T) {
	t.Parallel()
	const account = "http://127.0.0.1/account/"
	for _, c := range []struct {
		name, method, target, body string
		headers                    []string
		status                     int
		text                       string // in the body
	}{
		{"path style", "GET", account + "x", "", nil, 200, "2021-12-02 http://127.0.0.1/account/x"},
		{"host style", "GET", "http://ACCOUNT.blob.example:81/x", "", nil, 200, "2021-12-02 http://ACCOUNT.blob.example:81/x"},
		{"another account", "GET", "http://127.0.0.1/other/x", "", nil, 400, "InvalidUri"},
		{"an address that begins like the account", "GET", "http://127.0.0.1/accounts/x", "", nil, 400, "InvalidUri"},
		{"a query that cannot be read", "GET", account + "x?%zz", "", nil, 400, "InvalidUri"},
		{"a version", "GET", account + "x", "", []string{"x-ms-version", "2015-02-21"}, 200, "2015-02-21 "},
		{"a version that is too old", "GET", account + "x", "", []string{"x-ms-version", "2015-02-20"}, 400, "InvalidHeaderValue"},
		{"no version, but a key", "GET", account + "x", "", []string{"Authorization", "SharedKey account:AAAA"}, 400, "MissingRequiredHeader"},
		{"a wrong key", "GET", account + "x", "", []string{"Authorization", "SharedKey account:AAAA", "x-ms-version", "2021-12-02"}, 403, "AuthenticationFailed"},
		{"no credentials", "GET", account + "private", "", nil, 401, "NoAuthenticationInformation"},
		{"preflight", "OPTIONS", account + "private", "", nil, 400, "A required CORS header is not present."},
		{"no handler", "DELETE", account + "x", "", nil, 501, "Delete Blob"},
		{"an error of the store", "GET", account + "gone", "", nil, 404, "BlobNotFound"},
		{"an unknown error", "GET", account + "broken", "", nil, 500, "InternalError"},
		{"a panic", "GET", account + "panics", "", nil, 500, "InternalError"},
		{"a body", "PUT", account + "x", "1234", nil, 201, ""},
		{"a body that is too large", "PUT", account + "x", "12345", nil, 413, "RequestBodyTooLarge"},
	} {
		w := request(toy(), c.method, c.target, c.body, c.headers...)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.text) {
			t.Errorf("%s: %d %s, want %d and %q", c.name, w.Code, w.Body, c.status, c.text)
		}
		for _, name := range []string{"X-Ms-Request-Id", "Date", "Server", "Cache-Control", "Content-Length"} {
			if w.Header().Get(name) == "" {
				t.Errorf("%s: no header %s", c.name, name)
			}
		}
	}
}

func TestClientRequestIDComesBack(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{"mine": "mine", "": "", strings.Repeat("x", 1024): strings.Repeat("x", 1024), strings.Repeat("x", 1025): ""} {
		w := request(toy(), "GET", "http://127.0.0.1/account/x", "", "X-Ms-Client-Request-Id", sent)
		if got := w.Header().Get("X-Ms-Client-Request-Id"); got != want {
			t.Errorf("%.10q comes back as %.10q", sent, got)
		}
	}
}

func TestCutConnectionStaysCut(t *testing.T) {
	t.Parallel()
	defer func() {
		if p := recover(); p != http.ErrAbortHandler {
			t.Errorf("recovered %v", p)
		}
	}()
	request(toy(), "GET", "http://127.0.0.1/account/cut", "")
}

// TestMiddlewareStandsAroundTheOperation checks that the first middleware is the outermost, and that the operation sees
// the request as the middleware changed it.
func TestMiddlewareStandsAroundTheOperation(t *testing.T) {
	t.Parallel()
	var order []string
	wrap := func(name string) op.Middleware {
		return func(o op.Operation, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				order = append(order, name+" "+o.String())
				c := r.Clone(r.Context())
				c.Host = name
				next.ServeHTTP(w, c)
			})
		}
	}
	w := request(toy(wrap("a"), wrap("b")), "GET", "http://127.0.0.1/account/x", "")
	if got := strings.Join(order, ", "); got != "a Get Blob, b Get Blob" || !strings.Contains(w.Body.String(), "http://b/") {
		t.Errorf("%s: %s", got, w.Body)
	}
}

// TestPropertiesAreKept reads the properties back, without those that the service does not have.
func TestPropertiesAreKept(t *testing.T) {
	t.Parallel()
	s := toy()
	w := request(s, "PUT", "http://127.0.0.1/account/", "<StorageServiceProperties><DefaultServiceVersion>2020-10-02</DefaultServiceVersion>"+
		"<Cors><CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods></CorsRule></Cors></StorageServiceProperties>")
	if w.Code != 202 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	got := request(s, "GET", "http://127.0.0.1/account/", "").Body.String()
	if !strings.Contains(got, "<AllowedOrigins>*</AllowedOrigins>") || strings.Contains(got, "DefaultServiceVersion") || !strings.Contains(got, "<Logging>") {
		t.Errorf("the properties are %s", got)
	}
}

func TestHalfABody(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body   io.Reader
		length int64
		status int
	}{
		{strings.NewReader("12"), 3, 400},
		{strings.NewReader("1234"), -1, 201},
		{strings.NewReader("12345"), -1, 413},
		{io.MultiReader(strings.NewReader("1"), broken{}), -1, 400},
	} {
		r := &http.Request{
			Method: "PUT", URL: &url.URL{Scheme: "http", Host: "127.0.0.1", Path: "/account/x"}, Host: "127.0.0.1",
			Header: http.Header{}, Body: io.NopCloser(c.body), ContentLength: c.length,
		}
		w := httptest.NewRecorder()
		toy().ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%v of %d bytes: %d %s, want %d", c.body, c.length, w.Code, w.Body, c.status)
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the connection is gone") }
