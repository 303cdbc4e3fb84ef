// Package busy measures how long a process waited for a processor, so that a run can
// say why it took long. It stands alone between us and the kernel's figures.
package busy

import (
	"os"
	"time"

	"github.com/prometheus/procfs"
)

// Meter is where the threads of this process stood when it was made.
type Meter struct{ ran, waited time.Duration }

// Start makes a meter. Where the kernel gives no figures (anything but Linux) it
// measures nothing.
func Start() Meter {
	ran, waited := threads()
	return Meter{ran, waited}
}

// Waited is the share of the time since Start, from 0 to 1, that threads of this
// process which had something to do waited for a processor.
func (m Meter) Waited() float64 {
	ran, waited := threads()
	ran, waited = ran-m.ran, waited-m.waited
	if ran+waited <= 0 || waited < 0 {
		return 0
	}
	return float64(waited) / float64(ran+waited)
}

// threads sums what the kernel counts for each thread. One that ended is left out; Go
// ends few.
func threads() (ran, waited time.Duration) {
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		return 0, 0
	}
	all, err := fs.AllThreads(os.Getpid())
	if err != nil {
		return 0, 0
	}
	for _, t := range all {
		if s, err := t.Schedstat(); err == nil {
			ran += time.Duration(s.RunningNanoseconds)
			waited += time.Duration(s.WaitingNanoseconds)
		}
	}
	return ran, waited
}
