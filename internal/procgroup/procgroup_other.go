//go:build !unix

package procgroup

import (
	"os"
	"os/exec"
)

func newGroup(*exec.Cmd) {}

// PeakMemory is not known here.
func PeakMemory(*exec.Cmd) int64 { return 0 }

// Signal ends cmd: systems without process groups know no gentler way.
func Signal(cmd *exec.Cmd, _ os.Signal) error { return cmd.Process.Kill() }
