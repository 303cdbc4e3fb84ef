package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/target"
)

const (
	// sasPermissions are the permissions of an account SAS, in the order in which SDKs write them.
	sasPermissions = "rwdxylacupfti"
	// longestSAS keeps what may end up in a log or a shell's history from being worth much.
	longestSAS = 24 * time.Hour
)

// signFlags say what a shared access signature grants.
type signFlags struct {
	target      targetFlags
	services    []string
	permissions string
	expiry      time.Duration
}

func (a *app) signCommand() *cobra.Command {
	f := signFlags{target: targetFlags{timeout: time.Minute}} // nothing is sent
	cmd := &cobra.Command{
		Use:   "sign",
		Short: "Make a short-lived SAS, for the curl commands of a report",
		Long: paragraphs(
			`sign prints an account SAS (shared access signature) for the target, and sends nothing. "ifmatch run --verbose" and the HTML report show failures as curl commands, which end with "$SAS".`,
			`The SAS is valid at once, for --expiry, and over https alone if the target is. It grants --permissions on all that the services hold. Whoever sees it can use it until then: keep it in a shell variable. What it grants is said on stderr.`,
			`The account key comes from the target's connection string, which is in the environment or a file, never on the command line. For stored access policies (comp=acl) and user delegation keys, no SAS is enough.`),
		Example: "  SAS=$(ifmatch sign --target @account.txt)\n" +
			"  SAS=$(ifmatch sign --target env --services blob --permissions rl --expiry 10m)",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.sign(cmd.Context(), f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.target.spec, "target", "azurite", "`target` to sign for: env (the connection string in "+target.ConnectionVariable+"), @FILE (one in a file or a pipe), or azurite for the emulators' account on this machine")
	flags.StringSliceVar(&f.services, "services", nil, "`list` of services to grant: blob, queue, table, file (default all that the target offers)")
	a.completeFlag(cmd, "services", serviceNames())
	flags.StringVar(&f.permissions, "permissions", sasPermissions, "`letters` of the permissions to grant, as in sp: r read, w write, d delete, l list, a add, c create, u update, p process, and so on")
	flags.DurationVar(&f.expiry, "expiry", time.Hour, "`duration` for which the SAS is valid, at most 24h")
	flags.Lookup("expiry").DefValue = "1h" // not 1h0m0s
	return cmd
}

func (a *app) sign(ctx context.Context, f signFlags) error {
	grant, err := f.grant(time.Now())
	if err != nil {
		return err
	}
	services := mapped(f.services, func(s string) target.Service { return target.Service(s) })
	if f.target.spec == referenceTarget {
		return usagef(`"ifmatch serve" runs it as a server`, "the built-in reference lives only as long as the process that runs it")
	}
	s, err := f.target.keyed(ctx, a, services, "sign", "the target has no account key, and nothing else signs a SAS")
	if err != nil {
		return err
	}
	defer s.Close()
	key, err := sharedkey.New(s.Credential.Account, s.Credential.Key.Reveal())
	if err != nil {
		return usage("", err)
	}
	for _, service := range target.Services {
		if at := s.Endpoints[service]; at != "" {
			grant.Services += target.ServiceLetter(service)
			grant.HTTPS = grant.HTTPS && strings.HasPrefix(at, "https:")
		}
	}
	fmt.Fprintln(a.stdout, key.SAS(grant))
	fmt.Fprintf(a.stderr, "a SAS for account %s: ss=%s sp=%s, until %s\n", s.Credential.Account, grant.Services, grant.Permissions, grant.Until.Format(time.RFC3339))
	return nil
}

// grant is what the flags ask for, at a time, on every service and only over https.
func (f signFlags) grant(now time.Time) (sharedkey.Grant, error) {
	g := sharedkey.Grant{Resources: "sco", Until: now.Add(f.expiry).UTC().Truncate(time.Second), HTTPS: true}
	if f.expiry < time.Second || f.expiry > longestSAS {
		return g, usagef("for instance --expiry 1h", "--expiry must be between 1s and 24h, and is %s", f.expiry)
	}
	if err := checkServices(f.services); err != nil {
		return g, err
	}
	for _, letter := range sasPermissions {
		if strings.ContainsRune(f.permissions, letter) {
			g.Permissions += string(letter)
		}
	}
	if len(g.Permissions) != len(f.permissions) {
		return g, usagef("for instance --permissions rl", "--permissions %q must be letters of %s, each once", f.permissions, sasPermissions)
	}
	return g, nil
}
