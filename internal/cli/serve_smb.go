package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ifmatch/internal/serving"
	"ifmatch/internal/target"
	"ifmatch/reference"
	"ifmatch/reference/smb"
)

// smbName is the name of SMB in --services. SMB shows the files of the File service.
const smbName = "smb"

// smbFlags are the flags of the SMB server next to the others.
type smbFlags struct {
	address string
	encrypt bool
}

// defaultSMBAddress is this program's own choice: no emulator has SMB.
const defaultSMBAddress = "127.0.0.1:10445"

func (f *smbFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.address, smbName+"-addr", defaultSMBAddress, "`address` of SMB, HOST:PORT; port 0 picks a free one")
	flags.BoolVar(&f.encrypt, "smb-encrypt", false, "refuse SMB clients that do not encrypt, as Azure does where secure transfer is required")
}

// check refuses flags without effect.
func (f smbFlags) check(services []string) error {
	switch on := slices.Contains(services, smbName); {
	case on && !slices.Contains(services, string(target.File)):
		return usagef("--services file,smb", "SMB serves the files of the file service, which --services leaves out")
	case !on && f.encrypt:
		return usagef("--services file,smb", "--smb-encrypt has no effect without SMB")
	case !on && f.address != defaultSMBAddress:
		return usagef("--services file,smb", "--smb-addr has no effect without SMB")
	}
	return checkAddress(smbName+"-addr", f.address, defaultSMBAddress)
}

// listen opens SMB, and reports its address on stderr. The caller closes the returned server.
func (f smbFlags) listen(ctx context.Context, a *app, server *reference.Server) (*smb.Server, error) {
	s, at, err := serving.ListenSMB(ctx, server, smb.Options{RequireEncryption: f.encrypt}, f.address)
	if err != nil {
		return nil, refused(smbName, err)
	}
	fmt.Fprintf(a.stderr, "smb service on smb://%s, user %s, password the account's key\n", at, server.Account())
	return s, nil
}
