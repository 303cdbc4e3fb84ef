package workload

// blob-log is the commit log that table formats and databases keep in a container. Actors
// put an entry under the next free name with If-None-Match: *, so that one of many
// commits. An actor that lost or got no answer looks at the log: it lists the log page by
// page to find its end, and reads an entry to see whether its unanswered put created it.
//
// Invariant: a name has one winner, and its contents stay. An acknowledged entry is never
// lost or replaced. No put is refused for a name that nobody took. There is no gap,
// because actors put an entry only after they saw the one before. A list that was sent
// after a commit was acknowledged shows that commit, with its ETag.
//
// Nothing is ever deleted. Every put follows a list that found its name free.

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var blobLog = Workload{
	Name:       "blob-log",
	Sentence:   "append to logs by putting the next name with If-None-Match: *, and find their ends by listing",
	Invariant:  "an entry of the log has one winner and is never lost or replaced, and a list shows everything that was committed before it",
	Attempt:    "a Put Blob with If-None-Match: * under the next name",
	Commit:     "a Put Blob that made the entry",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 2, Reads: 0.2, Size: 256},
	Heeds:      heeds("think"),
	Operations: []string{"Put Blob", "Get Blob", "List Blobs"},
	Needs:      []string{"creates", "creates refused", "reads"},
	New: on(newBlobSet, func(set *blobSet) Instance {
		r := &logRun{blobSet: set}
		for i := range set.env.Options.Keys {
			r.logs = append(r.logs, &commitLog{set: set, name: "l" + strconv.Itoa(i) + "-"})
		}
		return r
	}),
}

// The digits of an entry's name. A list that looks for the end asks for the entries that
// share all digits but the last, in pages of fewer than ten.
const (
	logDigits = 10
	segment   = 10
	logPage   = 6
)

// commitLog is one log.
type commitLog struct {
	set  *blobSet
	name string       // prefix of the names of its entries
	end  atomic.Int64 // all entries before this one were seen

	mu  sync.Mutex
	all []*resource
}

// entry returns the i-th entry of the log, whether it exists or not.
func (l *commitLog) entry(i int64) *resource {
	l.mu.Lock()
	defer l.mu.Unlock()
	for int64(len(l.all)) <= i {
		digits := strconv.Itoa(len(l.all))
		l.all = append(l.all, l.set.blob(l.name+strings.Repeat("0", logDigits-len(digits))+digits))
	}
	return l.all[i]
}

// see notes that an entry exists.
func (l *commitLog) see(i int64) {
	for end := l.end.Load(); i >= end && !l.end.CompareAndSwap(end, i+1); end = l.end.Load() {
	}
}

// index returns the number of the entry with a name, -1 if it is not the name of an
// entry.
func (l *commitLog) index(name []byte) int64 {
	digits, ok := strings.CutPrefix(string(name), l.name)
	if i, err := strconv.ParseUint(digits, 10, 31); ok && err == nil && len(digits) == logDigits {
		return int64(i)
	}
	return -1
}

type logRun struct {
	*blobSet
	logs []*commitLog
}

// Prepare creates the container; the logs are empty.
func (r *logRun) Prepare(ctx context.Context, c Conn) error { return r.createContainer(ctx, c) }

func (r *logRun) Actor(_ int, rng *rand.Rand) Actor {
	return &committer{blobActor: r.actor(rng), run: r, list: logList{blobList: blobList{set: r.blobSet, most: logPage}}}
}

// Drain lists every log from its beginning to its end.
func (r *logRun) Drain(ctx context.Context, c Conn) error {
	for _, l := range r.logs {
		list := logList{blobList: blobList{set: r.blobSet, prefix: l.name}, log: l, known: l.end.Load()}
		if err := list.pages(ctx, c, list.judge); err != nil {
			return err
		}
	}
	return nil
}

// logList is a list of entries.
type logList struct {
	blobList
	log   *commitLog
	from  int64 // the first entry that the next page can show
	to    int64 // end of the listed range, exclusive; 0: none
	known int64 // entries known to exist when the page was requested
	sure  int64 // entries known to exist when the previous page was requested
	free  int64 // the first absent entry according to the last page; -1 if unknown
}

// begin turns to the range of entries that should contain the end of a log.
func (l *logList) begin(log *commitLog, from int64) {
	l.log, l.from, l.to, l.marker = log, from-from%segment, from-from%segment+segment, ""
	l.sure = 0
	first := log.set.env.Book.KeyText(log.entry(l.from).key)
	l.prefix = first[strings.LastIndexByte(first, '/')+1 : len(first)-1]
}

// judge turns a page into events: each entry up to the last one on the page was there or
// not. If the page is the last, the entries after it were absent.
//
// Only the marker knows where a page begins. An entry that is on neither of two
// successive pages was absent from one of them, and may have been created after the first
// was requested. Its absence counts only if it was known before that. // BLOB-CONS-03
func (l *logList) judge(x *Exchange, events []history.Event) []history.Event {
	first, from := len(events), l.from
	page := l.blobList.judge(x, l.log.entry(from).key)
	if l.free = -1; page.Outcome != history.Won {
		return append(events, page)
	}
	between := l.marker != "" // before the first entry of a page that is not the first
	absent := func(to int64) {
		for ; from < to && (l.to == 0 || from < l.to); from++ {
			if between && from >= l.sure {
				continue
			}
			e := page
			e.Key, e.Outcome = l.log.entry(from).key, history.Absent
			events = l.follow(events, first, e)
		}
	}
	for _, b := range l.found {
		i := l.log.index(b.name)
		if i < from || l.to > 0 && i >= l.to || b.tag == "" {
			irregular(l.set.env.Book, &page, notListable)
			l.next = ""
			return append(events[:first], page)
		}
		absent(i)
		between = false
		e := page
		about := l.log.entry(i)
		e.Key, e.Tag, from = about.key, l.set.env.Book.Token(b.tag), i+1
		about.newest.see(x, b.tag, e.Tag, 0, history.None)
		events = l.follow(events, first, e)
		l.log.see(i)
	}
	l.from = from
	if l.next == "" {
		if l.to == 0 || from < l.to {
			l.free = from
		}
		absent(max(from+1, l.known))
	}
	if len(l.found) > 0 || l.marker == "" {
		l.sure = l.known
	}
	if len(events) == first { // the page proves nothing about any entry
		page.Outcome = history.Wrong
		events = append(events, page)
	}
	return events
}

// committer is an actor of blob-log.
type committer struct {
	blobActor
	run  *logRun
	log  *commitLog
	list logList
	op   history.Op // Create, Read, or 0: a list
	at   int64      // the entry that it puts or reads
	loop loop
	// putUnsure is set when its put of the entry had no answer: it then reads who created the
	// entry.
	putUnsure bool
}

// Next reads an entry, or continues a commit: it lists until it knows the end, puts, and
// reads after a put without an answer.
func (a *committer) Next() Step {
	if a.loop == free {
		a.log = a.run.logs[a.keys.next()]
		if end := a.log.end.Load(); a.rng.Float64() < a.o.Reads {
			a.at = max(0, end-1-int64(a.rng.ExpFloat64()))
			return a.read()
		}
		a.loop = reading
		a.list.begin(a.log, max(0, a.log.end.Load()-1))
	}
	if a.loop == reading {
		a.op = 0
		return a.list.step()
	}
	if a.about = a.log.entry(a.at); a.putUnsure {
		return a.read()
	}
	a.op = history.Create
	return a.step("PUT", "")
}

func (a *committer) read() Step {
	a.op, a.about = history.Read, a.log.entry(a.at)
	return a.step("GET", "")
}

// Fill completes the request.
func (a *committer) Fill(r *Request, id Identity) {
	switch a.op {
	case history.Read:
		a.fillGet(r, nil)
	case history.Create:
		a.fillPut(r, id, history.Create)
	default:
		a.list.known = a.log.end.Load()
	}
}

// Done interprets the answer and continues the commit.
func (a *committer) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	first := len(events)
	var after After
	switch a.op {
	case history.Read:
		e := a.judgeRead(x, a.set.get)
		if e.Outcome == history.Won {
			a.log.see(a.at)
		}
		if a.putUnsure && !e.Outcome.Uncertain() {
			a.putUnsure = false
			if e.Outcome != history.Absent { // absent: put the same entry again
				a.loop = free
			}
		}
		events, after = append(events, e), next(e)
	case history.Create:
		e := a.judgeWrite(x, history.Create, a.set.put)
		if a.loop = free; e.Outcome.Uncertain() {
			a.loop, a.putUnsure = writing, true
		} else if e.Outcome == history.Won || e.Outcome == history.Lost {
			a.log.see(a.at)
		}
		events, after = append(events, e), next(e)
	default:
		events = a.list.judge(x, events)
		after = next(events[first])
		switch list := &a.list; {
		case events[first].Outcome.Uncertain(): // request the same page again
		case list.next != "":
			list.marker = list.next
		case list.free >= 0:
			a.loop, a.at = writing, list.free
			after.Pause = exponential(a.rng, a.o.Think)
		case events[first].Outcome == history.Wrong:
			a.loop = free
		default:
			list.begin(a.log, list.to)
		}
	}
	return events, after
}
