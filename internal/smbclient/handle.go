package smbclient

import (
	"encoding/binary"

	protocol "github.com/jfjallid/go-smb/smb"
)

// Handle is something that a client has open.
type Handle struct {
	client *Client
	id     []byte
	cache  *cache // nil: none was asked for
}

// Close closes it.
func (h *Handle) Close() error {
	q, err := h.client.conn.NewCloseReq(h.client.share, h.id)
	if err != nil {
		return err
	}
	_, err = h.client.ask(q.MarshalBinary())
	return err
}

// SetDeletePending marks the file for deletion, or takes the mark back. FILE-GOSMB-02
func (h *Handle) SetDeletePending(pending bool) error {
	value := []byte{0}
	if pending {
		value[0] = 1
	}
	q, err := h.client.conn.NewSetInfoReq(h.client.share, h.id)
	if err != nil {
		return err
	}
	q.InfoType, q.FileInfoClass, q.Buffer = protocol.OInfoFile, protocol.FileDispositionInformation, value
	_, err = h.client.ask(q.MarshalBinary())
	return err
}

// header begins a request that the library does not know, about what it knows: session and tree.
func (h *Handle) header(command uint16) ([]byte, error) {
	like, err := h.client.conn.NewSetInfoReq(h.client.share, h.id)
	if err != nil {
		return nil, err
	}
	q, err := like.MarshalBinary()
	if err != nil {
		return nil, err
	}
	binary.LittleEndian.PutUint16(q[12:], command)
	return q[:plainHeader], nil
}

// Lock locks a range of bytes for itself, or fails at once.
func (h *Handle) Lock(from, n uint64) error {
	const structure, exclusive, atOnce = 48, 0x2, 0x10
	q, err := h.header(protocol.CommandLock)
	if err != nil {
		return err
	}
	q = binary.LittleEndian.AppendUint16(q, structure)
	q = binary.LittleEndian.AppendUint16(q, 1)
	q = binary.LittleEndian.AppendUint32(q, 0)
	q = append(q, h.id...)
	q = binary.LittleEndian.AppendUint64(q, from)
	q = binary.LittleEndian.AppendUint64(q, n)
	q = binary.LittleEndian.AppendUint32(q, exclusive|atOnce)
	_, err = h.client.ask(binary.LittleEndian.AppendUint32(q, 0), nil)
	return err
}

// Read reads from the beginning, no more than n bytes.
func (h *Handle) Read(n int) ([]byte, error) {
	data := make([]byte, 0, n)
	for len(data) < n {
		q, err := h.client.conn.NewReadReq(h.client.share, h.id, min(uint32(n-len(data)), h.client.conn.MaxReadSize()), uint64(len(data)), 0)
		if err != nil {
			return data, err
		}
		answer, err := h.client.ask(q.MarshalBinary())
		if err == Status(protocol.StatusEndOfFile) {
			return data, nil
		} else if err != nil {
			return data, err
		}
		var r protocol.ReadRes
		if err := r.UnmarshalBinary(answer); err != nil {
			return data, unreadable(err)
		}
		if len(r.Buffer) == 0 {
			return data, nil
		}
		data = append(data, r.Buffer...)
	}
	return data, nil
}

// Write writes at the beginning.
func (h *Handle) Write(data []byte) error {
	for at := 0; at < len(data); {
		n := min(uint32(len(data)-at), h.client.conn.MaxWriteSize())
		q, err := h.client.conn.NewWriteReq(h.client.share, h.id, uint64(at), data[at:at+int(n)])
		if err != nil {
			return err
		}
		if _, err := h.client.ask(q.MarshalBinary()); err != nil {
			return err
		}
		at += int(n)
	}
	return nil
}
