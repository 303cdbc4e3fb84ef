// Package handles is the table of open handles of a file share. It records what SMB clients have open, with which
// access and share mode, and which files are to be deleted on close. Requests over REST are checked against the same
// table, as openings that last as long as the request.
//
// A Table has no lock of its own. It is one state together with the files that it refers to, and the lock of those
// files must guard it. A check and a later action without the lock would let another open in between.
package handles

// Access is what a handle does with a file, or lets others do, as far as share modes consider it.
type Access uint8

// The kinds of access. None is the access of a handle that only reads or sets attributes: share modes ignore it.
const (
	None Access = 0
	Read Access = 1 << (iota - 1)
	Write
	Delete

	All = Read | Write | Delete
)

// The bits of an SMB access mask that matter here. // FILE-GOSMB-01
const (
	readData       = 0x1
	writeData      = 0x2
	appendData     = 0x4
	execute        = 0x20
	deleteIt       = 0x10000
	maximumAllowed = 1 << 25
	genericAll     = 1 << 28
	genericExecute = 1 << 29
	genericWrite   = 1 << 30
	genericRead    = 1 << 31
)

// AccessOf returns the kinds of access in the access mask of an SMB CREATE request. It ignores rights to attributes,
// and rights that concern only the handle.
func AccessOf(mask uint32) (a Access) {
	if mask&(genericAll|maximumAllowed) != 0 {
		return All
	}
	if mask&(readData|execute|genericRead|genericExecute) != 0 {
		a |= Read
	}
	if mask&(writeData|appendData|genericWrite) != 0 {
		a |= Write
	}
	if mask&deleteIt != 0 {
		a |= Delete
	}
	return a
}

// Agree reports whether two openings of one file can coexist: neither does what the other does not share.
// // FILE-SMB-09 FILE-SMB-10 FILE-SMB-11 FILE-SMB-12
func Agree(access, share, otherAccess, otherShare Access) bool {
	if access == None || otherAccess == None {
		return true
	}
	return access&^otherShare == 0 && otherAccess&^share == 0
}

// String returns the names of the kinds, as in lists of handles.
func (a Access) String() string {
	text := ""
	for _, k := range [...]struct {
		bit  Access
		name string
	}{{Read, "Read"}, {Write, "Write"}, {Delete, "Delete"}} {
		if a&k.bit != 0 {
			if text != "" {
				text += ", "
			}
			text += k.name
		}
	}
	if text == "" {
		return "None"
	}
	return text
}
