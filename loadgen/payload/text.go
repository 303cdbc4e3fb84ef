package payload

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// MinText is the length of the shortest body in text form.
const MinText = Min / 3 * 4

// text is the alphabet of bodies in messages and in properties of entities. None
// of its characters needs escaping.
var text = base64.RawURLEncoding.Strict()

// FillText appends the body that carries value in text form. Its length is size
// rounded up to a multiple of four, and at least MinText.
func FillText(dst []byte, size int, run string, value uint64) []byte {
	groups := (max(size, MinText) + 3) / 4
	dst = slices.Grow(dst, groups*7)
	end := len(dst) + groups*4
	bare := Fill(dst[end:end], groups*3, run, value) // in the space after it
	text.Encode(dst[len(dst):end], bare)
	return dst[:end]
}

// VerifyText is Verify for a body in text form.
func VerifyText(body []byte, run string) (value uint64, err error) {
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	var malformed error
	*b, malformed = text.AppendDecode((*b)[:0], body)
	if value, err = Verify(*b, run); malformed != nil {
		kind := ErrForeign
		if errors.Is(err, ErrTorn) {
			kind = ErrTorn
		}
		err = fmt.Errorf("%w: %w", kind, malformed)
	}
	return value, err
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}
