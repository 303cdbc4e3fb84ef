// Package shard merges the histories that several processes recorded while they sent a run together, each by its own
// clock. It derives the offsets of the clocks from the histories alone: a value is read only after it was written.
package shard

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ifmatch/loadgen/history"
)

// Merged is the history of a run, on the clock of its first shard.
type Merged struct {
	*history.History
	Clocks Clocks
}

// Merge merges the given parts of a run of n shards into one history. It widens intervals by the uncertainty of the
// clocks. The history is not complete if a part is missing or not complete itself, or if the clocks of two shards
// cannot be compared. The error means that the parts do not belong together.
func Merge(n int, parts []Part) (Merged, error) {
	if len(parts) == 0 {
		return Merged{}, errors.New("merge shards: no shard was given")
	}
	parts = slices.SortedFunc(slices.Values(parts), func(a, b Part) int { return cmp.Compare(a.Shard, b.Shard) })
	first := parts[0].History
	why := missing(n, parts)
	for i, p := range parts {
		switch {
		case p.Shard < 0 || p.Shard >= n:
			return Merged{}, fmt.Errorf("merge shards: there is a shard %d/%d, but shards count from 0", p.Shard, n)
		case i > 0 && p.Shard == parts[i-1].Shard:
			return Merged{}, fmt.Errorf("merge shards: shard %d/%d occurs twice", p.Shard, n)
		case p.History.Run != first.Run || p.History.Workload != first.Workload:
			return Merged{}, fmt.Errorf("merge shards: one shard belongs to run %s, another to run %s", first.Run, p.History.Run)
		}
		if !p.History.Complete {
			why = append(why, fmt.Sprintf("shard %d/%d is not complete: %s", p.Shard, n, p.History.Why))
		}
	}
	out := Merged{Clocks: compare(n, parts)}
	unknown := out.Clocks.Unknown()
	if unknown != "" {
		why = append(why, unknown)
	}
	merged := &history.History{Header: first.Header, Book: history.NewDictionary(first.Run), Complete: len(why) == 0, Why: strings.Join(why, "; ")}
	for _, p := range parts {
		if unknown != "" && p.Shard != out.Clocks.base {
			continue // its times are unknown
		}
		at, _, _ := out.Clocks.span(p.Shard, p.History.To)
		merged.To = max(merged.To, at)
		translated(merged, p, func(t int64) (lo, hi int64) {
			lo, hi, _ = out.Clocks.span(p.Shard, t)
			return lo, hi
		})
	}
	slices.SortStableFunc(merged.Events, func(a, b history.Event) int { return cmp.Compare(a.Invoke, b.Invoke) })
	out.History = merged
	return out, nil
}

// missing names the missing shards.
func missing(n int, parts []Part) []string {
	there := map[int]bool{}
	for _, p := range parts {
		there[p.Shard] = true
	}
	var out []string
	for i := range n {
		if !there[i] {
			out = append(out, fmt.Sprintf("shard %d/%d is missing", i, n))
		}
	}
	return out
}

// Beside aligns the given parts of a run as if their measured parts had begun at the same moment. Durations and rates
// stay as each part recorded them, while Merge widens them. The result is for figures, and proves nothing.
func Beside(parts []Part) *history.History {
	first := parts[0].History
	beside := &history.History{Header: first.Header, Book: history.NewDictionary(first.Run), Complete: true}
	for _, p := range parts {
		by := first.From - p.History.From
		translated(beside, p, func(t int64) (lo, hi int64) { return t + by, t + by })
		beside.To = max(beside.To, p.History.To+by)
	}
	slices.SortStableFunc(beside.Events, func(a, b history.Event) int { return cmp.Compare(a.Invoke, b.Invoke) })
	return beside
}

// translated adds the events of a part, with the dictionary and the clock of the whole.
func translated(into *history.History, p Part, span func(t int64) (lo, hi int64)) {
	from, to := p.History.Book, into.Book
	keys, names, codes, tokens := map[uint32]uint32{}, map[uint16]uint16{}, map[uint16]uint16{}, map[history.Token]history.Token{}
	token := func(t history.Token) history.Token {
		if t == history.None {
			return t
		}
		out, known := tokens[t]
		if !known {
			out = to.Token(from.Text(t))
			tokens[t] = out
		}
		return out
	}
	groups := uint64(p.Shard+1) << 48 // each process numbers its groups for itself
	for _, e := range p.History.Events {
		if e.Op == history.Tell || e.Op == history.Hear {
			continue // only needed to compare the clocks
		}
		key := func(k uint32) uint32 { return to.Key(from.KeyText(k)) }
		if e.Key = lookup(keys, e.Key, key); e.Op == history.Apply {
			e.Arg = int64(lookup(keys, uint32(e.Arg), key)) // key of the effect
		}
		e.Name = lookup(names, e.Name, func(n uint16) uint16 { return to.Name(from.NameText(n)) })
		e.Code = lookup(codes, e.Code, func(c uint16) uint16 { return to.Code(from.CodeText(c)) })
		e.If, e.Tag, e.Lease, e.Next = token(e.If), token(e.Tag), token(e.Lease), token(e.Next)
		if e.Group != 0 {
			e.Group ^= groups
		}
		lo, _ := span(e.Invoke)
		e.Intended += lo - e.Invoke
		e.Invoke = lo
		if e.Return != history.Open {
			_, e.Return = span(e.Return)
		}
		into.Events = append(into.Events, e)
	}
}

func lookup[N comparable](known map[N]N, n N, find func(N) N) N {
	var zero N
	if n == zero {
		return n
	}
	out, ok := known[n]
	if !ok {
		out = find(n)
		known[n] = out
	}
	return out
}
