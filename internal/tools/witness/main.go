// Command witness verifies what `ifmatch check --witness FILE` wrote against the history. Of a resource that was judged valid,
// FILE tells at which moment each operation took effect. The command follows these moments, one after the other, by the
// definitions of docs/proofs.md and nothing else: it shares no code with the checks, and searches for nothing.
//
//	go run ./internal/tools/witness RUN/history.ifm FILE
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ifmatch/loadgen/history"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: witness HISTORY FILE")
		os.Exit(2)
	}
	h, err := history.ReadFile(os.Args[1])
	in, wrong := os.Open(os.Args[2])
	if err = cmp.Or(err, wrong); err == nil {
		err = verify(h, in, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "witness:", err)
		os.Exit(1)
	}
}

// witness is what FILE holds. An operation is the number of an event of the history.
type witness struct {
	Run     string
	Orders  map[string][]step // by `CHECK KEY MESSAGE RESOURCE`: KEY is its number in the history; MESSAGE is 0 except in queues
	Cores   []struct{ Operations []int }
	Without []string // checks
}

// step is a moment, and the operation that took effect then, or over.
type step [2]int64

const over = -1 // the time of a lease, or of a message's window

// about is a resource, and a message of it.
type about [2]uint64

func aboutOf(e *history.Event) (is about) {
	if is[0] = uint64(e.Key); e.Op >= history.Put && e.Op <= history.Peek {
		is[1] = e.Value
	}
	return is
}

// verify verifies a witness.
func verify(h *history.History, in io.Reader, out io.Writer) error {
	w, events, last, followed := witness{}, map[about][]int64{}, map[uint64]int64{}, 0
	err := json.NewDecoder(in).Decode(&w)
	if err == nil && w.Run != h.Run {
		err = fmt.Errorf("it is of run %q, and the history of run %q", w.Run, h.Run)
	}
	for i := range h.Events {
		e, is := &h.Events[i], aboutOf(&h.Events[i])
		events[is] = append(events[is], int64(i))
		old, ok := last[is[0]]
		if empty := e.Op == history.Get && e.Value == 0; empty && e.Outcome == history.Won && e.Flags&history.Outside != 0 && (!ok || e.Invoke > h.Events[old].Invoke) {
			last[is[0]] = int64(i)
		}
	}
	for name, steps := range w.Orders {
		n, wrong := follow(h, name, steps, events, last)
		err, followed = cmp.Or(err, wrong), followed+n
	}
	for _, core := range w.Cores {
		if slices.ContainsFunc(core.Operations, func(n int) bool { return n < 0 || n >= len(h.Events) }) {
			err = cmp.Or(err, fmt.Errorf("of %v, not all are recorded", core.Operations))
		}
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "verified: %d operations on %d resources\nwithout a witness: %d checks; cores whose operations are recorded: %d\n", followed, len(w.Orders), len(w.Without), len(w.Cores))
	}
	return err
}

// follow follows an order, and counts its operations. last is, by queue, the last look outside of the run that found it empty.
func follow(h *history.History, name string, steps []step, events map[about][]int64, last map[uint64]int64) (int, error) {
	check, is := "", about{}
	_, err := fmt.Sscan(name, &check, &is[0], &is[1])
	due, had, resource := events[is], map[int64]bool{}, h.Book.KeyText(uint32(is[0]))
	blob, appends := strings.HasPrefix(resource, "blob "), func(n int64) bool { return h.Events[n].Op == history.Append }
	d := &definition{rows: locks, blob: blob, file: strings.HasPrefix(resource, "file "), container: blob && strings.Count(resource, "/") == 1, used: map[history.Token]bool{}, now: -history.Open, rate: 1}
	if d.becomes(free); check == "versions" {
		d.rows, d.versioned, d.appended = versions, true, slices.ContainsFunc(due, appends)
	}
	_, _ = fmt.Sscan(h.Params["clock-rate"], &d.rate)
	for _, step := range steps {
		at, n := step[0], step[1]
		possible := d.passes(at, n == over) && (n == over || n >= 0 && n < int64(len(h.Events)) && !had[n] && d.takes(&h.Events[n], is))
		if had[n] = true; !possible {
			return 0, fmt.Errorf("%s: operation %d cannot have had its answer at %d", name, n, at)
		}
	}
	if n, ok := last[is[0]]; ok && is[1] != 0 && (d.mode == held || d.mode == expired) {
		due = append(slices.Clone(due), n) // the message is there, and was not found
	}
	delete(had, over)
	for _, n := range due {
		if says := d.says(&h.Events[n]); !had[n] && (says == took || says == refused) {
			return 0, fmt.Errorf("%s: operation %d has no moment", name, n)
		}
	}
	return len(had), err
}

// What an answer says of an operation: that it took effect, that it may have, that the state refused it, or nothing.
const took, may, refused, nothing = 't', 'm', 'r', '.'

// The modes. Of what has versions, free says that nothing is there, and held that something is. Of a message, free says that it
// was not put yet, held that it is hidden, expired that it is visible, and broken that it was removed.
const free, held, breaking, expired, broken = 0, 1, 2, 3, 4

// row is what is promised of an operation: what each outcome says of it, in the order of package history, and what it does in each mode if it names the
// current id, another, or none: - is refused, s nothing, r shows the version, v makes one, g grants the lease, c changes its id, b breaks, e ends, f, w free it.
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
	id                                                history.Token
	used                                              map[history.Token]bool // ETags that it had
	value                                             uint64                 // contents of the version; 0: not known
	mode, length, span, count, now, least, most       int64                  // of the blob, the lease, the retrievals of the message; the lease ends between the last two
	rate                                              float64                // of the service's clock
}

// becomes changes the mode, and lets it last.
func (d *definition) becomes(mode int64) {
	d.mode, d.least, d.most, d.vague = mode, history.Open, history.Open, false
}

// names is the id that an operation names.
func (d *definition) names(e *history.Event) history.Token {
	switch {
	case !d.versioned && e.Op < history.Put:
		return e.Lease
	case d.versioned && (e.Op == history.Write || e.Flags&history.IfNoneMatch != 0 || e.Op == history.Read && e.Outcome == history.Won && (!d.blob || e.Tag == history.None && e.Value == 0)):
		return history.None
	}
	return e.If
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
	case e.Op == history.Get && e.Value == 0 && e.Outcome == history.Won:
		return refused
	}
	return row.answers[e.Outcome-1]
}

// passes lets time pass until something happens, or the lease is over. It returns false if that cannot be then.
func (d *definition) passes(at int64, over bool) bool {
	can := at >= d.now && at <= d.most && (!over || at >= d.least && d.most < history.Open)
	if d.now = at; over {
		d.becomes(d.mode + 2) // held to expired, breaking to broken
	}
	return can
}

// lasts lets the lease run for a span, which may end a second early and two late, but not for longer than it would have.
func (d *definition) lasts(span int64) {
	ours := func(span int64) int64 { return int64(float64(span) / d.rate) }
	if span > 0 {
		d.least, d.most = min(d.least, d.now+max(0, ours(span)-ours(1e9))), min(d.most, d.now+ours(span)+ours(2e9))
	}
}

// takes lets an operation take effect. It returns false if it is not about this, or cannot have its answer now.
func (d *definition) takes(e *history.Event, is about) bool {
	of, says := aboutOf(e), d.says(e)
	if of != is && (e.Op != history.Get || of != about{is[0]}) || says == nothing || d.now < e.Invoke || d.now > e.Return {
		return false
	}
	switch cell, may := d.cell(e), says == may; {
	case says == refused:
		return cell == '-' && (d.mode == free || e.Outcome != history.Absent || e.Op > history.Append) || d.vague && (e.Op == history.Release || e.Op == history.Break)
	case cell == '-':
		return false
	case cell == 'v':
		before := d.length
		if d.mode, d.id, d.value, d.length = held, history.None, e.Value, 0; e.Op == history.Append {
			d.length = before + e.Arg
		}
		return may || (e.Tag == history.None || d.named(e.Tag)) && (e.Op != history.Append || e.Got == before)
	case cell == 'r':
		return d.shows(e)
	case cell == 'g':
		d.grant(e, may)
		return may || e.Op != history.Get || e.Got == d.count
	case cell == 'c':
		d.id = e.Next
	case cell == 'e', cell == 'b' && (e.Arg == 0 || e.Arg == history.Infinite && d.mode == held && d.span == history.Infinite):
		d.becomes(broken)
	case cell == 'b':
		d.mode = breaking
		d.lasts(e.Arg)
	case cell == 'w' && d.file:
		d.vague = true
	case cell == 'f', cell == 'w':
		d.becomes(free)
	}
	return e.Op != history.Peek || e.Got == d.count
}

// cell is what the row says of an operation now.
func (d *definition) cell(e *history.Event) byte {
	id, row := d.names(e), d.rows[e.Op]
	switch {
	case d.needless(e):
		return 's'
	case id == history.None:
		return row.none[d.mode]
	case d.mode != free && d.id == id, e.Op == history.Change && d.id == e.Next, d.appended && id == positions.Position(d.length),
		d.versioned && e.Op != history.Append && d.says(e) != refused && d.named(id):
		return row.current[d.mode]
	}
	return row.other[d.mode]
}

// shows reports whether a read shows the current version. It may tell what was not known of it.
func (d *definition) shows(e *history.Event) bool {
	if d.value == 0 && !d.appended {
		d.value = e.Value
	}
	return (e.Value == 0 || e.Value == d.value || d.appended && e.Flags&history.Tail == 0) && e.Flags&history.Torn == 0 && (e.Tag == history.None || d.named(e.Tag)) && (!d.appended || e.Got == d.length)
}

// named reports whether the current version has an ETag: the one that it is known by, or a new one if nobody was told it.
func (d *definition) named(tag history.Token) bool {
	if d.id == history.None && !d.used[tag] {
		d.id, d.used[tag] = tag, true
	}
	return d.id == tag
}

// grant gives the lease to the id that an operation proposes, and a message to who was told its receipt.
func (d *definition) grant(e *history.Event, may bool) {
	d.becomes(held)
	if d.id = e.Lease; e.Op >= history.Put && !may {
		d.id = e.Tag
	}
	if e.Op == history.Get {
		d.count++
	}
	if e.Op != history.Renew {
		d.span = e.Arg
	}
	if d.lasts(d.span); d.span == 0 {
		d.mode = expired
	}
}
