package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
)

// serveFlags shape the server.
type serveFlags struct {
	services []string
	blobAddr string
	account  string
	keyFile  string
	faults   []string
	clock    string
}

// servedServices are those that the reference has.
var servedServices = []string{"blob"}

var clockKinds = []string{"real", "virtual"}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the reference implementation as a server",
		Long: paragraphs(
			`serve runs the reference implementation on this machine, by default on the port and with the account of Microsoft's emulators, so that any client of Azure Storage can use it. It keeps everything in memory and forgets it at the end.`,
			`When it is ready, the first line on stdout is the connection string and nothing else; whatever else there is to say goes to stderr.`,
			`Ctrl-C ends it with exit code 0: a server that was stopped has done its job. An address that cannot be had is exit code 3.`,
			`--fault makes it do one documented thing wrong, to see whether a test notices; "ifmatch list faults" shows which. With --clock virtual time stands still until a request from this machine moves it: POST http://ADDRESS/ifmatch/advance?d=15s.`),
		Example: "  ifmatch serve\n" +
			"  ifmatch serve --blob-addr 127.0.0.1:0 --clock virtual\n" +
			"  ifmatch serve --fault if-match-ignored",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), f) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.services, "services", servedServices, "which services run: `blob`")
	flags.StringVar(&f.blobAddr, "blob-addr", "127.0.0.1:10000", "`address` of the blob service, HOST:PORT; port 0 picks a free one")
	flags.StringVar(&f.account, "account", reference.DefaultAccount, "`name` of the account")
	flags.StringVar(&f.keyFile, "key-file", "", "`file` that holds the account's key in base64; the emulators' well-known key if not given")
	flags.StringArrayVar(&f.faults, "fault", nil, "`name` of a fault to make the server with (repeatable)")
	flags.StringVar(&f.clock, "clock", "real", "`clock` that the server lives by: real or virtual")
	a.completeFlag(cmd, "services", servedServices)
	a.completeFlag(cmd, "clock", clockKinds)
	a.completeFlagWith(cmd, "fault", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		var out []string
		for _, f := range fault.All() {
			if strings.HasPrefix(f.Name, typed) {
				out = append(out, f.Name+"\t"+f.Sentence)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

// accountPattern is what Azure accepts as the name of a storage account.
var accountPattern = regexp.MustCompile(`^[a-z0-9]{3,24}$`)

// options checks the flags and turns them into those of the reference.
func (f serveFlags) options() (reference.Options, error) {
	for _, s := range f.services {
		if !slices.Contains(servedServices, s) {
			return reference.Options{}, usagef("services: "+strings.Join(servedServices, ", "), "the reference has no service %q", s)
		}
	}
	if len(f.services) == 0 {
		return reference.Options{}, usagef("services: "+strings.Join(servedServices, ", "), "no service to run")
	}
	if _, _, err := net.SplitHostPort(f.blobAddr); err != nil {
		return reference.Options{}, usagef("for instance --blob-addr 127.0.0.1:10000", "--blob-addr %q is not HOST:PORT", f.blobAddr)
	}
	if !accountPattern.MatchString(f.account) {
		return reference.Options{}, usagef("3 to 24 lower-case letters and digits", "--account %q is no account's name", f.account)
	}
	o := reference.Options{Account: f.account}
	if f.keyFile != "" {
		key, err := os.ReadFile(f.keyFile)
		if err != nil {
			return o, usage("", fmt.Errorf("read the account key: %w", err))
		}
		o.Key = strings.TrimSpace(string(key))
		if err := reference.ValidKey(o.Key); err != nil {
			return o, usage("the file should hold nothing but the key", err)
		}
	}
	switch f.clock {
	case "real":
	case "virtual":
		if f.account == "ifmatch" {
			return o, usagef("choose another name", "--account ifmatch stands where a virtual clock is controlled")
		}
		o.Clock = clock.NewVirtual(time.Now())
	default:
		return o, usagef("one of "+strings.Join(clockKinds, ", "), "unknown --clock %q", f.clock)
	}
	for _, name := range f.faults {
		found, ok := fault.Lookup(name)
		if !ok {
			return o, noFault(name)
		}
		o.Faults = append(o.Faults, found)
	}
	return o, nil
}

func noFault(name string) error {
	var names []string
	for _, f := range fault.All() {
		names = append(names, f.Name)
	}
	hint := `"ifmatch list faults" shows all of them`
	if near := nearest(name, names, 3); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "?"
	}
	return usagef(hint, "there is no fault %q", name)
}

func (a *app) serve(ctx context.Context, f serveFlags) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	server := reference.New(o)
	address, err := server.Listen(ctx, operation.BlobService, f.blobAddr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return unknown("another server is there; --blob-addr 127.0.0.1:0 picks a free port", err)
	case errors.Is(err, fs.ErrPermission):
		return unknown("ports below 1024 may need more rights; --blob-addr 127.0.0.1:0 picks a free port", err)
	case err != nil:
		return unknown("", err)
	}
	fmt.Fprintln(a.stdout, server.ConnectionString())
	fmt.Fprintf(a.stderr, "blob service on http://%s/%s, %s clock; Ctrl-C stops it\n", address, server.Account(), f.clock)
	for _, x := range o.Faults {
		fmt.Fprintf(a.stderr, "fault %s: %s\n", x.Name, x.Sentence)
	}
	if host, _, err := net.SplitHostPort(address); err == nil && !loopback(host) && f.keyFile == "" {
		fmt.Fprintln(a.stderr, "warning: this address may be reached from other machines, and everybody knows the key; --key-file sets one of your own")
	}
	<-ctx.Done()
	fmt.Fprintln(a.stderr, "stopping")
	if err := server.Close(); err != nil {
		fmt.Fprintln(a.stderr, "ifmatch:", err) // clients that hung on were cut off
	}
	return nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
