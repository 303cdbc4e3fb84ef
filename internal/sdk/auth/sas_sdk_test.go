package auth_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/reference/auth"
)

// noon is the time at which signatures are judged here; they are made to be valid around it.
var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

func atNoon(t testing.TB) auth.Options {
	o := options(t)
	o.Now = noon
	return o
}

// received returns a request for target as the server sees it, over https and from 192.0.2.7.
func received(method, target string) *http.Request {
	r := httptest.NewRequest(method, target, nil)
	r.RequestURI = target // in absolute form; httptest does this too, but Verify reads it, so the test says so
	r.RemoteAddr = "192.0.2.7:4711"
	return r
}

// serviceSignatures are service signatures of all forms, each for the address that it covers.
var serviceSignatures = []struct {
	name   string
	path   string // container and blob, escaped
	values sas.BlobSignatureValues
	grants auth.SAS
}{
	{"blob", "cont/b", sas.BlobSignatureValues{ContainerName: "cont", BlobName: "b", Permissions: "r"}, auth.SAS{Permissions: "r", Resource: "b"}},
	{"odd blob name", "cont/d%C3%AFr/a%20b%2Bc%252F%3F.txt", sas.BlobSignatureValues{ContainerName: "cont", BlobName: "dïr/a b+c%2F?.txt", Permissions: "racwd"}, auth.SAS{Permissions: "racwd", Resource: "b"}},
	{"slash escaped", "cont/a%2Fb", sas.BlobSignatureValues{ContainerName: "cont", BlobName: "a/b", Permissions: "r"}, auth.SAS{Permissions: "r", Resource: "b"}},
	{"backslash", "cont/a%5Cb", sas.BlobSignatureValues{ContainerName: "cont", BlobName: `a\b`, Permissions: "r"}, auth.SAS{Permissions: "r", Resource: "b"}},
	{"root container", "$root/favicon.ico", sas.BlobSignatureValues{ContainerName: "$root", BlobName: "favicon.ico", Permissions: "r"}, auth.SAS{Permissions: "r", Resource: "b"}},
	{"container", "cont?restype=container&comp=list", sas.BlobSignatureValues{ContainerName: "cont", Permissions: "rl"}, auth.SAS{Permissions: "rl", Resource: "c"}},
	{"container, used for a blob", "cont/some/blob", sas.BlobSignatureValues{ContainerName: "cont", Permissions: "racwdl"}, auth.SAS{Permissions: "racwdl", Resource: "c"}},
	{"snapshot", "cont/b?snapshot=2026-11-01T01%3A02%3A03.1234567Z", sas.BlobSignatureValues{
		ContainerName: "cont", BlobName: "b", Permissions: "r", SnapshotTime: time.Date(2026, 11, 1, 1, 2, 3, 123456700, time.UTC),
	}, auth.SAS{Permissions: "r", Resource: "bs"}},
	{"start, protocol, one address", "cont/b", sas.BlobSignatureValues{
		ContainerName: "cont", BlobName: "b", Permissions: "rw", StartTime: noon.Add(-time.Hour), Protocol: sas.ProtocolHTTPS, IPRange: sas.IPRange{Start: net.IPv4(192, 0, 2, 7)},
	}, auth.SAS{Permissions: "rw", Resource: "b"}},
	{"range of addresses, both protocols", "cont/b", sas.BlobSignatureValues{
		ContainerName: "cont", BlobName: "b", Permissions: "rw", Protocol: sas.ProtocolHTTPSandHTTP, IPRange: sas.IPRange{Start: net.IPv4(192, 0, 2, 1), End: net.IPv4(192, 0, 2, 9)},
	}, auth.SAS{Permissions: "rw", Resource: "b"}},
	{"encryption scope", "cont/b", sas.BlobSignatureValues{ContainerName: "cont", BlobName: "b", Permissions: "r", EncryptionScope: "scope"}, auth.SAS{Permissions: "r", Resource: "b"}},
	{"first version with this string", "cont/b", sas.BlobSignatureValues{ContainerName: "cont", BlobName: "b", Permissions: "r", Version: "2020-12-06"}, auth.SAS{Permissions: "r", Resource: "b"}},
	{"response headers", "cont/b", sas.BlobSignatureValues{
		ContainerName: "cont", BlobName: "b", Permissions: "r",
		CacheControl: "no-cache", ContentDisposition: `attachment; filename="a b.txt"`, ContentEncoding: "gzip", ContentLanguage: "de, fr", ContentType: "text/plain",
	}, auth.SAS{Permissions: "r", Resource: "b", ResponseHeaders: http.Header{
		"Cache-Control": {"no-cache"}, "Content-Disposition": {`attachment; filename="a b.txt"`}, "Content-Encoding": {"gzip"}, "Content-Language": {"de, fr"}, "Content-Type": {"text/plain"},
	}}},
}

// address returns the full address of a container or blob, with a signature appended.
func address(endpoint, path string, query sas.QueryParameters) string {
	separator := "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	return endpoint + path + separator + query.Encode()
}

func TestServiceSASAcceptsWhatTheSDKSigns(t *testing.T) {
	t.Parallel()
	for style, endpoint := range endpoints {
		for _, c := range serviceSignatures {
			t.Run(style+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				target := signService(t, endpoint, c.path, c.values)
				id, err := auth.Verify(received("GET", target), atNoon(t))
				if err != nil {
					t.Fatalf("Verify(%s) = %v", target, err)
				}
				if id.SAS == nil {
					t.Fatalf("Verify(%s) = %+v, want a SAS", target, id)
				}
				if diff := diffSAS(&c.grants, id.SAS); diff != "" {
					t.Errorf("Verify(%s) (-want +got):\n%s", target, diff)
				}
			})
		}
	}
}

func signService(t testing.TB, endpoint, path string, v sas.BlobSignatureValues) string {
	t.Helper()
	v.ExpiryTime = noon.Add(time.Hour)
	query, err := v.SignWithSharedKey(credential(t))
	if err != nil {
		t.Fatal(err)
	}
	if v.Protocol == sas.ProtocolHTTPS {
		endpoint = strings.Replace(endpoint, "http://", "https://", 1)
	}
	return address(endpoint, path, query)
}

func TestServiceSASRefusesOneByteChanged(t *testing.T) {
	t.Parallel()
	for _, c := range serviceSignatures {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			target := signService(t, endpoints["host-style"], c.path, c.values)
			u, err := url.Parse(target)
			if err != nil {
				t.Fatal(err)
			}
			from, path := strings.Index(target, u.EscapedPath()), u.EscapedPath()
			covered := len(path)
			if c.grants.Resource == "c" {
				covered = len("/cont") // the path below the container may vary
			}
			for at := 1; at < covered; at++ {
				altered := flip(target, from+at)
				if strings.Contains(altered[from:], "?") && !sameResource(altered, target) {
					refusedSAS(t, altered, "byte of the path")
				}
			}
			query := u.Query()
			for name, values := range query {
				if name == "restype" || name == "comp" || name == "snapshot" && c.grants.Resource != "bs" {
					continue
				}
				for at := range values[0] {
					q := u.Query()
					q.Set(name, flip(values[0], at))
					refusedSAS(t, target[:from]+path+"?"+q.Encode(), "byte of "+name)
				}
				q := u.Query()
				q.Del(name)
				if name != "sig" { // without it, the request is anonymous
					refusedSAS(t, target[:from]+path+"?"+q.Encode(), "without "+name)
				}
				q = u.Query()
				q.Add(name, values[0])
				refusedSAS(t, target[:from]+path+"?"+q.Encode(), "twice "+name)
			}
			for name, value := range map[string]string{"sp": "rwd", "st": "2020-01-01", "sip": "1.1.1.1", "spr": "https", "si": "p", "rscc": "x", "rscd": "x", "rsce": "x", "rscl": "x", "rsct": "x", "ses": "x", "srt": "o", "ss": "b"} {
				if q := u.Query(); !q.Has(name) {
					q.Set(name, value)
					refusedSAS(t, target[:from]+path+"?"+q.Encode(), "added "+name)
				}
			}
		})
	}
}

// sameResource reports whether two addresses unescape to the same path: %2F and %2f differ in a byte and mean the same.
func sameResource(a, b string) bool {
	u, errA := url.Parse(a)
	v, errB := url.Parse(b)
	return errA == nil && errB == nil && strings.ReplaceAll(u.Path, `\`, "/") == strings.ReplaceAll(v.Path, `\`, "/")
}

func refusedSAS(t *testing.T, target, what string) {
	t.Helper()
	r := &http.Request{Method: "GET", Host: account + ".blob.core.windows.net", RequestURI: strings.TrimPrefix(target, "https://"+account+".blob.core.windows.net"), RemoteAddr: "192.0.2.7:4711", URL: &url.URL{Scheme: "https"}}
	if id, err := auth.Verify(r, atNoon(t)); err == nil {
		t.Errorf("%s: Verify(%s) = %+v, want a refusal", what, target, id.SAS)
	} else if err.Status != http.StatusForbidden {
		t.Errorf("%s: Verify(%s) = %d %s, want 403", what, target, err.Status, err.Code)
	}
}

func TestAccountSASAcceptsWhatTheSDKSigns(t *testing.T) {
	t.Parallel()
	values := sas.AccountSignatureValues{
		Protocol: sas.ProtocolHTTPSandHTTP, StartTime: noon.Add(-time.Hour), ExpiryTime: noon.Add(time.Hour), Permissions: "rwdxylacupfti",
		IPRange: sas.IPRange{Start: net.IPv4(192, 0, 2, 0), End: net.IPv4(192, 0, 2, 255)}, ResourceTypes: "sco",
	}
	for _, version := range []string{"", "2020-12-06", "2026-12-06"} {
		values.Version = version
		query, err := values.SignWithSharedKey(credential(t))
		if err != nil {
			t.Fatal(err)
		}
		for style, endpoint := range endpoints {
			for _, path := range []string{"?comp=list", "cont?restype=container", "cont/a%20b"} {
				target := address(endpoint, path, query)
				id, refusal := auth.Verify(received("GET", target), atNoon(t))
				if refusal != nil {
					t.Errorf("%s: Verify(%s) = %v", style, target, refusal)
					continue
				}
				if diff := diffSAS(&auth.SAS{Permissions: "rwdxylacupfti", ResourceTypes: "sco"}, id.SAS); diff != "" {
					t.Errorf("%s: Verify(%s) (-want +got):\n%s", style, target, diff)
				}
			}
		}
		u, _ := url.Parse("https://" + account + ".blob.core.windows.net/cont/b?" + query.Encode())
		for name, value := range u.Query() {
			for at := range value[0] {
				q := u.Query()
				q.Set(name, flip(value[0], at))
				refusedSAS(t, "https://"+u.Host+u.Path+"?"+q.Encode(), "byte of "+name)
			}
		}
	}
}

func TestClientsMakeAddressesThatVerify(t *testing.T) {
	t.Parallel()
	cred := credential(t)
	expiry := noon.Add(time.Hour)
	for style, endpoint := range endpoints {
		s, err := service.NewClientWithSharedKeyCredential(endpoint, cred, nil)
		if err != nil {
			t.Fatal(err)
		}
		b := s.NewContainerClient("cont").NewBlobClient("dir/ü b.txt")
		snapshot, err := b.WithSnapshot("2026-11-01T01:02:03.1234567Z")
		if err != nil {
			t.Fatal(err)
		}
		made := map[string]func() (string, error){
			"account": func() (string, error) {
				return s.GetSASURL(sas.AccountResourceTypes{Object: true}, sas.AccountPermissions{Read: true}, expiry, &service.GetSASURLOptions{StartTime: to.Ptr(noon.Add(-time.Minute))})
			},
			"container": func() (string, error) {
				return s.NewContainerClient("cont").GetSASURL(sas.ContainerPermissions{Read: true, List: true}, expiry, &container.GetSASURLOptions{StartTime: to.Ptr(noon)})
			},
			"blob": func() (string, error) {
				return b.GetSASURL(sas.BlobPermissions{Read: true}, expiry, &blob.GetSASURLOptions{StartTime: to.Ptr(noon)})
			},
			"snapshot": func() (string, error) { return snapshot.GetSASURL(sas.BlobPermissions{Read: true}, expiry, nil) },
		}
		for name, make := range made {
			target, err := make()
			if err != nil {
				t.Errorf("%s %s: %v", style, name, err)
				continue
			}
			if name == "snapshot" { // azblob v1.8.1 puts a second ? after the snapshot
				target = strings.Replace(target, "Z?", "Z&", 1)
			}
			if name == "container" {
				target += "&restype=container&comp=list"
			}
			id, refusal := auth.Verify(received("GET", target), atNoon(t))
			if refusal != nil {
				t.Errorf("%s %s: Verify(%s) = %v", style, name, target, refusal)
			} else if refusal := id.Allows("r", auth.Object); refusal != nil {
				t.Errorf("%s %s: %v", style, name, refusal)
			}
		}
	}
}
