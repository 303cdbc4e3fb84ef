package history

// Token stands for an ETag, a pop receipt, a lease id or a position. In one history equal tokens
// mean equal texts, and the history's Dictionary returns the text of every token. Common forms
// (0x8DC…, W/"datetime'…'", a number) are packed exactly; the others are entered in the
// dictionary.
type Token uint64

// None is the absence of a token.
const None Token = 0

// form is how a token stands for its text. It takes the top four bits, and the rest depends on
// the form. A text has only one form, the one that returns the text exactly: "0x08D" and
// "0x8dc" are entered in the dictionary.
type form uint64

const (
	entered   form = iota // a number in the dictionary
	quotedHex             // "0x8DC…" as written in a header, up to 15 digits
	bareHex               // 0x8DC… as written in listings
	instant               // W/"datetime'2026-11-21T12%3A55%3A42.123Z'" without zeros at the end of the fraction
	instant7              // the same with seven digits, the last of which is zero
	number                // a position in decimal
	leaseID               // a lease id that LeaseID made in this run
)

const (
	formShift = 60
	restMask  = 1<<formShift - 1
)

func (f form) token(v uint64) Token { return Token(uint64(f)<<formShift | v) }

func (t Token) form() form   { return form(t >> formShift) }
func (t Token) rest() uint64 { return uint64(t) & restMask }
