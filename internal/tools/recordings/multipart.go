package main

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// The boundaries of a transaction that is written anew: the outer one stands in the recorded Content-Type.
const (
	batchBoundary = "batch_00000000-0000-0000-0000-000000000000"
	changeSet     = "changeset_00000000-0000-0000-0000-000000000000"
)

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

var (
	innerStatus = regexp.MustCompile(`(?m)^HTTP/1\.1 (\d{3})`)
	innerHeader = regexp.MustCompile(`(?mi)^(etag|x-ms-error-code): *(.*?)\r?$`)
	innerCode   = regexp.MustCompile(`"code":"(\w+)"`)
)

// innerLeaves are what the answers inside a multipart answer say: status, code and tag of each.
func innerLeaves(body []byte) (list []Leaf) {
	text := string(body)
	for i, part := range strings.Split(text, "HTTP/1.1 ")[1:] {
		path := fmt.Sprintf("part %d", i+1)
		part = "HTTP/1.1 " + part
		list = append(list, Leaf{path + "/status", "status", innerStatus.FindStringSubmatch(part)[1], path})
		for _, m := range innerHeader.FindAllStringSubmatch(part, -1) {
			list = append(list, Leaf{path + "/" + strings.ToLower(m[1]), strings.ToLower(m[1]), m[2], path})
		}
		if m := innerCode.FindStringSubmatch(part); m != nil {
			list = append(list, Leaf{path + "/code", "code", m[1], path})
		}
	}
	return list
}
