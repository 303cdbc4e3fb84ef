package files

import "strings"

// Attributes are the file system attributes of a file or directory, with the bits of SMB.
type Attributes uint32

// The attributes that the service knows.
const (
	ReadOnly          Attributes = 0x1
	Hidden            Attributes = 0x2
	System            Attributes = 0x4
	Directory         Attributes = 0x10
	Archive           Attributes = 0x20
	Temporary         Attributes = 0x100
	Offline           Attributes = 0x1000
	NotContentIndexed Attributes = 0x2000
	NoScrubData       Attributes = 0x20000
)

// attributes are the names of the attributes, in the order in which they are shown. // D:Create File
var attributes = [...]struct {
	name string
	bit  Attributes
}{
	{"ReadOnly", ReadOnly}, {"Hidden", Hidden}, {"System", System}, {"Directory", Directory}, {"Archive", Archive},
	{"Temporary", Temporary}, {"Offline", Offline}, {"NotContentIndexed", NotContentIndexed}, {"NoScrubData", NoScrubData},
}

const noAttributes = "None"

// ParseAttributes reads names separated by bars, or the word for no attributes.
func ParseAttributes(text string) (a Attributes, ok bool) {
	if strings.EqualFold(strings.TrimSpace(text), noAttributes) {
		return 0, true
	}
	for part := range strings.SplitSeq(text, "|") {
		bit, known := attribute(strings.TrimSpace(part))
		if !known {
			return 0, false
		}
		a |= bit
	}
	return a, true
}

func attribute(name string) (Attributes, bool) {
	for _, known := range attributes {
		if strings.EqualFold(name, known.name) {
			return known.bit, true
		}
	}
	return 0, false
}

// String writes the names in the form that ParseAttributes reads.
func (a Attributes) String() string {
	var names []string
	for _, known := range attributes {
		if a&known.bit != 0 {
			names = append(names, known.name)
		}
	}
	if len(names) == 0 {
		return noAttributes
	}
	return strings.Join(names, " | ")
}
