package table_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/reference"
	"ifmatch/reference/errcode"
	"ifmatch/reference/operation"
)

// TestOverASocket does on a listening server, by its connection string, what the other tests do in process.
func TestOverASocket(t *testing.T) {
	t.Parallel()
	server := reference.Start(t)
	service, err := aztables.NewServiceClientFromConnectionString(server.ConnectionString(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := service.NewClient("books")
	if _, err := c.CreateTable(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var actions []aztables.TransactionAction
	for i := range 10 {
		actions = append(actions, aztables.TransactionAction{ActionType: aztables.TransactionTypeAdd, Entity: entity(t, "a", fmt.Sprint(i))})
	}
	if _, err := c.SubmitTransaction(t.Context(), actions, nil); err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest("MERGE", server.Endpoint(operation.TableService)+"/books(PartitionKey='a',RowKey='1')", strings.NewReader(`{"N":5}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	sign(t, server, r)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != 204 || res.Header.Get("ETag") == "" {
		t.Errorf("MERGE answers %s %v", res.Status, res.Header)
	}
	n := 0
	pages := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Top: to.Ptr[int32](3), Filter: to.Ptr("PartitionKey eq 'a'")})
	for pages.More() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n += len(page.Entities)
	}
	if n != 10 {
		t.Errorf("pages hold %d entities, want 10", n)
	}
}

// FuzzHandler sends arbitrary signed requests. No answer may be a 500, and every error must have a registered code.
func FuzzHandler(f *testing.F) {
	for _, seed := range [][5]string{
		{"GET", "books()", "$filter=N eq 1&$top=5&$select=N", "", ""},
		{"GET", "books(PartitionKey='a',RowKey='b')", "", "", ""},
		{"POST", "books", "", "If-Match: *", `{"PartitionKey":"a","RowKey":"b","N":1}`},
		{"PUT", "books(PartitionKey='a',RowKey='b')", "", `If-Match: W/"x"`, `{"N":"5","N@odata.type":"Edm.Int64"}`},
		{"POST", "books(PartitionKey='a',RowKey='b')", "", "X-HTTP-Method: MERGE", `{"N":null}`},
		{"DELETE", "Tables('books')", "", "If-None-Match: *", ""},
		{"POST", "Tables", "", "Accept: application/json;odata=nometadata", `{"TableName":"books"}`},
		{"PUT", "books", "comp=acl", "", `<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>`},
		{"PUT", "", "restype=service&comp=properties", "", `<StorageServiceProperties><Cors/></StorageServiceProperties>`},
		{"POST", "$batch", "", "Content-Type: multipart/mixed; boundary=b", changeSet(insert("a", "b"), update("PUT", "a", "c")) + "--b--\r\n"},
		{"OPTIONS", "books", "", "", ""},
		{"GET", "Tables", "NextTableName=1!YQ", "x-ms-version: 2009-09-19", ""},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4])
	}
	f.Fuzz(func(t *testing.T, method, path, query, header, body string) {
		s := newScene(t)
		s.add(t, "a", "b", "N", 1)
		u := url.URL{Scheme: "http", Host: "127.0.0.1:10002", Path: "/" + s.server.Account() + "/" + path, RawQuery: query}
		r, err := http.NewRequest(method, u.String(), strings.NewReader(body))
		if err != nil {
			return // no client could send it
		}
		r.Header.Set("Accept", "application/json")
		if name, value, found := strings.Cut(header, ":"); found {
			r.Header[http.CanonicalHeaderKey(name)] = []string{strings.TrimSpace(value)}
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
		code := codeOf(string(text))
		if res.StatusCode == 500 || res.StatusCode < 200 || res.StatusCode >= 400 && code != "" && !strings.HasPrefix(code, "Auth") && !strings.HasPrefix(code, "InvalidAuth") && !errcode.Code(code).Known() {
			t.Errorf("%s %s?%s with %q and %q is answered with %d %s", method, path, query, header, body, res.StatusCode, text)
		}
		if res.StatusCode >= 400 && len(text) == 0 && method != http.MethodHead {
			t.Errorf("%s %s?%s: %d without a body", method, path, query, res.StatusCode)
		}
	})
}
