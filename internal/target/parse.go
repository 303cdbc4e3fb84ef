package target

import (
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"

	"ifmatch/internal/wire"
)

// ConnectionVariable is the environment variable that `--target env` reads.
const ConnectionVariable = "AZURE_STORAGE_CONNECTION_STRING"

// ParseOptions replace the environment of Parse. The zero value uses the real one.
type ParseOptions struct {
	Getenv   func(string) string
	ReadFile func(string) ([]byte, error)
	// Tokens logs in with Microsoft Entra ID. Nil: logging in is not possible.
	Tokens func(getenv func(string) string) (Tokens, error)
}

// Parse parses the value of --target:
//
//	azurite             an emulator on this machine's default ports
//	env                 the connection string in AZURE_STORAGE_CONNECTION_STRING
//	@FILE               the connection string in a file
//	CONNECTION-STRING   a connection string without a secret in it
//	ADDRESS,ADDRESS     https addresses of services, used with Microsoft Entra ID
//
// Every user of the machine can read a command line, so a connection string on it
// may contain only the well-known development key. Errors are of type *UsageError
// and never contain a secret.
func Parse(spec string, o ParseOptions) (Connection, error) {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.ReadFile == nil {
		o.ReadFile = os.ReadFile
	}
	spec = strings.TrimSpace(spec)
	switch path, isFile := strings.CutPrefix(spec, "@"); {
	case isFile && path == "":
		return Connection{}, usagef("read the target: the file's name is missing after @")
	case isFile:
		text, err := o.ReadFile(path)
		if err != nil {
			// The error may repeat a connection string that was typed after the @.
			return Connection{}, usagef("read the target: %s", wire.Redact(err.Error()))
		}
		return parseFrom("the file "+wire.Redact(path), string(text))
	case spec == "env":
		return parseFrom(ConnectionVariable, o.Getenv(ConnectionVariable))
	case spec == "azurite":
		c, err := parseConnectionString("UseDevelopmentStorage=true")
		c.Name = "azurite"
		return c, err
	case !strings.Contains(spec, "=") && !strings.Contains(spec, "://"):
		return Connection{}, unknownTarget(spec)
	case isAddresses(spec):
		c, err := parseAddresses(spec)
		if err != nil {
			return c, fmt.Errorf("read the target: %w", err)
		}
		if o.Tokens == nil {
			return c, usagef("read the target: addresses alone are used with Microsoft Entra ID, which cannot be used here")
		}
		c.Credential.Tokens, err = o.Tokens(o.Getenv)
		return c, err
	}
	c, err := parseConnectionString(spec)
	if err != nil {
		return Connection{}, fmt.Errorf("read the target: %w", err)
	}
	if secret := c.Credential; secret.SAS != "" || secret.Key != DevelopmentKey {
		return Connection{}, usagef("read the target: a connection string with a secret must not be on the command line, where others can read it; " +
			"put it into a file and say --target @FILE, or into " + ConnectionVariable + " and say --target env")
	}
	return c, nil
}

// parseFrom parses the connection string from a place that may contain secrets.
func parseFrom(place, text string) (Connection, error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if text == "" {
		return Connection{}, usagef("read the target: %s is empty; it should hold a connection string", place)
	}
	c, err := parseConnectionString(text)
	if err != nil {
		return Connection{}, fmt.Errorf("read the target from %s: %w", place, err)
	}
	return c, nil
}

// quotable matches words that are too short and plain to be a secret.
var quotable = regexp.MustCompile(`^[a-z]{1,16}$`)

func unknownTarget(spec string) error {
	const choices = "choose reference, azurite, env, @FILE, a connection string or https addresses"
	switch {
	case spec == "":
		return usagef("read the target: it is empty; %s", choices)
	case quotable.MatchString(spec):
		return usagef("read the target: %q is unknown; %s", spec, choices)
	}
	return usagef("read the target: this is not a connection string; %s", choices)
}

// ParseText parses what a program, not a command line, names a target by:
//
//	a connection string, which may hold a secret
//	azurite              an emulator on this machine's default ports
//	http://127.0.0.1:PORT, with the account's name after it or without:
//	                     one service of an emulator on this machine, with the development account
//
// service is the one that an address alone is about; empty: an address alone does not suffice. Errors
// are of type *UsageError and never contain a secret.
func ParseText(text string, service Service) (Connection, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "azurite":
		return Parse(text, ParseOptions{})
	case strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://"):
		return parseLocal(text, service)
	}
	return parseFrom("the endpoint", text)
}

// parseLocal parses the address of one service of an emulator.
func parseLocal(text string, service Service) (Connection, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.RawQuery != "" || u.User != nil:
		return Connection{}, usagef("read the endpoint: it is not an address; give a connection string")
	case service == "":
		return Connection{}, usagef("read the endpoint: an address names one service, and this needs several; give a connection string")
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/" + DevelopmentAccount
	}
	c := Connection{Name: u.Host, Credential: Credential{Account: DevelopmentAccount, Key: DevelopmentKey},
		Endpoints: map[Service]string{service: strings.TrimRight(u.String(), "/")}}
	if !c.Loopback() || strings.Trim(u.Path, "/") != DevelopmentAccount {
		return Connection{}, usagef("read the endpoint: an address alone is the development account %s of an emulator on this machine; "+
			"for any other account give a connection string", DevelopmentAccount)
	}
	return c, nil
}
