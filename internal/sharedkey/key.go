package sharedkey

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
)

// Key is an account's name and key. Printing it never shows the key.
type Key struct {
	account string
	secret  []byte
}

// New reads an account key in base64, as portals and connection strings give it. Its errors do not
// show the key.
func New(account, base64key string) (*Key, error) {
	if account == "" {
		return nil, errors.New("read the account key: the account has no name, and every signature names it")
	}
	secret, err := base64.StdEncoding.DecodeString(base64key)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the key of account %q: it is not base64, copy it whole, with the = at its end", account)
	case len(secret) == 0:
		return nil, fmt.Errorf("read the key of account %q: it is empty", account)
	}
	return &Key{account: account, secret: secret}, nil
}

// Format prints the account instead of the key, with any verb.
func (k *Key) Format(f fmt.State, _ rune) {
	if k == nil {
		_, _ = io.WriteString(f, "no key")
		return
	}
	_, _ = fmt.Fprintf(f, "key of account %q", k.account)
}

// Signer makes a signer for one goroutine.
func (k *Key) Signer() *Signer {
	s := &Signer{mac: hmac.New(sha256.New, k.secret)}
	s.credential = "SharedKey " + k.account + ":"
	s.resource = "/" + k.account
	// The first Reset stores the state after the key's blocks; later ones restore it instead of
	// hashing the key again.
	s.mac.Reset()
	return s
}
