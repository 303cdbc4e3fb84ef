package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/exit"
	"ifmatch/internal/smbclient"
	"ifmatch/internal/target"
)

// smbCommand holds commands for trying share modes by hand.
func (a *app) smbCommand() *cobra.Command {
	cmd := parent(&cobra.Command{
		Use:   smbName,
		Short: "Open files over SMB, to see how REST requests fare",
	}, "cannot do %q over SMB", "ifmatch smb hold", "do what over SMB?")
	cmd.AddCommand(a.smbHoldCommand())
	return cmd
}

// holdFlags say what to hold, and how.
type holdFlags struct {
	target        targetFlags
	access, share string
	directory     bool
	deleteOnClose bool
}

func (a *app) smbHoldCommand() *cobra.Command {
	var f holdFlags
	cmd := &cobra.Command{
		Use:   "hold SHARE/PATH",
		Short: "Hold a file open over SMB with a chosen access and share mode",
		Long: paragraphs(
			`hold opens an existing file and keeps it open until its input ends, so that you can try what other clients can still do with it. Unlike smbclient or a mounted share, it lets you choose the share mode.`,
			`It reads commands from its input, one per line: mark (for deletion), unmark, close. The account name is the user, and the account key the password.`,
			`The exit code is 1 if the server refused to open the file; its status is printed.`),
		Example: "  ifmatch smb hold --target env --access Write --share None books/page.txt\n" +
			"  ifmatch smb hold --target @azure.txt --smb ACCOUNT.file.core.windows.net:445 --access Read --share Read/Write/Delete books/page.txt",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !strings.Contains(strings.Trim(args[0], "/"), "/") {
				return usagef("for instance books/page.txt", "name the file to hold, as SHARE/PATH")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.hold(cmd.Context(), f, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.target.spec, "target", "azurite", "`target` that has the file: env (the connection string in "+target.ConnectionVariable+"), @FILE (one in a file), or azurite for the emulators' account on this machine")
	flags.StringVar(&f.target.smb, "smb", defaultSMBAddress, "`address` of SMB, HOST:PORT")
	flags.StringVar(&f.access, "access", "Read", "`kinds` of access: None, or Read, Write and Delete with slashes between them")
	flags.StringVar(&f.share, "share", "None", "`kinds` of access left to others (the share mode): None, or Read, Write and Delete with slashes between them")
	flags.BoolVar(&f.directory, "directory", false, "hold a directory")
	flags.BoolVar(&f.deleteOnClose, "delete-on-close", false, "delete the file when it is closed; needs --access Delete")
	return cmd
}

// holdTimeout bounds the connection.
const holdTimeout = 20 * time.Second

func (a *app) hold(ctx context.Context, f holdFlags, what string) error {
	o := smbclient.Opening{Directory: f.directory, DeleteOnClose: f.deleteOnClose}
	var err error
	if o.Access, err = smbclient.ParseKinds(f.access); err != nil {
		return usage("for instance --access Read/Write", fmt.Errorf("--access: %w", err))
	}
	if o.Share, err = smbclient.ParseKinds(f.share); err != nil {
		return usage("for instance --share None", fmt.Errorf("--share: %w", err))
	}
	if f.target.spec == referenceTarget {
		return usagef(`"ifmatch serve --services file,smb" runs it as a server`, "the built-in reference lives only as long as the process that runs it")
	}
	f.target.timeout = holdTimeout
	t, err := f.target.open(a, nil, 0)
	if err != nil {
		return err
	}
	if !t.Has(target.SMB) {
		return usagef("SMB takes the account key as its password", "the target has no account key")
	}
	soon, cancel := context.WithTimeout(ctx, holdTimeout)
	defer cancel()
	s, err := t.Session(soon, "hold")
	if err != nil {
		return unknown("", err)
	}
	defer s.Close()
	conn, err := s.DialSMB(soon)
	if err != nil {
		return unknown("is SMB there? --smb says where; many networks block port 445", fmt.Errorf("connect over SMB: %w", err))
	}
	share, path, _ := strings.Cut(strings.Trim(what, "/"), "/")
	c, err := smbclient.Dial(conn, smbclient.Login{Account: s.Credential.Account, Key: s.Credential.Key.Reveal()}, share)
	if err != nil {
		return unknown("", err)
	}
	defer c.Close()
	h, err := c.Open(strings.ReplaceAll(path, "/", `\`), o)
	if err != nil {
		return refusedOver("open "+what, err)
	}
	fmt.Fprintf(a.stdout, "%s is open for %s and shares %s; mark, unmark or close\n", what, o.Access, o.Share)
	h.Follow(ctx, a.stdin, a.stdout)
	return refusedOver("close "+what, h.Close())
}

// refusedOver is the exit code for a refusal by SMB; a missing answer has a different one.
func refusedOver(what string, err error) error {
	var status smbclient.Status
	switch {
	case err == nil:
		return nil
	case errors.As(err, &status):
		return &exit.Error{Code: Deviates, Err: fmt.Errorf("%s: %w", what, status)}
	}
	return unknown("", fmt.Errorf("%s: %w", what, err))
}
