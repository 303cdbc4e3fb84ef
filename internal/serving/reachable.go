package serving

import (
	"net"
	"net/url"
	"slices"

	"ifmatch/reference"
	"ifmatch/reference/operation"
)

// Reachable reports whether other machines may reach a service.
func Reachable(server *reference.Server) bool {
	return slices.ContainsFunc(reference.Services(), func(s operation.Service) bool {
		at, err := url.Parse(server.Endpoint(s))
		return err == nil && at.Host != "" && !Loopback(at.Hostname())
	})
}

func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
