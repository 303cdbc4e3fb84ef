package smb_test

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"ifmatch/reference/handles"
	"ifmatch/reference/smb"
	"ifmatch/reference/store/files"
)

// header returns the header of an SMB 2 request, by a client that is logged in and has a tree.
func header(command byte, session uint64) []byte {
	h := make([]byte, 64)
	copy(h, "\xfeSMB")
	h[4], h[6], h[12], h[14] = 64, 1, command, 1
	binary.LittleEndian.PutUint64(h[24:], 1<<20) // a message number that is not used yet
	binary.LittleEndian.PutUint32(h[36:], 1)     // the first tree
	binary.LittleEndian.PutUint64(h[40:], session)
	return h
}

// FuzzFrames sends arbitrary frames, before and after a client has logged in. The server must continue to serve others,
// and must stop when told to, with nothing left open.
func FuzzFrames(f *testing.F) {
	f.Add([]byte{}, byte(0), false)
	f.Add([]byte("\xfeSMB"), byte(0), false)
	f.Add([]byte("\xffSMBr\x00\x00\x00\x00"), byte(0), false)
	f.Add(header(0, 0), byte(0), false)
	for command := range byte(20) {
		body := make([]byte, 120)
		binary.LittleEndian.PutUint16(body, map[byte]uint16{5: 57, 6: 24, 8: 49, 9: 49, 14: 33, 16: 41, 17: 33, 11: 57}[command])
		f.Add(body, command, true)
		for i := range body[2:] {
			body[2+i] = 0xff
		}
		f.Add(body, command, true)
	}
	f.Fuzz(func(t *testing.T, body []byte, command byte, loggedIn bool) {
		s := start(t, smb.Options{})
		s.put(t, "file")
		honest := dial(t, s, nil)
		held := honest.must(t, "file", opening{access: handles.Read, share: handles.All})
		frame := body
		var wire net.Conn
		if loggedIn {
			hostile := dial(t, s, nil)
			hostile.must(t, "file", opening{access: handles.Read, share: handles.All})
			wire, frame = hostile.wire.last, append(header(command, hostile.SessionID()), body...)
		} else {
			p := piped{server: s.server}
			if _, err := p.Dial("", ""); err != nil {
				t.Fatal(err)
			}
			wire = p.last
			go func() { // the sender must read the answers
				_ = wire.SetReadDeadline(time.Now().Add(5 * time.Second))
				for b := make([]byte, 4096); ; {
					if _, err := wire.Read(b); err != nil {
						return
					}
				}
			}()
		}
		_ = wire.SetWriteDeadline(time.Now().Add(5 * time.Second))
		_, _ = wire.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(frame))), frame...)) // the server may hang up
		if _, err := held.ReadFile(make([]byte, 1), 0); err != nil && !errors.Is(err, io.EOF) {
			t.Errorf("another client reads: %v", err)
		}
		_ = wire.Close()
		if err := held.CloseFile(); err != nil {
			t.Errorf("another client closes its file: %v", err)
		}
		closed := make(chan struct{})
		go func() { s.server.Close(); close(closed) }()
		select {
		case <-closed:
		case <-time.After(20 * time.Second):
			t.Fatal("the server does not end")
		}
		s.look(t, func(tree *files.Tree) {
			if tree.Handles.Len() != 0 {
				t.Errorf("%d handles are left", tree.Handles.Len())
			}
		})
	})
}
