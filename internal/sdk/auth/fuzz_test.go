package auth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"

	"ifmatch/reference/auth"
)

// answered fails if a request without a valid signature was accepted, or refused in a way that cannot be sent.
func answered(t *testing.T, id auth.Identity, err *auth.Error) {
	switch {
	case err == nil && !id.Anonymous:
		t.Errorf("accepted as %+v", id)
	case err != nil && (err.Status < 400 || err.Status > 403 || err.Code == "" || err.Message == ""):
		t.Errorf("refused with %+v", err)
	case err != nil && strings.Contains(err.Error(), key64):
		t.Error("the refusal holds the key")
	}
}

func FuzzAuthorization(f *testing.F) {
	f.Add("SharedKey devstoreaccount1:c2ln", "/devstoreaccount1/c/b?comp=list", "x-ms-meta-a", "b")
	f.Add("SharedKeyLite devstoreaccount1:", "/", "If-Match", "*")
	f.Add("Bearer x", "http://x?y", "x-ms-date", "")
	f.Add(" SharedKey  a : b", "*", "Range", "bytes=0-")
	f.Fuzz(func(t *testing.T, authorization, target, name, value string) {
		r := &http.Request{Method: "GET", RequestURI: target, Header: http.Header{name: {value}}, URL: &url.URL{}}
		r.Header["Authorization"] = []string{authorization}
		if r.Header.Get("X-Ms-Date") == "" {
			r.Header["x-ms-date"] = []string{date}
		}
		id, err := auth.Verify(r, atNoon(t))
		if err == nil {
			t.Errorf("accepted as %+v", id)
		}
		answered(t, id, err)
	})
}

func FuzzSASQuery(f *testing.F) {
	for _, c := range serviceSignatures {
		_, query, _ := strings.Cut(signService(f, endpoints["path-style"], c.path, c.values), "?")
		f.Add("/devstoreaccount1/other", strings.Replace(query, "sig=", "sig=A", 1))
	}
	f.Add("/devstoreaccount1", "sv=2026-12-06&ss=b&srt=sco&sp=r&se=2030-01-01T00:00Z&sig=%")
	f.Add("//", "sig&sig;sig=")
	f.Fuzz(func(t *testing.T, path, query string) {
		r := &http.Request{Method: "GET", RequestURI: path + "?" + query, Host: "h", Header: http.Header{}, URL: &url.URL{}, RemoteAddr: "192.0.2.7:1"}
		id, err := auth.Verify(r, atNoon(t))
		answered(t, id, err)
	})
}

func BenchmarkVerify(b *testing.B) {
	sharedKey := plain("PUT", "/"+account+"/cont/blob?comp=block&blockid=QUFBQQ%3D%3D&timeout=30",
		"x-ms-date", date, "x-ms-version", "2026-12-06", "x-ms-client-request-id", "0f5a2b54-6f2c-4a35-9d56-6a4f3a7d3c10", "x-ms-blob-type", "BlockBlob",
		"x-ms-lease-id", "6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c11", "Content-Length", "1024", "Content-Type", "application/octet-stream", "If-Match", `"0x8DE0A1B2C3D4E5F"`,
		"User-Agent", "azsdk-go-azblob/v1.8.1", "Accept", "application/xml")
	sharedKey.Header.Set("Authorization", sign(b, "SharedKey", "PUT", "", "", "1024", "", "application/octet-stream", "", "", `"0x8DE0A1B2C3D4E5F"`, "", "", "",
		"x-ms-blob-type:BlockBlob", "x-ms-client-request-id:0f5a2b54-6f2c-4a35-9d56-6a4f3a7d3c10", "x-ms-date:"+date, "x-ms-lease-id:6b0f8a5c-3f0e-4a0c-9e7e-0d8a0a5f3c11",
		"x-ms-version:2026-12-06", "/"+account+"/"+account+"/cont/blob", "blockid:QUFBQQ==", "comp:block", "timeout:30"))
	serviceSAS := received("GET", signService(b, endpoints["path-style"], "cont/b", sas.BlobSignatureValues{ContainerName: "cont", BlobName: "b", Permissions: "r", StartTime: noon.Add(-time.Hour)}))

	o := atNoon(b)
	b.Run("SharedKey", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := auth.Verify(sharedKey, o); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ServiceSAS", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := auth.Verify(serviceSAS, o); err != nil {
				b.Fatal(err)
			}
		}
	})
}
