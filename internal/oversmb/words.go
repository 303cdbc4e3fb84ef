package oversmb

import (
	"fmt"
	"strings"
)

// Kinds are kinds of access: those that a handle has, or those that it shares with other handles.
type Kinds uint8

// The kinds, numbered as share modes are. A handle with none of them can only read attributes.
const (
	None Kinds = 0
	Read Kinds = 1 << (iota - 1)
	Write
	Delete
)

var kinds = [...]struct {
	bit  Kinds
	name string
}{{Read, "Read"}, {Write, "Write"}, {Delete, "Delete"}}

// ParseKinds reads the documents' words: None, Read/Write.
func ParseKinds(text string) (k Kinds, err error) {
	if text == "None" {
		return None, nil
	}
	for word := range strings.SplitSeq(text, "/") {
		known := false
		for _, one := range kinds {
			if one.name == word && k&one.bit == 0 {
				k, known = k|one.bit, true
			}
		}
		if !known {
			return 0, fmt.Errorf("%q is not None, nor of the form Read/Write/Delete", text)
		}
	}
	return k, nil
}

// String writes the documents' words.
func (k Kinds) String() string {
	var words []string
	for _, one := range kinds {
		if k&one.bit != 0 {
			words = append(words, one.name)
		}
	}
	if len(words) == 0 {
		return "None"
	}
	return strings.Join(words, "/")
}

// Status is the NTSTATUS with which a server refused a request.
type Status uint32

// The statuses that the documents name, and those with which a server says that it lacks something.
// FILE-GOSMB-03
const (
	SharingViolation Status = 0xC0000043
	DeletePending    Status = 0xC0000056
	LockNotGranted   Status = 0xC0000055
	NotSupported     Status = 0xC00000BB
	InvalidRequest   Status = 0xC0000010
	NotImplemented   Status = 0xC0000002
	NotFound         Status = 0xC0000034
	Closed           Status = 0xC0000128
	accessDenied     Status = 0xC0000022
	cannotDelete     Status = 0xC0000121
)

// ok is the word of sentences for no refusal.
const ok = "ok"

var statuses = map[Status]string{
	0:                ok,
	SharingViolation: "STATUS_SHARING_VIOLATION",
	DeletePending:    "STATUS_DELETE_PENDING",
	LockNotGranted:   "STATUS_LOCK_NOT_GRANTED",
	NotSupported:     "STATUS_NOT_SUPPORTED",
	NotFound:         "STATUS_OBJECT_NAME_NOT_FOUND",
	accessDenied:     "STATUS_ACCESS_DENIED",
	cannotDelete:     "STATUS_CANNOT_DELETE",
	Closed:           "STATUS_FILE_CLOSED",
}

// String is Microsoft's name, or the number.
func (s Status) String() string {
	if name := statuses[s]; name != "" {
		return name
	}
	return fmt.Sprintf("NTSTATUS 0x%08X", uint32(s))
}

// Error is String: a refusal is an error for a caller that did not expect it.
func (s Status) Error() string { return s.String() }

// ParseStatus reads the expected status of a sentence; ok is 0.
func ParseStatus(text string) (Status, error) {
	for s, name := range statuses {
		if name == text {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q is neither %s nor a status of SMB that is known here", text, ok)
}
