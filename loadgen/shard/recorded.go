package shard

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ifmatch/loadgen/history"
)

// Read reads the histories of one run that n processes sent. An unreadable one counts as missing; the error is
// that of the first if no history can be read.
func Read(paths []string) (n int, parts []Part, err error) {
	var unread error
	for _, path := range paths {
		h, err := history.ReadFile(path)
		if err == nil && Of(h.Header) == nil {
			err = fmt.Errorf("merge shards: %s is not a shard of a run", path)
		}
		if err != nil {
			unread = cmp.Or(unread, err)
			continue
		}
		p := Of(h.Header)
		if n != 0 && n != p.N {
			return 0, nil, fmt.Errorf("merge shards: one is a shard of %d, another of %d", n, p.N)
		}
		n = p.N
		parts = append(parts, Part{Shard: p.I, History: h})
	}
	if len(parts) == 0 {
		return 0, nil, unread
	}
	return n, parts, nil
}

// Is reports whether a file is the history of one of several processes.
func Is(path string) bool {
	r, err := history.OpenFile(path)
	if err != nil { // by where it lies
		return strings.HasPrefix(filepath.Base(filepath.Dir(path)), "shard-")
	}
	defer r.Close()
	return Of(r.Header()) != nil
}

// Grouped groups the histories of the processes of a run; every other history is a group of its own.
func Grouped(paths []string) (out [][]string) {
	at := map[string]int{}
	for _, path := range paths {
		if !Is(path) {
			out = append(out, []string{path})
			continue
		}
		whole := filepath.Dir(filepath.Dir(path))
		if i, known := at[whole]; known {
			out[i] = append(out[i], path)
			continue
		}
		at[whole] = len(out)
		out = append(out, []string{path})
	}
	return out
}

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
