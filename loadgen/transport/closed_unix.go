//go:build unix

package transport

import "syscall"

// closedSocket probes an idle socket without waiting. There should be nothing to
// read into the buffer: no end of the stream and no bytes.
func closedSocket(fd uintptr, buffer []byte) bool {
	_, err := syscall.Read(int(fd), buffer)
	return err != syscall.EAGAIN && err != syscall.EINTR
}
