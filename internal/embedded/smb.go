package embedded

import (
	"context"
	"net"
	"sync"

	_ "ifmatch/internal/smbclient" // by which cases speak to the shares
	"ifmatch/reference"
	"ifmatch/reference/smb"
)

// overSMB serves the files of a server over SMB, from the first connection on, without a socket.
type overSMB struct {
	server *reference.Server

	mu    sync.Mutex
	shown *smb.Server
}

func (o *overSMB) dial(ctx context.Context) (net.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shown == nil {
		o.shown = smb.New(smb.Options{Files: o.server.Files(), Account: o.server.Account(), Key: o.server.Key()})
	}
	near, far := net.Pipe()
	return &awaitedConn{near, o.shown.ServeConn(far)}, nil
}

func (o *overSMB) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shown != nil {
		o.shown.Close()
	}
}

// awaitedConn is a connection whose end the server has noticed when Close returns. Time on the reference
// is moved, so waiting for the server would not help.
type awaitedConn struct {
	net.Conn
	ended <-chan struct{}
}

func (h *awaitedConn) Close() error {
	err := h.Conn.Close()
	<-h.ended
	return err
}
