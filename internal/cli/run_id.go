package cli

import (
	"crypto/rand"
	"encoding/hex"
)

// newRunID is part of every name and body of one run. It never repeats, whatever the seed: two
// runs may share an account.
func newRunID() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
