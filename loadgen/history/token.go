package history

import "strconv"

// Token stands for an ETag, a pop receipt, a lease id or a position: equal tokens
// of one history are equal texts, and the text of every token can be had back
// from the history's Dictionary. The common forms (0x8DC…, W/"datetime'…'", a
// number) are packed exactly, the others are entered in the dictionary.
type Token uint64

// None is the absence of a token.
const None Token = 0

// form is how a token stands for its text; it takes the top four bits, and what
// follows is the form's own. A text has one form only, the one that gives back
// exactly what went in: "0x08D" or "0x8dc" are entered in the dictionary.
type form uint64

const (
	entered   form = iota // a number in the dictionary
	quotedHex             // "0x8DC…" as it stands in a header, up to 15 digits
	bareHex               // 0x8DC… as it stands in listings
	instant               // W/"datetime'2026-11-21T12%3A55%3A42.123Z'" without zeros at the end of the fraction
	instant7              // the same with seven digits, of which the last is a zero
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

// maxPosition keeps packed numbers to 18 digits.
const maxPosition = 1e18

// pack finds the token of a text of a common form. Lease ids are the dictionary's,
// because they belong to a run.
func pack(text string) (Token, bool) {
	switch c := text[0]; {
	case c == '"':
		if n := len(text) - 1; n >= 1 && text[n] == '"' {
			return packHex(quotedHex, text[1:n])
		}
	case c == 'W':
		return packInstant(text)
	case c == '0' && len(text) > 1:
		return packHex(bareHex, text)
	case c >= '0' && c <= '9':
		return packNumber(text)
	}
	return None, false
}

// packHex packs 0x and up to 15 upper-case digits of which the first is no zero.
func packHex(f form, text string) (Token, bool) {
	const prefix = 2
	if len(text) <= prefix || len(text) > prefix+formShift/4 || text[0] != '0' || text[1] != 'x' {
		return None, false
	}
	if text[prefix] == '0' && len(text) > prefix+1 {
		return None, false
	}
	var v uint64
	for i := prefix; i < len(text); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			v = v<<4 | uint64(c-'0')
		case c >= 'A' && c <= 'F':
			v = v<<4 | uint64(c-'A'+10)
		default:
			return None, false
		}
	}
	return f.token(v), true
}

func appendHex(b []byte, v uint64) []byte {
	b = append(b, "0x"...)
	from := len(b)
	b = strconv.AppendUint(b, v, 16)
	for i := from; i < len(b); i++ {
		if b[i] >= 'a' {
			b[i] -= 'a' - 'A'
		}
	}
	return b
}

// packNumber packs decimal digits of which the first is no zero unless it is
// alone.
func packNumber(text string) (Token, bool) {
	if len(text) > 18 || text[0] == '0' && len(text) > 1 {
		return None, false
	}
	var v uint64
	for i := range len(text) {
		c := text[i]
		if c < '0' || c > '9' {
			return None, false
		}
		v = v*10 + uint64(c-'0')
	}
	return number.token(v), true
}

// appendText appends the text of a packed token. It does nothing for one that is
// entered or of no known form.
func (t Token) appendText(b []byte, run uint32) []byte {
	v := t.rest()
	switch t.form() {
	case quotedHex:
		return append(appendHex(append(b, '"'), v), '"')
	case bareHex:
		return appendHex(b, v)
	case instant, instant7:
		return appendInstant(b, v, t.form() == instant7)
	case number:
		return strconv.AppendUint(b, v, 10)
	case leaseID:
		return appendLeaseID(b, run, v)
	}
	return b
}
