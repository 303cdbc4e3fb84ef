// Package oversmb is what the suite knows of SMB: the words of its sentences, and what a client can do.
// The client itself registers here, as package smbclient does, so that programs which play no case about
// SMB do not link it, nor download what is under it.
package oversmb

import (
	"errors"
	"net"
	"time"
)

// Login is a client's credential: the account's name and its key in base64, as text.
type Login struct {
	Account, Key string
}

// Client is connected to one share.
type Client interface {
	// Open opens an existing file or directory, or creates one. A refusal by the server is a Status.
	Open(path string, o Opening) (Handle, error)
	// Clock tells the client the time from now on, which is that of the machine otherwise.
	Clock(now func() time.Time)
	// Echo only asks for an answer: by then the client has received everything that the server sent before it.
	Echo() error
	// Break closes the connection as a machine does that loses power.
	Break()
}

// Opening says how to open a file.
type Opening struct {
	Access, Share Kinds
	Directory     bool
	DeleteOnClose bool
	// Create makes a new file, and fails if there is one.
	Create bool
	// Caching is what the client would like to cache; the handle's Caches is what it may cache.
	Caching Caching
}

// Handle is an open file or directory.
type Handle interface {
	Close() error
	// SetDeletePending marks the file for deletion, or removes the mark.
	SetDeletePending(pending bool) error
	// Rename gives the file another path in its share, which must be free.
	Rename(path string) error
	// Lock locks a range of bytes exclusively, or fails at once.
	Lock(from, n uint64) error
	// Read reads at most n bytes from the beginning, and Write writes there.
	Read(n int) ([]byte, error)
	Write(data []byte) error
	// Watch waits until something in the directory changes, and returns the names of what changed, if the
	// server says them. It calls sent once the request is on its way.
	Watch(sent func()) ([]string, error)
	// Caches is what the server allowed the client to cache when it opened the file.
	Caches() Caching
	// Breaks delivers the breaks of the handle's cache as they arrive, and Broken lists them so far.
	Breaks() <-chan Break
	Broken() []Break
	// Acknowledge tells the server that the client now keeps at most this.
	Acknowledge(keeps Caching) error
}

// Dialer logs in over a connection and connects to a share. It closes the connection on failure.
type Dialer func(conn net.Conn, who Login, share string) (Client, error)

var dialer Dialer

// Register names the client that this program links. It is called when the program starts.
func Register(d Dialer) { dialer = d }

// Dial connects by the client that this program links.
func Dial(conn net.Conn, who Login, share string) (Client, error) {
	if dialer == nil {
		conn.Close()
		return nil, errors.New("connect over SMB: no client for it is linked into this program")
	}
	return dialer(conn, who, share)
}
