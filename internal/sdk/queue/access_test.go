package queue_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2/sas"

	"ifmatch/reference"
	"ifmatch/reference/clock"
)

// operations are all operations on a queue, in an order in which each succeeds.
func operations(service *azqueue.ServiceClient, q *azqueue.QueueClient, h received) []struct {
	name string
	do   func() error
} {
	ctx := context.Background()
	return []struct {
		name string
		do   func() error
	}{
		{"peek", func() error { _, err := q.PeekMessage(ctx, nil); return err }},
		{"metadata", func() error { _, err := q.GetProperties(ctx, nil); return err }},
		{"put", func() error { _, err := q.EnqueueMessage(ctx, "x", nil); return err }},
		{"update", func() error {
			r, err := q.UpdateMessage(ctx, h.id, h.receipt, "y", nil)
			if err == nil {
				h.receipt = *r.PopReceipt
			}
			return err
		}},
		{"delete", func() error { _, err := q.DeleteMessage(ctx, h.id, h.receipt, nil); return err }},
		{"get", func() error { _, err := q.DequeueMessage(ctx, nil); return err }},
		{"clear", func() error { _, err := q.ClearMessages(ctx, nil); return err }},
		{"set metadata", func() error { _, err := q.SetMetadata(ctx, nil); return err }},
		{"policies", func() error { _, err := q.GetAccessPolicy(ctx, nil); return err }},
		{"set policies", func() error { _, err := q.SetAccessPolicy(ctx, nil); return err }},
		{"list", func() error { _, err := service.NewListQueuesPager(nil).NextPage(ctx); return err }},
		{"properties", func() error { _, err := service.GetServiceProperties(ctx, nil); return err }},
		{"set properties", func() error {
			_, err := service.SetProperties(ctx, &azqueue.SetPropertiesOptions{CORS: []*azqueue.CORSRule{}})
			return err
		}},
		{"create", func() error { _, err := q.Create(ctx, nil); return err }},
		{"delete queue", func() error { _, err := q.Delete(ctx, nil); return err }},
	}
}

// signed returns clients that have only a query with a signature.
func (s *scene) signed(t *testing.T, query string) (*azqueue.ServiceClient, *azqueue.QueueClient) {
	t.Helper()
	service, err := azqueue.NewServiceClientWithNoCredential(base+"/?"+query, s.options(s.transport))
	if err != nil {
		t.Fatal(err)
	}
	q, err := azqueue.NewQueueClientWithNoCredential(base+"/orders?"+query, s.options(s.transport))
	if err != nil {
		t.Fatal(err)
	}
	return service, q
}

// may lists what clients with a query are permitted to do.
func (s *scene) may(t *testing.T, query string) map[string]string {
	t.Helper()
	service, q := s.signed(t, query)
	answers := map[string]string{}
	for _, o := range operations(service, q, s.put(t, "one", nil)) {
		answers[o.name] = refused(o.do())
	}
	return answers
}

func TestServiceSignatures(t *testing.T) {
	t.Parallel()
	for letter, allowed := range map[string]map[string]bool{
		"r": {"peek": true, "metadata": true},
		"a": {"put": true},
		"u": {"update": true},
		"p": {"get": true, "delete": true},
	} {
		s := newScene(t)
		query, err := sas.QueueSignatureValues{Permissions: letter, QueueName: "orders", StartTime: s.server.Now().Add(-time.Hour), ExpiryTime: s.server.Now().Add(time.Hour)}.SignWithSharedKey(s.key)
		if err != nil {
			t.Fatal(err)
		}
		for name, got := range s.may(t, query.Encode()) {
			want := "403 AuthorizationPermissionMismatch"
			switch name {
			case "list", "properties", "set properties": // their address is above the queue, where the signature does not apply
				want = "403 AuthenticationFailed"
			case "set metadata", "policies", "set policies", "create", "delete queue": // they need an account's signature, or the key
				want = "403 AuthorizationFailure"
			}
			if allowed[name] {
				want = ""
			}
			if got != want {
				t.Errorf("%s with sp=%s is answered %q, want %q", name, letter, got, want)
			}
			delete(allowed, name)
		}
		if len(allowed) > 0 {
			t.Errorf("not tried: %v", allowed)
		}
	}
}

func TestAccountSignatures(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	sign := func(permissions, types string) string {
		p, err := sas.AccountSignatureValues{Permissions: permissions, ResourceTypes: types, ExpiryTime: s.server.Now().Add(time.Hour)}.SignWithSharedKey(s.key)
		if err != nil {
			t.Fatal(err)
		}
		return p.Encode()
	}
	for name, got := range s.may(t, sign("rwdlacup", "sco")) {
		want := ""
		if name == "policies" || name == "set policies" {
			want = "403 AuthorizationPermissionMismatch"
		}
		if got != want {
			t.Errorf("%s with everything is answered %q", name, got)
		}
	}
	s.server.Advance(time.Minute)
	if _, err := s.queue.Create(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if got := s.may(t, sign("rwdlacup", "s"))["put"]; got != "403 AuthorizationResourceTypeMismatch" {
		t.Errorf("putting with srt=s is answered %q", got)
	}
}

func TestStoredPolicies(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	set := func(permission string, life time.Duration) {
		t.Helper()
		_, err := s.queue.SetAccessPolicy(ctx, &azqueue.SetAccessPolicyOptions{QueueACL: []*azqueue.SignedIdentifier{{
			ID: to.Ptr("keeper"), AccessPolicy: &azqueue.AccessPolicy{Permission: &permission, Expiry: to.Ptr(s.server.Now().Add(life))}}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	query, err := sas.QueueSignatureValues{Identifier: "keeper", QueueName: "orders"}.SignWithSharedKey(s.key)
	if err != nil {
		t.Fatal(err)
	}
	_, q := s.signed(t, query.Encode())
	put := func() string { _, err := q.EnqueueMessage(ctx, "x", nil); return refused(err) }
	if got := put(); got != "403 AuthenticationFailed" {
		t.Errorf("without the policy: %q", got)
	}
	set("a", time.Hour)
	if got := put(); got != "" {
		t.Errorf("with the policy: %q", got)
	}
	set("r", time.Hour)
	if got := put(); got != "403 AuthorizationPermissionMismatch" {
		t.Errorf("when the policy permits reading only: %q", got)
	}
	set("a", time.Hour)
	s.server.Advance(time.Hour)
	if got := put(); got != "403 AuthenticationFailed" {
		t.Errorf("when the policy has expired: %q", got)
	}
}

func TestWrongCredentials(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	other, err := sas.QueueSignatureValues{Permissions: "r", QueueName: "others", ExpiryTime: s.server.Now().Add(time.Hour)}.SignWithSharedKey(s.key)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ query, want string }{
		"nothing":                  {"", "401 NoAuthenticationInformation"},
		"another queue's":          {other.Encode(), "403 AuthenticationFailed"},
		"a signature that is none": {"sv=2021-12-02&se=2099-01-01&sp=r&sig=AAAA", "403 AuthenticationFailed"},
	} {
		_, q := s.signed(t, c.query)
		if _, err := q.PeekMessage(ctx, nil); refused(err) != c.want {
			t.Errorf("peeking with %s: %v, want %s", name, err, c.want)
		}
	}
	key, err := azqueue.NewSharedKeyCredential(s.server.Account(), "AAAA")
	if err != nil {
		t.Fatal(err)
	}
	q, err := azqueue.NewQueueClientWithSharedKeyCredential(base+"/orders", key, s.options(s.transport))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.PeekMessage(ctx, nil); refused(err) != "403 AuthenticationFailed" {
		t.Errorf("peeking with another key: %v", err)
	}
}

// TestFastClock uses clients whose dates are the machine's, while visibility timeouts pass much faster.
func TestFastClock(t *testing.T) {
	t.Parallel()
	machine := clock.NewVirtual(time.Now())
	server := reference.New(reference.Options{Clock: clock.NewFast(machine, 1000)})
	key, err := azqueue.NewSharedKeyCredential(server.Account(), server.Key())
	if err != nil {
		t.Fatal(err)
	}
	q, err := azqueue.NewQueueClientWithSharedKeyCredential(base+"/orders", key, &azqueue.ClientOptions{ClientOptions: azcore.ClientOptions{
		Transport: &silent{server.RoundTripper()}, Retry: policy.RetryOptions{MaxRetries: -1}, PerCallPolicies: []policy.Policy{dated{machine.Now}}}})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if _, err := q.Create(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := q.EnqueueMessage(ctx, "one", nil); err != nil {
		t.Fatal(err)
	}
	for n := range int64(3) {
		r, err := q.DequeueMessage(ctx, &azqueue.DequeueMessageOptions{VisibilityTimeout: to.Ptr[int32](1800)})
		if err != nil || len(r.Messages) != 1 || *r.Messages[0].DequeueCount != n+1 {
			t.Fatalf("get %d: %v, %v", n, r.Messages, err)
		}
		machine.Advance(1800 * time.Millisecond)
	}
}

func TestOtherHosts(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for url, want := range map[string]int{
		"http://devstoreaccount1.queue.core.windows.net/orders?comp=metadata": http.StatusUnauthorized,
		"http://127.0.0.1:10001/someoneelse/orders?comp=metadata":             http.StatusBadRequest,
	} {
		r, err := http.NewRequest("GET", url, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := s.server.RoundTripper().RoundTrip(r)
		if err != nil || res.StatusCode != want {
			t.Errorf("GET %s: %v, want %d", url, res.Status, want)
		}
	}
}

// sign signs a request with Shared Key Lite.
func sign(t testing.TB, s *reference.Server, r *http.Request) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(s.Key())
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-ms-date", s.Now().UTC().Format(http.TimeFormat))
	lines := []string{r.Method, r.Header.Get("Content-MD5"), r.Header.Get("Content-Type"), ""}
	var own []string
	for name, values := range r.Header {
		if name = strings.ToLower(name); strings.HasPrefix(name, "x-ms-") {
			own = append(own, name+":"+strings.Join(values, ","))
		}
	}
	slices.Sort(own)
	resource := "/" + s.Account() + r.URL.EscapedPath()
	if comp := r.URL.Query().Get("comp"); comp != "" {
		resource += "?comp=" + comp
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(append(append(lines, own...), resource), "\n")))
	r.Header.Set("Authorization", "SharedKeyLite "+s.Account()+":"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}
