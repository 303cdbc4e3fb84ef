package cli

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"syscall"

	"github.com/spf13/cobra"

	"ifmatch/internal/serving"
	"ifmatch/reference"
)

// keptFlags say where a server keeps its data.
type keptFlags struct {
	location   string
	durability string
}

var durabilities = []string{"write", "fsync"}

func (f *keptFlags) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.location, "location", "", "`folder` to keep the data in; without it, everything is gone when the server stops")
	a.choiceFlag(cmd, &f.durability, "durability", durabilities, "`what` acknowledged data survives: write (the end of the process) or fsync (a loss of power)")
}

// check refuses flags without effect, and clocks that do not go on while the server is stopped.
func (f keptFlags) check(realTime bool) error {
	switch {
	case f.location == "" && f.durability != durabilities[0]:
		return usagef("for instance --location ./data", "--durability has no effect without --location")
	case f.location != "" && !realTime:
		return usagef("leave one of them out", "--location keeps times of the machine's clock, and --clock virtual and --clock-rate have others")
	}
	return nil
}

// open lets servers find what is kept in the location, and keep their data there.
func (f keptFlags) open(a *app, servers ...*reference.Server) (serving.Kept, error) {
	return serving.Keep(f.location, f.durability == "fsync", a.stderr, servers...)
}

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
		if o.Certificate, err = serving.ReadPFX(f.cert, f.password); err != nil {
			return err
		}
	case f.cert != "":
		if o.Certificate, err = serving.ReadCertificate(f.cert, f.key); err != nil {
			return usage("both files must be in PEM", err)
		}
	case f.tls:
		if o.Certificate, err = reference.NewCertificate(hosts...); err != nil {
			return unknown("", err)
		}
	}
	return nil
}

// hostOf is the host of HOST:PORT.
func hostOf(address string) string {
	host, _, _ := net.SplitHostPort(address)
	return host
}

// announce says how to trust the server and where to log in. It also opens the issuer.
func (a *app) announce(ctx context.Context, server *reference.Server, f secureFlags) error {
	if err := serving.Issue(ctx, server, f.issuer, a.stderr); err != nil || !f.tls || f.cert != "" {
		return err
	}
	return serving.TellAuthority(server, f.authority, a.stderr)
}

// logFlags say where a server logs its requests.
type logFlags struct {
	file   string
	format string
}

var logFormats = []string{"text", "json"}

func (f *logFlags) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "log", "", "`file` to append a line to for each request, or - for stderr")
	a.choiceFlag(cmd, &f.format, "log-format", logFormats, "`format` of these lines: text or json")
}

// open makes a log of the flags.
func (f logFlags) open(a *app) (*serving.Log, error) {
	l := &serving.Log{}
	if f.file == "" {
		if f.format != logFormats[0] {
			return nil, usagef("for instance --log requests.log", "--log-format has no effect without --log")
		}
		return l, nil
	}
	line := serving.Text
	if f.format == "json" {
		line = serving.JSON
	}
	if f.file == "-" {
		l.To(a.stderr, line)
		return l, nil
	}
	return l, l.Append(f.file, line)
}

// refused says why a service cannot listen, and what to do.
func refused(service string, err error) error {
	free := "--" + service + "-addr 127.0.0.1:0 picks a free port"
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return unknown("another server is using it; "+free, err)
	case errors.Is(err, fs.ErrPermission):
		return unknown("ports below 1024 may need more rights; "+free, err)
	}
	return unknown("", err)
}
