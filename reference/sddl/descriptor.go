package sddl

// descriptor is a security descriptor. A nil list or an empty SID is absent.
type descriptor struct {
	owner, group sid
	dacl, sacl   *acl
}

// acl is an access control list.
type acl struct {
	control uint16 // its flags, as the bits that those of the DACL have in the header
	null    bool   // there is no list, which grants everything
	entries []ace
}

// ace is an entry of an access control list.
type ace struct {
	kind, flags byte
	mask        uint32
	sid         sid
}

// sid is a security identifier in binary form.
type sid string

// Bits of the control field in the header. Those of the SACL are twice those of the DACL, except for presence.
const (
	daclPresent   = 0x0004
	saclPresent   = 0x0010
	autoRequired  = 0x0100
	autoInherited = 0x0400
	protected     = 0x1000
	selfRelative  = 0x8000

	listFlags = autoRequired | autoInherited | protected
)

// word is a short name in the text, and its number.
type word struct {
	name  string
	value uint32
}

// controls are the flags of a list.
var controls = []word{{"P", protected}, {"AR", autoRequired}, {"AI", autoInherited}}

// noAccessControl stands for a list that is null.
const noAccessControl = "NO_ACCESS_CONTROL"

// kinds are the kinds of entries without object GUIDs.
var kinds = []word{{"A", 0x00}, {"D", 0x01}, {"AU", 0x02}, {"AL", 0x03}, {"ML", 0x11}}

// flags are the flags of an entry.
var flags = []word{{"OI", 0x01}, {"CI", 0x02}, {"NP", 0x04}, {"IO", 0x08}, {"ID", 0x10}, {"SA", 0x40}, {"FA", 0x80}}

// wholes are names of whole access masks.
var wholes = []word{
	{"FA", 0x1f01ff}, {"FR", 0x120089}, {"FW", 0x120116}, {"FX", 0x1200a0},
	{"KA", 0xf003f}, {"KR", 0x20019}, {"KW", 0x20006}, {"KX", 0x20019},
}

// rights are names of single bits of an access mask, in the order in which they are shown.
var rights = []word{
	{"RP", 0x10}, {"WP", 0x20}, {"CC", 0x1}, {"DC", 0x2}, {"LC", 0x4}, {"SW", 0x8}, {"LO", 0x80}, {"DT", 0x40}, {"CR", 0x100},
	{"RC", 0x20000}, {"SD", 0x10000}, {"WD", 0x40000}, {"WO", 0x80000},
	{"GA", 0x10000000}, {"GR", 0x80000000}, {"GW", 0x40000000}, {"GX", 0x20000000},
}

// aliases are names of well-known SIDs.
var aliases = []struct{ name, sid string }{
	{"WD", "S-1-1-0"}, {"CO", "S-1-3-0"}, {"CG", "S-1-3-1"}, {"OW", "S-1-3-4"},
	{"NU", "S-1-5-2"}, {"IU", "S-1-5-4"}, {"SU", "S-1-5-6"}, {"AN", "S-1-5-7"}, {"ED", "S-1-5-9"}, {"PS", "S-1-5-10"},
	{"AU", "S-1-5-11"}, {"RC", "S-1-5-12"}, {"SY", "S-1-5-18"}, {"LS", "S-1-5-19"}, {"NS", "S-1-5-20"}, {"WR", "S-1-5-33"},
	{"BA", "S-1-5-32-544"}, {"BU", "S-1-5-32-545"}, {"BG", "S-1-5-32-546"}, {"PU", "S-1-5-32-547"}, {"AO", "S-1-5-32-548"},
	{"SO", "S-1-5-32-549"}, {"PO", "S-1-5-32-550"}, {"BO", "S-1-5-32-551"}, {"RE", "S-1-5-32-552"}, {"RU", "S-1-5-32-554"},
	{"RD", "S-1-5-32-555"}, {"NO", "S-1-5-32-556"}, {"MU", "S-1-5-32-558"}, {"LU", "S-1-5-32-559"},
	{"AC", "S-1-15-2-1"}, {"LW", "S-1-16-4096"}, {"ME", "S-1-16-8192"}, {"HI", "S-1-16-12288"}, {"SI", "S-1-16-16384"},
}
