package smbclient

import (
	"encoding/binary"
	"fmt"
	"slices"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/unicode"
)

// The changes to watch for (MS-SMB2 2.2.35): names of files and directories, attributes, sizes and write times.
const watched = 0x1 | 0x2 | 0x4 | 0x8 | 0x10

// watchBuffer is room for more names than the suite makes.
const watchBuffer = 1 << 14

// tooMany is the status with which a server says that something has changed, but not what.
const tooMany Status = 0x0000010C

// Watch waits until something in the directory changes, and returns the names of what changed. No names: the server
// does not say which. It calls sent once the request is on its way; nothing else may be sent meanwhile.
func (h *Handle) Watch(sent func()) ([]string, error) {
	const structure = 32
	q, err := h.header(protocol.CommandChangeNotify)
	if err != nil {
		return nil, err
	}
	q = binary.LittleEndian.AppendUint16(q, structure)
	q = binary.LittleEndian.AppendUint16(q, 0)
	q = binary.LittleEndian.AppendUint32(q, watchBuffer)
	q = append(q, h.id...)
	q = binary.LittleEndian.AppendUint32(q, watched)
	h.client.tap.wrote.Store(&sent)
	answer, err := h.client.ask(binary.LittleEndian.AppendUint32(q, 0), nil)
	if err == tooMany {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return changed(answer)
}

// changed reads the names in an answer, each once (MS-FSCC 2.7.1).
func changed(answer []byte) (names []string, err error) {
	bad := fmt.Errorf("read the answer over SMB: it breaks off")
	if len(answer) < plainHeader+8 {
		return nil, bad
	}
	from, n := int(binary.LittleEndian.Uint16(answer[plainHeader+2:])), int(binary.LittleEndian.Uint32(answer[plainHeader+4:]))
	if n < 0 || from+n > len(answer) {
		return nil, bad
	}
	for list := answer[from : from+n]; len(list) > 0; {
		if len(list) < 12 {
			return names, bad
		}
		next, length := int(binary.LittleEndian.Uint32(list)), int(binary.LittleEndian.Uint32(list[8:]))
		if length < 0 || 12+length > len(list) || next > len(list) || next < 0 {
			return names, bad
		}
		name, err := unicode.FromUnicodeString(list[12 : 12+length])
		if err != nil {
			return names, fmt.Errorf("read the answer over SMB: %w", err)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if next == 0 {
			break
		}
		list = list[next:]
	}
	return names, nil
}
