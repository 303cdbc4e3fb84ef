package reference

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"time"
)

// Certificate is the TLS certificate of a server that uses https.
type Certificate struct {
	shown tls.Certificate
	// Authority is the PEM certificate that clients must trust: that of the authority that issued this one.
	Authority []byte
}

// certificateLife is longer than any test server is kept running.
const certificateLife = 30 * 24 * time.Hour

// NewCertificate makes an authority and a certificate issued by it. The certificate is for this machine (localhost with
// its subdomains, and the loopback addresses) and for the hosts given, by name or address.
func NewCertificate(hosts ...string) (*Certificate, error) {
	now := time.Now()
	authority := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: "ifmatch reference authority"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateLife),
		KeyUsage: x509.KeyUsageCertSign, BasicConstraintsValid: true, IsCA: true, MaxPathLenZero: true,
	}
	leaf := &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: "ifmatch reference"},
		NotBefore: authority.NotBefore, NotAfter: authority.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	own := []string{"localhost", "*.localhost", "127.0.0.1", "::1"}
	for _, s := range services {
		own = append(own, "*."+string(s.name)+".localhost")
	}
	for _, host := range append(own, hosts...) {
		if ip := net.ParseIP(host); ip != nil {
			leaf.IPAddresses = append(leaf.IPAddresses, ip)
		} else if host != "" {
			leaf.DNSNames = append(leaf.DNSNames, host)
		}
	}
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	leafKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	authorityDER, err := x509.CreateCertificate(rand.Reader, authority, authority, authorityKey.Public(), authorityKey)
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	leafDER, err := x509.CreateCertificate(rand.Reader, leaf, authority, leafKey.Public(), authorityKey)
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	return &Certificate{
		shown:     tls.Certificate{Certificate: [][]byte{leafDER, authorityDER}, PrivateKey: leafKey},
		Authority: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authorityDER}),
	}, nil
}

// LoadCertificate reads a certificate and its key, both in PEM. It takes the last certificate of the file as the
// authority.
func LoadCertificate(certFile, keyFile string) (*Certificate, error) {
	cert, err := os.ReadFile(certFile)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate: %w", err)
	}
	key, err := os.ReadFile(keyFile)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate: %w", err)
	}
	return ParseCertificate(cert, key)
}

// ParseCertificate is LoadCertificate for what the files contain.
func ParseCertificate(cert, key []byte) (*Certificate, error) {
	shown, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("reading the certificate: %w", err)
	}
	last := shown.Certificate[len(shown.Certificate)-1]
	return &Certificate{shown: shown, Authority: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: last})}, nil
}

// Save writes the certificate with its authority, and the key, in the form that LoadCertificate reads.
func (c *Certificate) Save(certFile, keyFile string) error {
	var shown []byte
	for _, der := range c.shown.Certificate {
		shown = append(shown, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
	}
	key, err := x509.MarshalPKCS8PrivateKey(c.shown.PrivateKey)
	if err != nil {
		return fmt.Errorf("writing the certificate: %w", err)
	}
	if err := os.WriteFile(certFile, shown, 0o644); err != nil {
		return fmt.Errorf("writing the certificate: %w", err)
	}
	if err := os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}), 0o600); err != nil {
		return fmt.Errorf("writing the certificate's key: %w", err)
	}
	return nil
}

// serial returns a random serial number, so that no two certificates share one.
func serial() *big.Int {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		panic(err) // never happens
	}
	return n
}

// config returns the TLS settings of a listening server. It offers HTTP/1.1 only, like the services.
func (c *Certificate) config() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{c.shown}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
}
