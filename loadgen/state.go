package loadgen

import (
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
)

// run is the state of one run.
type run struct {
	config    Config
	base      time.Time
	book      *history.Dictionary
	places    map[target.Service]place
	key       *sharedkey.Key // nil with a shared access signature or tokens
	transport transport.Transport
	recorder  *history.Recorder // nil while preparing
	early     []history.Event   // recorded before the history began
	instance  workload.Instance
	silence   silence
	locked    lock
}

// now is the run's monotonic clock, in nanoseconds.
func (r *run) now() int64 { return int64(time.Since(r.base)) }
