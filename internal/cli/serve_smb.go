package cli

import (
	"context"
	"fmt"
	"net"
	"slices"

	"github.com/spf13/cobra"

	"ifmatch/internal/target"
	"ifmatch/reference"
	"ifmatch/reference/smb"
)

// smbName is what --services calls SMB, which shows the files of the File service.
const smbName = "smb"

// smbFlags shape the SMB server that stands beside the others.
type smbFlags struct {
	address string
	encrypt bool
}

// defaultSMBAddress is ours: no emulator has SMB.
const defaultSMBAddress = "127.0.0.1:10445"

func (f *smbFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.address, smbName+"-addr", defaultSMBAddress, "`address` of SMB, HOST:PORT; port 0 picks a free one")
	flags.BoolVar(&f.encrypt, "smb-encrypt", false, "refuse SMB clients that do not encrypt, as Azure does where secure transfer is required")
}

// check refuses flags that mean nothing.
func (f smbFlags) check(services []string) error {
	switch on := slices.Contains(services, smbName); {
	case on && !slices.Contains(services, string(target.File)):
		return usagef("--services file,smb", "SMB serves the files of the file service, which --services leaves out")
	case !on && f.encrypt:
		return usagef("--services file,smb", "--smb-encrypt has no effect without SMB")
	}
	return checkAddress(smbName+"-addr", f.address, defaultSMBAddress)
}

// listen opens SMB, and says on stderr where. The server that it returns is to be closed.
func (f smbFlags) listen(ctx context.Context, a *app, server *reference.Server) (*smb.Server, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", f.address)
	if err != nil {
		return nil, refused(smbName, fmt.Errorf("listening for SMB: %w", err))
	}
	s := smb.New(smb.Options{Files: server.Files(), Account: server.Account(), Key: server.Key(), RequireEncryption: f.encrypt})
	go func() { _ = s.Serve(l) }() // until it is closed
	fmt.Fprintf(a.stderr, "smb service on smb://%s, user %s, password the account's key\n", l.Addr(), server.Account())
	return s, nil
}
