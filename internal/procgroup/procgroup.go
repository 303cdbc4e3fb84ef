// Package procgroup runs a child process in its own process group, so that the child and its
// descendants are told to end together, and no other process is.
package procgroup

import (
	"bytes"
	"os"
	"os/exec"
	"time"
)

// Isolate makes cmd start in its own process group. A terminal's Ctrl-C then reaches only the
// parent. When cmd's context ends, sig is passed on to the group; the group is killed if it has
// not ended after grace. cmd must come from exec.CommandContext and must not have been started.
func Isolate(cmd *exec.Cmd, sig os.Signal, grace time.Duration) {
	newGroup(cmd)
	cmd.Cancel = func() error { return Signal(cmd, sig) }
	cmd.WaitDelay = grace
}

// LastLines returns the end of a program's output, where it reports errors.
func LastLines(said []byte) string {
	const enough = 2 << 10
	said = bytes.TrimSpace(said)
	return string(said[max(0, len(said)-enough):])
}
