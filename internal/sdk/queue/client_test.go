package queue_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
)

const base = "http://127.0.0.1:10001/devstoreaccount1"

// transport adapts an http.RoundTripper to the SDK's transport, and keeps the last response.
type transport struct {
	http.RoundTripper
	last *http.Response
}

func (t *transport) Do(r *http.Request) (*http.Response, error) {
	res, err := t.RoundTrip(r)
	t.last = res
	return res, err
}

// dated sets the date of each request before it is signed, because the SDK would take the machine's.
type dated struct{ now func() time.Time }

func (d dated) Do(r *policy.Request) (*http.Response, error) {
	name := "x-ms-date" // not the canonical form: the SDK looks for exactly this key, and sets its own date if it finds none
	r.Raw().Header[name] = []string{d.now().UTC().Format(http.TimeFormat)}
	return r.Next()
}

// scene is a server with a virtual clock, and the SDK's clients for it.
type scene struct {
	server    *reference.Server
	key       *azqueue.SharedKeyCredential
	service   *azqueue.ServiceClient
	queue     *azqueue.QueueClient // "orders", which exists
	transport *transport           // of the clients that send one request at a time
}

func newScene(t testing.TB, faults ...fault.Fault) *scene {
	t.Helper()
	s := &scene{server: reference.New(reference.Options{Clock: clock.NewVirtual(time.Now()), Faults: faults})}
	var err error
	if s.key, err = azqueue.NewSharedKeyCredential(s.server.Account(), s.server.Key()); err != nil {
		t.Fatal(err)
	}
	s.transport = &transport{RoundTripper: s.server.RoundTripper()}
	if s.service, err = azqueue.NewServiceClientWithSharedKeyCredential(base, s.key, s.options(s.transport)); err != nil {
		t.Fatal(err)
	}
	s.queue = s.service.NewQueueClient("orders")
	if _, err := s.queue.Create(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *scene) options(t policy.Transporter) *azqueue.ClientOptions {
	return &azqueue.ClientOptions{ClientOptions: azcore.ClientOptions{
		Transport:       t,
		Retry:           policy.RetryOptions{MaxRetries: -1},
		PerCallPolicies: []policy.Policy{dated{s.server.Now}},
	}}
}

type silent struct{ http.RoundTripper }

func (t *silent) Do(r *http.Request) (*http.Response, error) { return t.RoundTrip(r) }

// received is a message as its consumer knows it.
type received struct {
	id, receipt, text string
	visible           time.Time
	dequeues          int64
}

func (s *scene) put(t testing.TB, text string, o *azqueue.EnqueueMessageOptions) received {
	t.Helper()
	r, err := s.queue.EnqueueMessage(context.Background(), text, o)
	if err != nil {
		t.Fatal(err)
	}
	m := r.Messages[0]
	return received{*m.MessageID, *m.PopReceipt, text, *m.TimeNextVisible, 0}
}

// get takes one message. It returns the zero value if there is none.
func (s *scene) get(t testing.TB, window int32) received {
	t.Helper()
	r, err := s.queue.DequeueMessage(context.Background(), &azqueue.DequeueMessageOptions{VisibilityTimeout: to.Ptr(window)})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Messages) == 0 {
		return received{}
	}
	m := r.Messages[0]
	return received{*m.MessageID, *m.PopReceipt, *m.MessageText, *m.TimeNextVisible, *m.DequeueCount}
}

// peek lists the texts and dequeue counts of the visible messages, such as "one 0".
func (s *scene) peek(t testing.TB) string {
	t.Helper()
	r, err := s.queue.PeekMessages(context.Background(), &azqueue.PeekMessagesOptions{NumberOfMessages: to.Ptr[int32](32)})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range r.Messages {
		all = append(all, *m.MessageText+" "+strconv.FormatInt(*m.DequeueCount, 10))
	}
	return strings.Join(all, ", ")
}

func (s *scene) update(h received, text string, window int32) (received, error) {
	r, err := s.queue.UpdateMessage(context.Background(), h.id, h.receipt, text, &azqueue.UpdateMessageOptions{VisibilityTimeout: to.Ptr(window)})
	if err != nil {
		return h, err
	}
	return received{h.id, *r.PopReceipt, text, *r.TimeNextVisible, h.dequeues}, nil
}

func (s *scene) delete(h received) error {
	_, err := s.queue.DeleteMessage(context.Background(), h.id, h.receipt, nil)
	return err
}

func (s *scene) count(t testing.TB) int64 {
	t.Helper()
	p, err := s.queue.GetProperties(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return *p.ApproximateMessagesCount
}

// refused returns the status and code of a refusal, or "" for success.
func refused(err error) string {
	var e *azcore.ResponseError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return strconv.Itoa(e.StatusCode) + " " + e.ErrorCode
	}
	return err.Error()
}

// raw sends a request as given, signed with the account's key, and returns the response with its body.
func (s *scene) raw(t testing.TB, method, path, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(method, base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body == "" {
		r.Body = nil
	}
	r.Header.Set("x-ms-version", "2021-12-02")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	sign(t, s.server, r)
	res, err := s.server.RoundTripper().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(text)
}
