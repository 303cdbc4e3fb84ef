package files_test

import (
	"testing"

	"ifmatch/reference/store/files"
)

func TestReserved(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"CON", "con", "Prn", "AUX", "nul", "CLOCK$", "clock$", "LPT1", "lpt9", "COM1", "com9"} {
		if !files.Reserved(name) {
			t.Errorf("%q is free", name)
		}
	}
	for _, name := range []string{"", "c", "CO", "CONS", "CLOCK", "COM", "COM0", "COM10", "LPT", "lpta", "con.txt", "\u212aON", "XPT1"} {
		if files.Reserved(name) {
			t.Errorf("%q is reserved", name)
		}
	}
}
