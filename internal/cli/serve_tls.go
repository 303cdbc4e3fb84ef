package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"ifmatch/internal/namedfile"
	"ifmatch/reference"
)

// secureFlags say how the server uses https, and whether it accepts tokens.
type secureFlags struct {
	tls       bool
	authority string // file for the certificate that clients must trust
	cert, key string // files; empty: a certificate is generated
	password  string // of a .pfx file
	oauth     string
	issuer    string // address of the issuer; empty: no issuer
}

// oauthKinds are the values of --oauth, in the words of Microsoft's emulator.
var oauthKinds = []string{"none", "basic"}

func (f *secureFlags) add(a *app, cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.tls, "tls", false, "use https, with a certificate made at start; the certificate authority is printed on stderr")
	flags.StringVar(&f.authority, "ca-file", "", "`file` to write the certificate authority to, in PEM, for clients to trust (SSL_CERT_FILE); with --tls")
	flags.StringVar(&f.cert, "cert", "", "use https with the certificate in this `file`, in PEM, followed by its issuers, or in a .pfx file with its key")
	flags.StringVar(&f.key, "key", "", "`file` with the certificate's key in PEM")
	flags.StringVar(&f.password, "pwd", "", "`password` of the .pfx file in --cert")
	a.choiceFlag(cmd, &f.oauth, "oauth", oauthKinds, "`kind` of bearer tokens to accept, over https: basic checks issuer, audience and lifetime, but not the signature")
	flags.StringVar(&f.issuer, "issuer-addr", "", "`address` for a login service that issues a token to every client with a secret, HOST:PORT; with --oauth basic")
}

// apply checks the flags, and makes or reads the certificate.
func (f secureFlags) apply(o *reference.Options, hosts []string) (err error) {
	switch {
	case f.cert == "" && f.key != "":
		return usagef("give both", "--key has no effect without --cert")
	case f.password != "" && (f.cert == "" || f.key != ""):
		return usagef("--cert FILE.pfx", "--pwd is the password of a .pfx file in --cert, and there is none")
	case f.cert != "" && f.authority != "":
		return usagef("leave it out", "--ca-file is for the certificate that --tls makes, and --cert names an existing one")
	case f.authority != "" && !f.tls:
		return usagef("add --tls", "--ca-file has no effect on a server without https")
	case f.oauth == "basic" && !f.tls && f.cert == "":
		return usagef("add --tls", "--oauth basic needs https: Microsoft's clients send no token over http")
	case f.issuer != "" && f.oauth != "basic":
		return usagef("add --oauth basic", "--issuer-addr issues tokens, which the server does not accept without --oauth")
	}
	if f.issuer != "" {
		if err := checkAddress("issuer-addr", f.issuer, "127.0.0.1:0"); err != nil {
			return err
		}
		hosts = append(hosts, hostOf(f.issuer))
	}
	o.Tokens = f.oauth == "basic"
	switch {
	case f.cert != "" && f.key == "":
		if o.Certificate, err = readPFX(f.cert, f.password); err != nil {
			return err
		}
	case f.cert != "":
		if o.Certificate, err = readCertificate(f.cert, f.key); err != nil {
			return usage("both files must be in PEM", err)
		}
	case f.tls:
		if o.Certificate, err = reference.NewCertificate(hosts...); err != nil {
			return unknown("", err)
		}
	}
	return nil
}

// readCertificate reads a certificate and its key.
func readCertificate(certFile, keyFile string) (*reference.Certificate, error) {
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

// hostOf is the host of HOST:PORT.
func hostOf(address string) string {
	host, _, _ := net.SplitHostPort(address)
	return host
}

// announce says how to trust the server and where to log in. It also opens the issuer.
func (a *app) announce(ctx context.Context, server *reference.Server, f secureFlags) error {
	if f.issuer != "" {
		at, err := server.ListenIssuer(ctx, f.issuer)
		switch {
		case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, fs.ErrPermission):
			return unknown("--issuer-addr 127.0.0.1:0 picks a free port", err)
		case err != nil:
			return unknown("", err)
		}
		fmt.Fprintf(a.stderr, "token issuer on %s (AZURE_AUTHORITY_HOST; any tenant, client and secret)\n", at)
	}
	if !f.tls || f.cert != "" {
		return nil
	}
	if f.authority == "" {
		fmt.Fprintf(a.stderr, "certificate authority, for clients to trust (--ca-file writes it to a file):\n%s", server.Authority())
		return nil
	}
	if err := writeWhole(f.authority, server.Authority()); err != nil {
		return unknown("", fmt.Errorf("write the authority's certificate: %w", err))
	}
	fmt.Fprintf(a.stderr, "certificate authority in %s (SSL_CERT_FILE)\n%s", f.authority, server.Authority())
	return nil
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
