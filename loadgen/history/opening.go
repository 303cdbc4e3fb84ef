package history

import "strings"

// OverSMB begins the names of operations that are not requests over HTTP.
const OverSMB = "SMB "

// Kinds of access to a file, as SMB numbers them: those of a handle, or those that it shares.
const (
	ReadAccess uint8 = 1 << iota
	WriteAccess
	DeleteAccess
	AllAccess = ReadAccess | WriteAccess | DeleteAccess
)

// OpeningAs is the Arg of an Opening with some kinds of access, which shares others.
func OpeningAs(access, share uint8) int64 { return int64(access&AllAccess) | int64(share&AllAccess)<<3 }

// OpeningOf returns the kinds of access in an Opening's Arg, and the kinds that it shares.
func OpeningOf(arg int64) (access, share uint8) {
	return uint8(arg) & AllAccess, uint8(arg>>3) & AllAccess
}

// KindsText writes kinds of access as the documents do: "Read/Write", "None".
func KindsText(kinds uint8) string {
	var out []string
	for i, name := range [...]string{"Read", "Write", "Delete"} {
		if kinds&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		return "None"
	}
	return strings.Join(out, "/")
}
