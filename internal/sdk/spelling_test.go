package sdk_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"

	"ifmatch/reference"
	"ifmatch/reference/operation"
)

// TestMetadataKeepsItsSpelling sends names that Go's client would not send, and reads the raw answer from the
// connection. Some clients look for x-ms-meta- in lower case, and all of them look for the name that they sent.
func TestMetadataKeepsItsSpelling(t *testing.T) {
	t.Parallel()
	server := reference.Start(t)
	wire := open(t, server)
	container := "/devstoreaccount1/books?restype=container&" + accountSignature(t, server)
	exchange(t, wire, "PUT "+container, "x-ms-meta-FooBar: 1\r\nX-MS-META-lower: 2\r\nX-Ms-Meta-UPPER: 3\r\n", "")
	for _, method := range []string{"HEAD", "GET"} {
		got := exchange(t, wire, method+" "+container, "", "")
		for _, line := range []string{"\r\nx-ms-meta-FooBar: 1\r\n", "\r\nx-ms-meta-lower: 2\r\n", "\r\nx-ms-meta-UPPER: 3\r\n"} {
			if !strings.Contains(got, line) {
				t.Errorf("%s answers without %q:\n%s", method, line, got)
			}
		}
	}
	// A name in another case replaces the earlier one, and a line of a body is not a header.
	blob := "/devstoreaccount1/books/x?" + accountSignature(t, server)
	exchange(t, wire, "PUT "+blob, "x-ms-blob-type: BlockBlob\r\nx-ms-meta-foobar: 4\r\n", "a\nx-ms-meta-Other: 1\n")
	if got := exchange(t, wire, "HEAD "+blob, "", ""); !strings.Contains(got, "\r\nx-ms-meta-foobar: 4\r\n") || strings.Contains(got, "ther") {
		t.Errorf("HEAD answers\n%s", got)
	}
}

func open(t *testing.T, s *reference.Server) net.Conn {
	t.Helper()
	address := strings.TrimPrefix(s.Endpoint(operation.BlobService), "http://")
	address, _, _ = strings.Cut(address, "/")
	c, err := new(net.Dialer).DialContext(context.Background(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// exchange sends a request, byte by byte where that could matter, and returns the header of the answer.
func exchange(t *testing.T, wire net.Conn, line, headers, body string) string {
	t.Helper()
	text := fmt.Sprintf("%s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n%s\r\n%s", line, len(body), headers, body)
	for _, part := range []string{text[:len(text)/2], text[len(text)/2:]} {
		if _, err := io.WriteString(wire, part); err != nil {
			t.Fatal(err)
		}
	}
	r := bufio.NewReader(wire)
	var header strings.Builder
	for !strings.HasSuffix(header.String(), "\r\n\r\n") {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, header.String())
		}
		header.WriteString(line)
	}
	res, err := http.ReadResponse(bufio.NewReader(strings.NewReader(header.String())), &http.Request{Method: strings.Fields(line)[0]})
	if err != nil || res.StatusCode >= 300 {
		t.Fatalf("%s: %v\n%s", line, err, header.String())
	}
	return header.String()
}

func accountSignature(t *testing.T, s *reference.Server) string {
	t.Helper()
	key, err := azblob.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	query, err := sas.AccountSignatureValues{
		Permissions: "rwdlacup", ResourceTypes: "sco", ExpiryTime: s.Now().Add(time.Hour),
	}.SignWithSharedKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return query.Encode()
}
