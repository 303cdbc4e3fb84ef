package cli

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/reference"
)

// accountsVariable is the variable that names an emulator's accounts and their keys.
const accountsVariable = "AZURITE_ACCOUNTS"

// databaseVariable is the variable that makes Azurite keep its data in a database.
const databaseVariable = "AZURITE_DB"

// emulatedPattern is what can stand as an account in a path. Azurite takes every name.
var emulatedPattern = regexp.MustCompile(`^[^/?#%\s\pC]+$`)

// emulated is an account with its keys.
type emulated struct{ name, key, second string }

// parseAccounts reads NAME:KEY or NAME:KEY:KEY, separated by semicolons. Without any it returns the account that all
// emulators have. Errors contain no key.
func parseAccounts(text string) (out []emulated, err error) {
	const form = "NAME:KEY;NAME:KEY:KEY, the keys in base64"
	for i, part := range strings.Split(strings.TrimSpace(text), ";") {
		if part == "" {
			continue
		}
		fields := strings.Split(part, ":")
		if len(fields) < 2 || len(fields) > 3 {
			return nil, usagef(form, "account %d of %s is malformed", i+1, accountsVariable)
		}
		e := emulated{name: fields[0], key: fields[1]}
		if len(fields) == 3 {
			e.second = fields[2]
		}
		switch {
		case !emulatedPattern.MatchString(e.name):
			return nil, usagef("letters and digits are safe everywhere", "account %d of %s has an invalid name", i+1, accountsVariable)
		case slices.ContainsFunc(out, func(o emulated) bool { return o.name == e.name }):
			return nil, usagef(form, "%s names the account %s twice", accountsVariable, e.name)
		case reference.ValidKey(e.key) != nil, e.second != "" && reference.ValidKey(e.second) != nil:
			return nil, usagef(form, "a key of the account %s in %s is not base64", e.name, accountsVariable)
		}
		out = append(out, e)
	}
	if out == nil {
		out = []emulated{{name: reference.DefaultAccount, key: reference.DefaultKey}}
	}
	return out, nil
}

// whyIdle says why a flag means nothing; empty for a flag that does mean something.
func whyIdle(name string) string {
	if strings.HasSuffix(name, keepAlive) {
		name = keepAlive
	}
	return azuriteIdle[name]
}

// idleFlags lists the given flags that mean nothing.
func idleFlags(cmd *cobra.Command) (names []string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if whyIdle(f.Name) != "" {
			names = append(names, f.Name)
		}
	})
	return names
}
