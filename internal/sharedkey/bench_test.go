package sharedkey

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ifmatch/reference"
)

var swap = Header{
	{"x-ms-blob-type", "BlockBlob"}, {"If-Match", `"0x8DC000000001234"`}, {"Content-Type", "application/octet-stream"},
	{"x-ms-version", "2021-12-02"}, {"x-ms-date", "Sat, 21 Nov 2026 08:00:00 GMT"}, {"x-ms-client-request-id", "5f3a1b2c-17-20331"},
}

const swapTarget = "/devstoreaccount1/ifm-5f3a1b2c/b0"

// BenchmarkSign compares a simple implementation with the Signer.
func BenchmarkSign(b *testing.B) {
	b.Run("naive", func(b *testing.B) {
		secret, _ := base64.StdEncoding.DecodeString(reference.DefaultKey)
		b.ReportAllocs()
		for b.Loop() {
			naive(secret, "PUT", swapTarget, swap, 64)
		}
	})
	signer := defaultKey(b).Signer()
	for name, target := range map[string]string{"blob": swapTarget, "blob with query": swapTarget + "?comp=lease&timeout=30"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				signer.Authorization(Blob, "PUT", target, swap, 64)
			}
		})
	}
	b.Run("table", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			signer.Authorization(Table, "PUT", "/devstoreaccount1/t5f3a1b2c(PartitionKey='p0',RowKey='r3')", swap, 64)
		}
	})
	b.Run("string to sign alone", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			signer.stringToSign(Blob, "PUT", swapTarget, swap, 64)
		}
	})
}

func BenchmarkDate(b *testing.B) {
	now := time.Now()
	b.Run("formatted", func(b *testing.B) {
		for b.Loop() {
			_ = now.UTC().Format(http.TimeFormat)
		}
	})
	b.Run("kept", func(b *testing.B) {
		for b.Loop() {
			_ = Date(now)
		}
	})
}

// naive signs with maps, joins and a fresh HMAC.
func naive(secret []byte, method, target string, header Header, contentLength int) string {
	first, ms := map[string]string{}, []string{}
	for _, f := range header {
		name := strings.ToLower(f.Name)
		first[name] = f.Value
		if strings.HasPrefix(name, "x-ms-") {
			ms = append(ms, name+":"+f.Value)
		}
	}
	slices.Sort(ms)
	length := ""
	if contentLength > 0 {
		length = strconv.Itoa(contentLength)
	}
	lines := []string{method, first["content-encoding"], first["content-language"], length, first["content-md5"], first["content-type"], "", first["if-modified-since"], first["if-match"], first["if-none-match"], first["if-unmodified-since"], first["range"]}
	lines = append(lines, ms...)
	path, query, _ := strings.Cut(target, "?")
	lines = append(lines, "/"+reference.DefaultAccount+path)
	values, _ := url.ParseQuery(query)
	for name := range values {
		lines = append(lines, name+":"+strings.Join(values[name], ","))
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(strings.Join(lines, "\n")))
	return "SharedKey " + reference.DefaultAccount + ":" + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// TestNaiveSignsTheSame makes sure that the benchmark compares the same thing.
func TestNaiveSignsTheSame(t *testing.T) {
	t.Parallel()
	secret, err := base64.StdEncoding.DecodeString(reference.DefaultKey)
	if err != nil {
		t.Fatal(err)
	}
	got := defaultKey(t).Signer().Authorization(Blob, "PUT", swapTarget, swap, 64)
	if want := naive(secret, "PUT", swapTarget, swap, 64); got != want {
		t.Errorf("Authorization = %q, want %q", got, want)
	}
}
