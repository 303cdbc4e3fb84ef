package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/embedded"
	"ifmatch/internal/engine"
	"ifmatch/internal/nearest"
	"ifmatch/internal/target"
	"ifmatch/internal/target/entra"
	"ifmatch/internal/wire"
)

// referenceTarget is the built-in --target.
const referenceTarget = "reference"

// targetFlags say which target a command talks to.
type targetFlags struct {
	spec       string
	apiVersion string
	timeout    time.Duration
	// accountWrites allows cases that change the account itself.
	accountWrites bool
	smb           string // address of SMB; empty: none
}

func (f *targetFlags) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.spec, "target", referenceTarget, "`target` to use: reference (built in), azurite, env (the connection string in "+target.ConnectionVariable+"), @FILE (one in a file or a pipe), a connection string without a secret, or https addresses, for Microsoft Entra ID")
	cmd.Flags().StringVar(&f.apiVersion, "api-version", "", "x-ms-version to send: a `date`, or one per service, such as blob=2025-11-05 (default the Azure SDK's own)")
	cmd.Flags().DurationVar(&f.timeout, "timeout", 30*time.Second, "longest `duration` to wait for one answer")
	completeFlagWith(cmd, "target", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return beginning(typed, []string{
			referenceTarget + "\tthe implementation built in",
			"azurite\tan emulator on this machine's default ports",
			"env\tthe connection string in " + target.ConnectionVariable,
		}), cobra.ShellCompDirectiveDefault // @FILE
	})
}

// newestVersion is the --api-version that asks the services what they know.
const newestVersion = "newest"

// offersNewest says in the help of a command that it can ask the services.
func offersNewest(cmd *cobra.Command) {
	cmd.Flags().Lookup("api-version").Usage += "; newest is the newest that the target knows"
}

// open returns the target that the flags name, with these services or, if none are given, with all
// that it offers. It sends nothing, and every mistake is a usage error.
func (f *targetFlags) open(a *app, services []target.Service, seed int64) (target.Target, error) {
	if f.timeout <= 0 {
		return nil, usagef("for instance --timeout 30s", "--timeout must be more than 0, and is %s", f.timeout)
	}
	versions, err := target.ParseVersions(f.apiVersion)
	if err != nil {
		return nil, usage("for instance --api-version 2025-11-05", err)
	}
	if f.spec == referenceTarget {
		if len(versions) > 0 {
			return nil, usagef("name an endpoint with --target", "--api-version has no effect on the built-in reference, which accepts every version")
		}
		return embedded.New(embedded.Options{Seed: seed}), nil
	}
	if f.smb != "" {
		if err := checkAddress("smb", f.smb, "account.file.core.windows.net:445"); err != nil {
			return nil, err
		}
	}
	conn, err := target.Parse(f.spec, target.ParseOptions{Getenv: a.getenv, ReadFile: a.secret, Tokens: entra.Default})
	if hint := nearest.Hint(f.spec, []string{referenceTarget, "azurite", "env"}, ""); err != nil && hint != "" {
		return nil, usage(hint, err)
	}
	if err != nil {
		return nil, asUsage(err)
	}
	t, err := target.NewEndpoint(conn, target.EndpointOptions{Versions: versions, Services: services, AccountWrites: f.accountWrites, SMB: f.smb})
	if err != nil {
		return nil, asUsage(err)
	}
	return t, nil
}

// keyed opens a session with a target whose account key is needed; why says for what. It sends nothing.
func (f *targetFlags) keyed(ctx context.Context, a *app, services []target.Service, name, why string) (*target.Session, error) {
	t, err := f.open(a, services, 0)
	if err != nil {
		return nil, err
	}
	s, err := t.Session(ctx, name)
	if err != nil {
		return nil, unknown("", err)
	}
	if s.Credential.Key == "" {
		s.Close()
		return nil, usagef("name a connection string that has an AccountKey", "%s", why)
	}
	return s, nil
}

// asUsage gives a mistake in naming the target its exit code.
func asUsage(err error) error {
	if u := (*target.UsageError)(nil); errors.As(err, &u) {
		return usage("", err)
	}
	return err
}

// secret reports whether the target is named by something that holds a secret. The name of a file does not.
func (f *targetFlags) secret() bool {
	holds := func(name string) bool { return strings.Contains(strings.ToLower(f.spec), name) }
	return !strings.HasPrefix(f.spec, "@") &&
		(wire.Redact(f.spec) != f.spec || holds("accountkey") || holds("sig=") || holds("sharedaccesssignature"))
}

// flagText repeats the flags for a command that the user may copy. It leaves out a connection
// string: even the development key looks like a secret.
func (f *targetFlags) flagText() string {
	if f.spec == referenceTarget {
		return ""
	}
	spec := f.spec
	if f.secret() {
		spec = "CONNECTION-STRING"
	}
	text := " --target " + shellQuote(spec)
	if f.smb != "" {
		text += " --smb " + shellQuote(f.smb)
	}
	if f.apiVersion != "" {
		text += " --api-version " + shellQuote(f.apiVersion)
	}
	return text
}

// describe says which target a command talks to: name, address, api-version.
var describe = target.Info.Describe

// shellQuote quotes text as one word for a POSIX shell.
var shellQuote = engine.Shell
