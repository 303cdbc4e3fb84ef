package target

import (
	"net"
	"net/url"
	"strings"
)

// loopbackHost reports whether host, without a port, is on this machine,
// judging only by its name: names are not looked up.
func loopbackHost(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") { // RFC 6761 reserves both
		return true
	}
	host, _, _ = strings.Cut(host, "%") // an IPv6 zone
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// loopbackURL is loopbackHost for an endpoint.
func loopbackURL(endpoint string) bool {
	u, err := url.Parse(endpoint)
	return err == nil && loopbackHost(u.Hostname())
}
