package sharedkey

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/reference"
)

func TestNewRefusesWhatIsNoKey(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ account, key, want string }{
		"no account": {"", reference.DefaultKey, "no name"},
		"empty":      {"acc", "", "empty"},
		"cut":        {"acc", reference.DefaultKey[:86], "not base64"},
		"not base64": {"acc", "s3cr*t-s3cr*t", "not base64"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := New(tc.account, tc.key)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("New = %v, want an error that says %q", err, tc.want)
			}
			if len(tc.key) > 0 && strings.Contains(err.Error(), tc.key) {
				t.Errorf("New shows the key: %v", err)
			}
		})
	}
}

func TestKeyIsNotPrinted(t *testing.T) {
	t.Parallel()
	k := defaultKey(t)
	secret, err := base64.StdEncoding.DecodeString(reference.DefaultKey)
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d", "%q"} {
		for _, what := range []any{k, []any{k}, struct{ K *Key }{k}, k.Signer()} {
			text := fmt.Sprintf(verb, what)
			for _, shown := range []string{reference.DefaultKey, string(secret[:8]), fmt.Sprintf("%x", secret[:8]), strings.Trim(fmt.Sprint(secret[:8]), "[]")} {
				if strings.Contains(text, shown) {
					t.Errorf("Sprintf(%q, %T) shows the key", verb, what)
				}
			}
		}
	}
	if got, want := fmt.Sprint(k), `key of account "devstoreaccount1"`; got != want {
		t.Errorf("Sprint(key) = %q, want %q", got, want)
	}
}

func TestStringToSign(t *testing.T) {
	t.Parallel()
	k, err := New("acc", "c2VjcmV0")
	if err != nil {
		t.Fatal(err)
	}
	date := Field{"x-ms-date", "D"}
	for name, tc := range map[string]struct {
		scheme Scheme
		target string
		header Header
		length int
		want   string
	}{
		"nothing but a date":        {Blob, "/acc/c", Header{date}, 0, "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:D\n/acc/acc/c"},
		"no path":                   {Blob, "?comp=list", Header{date}, 0, "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:D\n/acc/\ncomp:list"},
		"Date alone":                {Blob, "/c", Header{{"date", "D"}}, 7, "GET\n\n\n7\n\n\nD\n\n\n\n\n\n/acc/c"},
		"Date beside x-ms-date":     {Blob, "/c", Header{{"Date", "E"}, date}, 0, "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:D\n/acc/c"},
		"every standard field":      {Blob, "/c", Header{{"RANGE", "11"}, {"if-unmodified-since", "10"}, {"If-None-Match", "9"}, {"If-Match", "8"}, {"If-Modified-Since", "7"}, {"Content-Type", "5"}, {"content-md5", "4"}, {"Content-Language", "2"}, {"Content-Encoding", "1"}, date}, 3, "GET\n1\n2\n3\n4\n5\n\n7\n8\n9\n10\n11\nx-ms-date:D\n/acc/c"},
		"fields of others":          {Blob, "/c", Header{{"Accept", "a"}, {"X-MSx", "b"}, {"x-ms-", "c"}, {"", "d"}, {"Host", "e"}, {"User-Agent-X", "f"}, date}, 0, "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:D\n/acc/c"},
		"white space around values": {Blob, "/c", Header{{"If-Match", "  a  b\t"}, {"x-ms-meta-k", "\t c  d "}, {"x-ms-date", " D"}}, 0, "GET\n\n\n\n\n\n\n\na  b\n\n\n\nx-ms-date:D\nx-ms-meta-k:c  d\n/acc/c"},
		"a name twice":              {Blob, "/c", Header{{"X-Ms-Meta-K", "2"}, {"x-ms-meta-k", " 1"}, date, {"If-Match", "x"}, {"if-match", "y"}}, 0, "GET\n\n\n\n\n\n\n\nx\n\n\n\nx-ms-date:D\nx-ms-meta-k:2,1\n/acc/c"},
		"hyphens do not sort":       {Blob, "/c", Header{{"x-ms-meta-a-c", ""}, {"x-ms-meta-a-b-d", ""}, {"x-ms-meta-abc", ""}, {"x-ms-meta-a_c", ""}, {"x-ms-meta-a'c", ""}, {"x-ms-meta-ac", ""}, {"x-ms-meta-a1", ""}}, 0, "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-meta-a_c:\nx-ms-meta-a1:\nx-ms-meta-abc:\nx-ms-meta-a-b-d:\nx-ms-meta-ac:\nx-ms-meta-a'c:\nx-ms-meta-a-c:\n/acc/c"},
		"a query":                   {Blob, "/c?restype=container&Comp=a%2Bb+c%zz%&&z&B=2&b=1&b=&=x", Header{date}, 0, "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:D\n/acc/c\n:x\nb:,1,2\ncomp:a+b c%zz%\nrestype:container\nz:"},
		"an escaped name":           {Blob, "/c%20?%43omp=1&com%70=0", Header{date}, 0, "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:D\n/acc/c%20\ncomp:0,1"},
		"table":                     {Table, "/acc/t()?$filter=a", Header{{"If-Match", "*"}, {"x-ms-version", "v"}, {"Content-MD5", "m"}, {"Content-Type", "t"}, date}, 5, "GET\nm\nt\nD\n/acc/acc/t()"},
		"table with Date":           {Table, "/t?restype=x&COMP=acl", Header{{"Date", "E"}}, 0, "GET\n\n\nE\n/acc/t?comp=acl"},
		"table with both dates":     {Table, "/t?comp", Header{{"Date", "E"}, date}, 0, "GET\n\n\nD\n/acc/t?comp="},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := k.Signer()
			s.stringToSign(tc.scheme, "GET", tc.target, tc.header, tc.length)
			if got := string(s.text); got != tc.want {
				t.Errorf("stringToSign(%s, %v) =\n%q, want\n%q", tc.target, tc.header, got, tc.want)
			}
		})
	}
}

// A signature costs only the allocation of its text, even after unusual requests.
func TestAuthorizationAllocatesOnce(t *testing.T) {
	s := defaultKey(t).Signer()
	header := append(Header{{"X-Ms-Meta-B", "1"}, {"X-Ms-Meta-A", "2"}, {"x-ms-meta-a", "3"}}, swap...)
	for _, scheme := range []Scheme{Blob, Table} {
		if n := testing.AllocsPerRun(100, func() {
			s.Authorization(scheme, "PUT", swapTarget+"?comp=%6Cist&Comp=x&restype=container", header, 64)
		}); n > 1 {
			t.Errorf("Authorization(%d) allocates %v times, want once", scheme, n)
		}
	}
}

func TestGetIgnoresCase(t *testing.T) {
	t.Parallel()
	h := Header{{"etag", `"1"`}, {"X-Ms-Error-Code", "ConditionNotMet"}, {"ETag", `"2"`}, {"Empty", ""}}
	for name, want := range map[string]string{"ETag": `"1"`, "etag": `"1"`, "x-ms-error-code": "ConditionNotMet", "Empty": "", "Date": "", "": ""} {
		if got := h.Get(name); got != want {
			t.Errorf("Get(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestDateIsTheSecondsText(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 21, 23, 59, 58, 999, time.FixedZone("far", 5*3600))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 2000 {
				at := start.Add(time.Duration(i) * 300 * time.Millisecond)
				if got, want := Date(at), at.UTC().Format(http.TimeFormat); got != want {
					t.Errorf("Date(%v) = %q, want %q", at, got, want)
					return
				}
			}
		})
	}
	all.Wait()
}

func TestWithSAS(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ target, sas, want string }{
		{"/c/b", "sv=1&sig=s%2B", "/c/b?sv=1&sig=s%2B"},
		{"/c/b", "?sv=1", "/c/b?sv=1"},
		{"/c?comp=list", "sv=1", "/c?comp=list&sv=1"},
		{"/c?comp=list", "?&sv=1", "/c?comp=list&sv=1"},
		{"/c?", "sv=1", "/c?sv=1"},
		{"/c?a&", "sv=1", "/c?a&sv=1"},
		{"/c/b", "", "/c/b"},
		{"/c?x", "?", "/c?x"},
		{"", "sv=1", "?sv=1"},
	} {
		if got := WithSAS(tc.target, tc.sas); got != tc.want {
			t.Errorf("WithSAS(%q, %q) = %q, want %q", tc.target, tc.sas, got, tc.want)
		}
	}
}
