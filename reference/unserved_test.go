package reference_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ifmatch/reference/operation"
)

// unserved are headers, parameters and settings that are answered 501, by what they ask for.
var unserved = []struct {
	service        operation.Service
	what           string
	method, target string
	by, value      string // a header, or an element of the body
	body           string
}{
	{operation.BlobService, "customer-provided keys", "PUT", "books/x", "x-ms-encryption-key", "a2V5", ""},
	{operation.BlobService, "encryption scopes", "PUT", "books/x", "x-ms-encryption-scope", "mine", ""},
	{operation.BlobService, "versions of blobs", "GET", "books/x?versionid=2026-01-01T00:00:00.0000000Z", "", "", ""},
	{operation.BlobService, "immutability policies", "PUT", "books/x", "x-ms-immutability-policy-until-date", "Fri, 01 Jan 2027 00:00:00 GMT", ""},
	{operation.BlobService, "legal holds", "PUT", "books/x", "x-ms-legal-hold", "true", ""},
	{operation.BlobService, "expiry times on writes", "PUT", "books/x", "x-ms-expiry-option", "NeverExpire", ""},
	{operation.BlobService, "final deletion of what was deleted softly", "DELETE", "books/x?deletetype=permanent", "", "", ""},
	{operation.BlobService, "the policy for it", "PUT", "?restype=service&comp=properties", "AllowPermanentDelete", "",
		"<StorageServiceProperties><DeleteRetentionPolicy><Enabled>true</Enabled><Days>1</Days><AllowPermanentDelete>true</AllowPermanentDelete></DeleteRetentionPolicy></StorageServiceProperties>"},
	{operation.BlobService, "static websites", "PUT", "?restype=service&comp=properties", "StaticWebsite", "",
		"<StorageServiceProperties><StaticWebsite><Enabled>true</Enabled></StaticWebsite></StorageServiceProperties>"},
	{operation.FileService, "NFS", "PUT", "fresh?restype=share", "x-ms-enabled-protocols", "NFS", ""},
	{operation.FileService, "owners and modes of NFS", "PUT", "books/x", "x-ms-mode", "0644", ""},
	{operation.FileService, "provisioned shares", "PUT", "fresh?restype=share", "x-ms-share-provisioned-iops", "500", ""},
	{operation.FileService, "leases of directories over SMB", "PUT", "fresh?restype=share", "x-ms-enable-smb-directory-lease", "true", ""},
	{operation.FileService, "snapshots as directories", "PUT", "fresh?restype=share", "x-ms-enable-snapshot-virtual-directory-access", "true", ""},
}

// tellUnserved writes what is answered 501 beside whole operations, after it was answered so.
func tellUnserved(t *testing.T, page *bytes.Buffer) {
	t.Helper()
	page.WriteString("\n### Not implemented\n\nBeside the operations above, 501 answers what asks for:\n\n| what | by | service |\n|---|---|---|\n")
	for _, u := range unserved {
		d := documented{service: u.service, method: u.method, target: u.target, body: u.body}
		d.headers = [][2]string{{"x-ms-blob-type", "BlockBlob"}}
		if u.service == operation.FileService {
			d.headers = [][2]string{{"x-ms-type", "file"}, {"x-ms-content-length", "1"}}
		}
		if u.value != "" {
			d.headers = append(d.headers, [2]string{u.by, u.value})
		}
		by := u.by
		if by == "" {
			_, by, _ = strings.Cut(u.target, "?")
			by, _, _ = strings.Cut(by, "=")
		}
		if res, text := stock(t, u.service).send(d); res.StatusCode != http.StatusNotImplemented {
			t.Errorf("%s, by %s: %d, want 501\n%s", u.what, by, res.StatusCode, text)
		}
		fmt.Fprintf(page, "| %s | `%s` | %s |\n", u.what, by, u.service)
	}
	// A test of package auth sees these (delegation_test.go).
	page.WriteString("\nSo does a signature of a user delegation key for one user (`sduoid`, `skdutid`), or over headers and parameters (`srh`, `srq`).\n")
}
