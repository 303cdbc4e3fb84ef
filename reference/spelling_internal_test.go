package reference

import (
	"maps"
	"strings"
	"testing"
)

// FuzzSpelling checks that names are learnt alike wherever a read ends, and no more names than there is room for.
func FuzzSpelling(f *testing.F) {
	f.Add("PUT / HTTP/1.1\r\nX-Ms-Meta-FooBar: 1\r\n\r\nbody\nx-ms-meta-Other:", 20)
	f.Add("x-ms-meta-:\nx-ms-meta-A\nx-ms-meta-"+strings.Repeat("A", 300)+":", 3)
	f.Fuzz(func(t *testing.T, text string, at int) {
		if at < 0 || at > len(text) {
			return
		}
		var whole, parts spelledConn
		whole.look([]byte(text))
		parts.look([]byte(text[:at]))
		parts.look([]byte(text[at:]))
		if !maps.Equal(whole.names, parts.names) || len(whole.names) > maxSpelledKept {
			t.Errorf("%q holds %v, cut at %d %v", text, whole.names, at, parts.names)
		}
		for name, spelled := range whole.names {
			if len(spelled) > maxSpelled || strings.ToLower(spelled) != name {
				t.Errorf("%q is spelled %q", name, spelled)
			}
		}
	})
}
