//go:build unix

package disk

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// lockFile opens a file that one process can have open. The lock ends with the process, however that ends.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case err == nil:
		_ = f.Truncate(0) // only for whoever finds the folder in use
		_, _ = f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
		return f, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		owner, _ := os.ReadFile(name)
		_ = f.Close()
		return nil, fmt.Errorf("%w (process %s)", ErrInUse, strings.TrimSpace(string(owner)))
	default:
		_ = f.Close()
		return nil, fmt.Errorf("locking %s: %w", name, err)
	}
}

// syncFolder makes the names in a folder survive a loss of power.
func syncFolder(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
