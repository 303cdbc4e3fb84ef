package main

import (
	"bytes"
	"encoding/pem"
	"fmt"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// rootsPath is where Go, and most other programs, look for certificates on Linux.
const rootsPath = "etc/ssl/certs/ca-certificates.crt"

// roots are Mozilla's certificates of authorities, as PEM. They come from a module that go.mod pins, so
// that every machine makes the same image. Those that Mozilla trusts only in part are left out: a file
// of certificates cannot express that.
func roots() ([]byte, error) {
	var out bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue
		}
		if err := pem.Encode(&out, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}); err != nil {
			return nil, fmt.Errorf("write the certificates: %w", err)
		}
	}
	return out.Bytes(), nil
}
