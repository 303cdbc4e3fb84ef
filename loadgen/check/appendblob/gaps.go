package appendblob

import (
	"cmp"
	"maps"
	"slices"

	"ifmatch/loadgen/history"
)

// reachedLength is a length that somebody saw.
type reachedLength struct {
	length   int64
	value    uint64 // writer of its last block; 0: nobody read that
	before   int64  // earliest Return of an event that saw this length or a greater one
	outgrown int64  // earliest moment by which the blob was known to be longer
	made     bool   // an acknowledged append, or the create, ended there
}

// fill finds out where appends of unknown outcome went. Somebody appended every byte up to the
// greatest length seen. Bytes that no acknowledged append covers must come from appends of
// unknown outcome. If the block at a place was read, its append lies there. The others are
// used in the order in which they were sent: an order in time that allows another choice
// allows this one too, as long as all of them have one length.
func (m *mapping) fill() {
	f := filler{mapping: m, pinned: map[uint64]int{}}
	f.survey()
	f.outgrow()
	f.pin()
	for k := 1; k < len(f.reached); k++ {
		if !f.reached[k].made {
			f.cover(f.reached[k-1], f.reached[k])
		}
	}
	f.leave()
}

// filler is the state of fill.
type filler struct {
	*mapping
	reached []reachedLength
	differ  bool            // free appends have different lengths, so that the choice among them matters
	pinned  map[uint64]int  // the lost append by contents that were read
	free    []int           // lost appends whose contents nobody read, by Invoke
	named   map[int64][]int // lost appends that named their position, by the length at which they would end
}

// survey collects the lengths that were seen.
func (f *filler) survey() {
	at := map[int64]int{}
	see := func(length int64, value uint64, before int64, made bool) {
		k, ok := at[length]
		if !ok {
			k = len(f.reached)
			at[length] = k
			f.reached = append(f.reached, reachedLength{length: length, before: history.Open})
		}
		p := &f.reached[k]
		p.before, p.made = min(p.before, before), p.made || made
		if value != 0 {
			p.value = value
		}
	}
	f.named = map[int64][]int{}
	for i := range f.events {
		e := &f.events[i]
		o := &f.ops[e.Intended]
		switch {
		case e.Op == history.Create && e.Outcome == history.Won:
			see(0, 0, e.Return, true)
		case e.Op == history.Swap && e.Outcome == history.Won:
			see(o.Got, 0, e.Return, false)
			see(o.Got+o.Arg, e.Value, e.Return, true)
		case e.Op == history.Swap && e.Outcome.Uncertain() && e.Tag != history.None:
			if at, ok := book.Number(e.If); ok {
				f.named[at+o.Arg] = append(f.named[at+o.Arg], i)
			}
		case e.Op == history.Read && e.Outcome == history.Won && e.Flags&history.Torn == 0:
			see(o.Got, e.Value, e.Return, false)
		}
	}
	see(0, 0, history.Open, true)
	slices.SortFunc(f.reached, func(a, b reachedLength) int { return cmp.Compare(a.length, b.length) })
	for k := len(f.reached) - 2; k >= 0; k-- {
		f.reached[k].before = min(f.reached[k].before, f.reached[k+1].before)
	}
}

// outgrow finds by when the blob had grown past each length. A refusal for a position shows it,
// if that length had been reached before the request was sent.
func (f *filler) outgrow() {
	refused := map[int64][]*history.Event{}
	for i := range f.events {
		e := &f.events[i]
		if at, ok := book.Number(e.If); ok && e.Op == history.Swap && e.Outcome == history.Lost {
			refused[at] = append(refused[at], e)
		}
	}
	for k := range f.reached {
		p := &f.reached[k]
		p.outgrown = history.Open
		if k+1 < len(f.reached) {
			p.outgrown = f.reached[k+1].before
		}
		for _, e := range refused[p.length] {
			if p.before < e.Invoke {
				p.outgrown = min(p.outgrown, e.Return)
			}
		}
		// Between the two ends of an acknowledged append there is no other length.
		if k+1 < len(f.reached) && f.reached[k+1].made {
			f.reached[k+1].before = min(f.reached[k+1].before, p.outgrown)
		}
	}
}

// length is the length of the block of an append.
func (f *filler) length(i int) int64 { return f.ops[f.events[i].Intended].Arg }

// pin keeps appends whose blocks were read for the places of these blocks.
func (f *filler) pin() {
	read := map[uint64]bool{}
	for _, p := range f.reached {
		if p.value != 0 && !p.made {
			read[p.value] = true
		}
	}
	for _, i := range f.lost {
		if v := f.events[i].Value; v != 0 && read[v] {
			f.pinned[v] = i
		} else {
			f.free = append(f.free, i)
		}
	}
	slices.SortFunc(f.free, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.events[a].Invoke, f.events[b].Invoke), cmp.Compare(a, b))
	})
	f.differ = slices.ContainsFunc(f.free, func(i int) bool { return f.length(i) != f.length(f.free[0]) })
	f.guessed = f.guessed || f.differ
}

// cover fills the gap between two lengths from its end. If the rest cannot be filled, it stays
// a length that nobody made.
func (f *filler) cover(start, p reachedLength) {
	var chosen []int
	var offsets []int64
	from := start.length
	for p.length > from {
		named, unnamed := f.byName(start, p), -1
		pinned, ok := f.pinned[p.value]
		switch {
		case p.value == 0:
			fits := func(i int) bool { return f.length(i) > 0 && f.length(i) <= p.length-from }
			if k := slices.IndexFunc(f.free, fits); k >= 0 {
				unnamed = f.free[k]
			}
		case ok:
			unnamed = pinned
		}
		f.guessed = f.guessed || named >= 0 && unnamed >= 0
		i := unnamed
		if i < 0 || named >= 0 && !f.unnamedFirst {
			i = named
		}
		if i < 0 {
			break
		}
		n := f.length(i)
		switch {
		case i == named:
			f.exclude(p.length, i)
		case p.value != 0:
			delete(f.pinned, p.value)
			f.put(i, p.length-n)
		default:
			f.free = slices.DeleteFunc(f.free, func(k int) bool { return k == i })
			chosen, offsets = append(chosen, i), append(offsets, p.length-n)
		}
		p.length, p.value = p.length-n, 0
	}
	// Appends of one length go in the order in which they were sent.
	if !f.differ {
		slices.Reverse(offsets)
	}
	for k, i := range chosen {
		f.put(i, offsets[k])
	}
}

// byName finds an append that named its position, and that may have ended at a place early
// enough; -1 if there is none.
func (f *filler) byName(start, p reachedLength) int {
	found := -1
	for _, i := range f.named[p.length] {
		n := f.length(i)
		deadline := p.before
		if p.length-n == start.length {
			deadline = min(deadline, start.outgrown)
		}
		if e := &f.events[i]; e.Invoke <= deadline && p.length-n >= start.length && (p.value == 0 || e.Value == p.value) {
			f.guessed = f.guessed || found >= 0 && f.length(found) != n
			if found < 0 || e.Invoke < f.events[found].Invoke {
				found = i
			}
		}
	}
	return found
}

// put places an append of unknown outcome at an offset.
func (f *filler) put(i int, offset int64) {
	f.move(i, offset)
	f.located++
	f.exclude(offset+f.length(i), i)
}

// exclude prevents the other appends that named their position from ending where i does.
func (f *filler) exclude(end int64, i int) {
	for k, other := range f.named[end] {
		if other != i {
			f.events[other].Tag = history.Token(uint64(k+1)<<32 | uint64(end))
		}
	}
}

// leave puts the appends that nobody saw after the greatest length.
func (f *filler) leave() {
	end := f.reached[len(f.reached)-1].length
	for _, i := range slices.AppendSeq(f.free, maps.Values(f.pinned)) {
		f.move(i, end)
	}
}

// move lets an append take effect at an offset.
func (f *filler) move(i int, offset int64) {
	f.events[i].If, f.events[i].Tag = book.Position(offset), book.Position(offset+f.length(i))
}
