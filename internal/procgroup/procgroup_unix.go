//go:build unix

package procgroup

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
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

// PeakMemory is how many bytes of memory the process of cmd, which has ended, had at
// most, without those of its children; 0 where that is not known.
func PeakMemory(cmd *exec.Cmd) int64 {
	if cmd.ProcessState == nil {
		return 0
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return usage.Maxrss
	}
	return usage.Maxrss << 10 // the others count kilobytes
}
