package sdk

import (
	"strings"
	"testing"
)

// FuzzScrub looks for a text in which the value of a signature survives.
func FuzzScrub(f *testing.F) {
	for _, s := range []string{"GET http://h/c?sp=r&", "", "a'", "?SIG=x&", "\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, around string) {
		const secret = "c2VjcmV0%2Bsignature%3D"
		if text := scrub(around + "&sig=" + secret + "&" + around); strings.Contains(text, secret) != strings.Contains(around, secret) {
			t.Errorf("%q keeps the signature", text)
		}
	})
}
