package target

import (
	"net/url"
	"strings"
)

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
