package check

import (
	"cmp"
	"slices"
	"strings"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// jobs is a history split into units: resources, and partitions whose entities
// are judged together. The events stay where they are; order lists them unit by
// unit, each in the order of the history.
type jobs struct {
	book   *history.Dictionary
	events []history.Event
	order  []uint32
	units  []unit
	keys   int
}

// unit is what is judged by itself.
type unit struct {
	name       string
	use        use
	start, end int // in order
}

// split finds the units of a history.
func split(book *history.Dictionary, events []history.Event) *jobs {
	var uses []use
	var counts []int
	for i := range events {
		e := &events[i]
		for int(e.Key) >= len(uses) {
			uses, counts = append(uses, use{}), append(counts, 0)
		}
		uses[e.Key].note(e)
		counts[e.Key]++
	}
	j := &jobs{book: book, events: events}
	unitOf := make([]int32, len(uses))
	partitions := map[string]int32{}
	for _, k := range groupedPartitions(book, uses) {
		partitions[k] = -1
	}
	for key := range uses {
		if counts[key] == 0 {
			continue
		}
		j.keys++
		name := book.KeyText(uint32(key))
		p, _ := partitionOf(name)
		at, together := partitions[p]
		if !together || at < 0 {
			at = int32(len(j.units))
			j.units = append(j.units, unit{name: name})
			if together {
				partitions[p], j.units[at].name = at, p+")"
			}
		}
		u := &j.units[at]
		u.use.join(uses[key], together)
		u.end += counts[key]
		unitOf[key] = at
	}
	j.arrange(unitOf)
	return j
}

// arrange sorts the indices of the events by unit.
func (j *jobs) arrange(unitOf []int32) {
	if len(j.units) < 2 {
		return
	}
	next := make([]int, len(j.units))
	sum := 0
	for i := range j.units {
		u := &j.units[i]
		next[i] = sum
		u.start, u.end = sum, sum+u.end
		sum = u.end
	}
	j.order = make([]uint32, len(j.events))
	for i := range j.events {
		at := unitOf[j.events[i].Key]
		j.order[next[at]] = uint32(i)
		next[at]++
	}
}

// note adds an event to what its resource was used for.
func (u *use) note(e *history.Event) {
	u.ops |= 1 << e.Op
	u.leased = u.leased || e.Lease != history.None
	u.grouped = u.grouped || e.Group != 0
}

// join adds the use of one resource to that of its unit. Groups mean something
// here only between the entities of a partition.
func (u *use) join(other use, together bool) {
	u.ops |= other.ops
	u.leased = u.leased || other.leased
	u.grouped = together
}

// groupedPartitions returns the partitions in which groups were seen.
func groupedPartitions(book *history.Dictionary, uses []use) []string {
	var found []string
	for key, u := range uses {
		if !u.grouped {
			continue
		}
		if p, ok := partitionOf(book.KeyText(uint32(key))); ok {
			found = append(found, p)
		}
	}
	return found
}

// partitionOf cuts the row off the name of an entity:
// "table /t(PartitionKey='p0'" of "table /t(PartitionKey='p0',RowKey='r3')".
// Quotes inside a key are doubled.
func partitionOf(key string) (string, bool) {
	const begin = "(PartitionKey='"
	at := strings.Index(key, begin)
	if at < 0 || !strings.HasPrefix(key, "table ") {
		return "", false
	}
	for i := at + len(begin); i < len(key); i++ {
		switch {
		case key[i] != '\'':
		case strings.HasPrefix(key[i:], "''"):
			i++
		default:
			return key[:i+1], strings.HasPrefix(key[i+1:], ",RowKey='")
		}
	}
	return "", false
}

// run gives every unit to the checks that apply, the largest units first, and
// the results to add, one at a time.
func (j *jobs) run(o Options, complete bool, add func(key string, k *kind, r finding.Result)) {
	type task struct {
		unit *unit
		kind *kind
	}
	var tasks []task
	for i := range j.units {
		for _, k := range kinds {
			if k.applies(j.units[i].use) {
				tasks = append(tasks, task{&j.units[i], k})
			}
		}
	}
	slices.SortStableFunc(tasks, func(a, b task) int {
		return cmp.Compare(b.unit.end-b.unit.start, a.unit.end-a.unit.start)
	})
	results := make([]finding.Result, len(tasks))
	o.Each(len(tasks), func() func(int) {
		var buffer []history.Event
		var held *unit
		return func(i int) {
			t := tasks[i]
			if t.unit != held {
				buffer, held = j.gather(t.unit, buffer[:0]), t.unit
			}
			if results[i] = t.kind.check(&subject{t.unit.name, j.book, t.unit.use, o, complete}, buffer); !complete {
				results[i] = withhold(results[i])
			}
		}
	})
	for i, t := range tasks {
		add(t.unit.name, t.kind, results[i])
	}
}

// gather returns the events of a unit, in buffer if they have to be copied.
func (j *jobs) gather(u *unit, buffer []history.Event) []history.Event {
	if j.order == nil {
		return j.events
	}
	buffer = slices.Grow(buffer, u.end-u.start)
	for _, i := range j.order[u.start:u.end] {
		buffer = append(buffer, j.events[i])
	}
	return buffer
}
