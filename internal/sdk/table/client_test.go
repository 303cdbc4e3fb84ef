package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
)

const base = "http://127.0.0.1:10002/devstoreaccount1"

// transport adapts an http.RoundTripper to the SDK's transport.
type transport struct{ http.RoundTripper }

func (t transport) Do(r *http.Request) (*http.Response, error) { return t.RoundTrip(r) }

// scene is a server with a virtual clock, and the SDK's clients for it.
type scene struct {
	server  *reference.Server
	service *aztables.ServiceClient
	table   *aztables.Client // "books", which exists
}

func newScene(t testing.TB, faults ...fault.Fault) *scene {
	t.Helper()
	s := &scene{server: reference.New(reference.Options{Clock: clock.NewVirtual(time.Now()), Faults: faults})}
	key, err := aztables.NewSharedKeyCredential(s.server.Account(), s.server.Key())
	if err != nil {
		t.Fatal(err)
	}
	s.service, err = aztables.NewServiceClientWithSharedKey(base, key, &aztables.ClientOptions{ClientOptions: s.options()})
	if err != nil {
		t.Fatal(err)
	}
	s.table = s.service.NewClient("books")
	if _, err := s.table.CreateTable(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *scene) options() azcore.ClientOptions {
	return azcore.ClientOptions{
		Transport:                       transport{s.server.RoundTripper()},
		Retry:                           policy.RetryOptions{MaxRetries: -1},
		InsecureAllowCredentialWithHTTP: true,
	}
}

// entity returns the JSON form of an entity: its keys, and pairs of names and values.
func entity(t testing.TB, partition, row string, pairs ...any) []byte {
	t.Helper()
	m := map[string]any{"PartitionKey": partition, "RowKey": row}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// get reads an entity as a map, or returns nil if there is none.
func (s *scene) get(t testing.TB, partition, row string) map[string]any {
	t.Helper()
	r, err := s.table.GetEntity(context.Background(), partition, row, nil)
	if refused(err) == "404 ResourceNotFound" {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(r.Value, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// add inserts an entity and returns its ETag.
func (s *scene) add(t testing.TB, partition, row string, pairs ...any) azcore.ETag {
	t.Helper()
	r, err := s.table.AddEntity(context.Background(), entity(t, partition, row, pairs...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.ETag
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
	r, err := http.NewRequest(method, base+"/"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-ms-version", "2019-02-02")
	r.Header.Set("Accept", "application/json")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] == "-" {
			r.Header.Del(headers[i])
		} else {
			r.Header.Add(headers[i], headers[i+1])
		}
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

// codeOf returns the error code in a JSON body.
func codeOf(body string) string {
	var e struct {
		Error struct {
			Code    string
			Message struct{ Value string }
		} `json:"odata.error"`
	}
	_ = json.Unmarshal([]byte(body), &e)
	return e.Error.Code
}
