package reference_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ifmatch/reference"
)

// A lease of 15 seconds expires when the test says so. In a test, reference.InProcess(t) makes the server, and one of
// Azure's SDKs, given server.ConnectionString() and server.Client(), sends the requests.
func ExampleServer_Advance() {
	server := reference.New(reference.Options{Clock: reference.NewVirtualClock(time.Now())})
	defer server.Close()
	fmt.Println(send(server, "PUT", "locks?restype=container"))
	fmt.Println(send(server, "PUT", "locks/lock", "x-ms-blob-type", "BlockBlob"))
	fmt.Println(send(server, "PUT", "locks/lock?comp=lease", "x-ms-lease-action", "acquire", "x-ms-lease-duration", "15"))
	fmt.Println(send(server, "PUT", "locks/lock", "x-ms-blob-type", "BlockBlob"))
	server.Advance(16 * time.Second)
	fmt.Println(send(server, "PUT", "locks/lock", "x-ms-blob-type", "BlockBlob"))
	// Output:
	// 201
	// 201
	// 201
	// 412 LeaseIdMissing
	// 201
}

// send signs a request for a blob or a container with Shared Key Lite, sends it without a socket, and returns the
// answer's status and error code.
func send(server *reference.Server, method, path string, headers ...string) string {
	r, err := http.NewRequest(method, server.InProcessEndpoint(reference.Blob)+"/"+path, nil)
	if err != nil {
		return err.Error()
	}
	headers = append(headers, "x-ms-version", "2021-12-02", "x-ms-date", server.Now().UTC().Format(http.TimeFormat))
	var own []string
	for h := range slices.Chunk(headers, 2) {
		r.Header.Set(h[0], h[1])
		own = append(own, h[0]+":"+h[1])
	}
	slices.Sort(own)
	resource := "/" + server.Account() + r.URL.EscapedPath()
	if comp := r.URL.Query().Get("comp"); comp != "" {
		resource += "?comp=" + comp
	}
	key, err := base64.StdEncoding.DecodeString(server.Key())
	if err != nil {
		return err.Error()
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(method + "\n\n\n\n" + strings.Join(own, "\n") + "\n" + resource))
	r.Header.Set("Authorization", "SharedKeyLite "+server.Account()+":"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	res, err := server.Client().Do(r)
	if err != nil {
		return err.Error()
	}
	defer res.Body.Close()
	return strings.TrimSpace(fmt.Sprint(res.StatusCode, " ", res.Header.Get("x-ms-error-code")))
}

// A server over https, for clients that send bearer tokens.
func ExampleNewCertificate() {
	certificate, err := reference.NewCertificate()
	if err != nil {
		fmt.Println(err)
		return
	}
	server := reference.New(reference.Options{Certificate: certificate, Tokens: true})
	defer server.Close()
	if _, err := server.Listen(context.Background(), reference.Blob, "127.0.0.1:0"); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(server.Endpoint(reference.Blob)[:len("https://127.0.0.1:")])
	// Output: https://127.0.0.1:
}

// In a synctest bubble the server follows the bubble's clock: a lease of 15 seconds ends while the test sleeps.
func ExampleInProcess() {
	t := new(testing.T) // in a test, it is at hand
	synctest.Test(t, func(t *testing.T) {
		server := reference.InProcess(t)
		fmt.Println(send(server, "PUT", "locks?restype=container"))
		fmt.Println(send(server, "PUT", "locks/lock", "x-ms-blob-type", "BlockBlob"))
		fmt.Println(send(server, "PUT", "locks/lock?comp=lease", "x-ms-lease-action", "acquire", "x-ms-lease-duration", "15"))
		fmt.Println(send(server, "PUT", "locks/lock", "x-ms-blob-type", "BlockBlob"))
		time.Sleep(16 * time.Second) // takes no time at all
		fmt.Println(send(server, "PUT", "locks/lock", "x-ms-blob-type", "BlockBlob"))
	})
	// Output:
	// 201
	// 201
	// 201
	// 412 LeaseIdMissing
	// 201
}

// Start does the same, and then needs no socket either.
func ExampleStart_bubble() {
	t := new(testing.T)
	synctest.Test(t, func(t *testing.T) {
		server := reference.Start(t)
		before := server.Now()
		time.Sleep(time.Hour)
		fmt.Println(server.Now().Sub(before), server.Endpoint(reference.Blob) == "")
	})
	// Output: 1h0m0s true
}
