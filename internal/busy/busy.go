// Package busy measures how long a process waited for a processor, so that a run can say why it
// took long. It is the only package that reads the kernel's figures.
package busy

import (
	"os"
	"time"

	"github.com/prometheus/procfs"
)

// Meter holds the times of this process's threads when it was made.
type Meter struct{ ran, waited time.Duration }

// Start makes a meter. If the kernel gives no figures (anything but Linux), it measures nothing.
func Start() Meter {
	ran, waited := threads()
	return Meter{ran, waited}
}

// Waited is the share, from 0 to 1, of the time since Start that runnable threads of this process
// spent waiting for a processor.
func (m Meter) Waited() float64 {
	ran, waited := threads()
	ran, waited = ran-m.ran, waited-m.waited
	if ran+waited <= 0 || waited < 0 {
		return 0
	}
	return float64(waited) / float64(ran+waited)
}

// threads sums the kernel's counters over all threads. Threads that ended are left out; Go ends
// few.
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
