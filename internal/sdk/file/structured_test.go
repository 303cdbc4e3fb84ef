package file_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"

	"ifmatch/reference/structured"
)

// structuring sends the content of files in structured bodies and asks for it in others, which azfile 1.7.2 itself cannot.
// The codec is the one that azblob confirms. damage changes a byte of each body.
func structuring(damage *bool) policy.Policy {
	return policyFunc(func(r *policy.Request) (*http.Response, error) {
		out := r.Raw()
		get := out.Method == http.MethodGet && out.URL.RawQuery == ""
		if !get && out.URL.Query().Get("comp") != "range" {
			return r.Next()
		}
		out.Header.Set("x-ms-structured-body", structured.Type)
		if !get {
			data, err := io.ReadAll(r.Body())
			if err != nil {
				return nil, err
			}
			var message bytes.Buffer
			if err := structured.Pack(&message, int64(len(data)), func(from, to int64) []byte { return data[from:to] }); err != nil {
				return nil, err
			}
			if *damage {
				message.Bytes()[message.Len()-1] ^= 1
			}
			out.Header.Set("x-ms-structured-content-length", strconv.Itoa(len(data)))
			if err := r.SetBody(streaming.NopCloser(bytes.NewReader(message.Bytes())), "application/octet-stream"); err != nil {
				return nil, err
			}
		}
		res, err := r.Next()
		if err != nil || !get || res.StatusCode >= http.StatusBadRequest {
			return res, err
		}
		defer res.Body.Close()
		message, err := io.ReadAll(res.Body)
		if err != nil {
			return nil, err
		}
		data, err := structured.Unpack(message)
		res.Body = io.NopCloser(bytes.NewReader(data))
		return res, err
	})
}

func TestStructuredBodies(t *testing.T) {
	t.Parallel()
	damage := false
	d := newDrive(t, structuring(&damage))
	f := d.file("a", "0123456789")
	if got := d.text(f); got != "0123456789" {
		t.Errorf("the file holds %q", got)
	}
	damage = true
	d.want("Crc64Mismatch")(f.UploadRange(context.Background(), 0, body("x"), nil))
	if got := d.text(f); got != "0123456789" {
		t.Errorf("after a damaged body the file holds %q", got)
	}
}
