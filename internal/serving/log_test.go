package serving

import (
	"bytes"
	"testing"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/operation"
)

// TestLinesOfRequests shows each format, and that secrets are left out and no client can write lines of its own.
func TestLinesOfRequests(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 3, 4, 5, 6, 7, 89_000_000, time.UTC)
	for name, c := range map[string]struct {
		e                     reference.Exchange
		text, json, asAzurite string
	}{
		"a write": {
			reference.Exchange{Service: "blob", Client: "127.0.0.1:50123", Method: "PUT", Address: "/a/c/b?comp=lease", Proto: "HTTP/1.1", Operation: operation.LeaseBlobAcquire,
				ClientRequestID: "8f1c", Status: 409, Code: "LeaseAlreadyPresent", Length: 215, Began: began, Took: 1234567},
			`2026-03-04T05:06:07.089Z PUT /a/c/b?comp=lease "Lease Blob acquire" 409 LeaseAlreadyPresent 1.235 ms 8f1c`,
			`{"time":"2026-03-04T05:06:07.089Z","service":"blob","method":"PUT","path":"/a/c/b?comp=lease","operation":"Lease Blob acquire","status":409,"code":"LeaseAlreadyPresent","ms":1.235,"clientRequestId":"8f1c"}`,
			`127.0.0.1 - - [04/Mar/2026:05:06:07 +0000] "PUT /a/c/b?comp=lease HTTP/1.1" 409 215`,
		},
		"a signature, a key, and an id of several lines": {
			reference.Exchange{Service: "queue", Method: "GET", Address: "/a/q/messages?sv=2021-12-02&sig=SECRET%3D&peekonly=true", Proto: "HTTP/1.1", Operation: operation.PeekMessages,
				ClientRequestID: "x\n" + reference.DefaultKey, Status: 200, Began: began, Took: time.Second},
			`2026-03-04T05:06:07.089Z GET /a/q/messages?sv=2021-12-02&sig=REDACTED&peekonly=true "Peek Messages" 200 - 1000.000 ms "x\nREDACTED"`,
			`{"time":"2026-03-04T05:06:07.089Z","service":"queue","method":"GET","path":"/a/q/messages?sv=2021-12-02&sig=REDACTED&peekonly=true","operation":"Peek Messages","status":200,"ms":1000,"clientRequestId":"x\nREDACTED"}`,
			`- - - [04/Mar/2026:05:06:07 +0000] "GET /a/q/messages?sv=2021-12-02&sig=REDACTED&peekonly=true HTTP/1.1" 200 -`,
		},
		"no answer": {
			reference.Exchange{Service: "table", Client: "[::1]:1", Method: "GET", Address: "/", Proto: "HTTP/1.0", Began: began},
			`2026-03-04T05:06:07.089Z GET / "unrecognized request" - - 0.000 ms -`,
			`{"time":"2026-03-04T05:06:07.089Z","service":"table","method":"GET","path":"/","operation":"unrecognized request","status":0,"ms":0}`,
			`::1 - - [04/Mar/2026:05:06:07 +0000] "GET / HTTP/1.0" - -`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for format, want := range map[string]string{"text": c.text, "json": c.json, "azurite": c.asAzurite} {
				var out bytes.Buffer
				line := map[string]Line{"text": Text, "json": JSON, "azurite": Azurite}[format]
				var l Log
				l.To(&out, line)
				l.write(c.e)
				if got := out.String(); got != want+"\n" {
					t.Errorf("%s:\n%s\nwant\n%s", format, got, want)
				}
			}
		})
	}
}
