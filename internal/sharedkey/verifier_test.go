package sharedkey

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"ifmatch/reference"
)

// exchange is one request and the reference's answer to it.
type exchange struct {
	method, target string
	header         Header
	body           string
	want           int
}

// TestReferenceAcceptsSignatures lets the reference's verifier, which shares no code with the signer,
// judge requests in the form of a load run.
func TestReferenceAcceptsSignatures(t *testing.T) {
	t.Parallel()
	const root = "/" + reference.DefaultAccount
	entity := Header{{"Content-Type", "application/json"}, {"Accept", "application/json;odata=nometadata"}}
	batch := strings.ReplaceAll(`--batch_1
Content-Type: multipart/mixed; boundary=changeset_1

--changeset_1
Content-Type: application/http
Content-Transfer-Encoding: binary

POST http://127.0.0.1:10002/devstoreaccount1/tab HTTP/1.1
Content-Type: application/json
Accept: application/json;odata=nometadata
DataServiceVersion: 3.0

{"PartitionKey":"p","RowKey":"r2"}
--changeset_1--
--batch_1--
`, "\n", "\r\n")
	for name, service := range map[string]struct {
		scheme  Scheme
		host    string
		version string
		story   []exchange
	}{
		"blob": {Blob, "127.0.0.1:10000", "2021-12-02", []exchange{
			{"PUT", root + "/cont?restype=container", nil, "", 201},
			{"PUT", root + "/cont/a%20b%2F%C3%A9", Header{{"X-MS-Blob-Type", "BlockBlob"}, {"x-ms-meta-ab", "1"}, {"x-ms-meta-a_c", " two  "}, {"Content-Type", "text/plain"}, {"if-none-match", "*"}}, "hello", 201},
			{"PUT", root + "/cont/empty", Header{{"x-ms-blob-type", "BlockBlob"}}, "", 201},
			{"GET", root + "/cont/a%20b%2F%C3%A9", Header{{"Range", "bytes=0-2"}}, "", 206},
			{"PUT", root + "/cont/a%20b%2F%C3%A9?timeout=5&comp=lease", Header{{"x-ms-lease-action", "acquire"}, {"x-ms-lease-duration", "15"}}, "", 201},
			{"GET", root + "/cont?comp=list&restype=container&Include=snapshots&include=metadata&prefix=a%20+%2f", nil, "", 200},
			{"HEAD", root + "/cont/empty", Header{{"If-Match", "*"}}, "", 200},
			{"DELETE", root + "/cont/empty", Header{{"If-Unmodified-Since", "Sat, 21 Nov 2099 08:00:00 GMT"}}, "", 202},
		}},
		"queue": {Blob, "127.0.0.1:10001", "2021-12-02", []exchange{
			{"PUT", root + "/queue", nil, "", 201},
			{"POST", root + "/queue/messages?visibilitytimeout=0&messagettl=60", Header{{"Content-Type", "application/xml"}}, "<QueueMessage><MessageText>t</MessageText></QueueMessage>", 201},
			{"GET", root + "/queue/messages?numofmessages=2&visibilitytimeout=1", nil, "", 200},
		}},
		"table": {Table, "127.0.0.1:10002", "2019-02-02", []exchange{
			{"POST", root + "/Tables", append(Header{{"Content-MD5", "ignored=="}}, entity...), `{"TableName":"tab"}`, 201},
			{"POST", root + "/tab", entity, `{"PartitionKey":"p","RowKey":"r"}`, 201},
			{"MERGE", root + "/tab(PartitionKey='p',RowKey='r')", append(Header{{"If-Match", "*"}}, entity...), `{"V":1}`, 204},
			{"GET", root + "/tab()?$filter=PartitionKey%20eq%20'p'", entity, "", 200},
			{"GET", root + "/tab?comp=acl", nil, "", 200},
			{"POST", root + "/$batch", Header{{"Content-Type", "multipart/mixed; boundary=batch_1"}}, batch, 202},
			{"GET", root + "/tab(PartitionKey='p',RowKey='r2')", entity, "", 200},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := reference.New(reference.Options{}).RoundTripper()
			signer := defaultKey(t).Signer()
			for i, x := range service.story {
				date := [...]string{"x-ms-date", "Date"}[i%2] // both are signed, each in its own place
				x.header = append(x.header[:len(x.header):len(x.header)], Field{"x-ms-version", service.version}, Field{date, Date(time.Now())})
				signature := signer.Authorization(service.scheme, x.method, x.target, x.header, len(x.body))
				x.send(t, server, service.host, signature[:len(signature)-4]+"AAA=", http.StatusForbidden)
				x.send(t, server, service.host, signature, x.want)
			}
		})
	}
}

func (x exchange) send(t *testing.T, server http.RoundTripper, host, authorization string, want int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), x.method, "http://"+host+x.target, strings.NewReader(x.body))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(x.header, Field{"Authorization", authorization}) {
		r.Header[f.Name] = append(r.Header[f.Name], f.Value)
	}
	answer, err := server.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != want {
		t.Errorf("%s %s signed %q = %d, want %d: %s", x.method, x.target, authorization, answer.StatusCode, want, bytes.TrimSpace(text))
	}
}
