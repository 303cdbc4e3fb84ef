package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// The boundaries of a transaction that is written anew: the outer one stands in the recorded Content-Type.
const (
	batchBoundary = "batch_00000000-0000-0000-0000-000000000000"
	changeSet     = "changeset_00000000-0000-0000-0000-000000000000"
)

// Part is one operation of a transaction.
type Part struct {
	Method string            `json:"method"`
	Path   string            `json:"path"`
	Header map[string]string `json:"header"`
	Body   string            `json:"body"`
}

// multipart writes the body of a transaction.
func multipart(parts []Part) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "--%s\r\nContent-Type: multipart/mixed; boundary=%s\r\n\r\n", batchBoundary, changeSet)
	for _, p := range parts {
		fmt.Fprintf(&b, "--%s\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n", changeSet)
		fmt.Fprintf(&b, "%s https://%s.table.core.windows.net%s HTTP/1.1\r\n", p.Method, account, p.Path)
		for _, name := range slices.Sorted(maps.Keys(p.Header)) {
			fmt.Fprintf(&b, "%s: %s\r\n", name, p.Header[name])
		}
		if p.Body != "" {
			fmt.Fprintf(&b, "Accept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\n")
		}
		fmt.Fprintf(&b, "\r\n%s\r\n", p.Body)
	}
	fmt.Fprintf(&b, "--%s--\r\n\r\n--%s--\r\n", changeSet, batchBoundary)
	return b.Bytes()
}
