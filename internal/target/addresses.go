package target

import (
	"net/url"
	"slices"
	"strings"
)

// The addresses of its services alone name an account that is used with Microsoft Entra ID:
//
//	https://ACCOUNT.blob.core.windows.net
//	https://ACCOUNT.blob.core.windows.net,https://ACCOUNT.queue.core.windows.net
//	blob=https://127.0.0.1:10000/devstoreaccount1

// isAddresses reports whether the text is a list of addresses, and not a connection string.
func isAddresses(spec string) bool {
	_, address := cutService(spec)
	return strings.Contains(address, "://") && !strings.ContainsAny(address[:strings.Index(address, "://")], "=;")
}

// cutService cuts the name of the service off the front of an address.
func cutService(text string) (Service, string) {
	name, address, found := strings.Cut(text, "=")
	if found && slices.Contains(Services, Service(name)) {
		return Service(name), address
	}
	return "", text
}

// parseAddresses parses the addresses. Its errors are of type *UsageError, and repeat nothing that may be a
// secret.
func parseAddresses(spec string) (Connection, error) {
	c := Connection{Endpoints: map[Service]string{}}
	for part := range strings.SplitSeq(spec, ",") {
		service, text := cutService(strings.TrimSpace(part))
		u, err := parseEndpoint("the address", text)
		switch {
		case err != nil:
			return Connection{}, err
		case u.RawQuery != "":
			return Connection{}, usagef("an address on the command line must not carry a shared access signature, which others can read there; put BlobEndpoint=ADDRESS into a file and say --target @FILE")
		case u.Scheme != "https":
			return Connection{}, usagef("an address alone is used with Microsoft Entra ID, which sends tokens over https only; with a key or a shared access signature put a connection string into a file and say --target @FILE")
		}
		if service == "" {
			service = serviceOf(u)
		}
		account := accountOf(u)
		switch {
		case service == "":
			return Connection{}, usagef("the address does not show which service it belongs to; put the service in front, as in blob=https://HOST/ACCOUNT")
		case c.Endpoints[service] != "":
			return Connection{}, usagef("the %s service has two addresses", service)
		case account == "":
			return Connection{}, usagef("the address of the %s service does not show the account; write https://HOST/ACCOUNT or https://ACCOUNT.%s.DOMAIN", service, service)
		case c.Credential.Account != "" && c.Credential.Account != account:
			return Connection{}, usagef("the addresses belong to different accounts, %s and %s", c.Credential.Account, account)
		}
		c.Credential.Account, c.Name = account, account
		u.Path = strings.TrimRight(u.Path, "/")
		c.Endpoints[service] = u.String()
	}
	return c, nil
}

// serviceOf derives the service from an address: from the second label of a host-style one, or from the port of an
// emulator.
func serviceOf(u *url.URL) Service {
	_, rest, _ := strings.Cut(u.Hostname(), ".")
	label, _, _ := strings.Cut(rest, ".")
	for _, a := range addresses {
		if label == string(a.service) || u.Port() == a.port {
			return a.service
		}
	}
	return ""
}
