package serving

import (
	"regexp"
	"slices"
	"strings"

	"ifmatch/internal/exit"
	"ifmatch/reference"
)

// AccountsVariable is the variable that names an emulator's accounts and their keys.
const AccountsVariable = "AZURITE_ACCOUNTS"

// DatabaseVariable is the variable that makes Azurite keep its data in a database.
const DatabaseVariable = "AZURITE_DB"

// emulatedPattern is what can stand as an account in a path. Azurite takes every name.
var emulatedPattern = regexp.MustCompile(`^[^/?#%\s\pC]+$`)

// Account is an account with its keys.
type Account struct{ Name, Key, Second string }

// Accounts reads NAME:KEY or NAME:KEY:KEY, separated by semicolons. Without any it returns the account that all
// emulators have. Errors contain no key.
func Accounts(text string) (out []Account, err error) {
	const form = "NAME:KEY;NAME:KEY:KEY, the keys in base64"
	for i, part := range strings.Split(strings.TrimSpace(text), ";") {
		if part == "" {
			continue
		}
		fields := strings.Split(part, ":")
		if len(fields) < 2 || len(fields) > 3 {
			return nil, exit.Wrongf(form, "account %d of %s is malformed", i+1, AccountsVariable)
		}
		e := Account{Name: fields[0], Key: fields[1]}
		if len(fields) == 3 {
			e.Second = fields[2]
		}
		switch {
		case !emulatedPattern.MatchString(e.Name):
			return nil, exit.Wrongf("letters and digits are safe everywhere", "account %d of %s has an invalid name", i+1, AccountsVariable)
		case slices.ContainsFunc(out, func(o Account) bool { return o.Name == e.Name }):
			return nil, exit.Wrongf(form, "%s names the account %s twice", AccountsVariable, e.Name)
		case reference.ValidKey(e.Key) != nil, e.Second != "" && reference.ValidKey(e.Second) != nil:
			return nil, exit.Wrongf(form, "a key of the account %s in %s is not base64", e.Name, AccountsVariable)
		}
		out = append(out, e)
	}
	if out == nil {
		out = []Account{{Name: reference.DefaultAccount, Key: reference.DefaultKey}}
	}
	return out, nil
}
