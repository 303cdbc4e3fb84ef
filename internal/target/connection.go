package target

import (
	"encoding/base64"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// setting is the name of one part of a connection string, in lower case.
type setting = string

// knownSettings are all settings allowed in a connection string, in Microsoft's
// spelling. Names are compared without regard to case.
var knownSettings = append(append([]string{
	"DefaultEndpointsProtocol", "AccountName", "AccountKey", "SharedAccessSignature", "EndpointSuffix",
}, endpointSettings()...), "UseDevelopmentStorage", "DevelopmentStorageProxyUri")

// publicCloud is the domain of accounts unless EndpointSuffix names another.
const publicCloud = "core.windows.net"

// ParseConnection parses a connection string that is not on a command line, so that it may contain any secret. Its
// errors are of type *UsageError and never contain one.
func ParseConnection(text string) (Connection, error) { return parseConnectionString(text) }

// parseConnectionString parses one connection string. Its errors are of type
// *UsageError. They name settings only by their official names, because the input
// may be a secret in the wrong place.
func parseConnectionString(text string) (Connection, error) {
	set, err := splitSettings(text)
	if err != nil {
		return Connection{}, err
	}
	if use, ok := set["usedevelopmentstorage"]; ok {
		return developmentStorage(set, use)
	}
	if _, ok := set["developmentstorageproxyuri"]; ok {
		return Connection{}, usagef("DevelopmentStorageProxyUri is allowed only with UseDevelopmentStorage=true")
	}
	c := Connection{Endpoints: map[Service]string{}}
	c.Credential.Account = set["accountname"]
	if err := addEndpoints(&c, set); err != nil {
		return Connection{}, err
	}
	if err := addCredential(&c, set); err != nil {
		return Connection{}, err
	}
	c.Name = c.Credential.Account
	return c, nil
}

// splitSettings separates the settings; it returns them by lower-case name.
func splitSettings(text string) (map[setting]string, error) {
	text = strings.TrimSpace(text)
	if n := len(text); n >= 2 && text[0] == text[n-1] && (text[0] == '"' || text[0] == '\'') {
		text = text[1 : n-1] // as in a shell or an .env file
	}
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		return nil, usagef("an address alone is not a connection string; write BlobEndpoint=ADDRESS, with the shared access signature in it")
	}
	set := map[setting]string{}
	number := 0
	for part := range strings.SplitSeq(text, ";") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		number++
		name, value, found := strings.Cut(part, "=")
		if !found {
			return nil, usagef("setting %d of the connection string has no =; write NAME=VALUE;NAME=VALUE", number)
		}
		official, err := officialName(strings.TrimSpace(name), number)
		if err != nil {
			return nil, err
		}
		value = strings.TrimSpace(value)
		lower := strings.ToLower(official)
		_, twice := set[lower]
		switch {
		case twice:
			return nil, usagef("%s occurs twice in the connection string", official)
		case value == "":
			return nil, usagef("%s is empty in the connection string", official)
		case strings.ContainsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }):
			return nil, usagef("%s contains white space; is a ; missing before the next setting?", official)
		}
		set[lower] = value
	}
	if len(set) == 0 {
		return nil, usagef("the connection string is empty")
	}
	return set, nil
}

func officialName(name string, number int) (string, error) {
	for _, k := range knownSettings {
		if strings.EqualFold(k, name) {
			return k, nil
		}
	}
	for _, k := range knownSettings {
		if similar(strings.ToLower(name), strings.ToLower(k)) {
			return "", usagef("setting %d of the connection string is unknown; did you mean %s?", number, k)
		}
	}
	return "", usagef("setting %d of the connection string is unknown; the known settings are %s", number, strings.Join(knownSettings, ", "))
}

// similar reports whether the texts differ by one letter that was added, lost,
// changed or swapped with its neighbour.
func similar(a, b string) bool {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// developmentStorage handles the shorthand for an emulator on its default ports, on
// this machine or at the host of DevelopmentStorageProxyUri.
func developmentStorage(set map[setting]string, use string) (Connection, error) {
	if !strings.EqualFold(use, "true") {
		return Connection{}, usagef("UseDevelopmentStorage can only be true; leave it out to name an account")
	}
	base := &url.URL{Scheme: "http", Host: "127.0.0.1"}
	for name := range set {
		switch name {
		case "usedevelopmentstorage":
		case "developmentstorageproxyuri":
			var err error
			if base, err = parseEndpoint("DevelopmentStorageProxyUri", set[name]); err != nil {
				return Connection{}, err
			}
			if base.RawQuery != "" || strings.Trim(base.Path, "/") != "" || base.Port() != "" {
				return Connection{}, usagef("DevelopmentStorageProxyUri takes a scheme and a host only, such as http://emulator: the ports are the emulator's own")
			}
		default:
			return Connection{}, usagef("UseDevelopmentStorage=true stands for account, key and endpoints; leave the other settings out, or leave it out")
		}
	}
	c := Connection{Name: DevelopmentAccount, Endpoints: map[Service]string{},
		Credential: Credential{Account: DevelopmentAccount, Key: DevelopmentKey}}
	for _, s := range addresses {
		if s.emulated {
			c.Endpoints[s.service] = base.Scheme + "://" + net.JoinHostPort(base.Hostname(), s.port) + "/" + DevelopmentAccount
		}
	}
	return c, nil
}

// addEndpoints fills in the addresses of the services, and a SAS from the address
// of one. Endpoints that are not written out follow from the account's name, unless
// others are written out. If a user names only a local emulator's blob endpoint,
// the other services must not lead to somebody's account in the cloud.
func addEndpoints(c *Connection, set map[setting]string) error {
	explicit := false
	for _, s := range addresses {
		text, ok := set[strings.ToLower(s.endpoint)]
		if !ok {
			continue
		}
		explicit = true
		u, err := parseEndpoint(s.endpoint, text)
		if err != nil {
			return err
		}
		if u.RawQuery != "" {
			sas, err := parseSAS(s.endpoint, u.RawQuery)
			if err != nil {
				return err
			}
			if c.Credential.SAS != "" && c.Credential.SAS != sas {
				return usagef("the endpoints carry different shared access signatures; use an account SAS that is valid for all of them, or one service at a time")
			}
			c.Credential.SAS = sas
			u.RawQuery = ""
		}
		account := accountOf(u)
		switch {
		case c.Credential.Account == "" && account == "":
			return usagef("AccountName is missing, and %s does not show it", s.endpoint)
		case c.Credential.Account == "":
			c.Credential.Account = account
		}
		u.Path = strings.TrimRight(u.Path, "/")
		c.Endpoints[s.service] = u.String()
	}
	suffix, suffixed := set["endpointsuffix"]
	scheme := strings.ToLower(set["defaultendpointsprotocol"])
	switch {
	case scheme == "":
		scheme = "https"
	case scheme != "http" && scheme != "https":
		return usagef("DefaultEndpointsProtocol must be http or https")
	}
	if explicit && !suffixed {
		return nil
	}
	if !suffixed {
		suffix = publicCloud
	}
	return addDefaultEndpoints(c, scheme, suffix)
}

// accountName is the documented rule for account names.
var accountName = regexp.MustCompile(`^[a-z0-9]{3,24}$`)

func addDefaultEndpoints(c *Connection, scheme, suffix string) error {
	suffix = strings.Trim(suffix, ".")
	if u, err := url.Parse(scheme + "://" + suffix); err != nil || suffix == "" || u.Host != suffix {
		return usagef("EndpointSuffix must be a domain such as %s", publicCloud)
	}
	account := c.Credential.Account
	switch {
	case account == "":
		return usagef("the connection string names no account: add AccountName, or an endpoint such as BlobEndpoint")
	case !accountName.MatchString(account):
		return usagef("AccountName must be 3 to 24 lower-case letters and digits")
	}
	for _, s := range addresses {
		if c.Endpoints[s.service] == "" {
			c.Endpoints[s.service] = scheme + "://" + account + "." + string(s.service) + "." + suffix
		}
	}
	return nil
}

func parseEndpoint(name, text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil: // the error repeats the address, perhaps with a SAS
		return nil, usagef("%s is not an address", name)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, usagef("%s must begin with http:// or https://", name)
	case u.Hostname() == "":
		return nil, usagef("%s has no host", name)
	case !validHost(u.Hostname()):
		return nil, usagef("%s names a host that cannot exist", name)
	case !validPort(u):
		return nil, usagef("%s has no port from 1 to 65535", name)
	case u.User != nil:
		return nil, usagef("%s must not carry user information", name)
	case u.Fragment != "":
		return nil, usagef("%s must not carry a fragment", name)
	}
	u.ForceQuery = false
	return u, nil
}

// validHost reports whether a host can be looked up: an IP address, or labels of
// letters, digits, dashes and underscores (which Docker gives to containers).
func validHost(host string) bool {
	return strings.Contains(host, ":") || hostName().MatchString(host) // url.Parse has checked IPv6
}

// hostName repeats up to 61 times, so it takes long to compile; only addresses need
// it.
var hostName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([0-9A-Za-z_]([0-9A-Za-z_-]{0,61}[0-9A-Za-z_])?)(\.[0-9A-Za-z_]([0-9A-Za-z_-]{0,61}[0-9A-Za-z_])?)*\.?$`)
})

// validPort reports whether the port, if there is one, can be connected to.
func validPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	n, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && n > 0
}

// accountOf derives the account's name from an endpoint: the first segment of a
// path-style address, the first label of a host-style one.
func accountOf(u *url.URL) string {
	if segment, _, _ := strings.Cut(strings.Trim(u.Path, "/"), "/"); segment != "" {
		return segment
	}
	host := u.Hostname()
	label, rest, dotted := strings.Cut(host, ".")
	if !dotted || rest == "" || net.ParseIP(host) != nil {
		return ""
	}
	return strings.TrimSuffix(label, "-secondary")
}

func addCredential(c *Connection, set map[setting]string) error {
	if text, ok := set["sharedaccesssignature"]; ok {
		sas, err := parseSAS("SharedAccessSignature", strings.TrimPrefix(text, "?"))
		if err != nil {
			return err
		}
		if c.Credential.SAS != "" && c.Credential.SAS != sas {
			return usagef("SharedAccessSignature and the one in an endpoint differ; leave one out")
		}
		c.Credential.SAS = sas
	}
	key, keyed := set["accountkey"]
	switch {
	case keyed && c.Credential.SAS != "":
		return usagef("both an account key and a shared access signature are given; leave one out")
	case keyed && set["accountname"] == "":
		return usagef("AccountKey needs AccountName")
	case keyed:
		if raw, err := base64.StdEncoding.DecodeString(key); err != nil || len(raw) == 0 {
			return usagef("AccountKey is not base64; copy the whole key, with the = at its end")
		}
		c.Credential.Key = Secret(key)
	case c.Credential.SAS == "":
		return usagef("the connection string has no credential: add AccountKey or SharedAccessSignature")
	}
	return nil
}

// parseSAS checks that query is a signed query string; place says where it was
// found.
func parseSAS(place, query string) (Secret, error) {
	values, err := url.ParseQuery(query)
	switch {
	case err != nil:
		return "", usagef("the shared access signature of %s is not a query string", place)
	case values.Get("sig") == "":
		return "", usagef("the shared access signature of %s has no sig; copy the whole query string", place)
	}
	for name, v := range values {
		if len(v) > 1 && slices.Contains([]string{"sig", "sv", "se", "sp"}, name) {
			return "", usagef("the shared access signature of %s has %s twice", place, name)
		}
	}
	return Secret(query), nil
}

// Connection is the addresses of an account, and the credential for it.
type Connection struct {
	// Name is the name of the target for people: "azurite" or the account.
	Name string
	// Endpoints holds the base URL of each offered service, without a trailing
	// slash and without a SAS.
	Endpoints  map[Service]string
	Credential Credential
}

// Loopback reports whether every endpoint is on this machine.
func (c Connection) Loopback() bool {
	for _, e := range c.Endpoints {
		if !loopbackURL(e) {
			return false
		}
	}
	return true
}
