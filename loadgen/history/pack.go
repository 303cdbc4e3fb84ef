package history

import (
	"strconv"
)

// maxPosition keeps packed numbers to 18 digits.
const maxPosition = 1e18

// pack finds the token of a text of a common form. Lease ids are left to the dictionary,
// because they depend on the run.
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

// packHex packs 0x and up to 15 upper-case digits, without a leading zero.
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

// packNumber packs decimal digits without a leading zero, or a single zero.
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

// appendText appends the text of a packed token. It appends nothing for a token that is entered
// in the dictionary, or of no known form.
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
