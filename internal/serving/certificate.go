package serving

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"software.sslmate.com/src/go-pkcs12"

	"ifmatch/internal/exit"
	"ifmatch/internal/namedfile"
	"ifmatch/reference"
)

// ReadCertificate reads a certificate and its key.
func ReadCertificate(certFile, keyFile string) (*reference.Certificate, error) {
	cert, err := namedfile.ReadSecret(certFile)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate: %w", err)
	}
	key, err := namedfile.ReadSecret(keyFile)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate: %w", err)
	}
	return reference.ParseCertificate(cert, key)
}

// writeWhole writes a file atomically: it exists as a whole or not at all.
func writeWhole(path string, data []byte) error {
	t, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-")
	if err != nil {
		return err
	}
	defer os.Remove(t.Name()) // after the rename there is nothing to remove
	_, err = t.Write(data)
	if err = errors.Join(err, t.Chmod(0o644), t.Close()); err != nil {
		return err
	}
	return os.Rename(t.Name(), path)
}

// Issue opens the login service of a server at an address, and says where it is. Without an address it does nothing.
func Issue(ctx context.Context, server *reference.Server, address string, stderr io.Writer) error {
	if address == "" {
		return nil
	}
	at, err := server.ListenIssuer(ctx, address)
	if err != nil {
		return Refused("--issuer-addr 127.0.0.1:0 picks a free port", err)
	}
	fmt.Fprintf(stderr, "token issuer on %s (AZURE_AUTHORITY_HOST; any tenant, client and secret)\n", at)
	return nil
}

// TellAuthority says how clients trust a server's certificate, and writes its authority to a file, if that has a name.
func TellAuthority(server *reference.Server, file string, stderr io.Writer) error {
	if file == "" {
		fmt.Fprintf(stderr, "certificate authority, for clients to trust (--ca-file writes it to a file):\n%s", server.Authority())
		return nil
	}
	if err := writeWhole(file, server.Authority()); err != nil {
		return exit.Unclear("", fmt.Errorf("write the authority's certificate: %w", err))
	}
	fmt.Fprintf(stderr, "certificate authority in %s (SSL_CERT_FILE)\n%s", file, server.Authority())
	return nil
}

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
