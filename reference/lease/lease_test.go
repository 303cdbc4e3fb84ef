package lease_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
)

var ids = map[string]lease.ID{"A": {0xA}, "B": {0xB}, "C": {0xC}}

// show formats a lease as the test tables do.
func show(l lease.Lease) string {
	if l.State == lease.Available {
		return "available"
	}
	name := "X"
	for n, id := range ids {
		if id == l.ID {
			name = n
		}
	}
	return l.State.String() + "(" + name + ")"
}

func outcome(r lease.Result, code errcode.Code, action lease.Action) string {
	if code != "" {
		return string(code)
	}
	if action == lease.BreakIt {
		return show(r.Lease) + "+" + strconv.FormatFloat(r.Left.Seconds(), 'f', -1, 64)
	}
	return show(r.Lease)
}

// rows reads a table: one row per line, with cells separated by spaces.
func rows(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all [][]string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := s.Text(); line != "" && line[0] != '#' {
			all = append(all, strings.Fields(line))
		}
	}
	return all
}

// states makes the columns by lease operations; now is the time of the row's operation.
func states(t *testing.T, table *lease.Table, now time.Time) map[string]lease.Lease {
	t.Helper()
	do := func(l lease.Lease, at time.Duration, r lease.Request) lease.Lease {
		result, code := table.Apply(l, r, now.Add(at))
		if code != "" {
			t.Fatalf("setting up a state: %s", code)
		}
		return result.Lease
	}
	acquire := lease.Request{Action: lease.Acquire, Proposed: ids["A"], Proposes: true, Duration: time.Minute}
	breakIn := func(d time.Duration) lease.Request { return lease.Request{Action: lease.BreakIt, Period: d} }
	return map[string]lease.Lease{
		"Available": {},
		"Leased":    do(lease.Lease{}, 0, acquire),
		"Breaking":  do(do(lease.Lease{}, -20*time.Second, acquire), -20*time.Second, breakIn(30*time.Second)),
		"Broken":    do(do(lease.Lease{}, 0, acquire), 0, breakIn(0)),
		"Expired":   do(lease.Lease{}, -time.Minute, acquire),
	}
}

// rowNames are the machine's rows as clause ids spell them, such as "ACQ-B" in BLOB-LM-ACQ-B-Le.
var rowNames = [...]string{
	lease.AcquireNone: "ACQ-0", lease.AcquireSame: "ACQ-A", lease.AcquireOther: "ACQ-B",
	lease.BreakZero: "BRK-0", lease.BreakPeriod: "BRK-N", lease.BreakNatural: "BRK-D",
	lease.ChangeToOther: "CHG-AB", lease.ChangeToSame: "CHG-BA", lease.ChangeForeign: "CHG-BC", lease.ChangeIdentity: "CHG-AA",
	lease.RenewSame: "REN-A", lease.RenewOther: "REN-B", lease.ReleaseSame: "REL-A", lease.ReleaseOther: "REL-B",
}

func TestMatrixOfLeaseOperations(t *testing.T) {
	t.Parallel()
	a, b, c := ids["A"], ids["B"], ids["C"]
	requests := map[string]lease.Request{
		"ACQ-0":  {Action: lease.Acquire, Duration: 30 * time.Second},
		"ACQ-A":  {Action: lease.Acquire, Proposed: a, Proposes: true, Duration: 30 * time.Second},
		"ACQ-B":  {Action: lease.Acquire, Proposed: b, Proposes: true, Duration: 30 * time.Second},
		"BRK-0":  {Action: lease.BreakIt},
		"BRK-N":  {Action: lease.BreakIt, Period: 7 * time.Second},
		"BRK-D":  {Action: lease.BreakIt, Period: lease.NoPeriod},
		"CHG-AB": {Action: lease.Change, ID: a, Proposed: b},
		"CHG-BA": {Action: lease.Change, ID: b, Proposed: a},
		"CHG-BC": {Action: lease.Change, ID: b, Proposed: c},
		"CHG-AA": {Action: lease.Change, ID: a, Proposed: a},
		"REN-A":  {Action: lease.Renew, ID: a},
		"REN-B":  {Action: lease.Renew, ID: b},
		"REL-A":  {Action: lease.Release, ID: a},
		"REL-B":  {Action: lease.Release, ID: b},
	}
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	table := lease.Documented()
	columns := states(t, &table, now)
	all := rows(t, "testdata/matrix.txt")
	if len(all)-1 != len(table) || len(rowNames) != len(table) {
		t.Fatalf("the file has %d rows, the machine %d", len(all)-1, len(table))
	}
	for i, row := range all[1:] {
		if name := rowNames[i]; name != row[0] {
			t.Errorf("row %d is %s in the file and %s in the machine", i, row[0], name)
		}
		for j, want := range row[1:] {
			state := all[0][j+1]
			r := requests[row[0]]
			result, code := table.Apply(columns[state], r, now)
			if got := outcome(result, code, r.Action); got != want {
				t.Errorf("%s in %s = %s, want %s", row[0], state, got, want)
			}
			if code != "" && result.Lease != columns[state].At(now) {
				t.Errorf("%s in %s was refused, but changed the lease to %s", row[0], state, show(result.Lease))
			}
		}
	}
}

func TestMatricesOfUseAttempts(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	table := lease.Documented()
	columns := states(t, &table, now)
	for file, uses := range map[string]lease.Uses{
		"testdata/use_blob.txt":      lease.BlobUses(),
		"testdata/use_container.txt": lease.ContainerUses(),
	} {
		all := rows(t, file)
		for _, row := range all[1:] {
			use := lease.Shared
			if row[0][0] == 'W' {
				use = lease.Exclusive
			}
			id, given := ids[row[0][2:]]
			for j, want := range row[1:] {
				state := all[0][j+1]
				l, code := uses.Try(columns[state], use, id, given, now)
				got := show(l)
				if code != "" {
					got = string(code)
				}
				if got != want {
					t.Errorf("%s: %s in %s = %s, want %s", file, row[0], state, got, want)
				}
			}
		}
	}
}

func TestUnleasedUseIgnoresEverything(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	table, uses := lease.Documented(), lease.BlobUses()
	for name, l := range states(t, &table, now) {
		if got, code := uses.Try(l, lease.Unleased, ids["B"], true, now); code != "" || got != l.At(now) {
			t.Errorf("unleased use in %s = %s, %s", name, show(got), code)
		}
	}
}

// story executes one line of testdata/stories.txt.
type story struct {
	now   time.Time
	lease lease.Lease
	table lease.Table
	uses  lease.Uses
}

func (s *story) do(t *testing.T, words []string) string {
	t.Helper()
	number := func(i int) time.Duration {
		n, err := strconv.ParseFloat(words[i], 64)
		if err != nil {
			t.Fatalf("%v: %v", words, err)
		}
		return time.Duration(n * float64(time.Second))
	}
	r := lease.Request{}
	switch words[0] {
	case "fresh", "fresh:":
		*s = story{now: time.Unix(1_800_000_000, 0), table: lease.Documented(), uses: lease.BlobUses()}
		return ""
	case "container":
		s.uses = lease.ContainerUses()
		return ""
	case "advance":
		s.now = s.now.Add(number(1))
		return show(s.lease.At(s.now))
	case "read", "write":
		use := lease.Shared
		if words[0] == "write" && s.uses != lease.ContainerUses() {
			use = lease.Exclusive
		}
		id, given := ids[words[1]]
		l, code := s.uses.Try(s.lease, use, id, given, s.now)
		if code != "" {
			return string(code)
		}
		s.lease = l
		return show(l)
	case "acquire":
		r = lease.Request{Action: lease.Acquire, Duration: number(2)}
		if r.Duration < 0 {
			r.Duration = lease.Infinite
		}
		r.Proposed, r.Proposes = ids[words[1]]
	case "renew":
		r = lease.Request{Action: lease.Renew, ID: ids[words[1]]}
	case "release":
		r = lease.Request{Action: lease.Release, ID: ids[words[1]]}
	case "change":
		r = lease.Request{Action: lease.Change, ID: ids[words[1]], Proposed: ids[words[2]]}
	case "break":
		r = lease.Request{Action: lease.BreakIt, Period: lease.NoPeriod}
		if words[1] != "-" {
			r.Period = number(1)
		}
	default:
		t.Fatalf("no such command: %v", words)
	}
	result, code := s.table.Apply(s.lease, r, s.now)
	s.lease = result.Lease
	return outcome(result, code, r.Action)
}

func TestStories(t *testing.T) {
	t.Parallel()
	var s story
	for i, words := range rows(t, "testdata/stories.txt") {
		command, want, _ := strings.Cut(strings.Join(words, " "), " => ")
		if got := s.do(t, strings.Fields(command)); got != want {
			t.Errorf("line %d: %s => %s, want %s", i+1, command, got, want)
		}
	}
}

func TestWhatIsShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lease            lease.Lease
		status, duration string
	}{
		{lease.Lease{}, "unlocked", ""},
		{lease.Lease{State: lease.Leased, Duration: time.Minute}, "locked", "fixed"},
		{lease.Lease{State: lease.Leased, Duration: lease.Infinite}, "locked", "infinite"},
		{lease.Lease{State: lease.Breaking, Duration: lease.Infinite}, "locked", ""},
		{lease.Lease{State: lease.Broken, Duration: time.Minute}, "unlocked", ""},
		{lease.Lease{State: lease.Expired, Duration: time.Minute}, "unlocked", ""},
	} {
		if got := c.lease.State.Status(); got != c.status {
			t.Errorf("%v: status %s, want %s", c.lease.State, got, c.status)
		}
		if got := c.lease.DurationKind(); got != c.duration {
			t.Errorf("%v: duration %q, want %q", c.lease.State, got, c.duration)
		}
	}
}

func TestAnAcquireWithoutProposalIsGivenTheFreshID(t *testing.T) {
	t.Parallel()
	table := lease.Documented()
	for _, id := range []lease.ID{ids["A"], ids["B"]} {
		r, code := table.Apply(lease.Lease{}, lease.Request{Action: lease.Acquire, Fresh: id, Proposed: ids["C"], Duration: lease.Infinite}, time.Time{})
		if code != "" || r.Lease.ID != id {
			t.Errorf("acquire without a proposed id: %s, code %q, want %s", r.Lease.ID, code, id)
		}
	}
}

func BenchmarkApply(b *testing.B) {
	table := lease.Documented()
	now := time.Unix(1_800_000_000, 0)
	l := lease.Lease{State: lease.Leased, ID: ids["A"], Duration: time.Minute, Until: now.Add(time.Minute)}
	r := lease.Request{Action: lease.Renew, ID: ids["A"]}
	for b.Loop() {
		table.Apply(l, r, now)
	}
}
