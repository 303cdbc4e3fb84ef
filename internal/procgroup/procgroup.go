// Package procgroup runs a child process in a group of its own, so that it and
// whatever it started are told to end together, and nothing else is.
package procgroup

import (
	"os"
	"os/exec"
	"time"
)

// Isolate makes cmd start in a group of its own. A terminal's Ctrl-C then
// reaches only us: when cmd's context ends we pass sig on, and kill the group
// when it has not ended after grace. cmd must come from exec.CommandContext and
// not have been started.
func Isolate(cmd *exec.Cmd, sig os.Signal, grace time.Duration) {
	newGroup(cmd)
	cmd.Cancel = func() error { return Signal(cmd, sig) }
	cmd.WaitDelay = grace
}
