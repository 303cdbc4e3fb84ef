package shard

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ifmatch/loadgen/history"
)

// Process is one of n processes that send a load together, counted from 0.
type Process struct {
	I, N   int
	Start  time.Time     // zero until the processes have agreed on it
	Within time.Duration // they begin this long after the first one is there; 0: Start was given

	name string // of the folder of the whole, wherever that is
}

// String is the process in the record of its run.
func (p Process) String() string { return fmt.Sprintf("%d/%d", p.I, p.N) }

// Folder is where the process writes within the folder of the whole.
func (p Process) Folder(out string) string { return filepath.Join(out, "shard-"+strconv.Itoa(p.I)) }

// RunID is the same for all processes of a load, which contend for the same names, and different for every other load. Two loads that
// begin in the same second also differ, if their processes agreed on the start or if their folders have different names. If
// all that is the same, loadgen.ErrTaken ends one of two processes that are the same process.
func (p Process) RunID(workload, prefix string, seed int64) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s %s %d %d %d %s", workload, prefix, seed, p.N, p.Start.UnixNano(), p.name) // writing to a hash never fails
	return fmt.Sprintf("%08x", h.Sum32())
}

// Of is the process that recorded a history; nil if it is the whole load.
func Of(h history.Header) *Process {
	text, found := h.Params["shard"]
	if !found {
		return nil
	}
	index, count, _ := strings.Cut(text, "/")
	i, wrong := strconv.Atoi(index)
	n, wrong2 := strconv.Atoi(count)
	if wrong != nil || wrong2 != nil {
		return nil
	}
	return &Process{I: i, N: n}
}
