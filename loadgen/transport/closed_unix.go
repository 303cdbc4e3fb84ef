//go:build unix

package transport

import "syscall"

// closedSocket looks into an idle socket without waiting. There should be nothing
// to read: neither an end nor bytes.
func closedSocket(fd uintptr) bool {
	var one [1]byte
	_, err := syscall.Read(int(fd), one[:])
	return err != syscall.EAGAIN && err != syscall.EINTR
}
