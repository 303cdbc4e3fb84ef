package shard

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

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
