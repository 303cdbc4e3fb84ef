package table_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/reference"
	"ifmatch/reference/etag"
)

// signedTable returns a client of a table that holds a signature.
func (s *scene) signedTable(t testing.TB, name, signature string) *aztables.Client {
	t.Helper()
	service, err := aztables.NewServiceClientWithNoCredential(base+"/?"+signature, &aztables.ClientOptions{ClientOptions: s.options()})
	if err != nil {
		t.Fatal(err)
	}
	return service.NewClient(name)
}

func (s *scene) credential(t testing.TB) *aztables.SharedKeyCredential {
	t.Helper()
	c, err := aztables.NewSharedKeyCredential(s.server.Account(), s.server.Key())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tries are operations that a signature may permit. Each name ends with the letters that a signature over a table must
// have, or with - if no such signature suffices.
func tries(t testing.TB, c *aztables.Client) map[string]func() error {
	ctx := t.Context()
	merge := &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeMerge}
	return map[string]func() error{
		"get r":     func() error { _, err := c.GetEntity(ctx, "a", "b", nil); return err },
		"query r":   func() error { _, err := c.NewListEntitiesPager(nil).NextPage(ctx); return err },
		"insert a":  func() error { _, err := c.AddEntity(ctx, entity(t, "a", "new"), nil); return err },
		"update u":  func() error { _, err := c.UpdateEntity(ctx, entity(t, "a", "b"), merge); return err },
		"upsert au": func() error { _, err := c.UpsertEntity(ctx, entity(t, "a", "b"), nil); return err },
		"delete d":  func() error { _, err := c.DeleteEntity(ctx, "a", "other", nil); return err },
		"transaction au": func() error {
			_, err := c.SubmitTransaction(ctx, []aztables.TransactionAction{{ActionType: aztables.TransactionTypeInsertMerge, Entity: entity(t, "a", "b")}}, nil)
			return err
		},
		"create -":   func() error { _, err := c.CreateTable(ctx, nil); return err },
		"drop -":     func() error { _, err := c.Delete(ctx, nil); return err },
		"read acl -": func() error { _, err := c.GetAccessPolicy(ctx, nil); return err },
	}
}

// verdict returns whether a try was permitted, regardless of its result.
func verdict(err error) string {
	if err == nil {
		return "yes"
	}
	text := err.Error()
	for _, code := range []string{"AuthorizationPermissionMismatch", "AuthorizationResourceTypeMismatch", "AuthorizationFailure", "AuthenticationFailed", "NoAuthenticationInformation", "AuthorizationServiceMismatch"} {
		if strings.Contains(text, code) {
			return code
		}
	}
	return "yes"
}

func TestTableSignaturePermits(t *testing.T) {
	t.Parallel()
	for _, letters := range []string{"r", "a", "u", "d", "au", "raud"} {
		s := newScene(t)
		s.add(t, "a", "b")
		s.add(t, "a", "other")
		signature, err := aztables.SASSignatureValues{TableName: "BOOKS", Permissions: letters, ExpiryTime: s.server.Now().Add(time.Hour)}.Sign(s.credential(t))
		if err != nil {
			t.Fatal(err)
		}
		for what, try := range tries(t, s.signedTable(t, "books", signature)) {
			name, needed, _ := strings.Cut(what, " ")
			want := "yes"
			for _, l := range needed {
				switch {
				case l == '-': // needs an account's signature, or the key
					want = "AuthorizationFailure"
				case !strings.ContainsRune(letters, l):
					want = "AuthorizationPermissionMismatch"
				}
			}
			if got := verdict(try()); got != want {
				t.Errorf("a signature for %s, %s: %s, want %s", letters, name, got, want)
			}
		}
	}
}

func TestTableSignatureIsForOneTable(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	if _, err := s.service.CreateTable(t.Context(), "others", nil); err != nil {
		t.Fatal(err)
	}
	expiry := s.server.Now().Add(time.Hour)
	signature, err := aztables.SASSignatureValues{TableName: "books", Permissions: "raud", ExpiryTime: expiry}.Sign(s.credential(t))
	if err != nil {
		t.Fatal(err)
	}
	other := s.signedTable(t, "others", signature)
	for what, try := range tries(t, other) {
		if got := verdict(try()); got != "AuthorizationFailure" && got != "AuthorizationPermissionMismatch" {
			t.Errorf("%s in another table: %s", what, got)
		}
	}
	mine := s.signedTable(t, "books", signature)
	if got := verdict(tries(t, mine)["insert a"]()); got != "yes" {
		t.Errorf("in its own table: %s", got)
	}
	s.server.Advance(time.Hour)
	if got := verdict(tries(t, mine)["query r"]()); got != "AuthenticationFailed" {
		t.Errorf("after it expired: %s", got)
	}
	forged := strings.Replace(signature, "sp=raud", "sp=rau", 1)
	if got := verdict(tries(t, s.signedTable(t, "books", forged))["query r"]()); got != "AuthenticationFailed" {
		t.Errorf("with other permissions: %s", got)
	}
}

func TestTableSignatureByPolicy(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.add(t, "a", "b")
	set := func(permission string) {
		t.Helper()
		if _, err := s.table.SetAccessPolicy(t.Context(), &aztables.SetAccessPolicyOptions{TableACL: []*aztables.SignedIdentifier{{ID: to.Ptr("p"),
			AccessPolicy: &aztables.AccessPolicy{Start: to.Ptr(s.server.Now()), Expiry: to.Ptr(s.server.Now().Add(time.Hour)), Permission: &permission}}}}); err != nil {
			t.Fatal(err)
		}
	}
	signature, err := aztables.SASSignatureValues{TableName: "books", Identifier: "p"}.Sign(s.credential(t))
	if err != nil {
		t.Fatal(err)
	}
	c := s.signedTable(t, "books", signature)
	if got := verdict(tries(t, c)["get r"]()); got != "AuthenticationFailed" {
		t.Errorf("without the policy: %s", got)
	}
	set("r")
	if got := verdict(tries(t, c)["get r"]()) + " " + verdict(tries(t, c)["insert a"]()); got != "yes AuthorizationPermissionMismatch" {
		t.Errorf("with a policy to read: %s", got)
	}
	set("a")
	if got := verdict(tries(t, c)["get r"]()) + " " + verdict(tries(t, c)["insert a"]()); got != "AuthorizationPermissionMismatch yes" {
		t.Errorf("with a policy to add: %s", got)
	}
}

// ranged returns a signature over the keys from (c, 3) to (e, 5), made by hand: the SDK signs ranges but does not send
// them.
func (s *scene) ranged(t testing.TB, letters string) string {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(s.server.Key())
	if err != nil {
		t.Fatal(err)
	}
	expiry := s.server.Now().Add(time.Hour).UTC().Format("2006-01-02T15:04:05Z")
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s\n\n%s\n/table/%s/books\n\n\n\n2019-02-02\nc\n3\ne\n5", letters, expiry, s.server.Account())
	return url.Values{"sv": {"2019-02-02"}, "tn": {"books"}, "sp": {letters}, "se": {expiry}, "spk": {"c"}, "srk": {"3"}, "epk": {"e"}, "erk": {"5"},
		"sig": {base64.StdEncoding.EncodeToString(mac.Sum(nil))}}.Encode()
}

func TestTableSignatureOverKeys(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	inside := map[string]bool{"b 9": false, "c 2": false, "c 3": true, "c 9": true, "d 0": true, "e 5": true, "e 6": false, "f 0": false}
	for k := range inside {
		partition, row, _ := strings.Cut(k, " ")
		s.add(t, partition, row)
	}
	c := s.signedTable(t, "books", s.ranged(t, "raud"))
	for k, want := range inside {
		partition, row, _ := strings.Cut(k, " ")
		for what, try := range map[string]func() error{
			"get":    func() error { _, err := c.GetEntity(t.Context(), partition, row, nil); return err },
			"upsert": func() error { _, err := c.UpsertEntity(t.Context(), entity(t, partition, row), nil); return err },
			"insert": func() error { _, err := c.AddEntity(t.Context(), entity(t, partition, row), nil); return err },
			"transaction": func() error {
				_, err := c.SubmitTransaction(t.Context(), []aztables.TransactionAction{{ActionType: aztables.TransactionTypeInsertMerge, Entity: entity(t, partition, row)}}, nil)
				return err
			},
		} {
			if got := verdict(try()); (got == "yes") != want || !want && got != "AuthorizationFailure" {
				t.Errorf("%s %s: %s, want inside %t", what, k, got, want)
			}
		}
	}
	page, err := c.NewListEntitiesPager(nil).NextPage(t.Context())
	if err != nil || len(page.Entities) != 4 {
		t.Errorf("a query finds %s, %v", page.Entities, err)
	}
	elsewhere := strings.Replace(s.ranged(t, "raud"), "epk=e", "epk=z", 1)
	if got := verdict(tries(t, s.signedTable(t, "books", elsewhere))["query r"]()); got != "AuthenticationFailed" {
		t.Errorf("with another range: %s", got)
	}
}

func TestAccountSignature(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.add(t, "a", "b")
	sign := func(services, types, permissions string) *aztables.Client {
		q, err := aztables.AccountSASSignatureValues{Services: services, ResourceTypes: types, Permissions: permissions,
			ExpiryTime: s.server.Now().Add(time.Hour)}.Sign(s.credential(t))
		if err != nil {
			t.Fatal(err)
		}
		return s.signedTable(t, "books", q.Encode())
	}
	for _, c := range []struct{ services, types, permissions, try, want string }{
		{"t", "o", "r", "get r", "yes"},
		{"t", "o", "au", "upsert au", "yes"},
		{"t", "o", "a", "upsert au", "AuthorizationPermissionMismatch"},
		{"t", "c", "rau", "get r", "AuthorizationResourceTypeMismatch"},
		{"b", "o", "r", "get r", "AuthorizationServiceMismatch"},
		{"t", "c", "c", "create -", "yes"},
		{"t", "c", "d", "drop -", "yes"},
		{"t", "c", "c", "drop -", "AuthorizationPermissionMismatch"},
		{"t", "sco", "rwdlacup", "read acl -", "AuthorizationPermissionMismatch"},
	} {
		if got := verdict(tries(t, sign(c.services, c.types, c.permissions))[c.try]()); got != c.want {
			t.Errorf("ss=%s srt=%s sp=%s, %s: %s, want %s", c.services, c.types, c.permissions, c.try, got, c.want)
		}
	}
}

func TestAnonymousAndPreflight(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for method, want := range map[string]int{"GET": 401, "POST": 401, "OPTIONS": 400} {
		r, err := http.NewRequest(method, base+"/books", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		res, err := s.server.RoundTripper().RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s without credentials: %d, want %d", method, res.StatusCode, want)
		}
	}
}

// TestHostStyle sends requests to account.table.core.windows.net.
func TestHostStyle(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.add(t, "a", "b")
	service, err := aztables.NewServiceClientWithSharedKey("http://devstoreaccount1.table.core.windows.net", s.credential(t), &aztables.ClientOptions{ClientOptions: s.options()})
	if err != nil {
		t.Fatal(err)
	}
	r, err := service.NewClient("books").GetEntity(t.Context(), "a", "b", &aztables.GetEntityOptions{Format: to.Ptr(aztables.MetadataFormatFull)})
	if err != nil || !strings.Contains(string(r.Value), `"odata.id":"http://devstoreaccount1.table.core.windows.net/books(`) {
		t.Errorf("reading: %s, %v", r.Value, err)
	}
	if _, err := service.NewClient("books").SubmitTransaction(t.Context(), []aztables.TransactionAction{
		{ActionType: aztables.TransactionTypeUpdateMerge, Entity: entity(t, "a", "b", "N", 1)}}, nil); err != nil {
		t.Errorf("a transaction: %v", err)
	}
}

// sign signs a request with Shared Key, in the form of the Table service.
func sign(t testing.TB, s *reference.Server, r *http.Request) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(s.Key())
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-ms-date", etag.HTTPDate(s.Now()))
	resource := "/" + s.Account() + r.URL.EscapedPath()
	if comp := r.URL.Query().Get("comp"); comp != "" {
		resource += "?comp=" + comp
	}
	text := strings.Join([]string{r.Method, r.Header.Get("Content-MD5"), r.Header.Get("Content-Type"), r.Header.Get("x-ms-date"), resource}, "\n")
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	r.Header.Set("Authorization", "SharedKey "+s.Account()+":"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}
