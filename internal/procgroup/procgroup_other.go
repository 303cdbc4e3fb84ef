//go:build !unix

package procgroup

import (
	"os"
	"os/exec"
)

func newGroup(*exec.Cmd) {}

// Signal ends cmd: systems without process groups know no gentler way.
func Signal(cmd *exec.Cmd, _ os.Signal) error { return cmd.Process.Kill() }
