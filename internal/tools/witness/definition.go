package main

import (
	"math"
	"strings"

	"ifmatch/loadgen/history"
)

// about is a resource, or a message of a queue.
type about struct {
	key     uint32
	message uint64
}

func aboutOf(e *history.Event) about {
	if e.Op < history.Put || e.Op > history.Peek {
		return about{key: e.Key}
	}
	return about{e.Key, e.Value}
}

// looks reports whether an operation found a queue empty.
func looks(e *history.Event) bool {
	return e.Op == history.Get && e.Value == 0 && e.Outcome == history.Won
}

// What an answer says of an operation: that it took effect, that it may have, that the state refused it, or nothing.
const took, may, refused, nothing = 't', 'm', 'r', '.'

// The modes. Of what has versions, free says that nothing is there, and held that something is. Of a message, free says that it
// was not put yet, held that it is hidden, expired that it is visible, and broken that it was removed.
const free, held, breaking, expired, broken = 0, 1, 2, 3, 4

// row is what is promised of an operation: what each outcome says of it, in the order of package history, and what it does in
// each mode if it names the current id, another, or none: - it is refused, s nothing, r it shows the version, v it makes a version, g it grants the
// lease, c changes its id, b breaks it, e ends it, f frees it, w so does a write.
type row struct{ answers, current, other, none string }

// versions have their ETags for ids, and those of an append blob their lengths.
var versions = map[history.Op]row{
	history.Read: {"tr.r...", "-r", "--", "-r"}, history.Write: {"t..rmm.", "vv", "vv", "vv"}, history.Swap: {"tr.rmm.", "-v", "--", "-v"},
	history.Create: {"tr..mm.", "v-", "v-", "v-"}, history.Delete: {"tr.rmm.", "-f", "--", "-f"}, history.Append: {"tr.rmm.", "-v", "--", "-v"},
}

// locks are leases, and messages: the window in which a message is hidden is a lease on it, with the newest receipt for its id.
var locks = map[history.Op]row{
	history.Read: look, history.GetRange: look, history.Write: write, history.Swap: write, history.Create: write, history.Append: write, history.PutRange: write,
	history.Delete: {"t.r.mmm", "-ff--", "-----", "s--ww"}, history.Acquire: {"t.r.mmm", "gg-gg", "g--gg", "g--gg"},
	history.Renew: {"t.r.mmm", "-g-g-", "-----", "-----"}, history.Change: {"t.r.mmm", "-c---", "-----", "-----"},
	history.Release: {"t.r.mmm", "-ffff", "-----", "-----"}, history.Break: {"t.r.mmm", "-bbes", "-bbes", "-bbes"},
	history.Put: {"t...mmm", "g----", "g----", "g----"}, history.Get: {"t...mmm", "---g-", "---g-", "---g-"}, history.Peek: {"t......", "---s-", "---s-", "---s-"},
	history.Update: {"tr.rmmm", "-g-g-", "-----", "-----"}, history.Remove: {"tr.rmmm", "-e-e-", "-----", "-----"},
}

var look, write = row{"t.r....", "-ss--", "-----", "s--ww"}, row{"t.r.mmm", "-ss--", "-----", "s--ww"}

// positions reads the positions that appends name.
var positions = history.NewDictionary("00000000")

// definition is the state of a resource or a message, and what is promised of it.
type definition struct {
	rows                                              map[history.Op]row
	versioned, blob, container, file, appended, vague bool // vague: a file was written, and may have forgotten a lease that was broken
	mode                                              int
	id                                                history.Token
	used                                              map[history.Token]bool // ETags that it had
	value                                             uint64                 // contents of the version; 0: not known
	length, span, count                               int64                  // of the append blob, the lease, and the retrievals of the message
	now, least, most                                  int64                  // a lease that runs ends between the two
	runs                                              bool
	rate                                              float64 // of the service's clock
}

func define(check, name string, appended bool) *definition {
	d := &definition{rows: locks, blob: strings.HasPrefix(name, "blob "), file: strings.HasPrefix(name, "file "), used: map[history.Token]bool{}, now: math.MinInt64, rate: 1}
	if d.container = d.blob && strings.Count(name, "/") == 1; check == "versions" {
		d.rows, d.versioned, d.appended = versions, true, appended
	}
	return d
}

// names is the id that an operation names.
func (d *definition) names(e *history.Event) history.Token {
	silent := e.Op == history.Read && e.Outcome == history.Won && (!d.blob || e.Tag == history.None && e.Value == 0)
	switch {
	case d.versioned && (silent || e.Op == history.Write || e.Flags&history.IfNoneMatch != 0):
		return history.None
	case d.versioned, e.Op >= history.Put:
		return e.If
	}
	return e.Lease
}

// needless reports whether an operation needs no lease.
func (d *definition) needless(e *history.Event) bool {
	return !d.versioned && e.Lease == history.None && e.Op < history.Acquire && (e.Op == history.Read || e.Op == history.GetRange || d.container && e.Op != history.Delete)
}

// says is what its answer says of an operation. That a queue was empty refuses each of its messages.
func (d *definition) says(e *history.Event) byte {
	row, ok := d.rows[e.Op]
	lost, unnamed := e.Outcome == history.Lost, e.Op != history.Create && d.names(e) == history.None
	tagOnly := e.Status == 304 || e.If != history.None && e.Tag == e.If && e.Value == 0 && e.Got == 0
	switch {
	case !ok, e.Outcome == history.Wrong && e.Status >= 400, d.appended && e.Op == history.Read && (lost || tagOnly),
		d.versioned && lost && (unnamed || e.Status != 0 && e.Status != 409 && e.Status != 412),
		!d.versioned && e.Op < history.Acquire && e.Status == 304, d.needless(e) && e.Outcome != history.Refused:
		return nothing
	case looks(e):
		return refused
	}
	return row.answers[e.Outcome-1]
}

// passes lets time pass until something happens, or the lease is over. It returns false if that cannot be then.
func (d *definition) passes(at int64, over bool) bool {
	can := at >= d.now && (!d.runs || at <= d.most) && (!over || d.runs && at >= d.least)
	if d.now = at; over {
		d.mode, d.runs = d.mode+2, false // held to expired, breaking to broken
	}
	return can
}

// lasts lets the lease run for a span, which may end a second early and two late; cut says for no longer than it would have.
func (d *definition) lasts(span int64, cut bool) {
	ours := func(span int64) int64 { return int64(float64(span) / d.rate) }
	least, most := d.now+max(0, ours(span)-ours(1e9)), d.now+ours(span)+ours(2e9)
	if cut && d.runs {
		least, most = min(least, d.least), min(most, d.most)
	}
	d.runs, d.least, d.most = true, least, most
}

// takes lets an operation take effect. It returns false if that is not about this, or cannot have its answer now.
func (d *definition) takes(e *history.Event, is about) bool {
	of, says := aboutOf(e), d.says(e)
	shared := e.Op == history.Get && e.Value == 0 // with each message
	if of.key != is.key || of.message != is.message && !shared || d.now < e.Invoke || d.now > e.Return || says == nothing {
		return false
	}
	switch cell := d.cell(e); {
	case says == refused && e.Outcome == history.Absent && e.Op <= history.Append:
		return d.mode == free
	case says == refused:
		return cell == '-' || d.vague && (e.Op == history.Release || e.Op == history.Break)
	case cell == '-':
		return false
	case cell == 'v':
		before := d.length
		if d.mode, d.id, d.value, d.length = held, history.None, e.Value, 0; e.Op == history.Append {
			d.length = before + e.Arg
		}
		return says == may || (e.Tag == history.None || d.named(e.Tag)) && (e.Op != history.Append || e.Got == before)
	case cell == 'r':
		return d.shows(e)
	case cell == 'g':
		d.grant(e)
		return says == may || e.Op != history.Get || e.Got == d.count
	case cell == 'c':
		d.id = e.Next
	case cell == 'e', cell == 'b' && (e.Arg == 0 || e.Arg == history.Infinite && d.mode == held && d.span == history.Infinite):
		d.mode, d.runs = broken, false
	case cell == 'b':
		if d.mode = breaking; e.Arg != history.Infinite {
			d.lasts(e.Arg, true)
		}
	case cell == 'w' && d.file:
		d.vague = true
	case cell == 'f', cell == 'w':
		d.mode, d.id, d.runs, d.vague = free, history.None, false, false
	}
	return e.Op != history.Peek || e.Got == d.count
}

// cell is what the row says of an operation now.
func (d *definition) cell(e *history.Event) byte {
	id, row := d.names(e), d.rows[e.Op]
	position, ok := positions.Number(id)
	switch {
	case d.needless(e):
		return 's'
	case id == history.None:
		return row.none[d.mode]
	case d.mode != free && d.id == id, e.Op == history.Change && d.id == e.Next, d.appended && ok && position == d.length,
		d.versioned && e.Op != history.Append && d.says(e) != refused && d.named(id):
		return row.current[d.mode]
	}
	return row.other[d.mode]
}

// shows reports whether a read shows the current version. It may tell what was not known of it.
func (d *definition) shows(e *history.Event) bool {
	switch {
	case e.Flags&history.Torn != 0, e.Tag != history.None && !d.named(e.Tag), d.appended && e.Got != d.length:
		return false
	case d.value == 0 && !d.appended:
		d.value = e.Value
	}
	return e.Value == 0 || e.Value == d.value || d.appended && e.Flags&history.Tail == 0
}

// named reports whether the current version has an ETag: the one that it is known by, or a new one if nobody was told it.
func (d *definition) named(tag history.Token) bool {
	if d.id == history.None && !d.used[tag] {
		d.id, d.used[tag] = tag, true
	}
	return d.id == tag
}

// grant gives the lease to the id that an operation proposes, and a message to who was told its receipt.
func (d *definition) grant(e *history.Event) {
	d.mode, d.id, d.vague, d.runs = held, e.Lease, false, false
	if e.Op >= history.Put && d.says(e) == took {
		d.id = e.Tag
	}
	switch e.Op {
	case history.Renew:
	case history.Get:
		d.count++
		fallthrough
	default:
		d.span = e.Arg
	}
	if d.span == 0 {
		d.mode = expired
	} else if d.span > 0 {
		d.lasts(d.span, false)
	}
}
