package payload

import "encoding/binary"

// Part is a stretch of a body that comes from one write.
type Part struct {
	From, To int // bytes, To excluded
	Value    uint64
	Known    bool // false: no write of the run explains these bytes, and Value is 0
}

// Parts tells which writes a torn body was put together from, as far as its cells
// stand where they were written. The parts follow one another and cover the body.
func Parts(body []byte, run string) []Part {
	id := number(run)
	var parts []Part
	from := min(Min, len(body))
	if value, _, err := header(body, id); err == nil {
		parts = append(parts, Part{0, from, value, true})
	} else if from > 0 {
		parts = append(parts, Part{0, from, 0, false})
	}
	for ; from < len(body); from += cellSize {
		p := Part{From: from, To: min(from+cellSize, len(body))}
		p.Value, p.Known = origin(body, p, id)
		parts = append(parts, p)
	}
	return join(refine(body, parts, id))
}

// origin tells the write that a cell says it comes from, if the words that follow
// confirm it. A cell that is cut before its second word cannot be told.
func origin(body []byte, p Part, run uint32) (value uint64, ok bool) {
	if p.To-p.From < 2*word {
		return 0, false
	}
	value = binary.LittleEndian.Uint64(body[p.From:])
	if matching(body, p, run, value, false) < p.To-p.From {
		return 0, false
	}
	return value, true
}

// matching counts the bytes of a part that are as value has them, from its start
// or back from its end.
func matching(body []byte, p Part, run uint32, value uint64, fromEnd bool) int {
	if p.From < Min {
		return matchingHeader(body[p.From:p.To], run, value, fromEnd)
	}
	words := uint64(p.From-Min) / cellSize * (cellSize/word - 1)
	want := cell(value, seed(run, value)+words*step)
	return same(body[p.From:p.To], want[:p.To-p.From], fromEnd)
}

// matchingHeader is matching for the header. How long the other write was is not
// known, but whoever writes always writes alike.
func matchingHeader(b []byte, run uint32, value uint64, fromEnd bool) int {
	if len(b) < Min {
		return 0
	}
	var want [Min]byte
	putHeader(want[:], run, value, int(binary.LittleEndian.Uint32(b[16:])))
	return same(b, want[:], fromEnd)
}

func same(got, want []byte, fromEnd bool) int {
	n := 0
	for n < len(got) {
		i := n
		if fromEnd {
			i = len(got) - 1 - n
		}
		if got[i] != want[i] {
			break
		}
		n++
	}
	return n
}

// refine finds the byte within a cell where one write ends and another begins, from
// the parts before and after it.
func refine(body []byte, parts []Part, run uint32) []Part {
	var out []Part
	for i, p := range parts {
		if p.Known {
			out = append(out, p)
			continue
		}
		if len(out) > 0 && out[len(out)-1].Known {
			before := out[len(out)-1].Value
			if n := matching(body, p, run, before, false); n > 0 {
				out = append(out, Part{p.From, p.From + n, before, true})
				p.From += n
			}
		}
		var after Part
		if i+1 < len(parts) && parts[i+1].Known && p.From < p.To {
			n := min(matching(body, parts[i], run, parts[i+1].Value, true), p.To-p.From)
			after = Part{p.To - n, p.To, parts[i+1].Value, true}
			p.To -= n
		}
		if p.From < p.To {
			out = append(out, p)
		}
		if after.From < after.To {
			out = append(out, after)
		}
	}
	return out
}

// join makes one part of neighbours that come from one write.
func join(parts []Part) []Part {
	var out []Part
	for _, p := range parts {
		if n := len(out) - 1; n >= 0 && out[n].Known == p.Known && out[n].Value == p.Value {
			out[n].To = p.To
			continue
		}
		out = append(out, p)
	}
	return out
}
