package serving

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"software.sslmate.com/src/go-pkcs12"

	"ifmatch/internal/exit"
	"ifmatch/internal/namedfile"
	"ifmatch/reference"
)

// ReadPFX reads a file that holds a certificate, its issuers and its key together (PKCS #12).
func ReadPFX(file, password string) (*reference.Certificate, error) {
	data, err := namedfile.ReadSecret(file)
	if err != nil {
		return nil, exit.Wrong("", fmt.Errorf("reading the certificate: %w", err))
	}
	key, leaf, issuers, err := pkcs12.DecodeChain(data, password)
	switch {
	case errors.Is(err, pkcs12.ErrIncorrectPassword):
		return nil, exit.Wrongf("--pwd gives the password", "reading the certificate in %s: the password is wrong", file)
	case err != nil:
		return nil, exit.Wrongf("--cert without --key means a .pfx file; for PEM give --key as well", "reading the certificate: %s is not a .pfx file with one key: %v", file, err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, exit.Wrong("", fmt.Errorf("reading the certificate in %s: %w", file, err))
	}
	var chain []byte
	for _, c := range append([]*x509.Certificate{leaf}, issuers...) {
		chain = append(chain, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})...)
	}
	certificate, err := reference.ParseCertificate(chain, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	if err != nil {
		return nil, exit.Wrong("", fmt.Errorf("reading the certificate in %s: %w", file, err))
	}
	return certificate, nil
}
