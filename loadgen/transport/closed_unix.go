//go:build unix

package transport

import "syscall"

// closedSocket looks into an idle socket without waiting. There should be nothing
// to read into the buffer: neither an end nor bytes.
func closedSocket(fd uintptr, buffer []byte) bool {
	_, err := syscall.Read(int(fd), buffer)
	return err != syscall.EAGAIN && err != syscall.EINTR
}
