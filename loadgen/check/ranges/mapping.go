package ranges

import (
	"fmt"

	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/history"
)

// What Result.Observed counts.
const (
	SeenWrites = "ranges written"
	SeenReads  = "ranges read"
	SeenBeside = "ranges written beside others"
)

// book packs values as the tags of versions. All checks share it.
var book = history.NewDictionary("00000000")

// mapping gives the events of one file to the bytes that are judged: the first and the last of
// each block. Writes begin and end at the bounds of blocks.
type mapping struct {
	block   int64  // length of a block in bytes; 0: not known yet
	created int    // how often the file may have been created, which fills it with zeros
	zeros   uint64 // the value that stands for these zeros
}

// learn notes how the file was created, which also shows how long its blocks are.
func (m *mapping) learn(ops []history.Event) {
	for i := range ops {
		e := &ops[i]
		if !creates(e) || e.Outcome != history.Won && !e.Outcome.Uncertain() {
			continue
		}
		m.created++
		m.block, m.zeros = e.Got, history.ValueOf(e.Client, e.Seq)
	}
}

// creates reports whether an event is the creation of the file.
func creates(e *history.Event) bool { return e.Op == history.PutRange && e.Got > 0 }

// each calls take for each byte that an event is about, with the event as a Write or Read of
// that byte. Next and Group, which the check of versions does not use, hold its If and Tag.
func (m *mapping) each(e *history.Event, take func(at int, x *history.Event)) {
	x := *e
	x.Next, x.Group, x.If, x.Tag = e.If, uint64(e.Tag), history.None, history.None
	switch e.Op {
	case history.PutRange:
		x.Op = history.Write
		if creates(e) {
			x.Value = history.ValueOf(e.Client, e.Seq)
		}
	case history.GetRange:
		x.Op = history.Read
		if e.Outcome == history.Won && e.Value == 0 && e.Flags&history.Torn == 0 {
			if m.created != 1 {
				return // it is unknown which creation made the zeros
			}
			x.Value = m.zeros
		}
	default:
		return
	}
	if e.Outcome == history.Won && e.Flags&history.Torn == 0 {
		x.Tag = book.Position(int64(x.Value))
	}
	from, ok := book.Number(e.If)
	if !ok || from < 0 || e.Arg <= 0 {
		return
	}
	if e.Flags&history.Torn != 0 { // it is wrong at any byte of the block
		take(int(2*(from/m.block)), &x)
		return
	}
	to := from + e.Arg
	for b := from / m.block; b*m.block < to; b++ {
		if b*m.block >= from {
			take(int(2*b), &x)
		}
		if last := (b+1)*m.block - 1; last < to {
			take(int(2*b+1), &x)
		}
	}
}

// byteOf is the offset in the file of the byte at a number.
func (m *mapping) byteOf(at int) int64 {
	return (int64(at)/2+int64(at)%2)*m.block - int64(at)%2
}

// original is the event of which each made x.
func original(x history.Event, m *mapping) history.Event {
	if x.Op == history.Write {
		x.Op = history.PutRange
	} else {
		x.Op = history.GetRange
	}
	if creates(&x) || x.Op == history.GetRange && x.Value == m.zeros && x.Tag != history.None {
		x.Value = 0
	}
	x.If, x.Tag, x.Next, x.Group = x.Next, history.Token(x.Group), history.None, 0
	return x
}

// options are the options for the check of one byte, whose versions are named by their writers.
func options(o register.Options) register.Options {
	o.Kind, o.Witness = register.File, nil // the order of one byte's versions is none of the file's
	o.Text = func(t history.Token) string {
		value, ok := book.Number(t)
		if !ok {
			return "of nobody"
		}
		client, seq := history.WriterOf(uint64(value))
		return fmt.Sprintf("of %s, exchange %d", history.ClientName(client), seq)
	}
	return o
}
