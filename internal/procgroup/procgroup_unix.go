//go:build unix

package procgroup

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

func newGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Signal sends sig to the group of cmd, which must have been isolated and
// started and not yet waited for. It returns os.ErrProcessDone when nobody is left.
func Signal(cmd *exec.Cmd, sig os.Signal) error {
	number, ok := sig.(syscall.Signal)
	if !ok {
		return cmd.Process.Signal(sig)
	}
	if err := syscall.Kill(-cmd.Process.Pid, number); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return os.ErrProcessDone
}
