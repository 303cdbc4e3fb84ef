package cli

import (
	"net"
	"strconv"
)

// checkAddress refuses anything but an address to listen on, HOST:PORT.
func checkAddress(flag, address, instance string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return usagef("for instance --"+flag+" "+instance+"; port 0 picks a free one", "--%s %q is not HOST:PORT", flag, address)
	}
	return nil
}
