//go:build !unix

package procgroup

import (
	"os"
	"os/exec"
)

func newGroup(*exec.Cmd) {}

// PeakMemory is unknown here.
func PeakMemory(*exec.Cmd) int64 { return 0 }

// Signal kills cmd: systems without process groups have no gentler way.
func Signal(cmd *exec.Cmd, _ os.Signal) error { return cmd.Process.Kill() }
