package smbclient

import (
	"net"

	"ifmatch/internal/oversmb"
)

func init() {
	oversmb.Register(func(conn net.Conn, who Login, share string) (oversmb.Client, error) {
		c, err := Dial(conn, who, share)
		if err != nil {
			return nil, err
		}
		return speaker{c}, nil
	})
}

// speaker is a client for the sentences of the suite.
type speaker struct{ *Client }

// Open is that of Client.
func (s speaker) Open(path string, o Opening) (oversmb.Handle, error) {
	h, err := s.Client.Open(path, o)
	if err != nil {
		return nil, err
	}
	return h, nil
}
