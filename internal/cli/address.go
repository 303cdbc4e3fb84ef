package cli

import (
	"errors"
	"io/fs"
	"net"
	"strconv"
	"syscall"
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

// refused says why a service cannot listen, and what to do.
func refused(service string, err error) error {
	free := "--" + service + "-addr 127.0.0.1:0 picks a free port"
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return unknown("another server is using it; "+free, err)
	case errors.Is(err, fs.ErrPermission):
		return unknown("ports below 1024 may need more rights; "+free, err)
	}
	return unknown("", err)
}
