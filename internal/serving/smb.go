package serving

import (
	"context"
	"fmt"
	"net"

	"ifmatch/reference"
	"ifmatch/reference/smb"
)

// ListenSMB serves the files of a server over SMB at an address until it is closed.
func ListenSMB(ctx context.Context, server *reference.Server, o smb.Options, address string) (*smb.Server, net.Addr, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, nil, fmt.Errorf("listening for SMB: %w", err)
	}
	o.Files, o.Account, o.Key = server.Files(), server.Account(), server.Key()
	s := smb.New(o)
	go func() { _ = s.Serve(l) }() // until the server is closed
	return s, l.Addr(), nil
}
