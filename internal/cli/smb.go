package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/target"
	"ifmatch/steps/smb"
)

// smbCommand holds what people need to try share modes by hand.
func (a *app) smbCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   smbName,
		Short: "Open files over SMB, to see what that does to REST",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef(suggest(cmd, args[0]), "cannot do %q over SMB", args[0])
			}
			return usagef("ifmatch smb hold", "do what over SMB?")
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(a.smbHoldCommand())
	return cmd
}

// holdFlags say what is held, and how.
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
			`hold opens a file that exists and holds it until its input ends, so that another client can be seen to meet it. Neither smbclient nor a mounted share lets a share mode be chosen.`,
			`It reads what to do next from its input, a line each: mark (for deletion), unmark, close. The name of the account is the user, its key the password.`,
			`Exit code 1: the server refused to open the file; its status is printed.`),
		Example: "  ifmatch smb hold --target env --access Write --share None books/page.txt\n" +
			"  ifmatch smb hold --target @azure.txt --smb ACCOUNT.file.core.windows.net:445 --access Read --share Read/Write/Delete books/page.txt",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !strings.Contains(strings.Trim(args[0], "/"), "/") {
				return usagef("for instance books/page.txt", "say which file to hold, as SHARE/PATH")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.hold(cmd.Context(), f, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.target.spec, "target", "azurite", "whose files, a `target`: env (the connection string in "+target.ConnectionVariable+"), @FILE (one in a file), or azurite for the emulators' account on this machine")
	flags.StringVar(&f.target.smb, "smb", defaultSMBAddress, "`address` of SMB, HOST:PORT")
	flags.StringVar(&f.access, "access", "Read", "`kinds` of access: None, or Read, Write and Delete with slashes between them")
	flags.StringVar(&f.share, "share", "None", "`kinds` of access that others are left: None, or Read, Write and Delete with slashes between them")
	flags.BoolVar(&f.directory, "directory", false, "hold a directory")
	flags.BoolVar(&f.deleteOnClose, "delete-on-close", false, "delete the file when it is closed; takes --access Delete")
	return cmd
}

// holdTimeout bounds the connection.
const holdTimeout = 20 * time.Second

func (a *app) hold(ctx context.Context, f holdFlags, what string) error {
	o := smb.Opening{Directory: f.directory, DeleteOnClose: f.deleteOnClose}
	var err error
	if o.Access, err = smb.ParseKinds(f.access); err != nil {
		return usage("for instance --access Read/Write", fmt.Errorf("--access: %w", err))
	}
	if o.Share, err = smb.ParseKinds(f.share); err != nil {
		return usage("for instance --share None", fmt.Errorf("--share: %w", err))
	}
	if f.target.spec == referenceTarget {
		return usagef(`"ifmatch serve --services file,smb" makes a server of it`, "the built-in reference lives in another process, and is gone when that ends")
	}
	f.target.timeout = holdTimeout
	t, err := f.target.open(a, nil, 0)
	if err != nil {
		return err
	}
	if !t.Has(target.SMB) {
		return usagef("the password of SMB is the account's key", "the target has no account key")
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
	c, err := smb.Dial(conn, smb.Login{Account: s.Credential.Account, Key: s.Credential.Key.Reveal()}, share)
	if err != nil {
		return unknown("", err)
	}
	defer c.Close()
	h, err := c.Open(strings.ReplaceAll(path, "/", `\`), o)
	if err != nil {
		return refusedOver("open "+what, err)
	}
	fmt.Fprintf(a.stdout, "%s is open for %s and shares %s; mark, unmark or close\n", what, o.Access, o.Share)
	a.follow(ctx, h)
	return refusedOver("close "+what, h.Close())
}

// follow does what the input says, until it says close or ends, or the user interrupts it.
func (a *app) follow(ctx context.Context, h *smb.Handle) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for input := bufio.NewScanner(a.stdin); input.Scan(); {
			select {
			case lines <- strings.TrimSpace(input.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case word, more := <-lines:
			if !more || word == "close" {
				return
			}
			a.do(h, word)
		}
	}
}

// do does what one line says, and says how that went.
func (a *app) do(h *smb.Handle, word string) {
	answer := "say mark, unmark or close"
	if word == "mark" || word == "unmark" {
		answer = "ok"
		if err := h.SetDeletePending(word == "mark"); err != nil {
			answer = err.Error()
		}
	}
	fmt.Fprintf(a.stdout, "%s: %s\n", word, answer)
}

// refusedOver is the exit code of what SMB refused; of what was not answered it is another.
func refusedOver(what string, err error) error {
	var status smb.Status
	switch {
	case err == nil:
		return nil
	case errors.As(err, &status):
		return &failure{code: Deviates, err: fmt.Errorf("%s: %w", what, status)}
	}
	return unknown("", fmt.Errorf("%s: %w", what, err))
}
