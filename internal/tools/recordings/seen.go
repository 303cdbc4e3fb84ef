package main

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// seenFile is where the sightings stand, among the features.
const seenFile = "seen.tsv"

// Join is a recorded exchange that asks what a case asks.
type Join struct {
	Asked *Question
	Seen  *Replayed
}

// answer is the recorded answer.
func (j Join) answer() string {
	return strings.TrimSpace(fmt.Sprint(j.Seen.Exchange.Status, " ", j.Seen.Exchange.ErrorCode()))
}

// contradicts reports whether the service answered what the case does not allow. The reference, which conforms, answers
// both alike.
func (j Join) contradicts() bool {
	return j.Asked.Case.Level != "observed" && !j.Asked.Case.Open && !j.Asked.Accepts(j.Seen.Exchange.Status, j.Seen.Exchange.ErrorCode())
}

// Write shows a case beside the exchange that was taken for it.
func (j Join) Write(w io.Writer) {
	e, c := j.Seen.Exchange, j.Asked.Case
	fmt.Fprintf(w, "%s, %s, %q\n    case: %s\n", c.ID, c.Level, j.Asked.Step.Text, strings.Join(c.Steps, " / "))
	fmt.Fprintf(w, "    seen: %s #%d, %s: %s %s?%s was answered %s\n    both: %s\n", j.Seen.Session.Name, j.Seen.Index+1, e.Header["x-ms-version"], e.Method, e.Path, e.Query, j.answer(), j.Asked)
}

// joined finds the recorded exchanges of the questions. Where the reference answers a question and an exchange with the
// same coordinates in different ways, something that the coordinates lack tells them apart: they are no join.
func joined(questions []*Question, played [][]*Replayed, suite *plan.Suite) (list []Join, unlike []string) {
	of := map[string][]*Question{}
	for _, q := range questions {
		of[q.Exact["operation"]] = append(of[q.Exact["operation"]], q)
	}
	for _, m := range slices.Concat(played...) {
		if m.Coordinates == nil || m.Unplayable != "" || m.differsBeyondAnswer() || m.atOnce(suite) {
			continue
		}
		for _, q := range of[m.Answer.Operation.String()] {
			switch {
			case !q.Covers(*m.Coordinates) || !q.carried(m.Exchange) || !q.holds(m.Exchange.Header["x-ms-version"], suite):
			case !q.alike(m):
				unlike = append(unlike, fmt.Sprintf("%s and %s #%d are told apart by nothing but the answer: %s", q.Case.ID, m.Session.Name, m.Index+1, q))
			default:
				list = append(list, Join{q, m})
			}
		}
	}
	return list, unlike
}

// alike reports whether the reference answers a question and an exchange in the same way, or in two that the case allows:
// some codes follow from the version of the protocol.
func (q *Question) alike(m *Replayed) bool {
	asked, seen := q.Replayed.Answer, m.Answer
	return asked.Status == seen.Status && (asked.Code() == seen.Code() || q.Accepts(asked.Status, asked.Code()) && q.Accepts(seen.Status, seen.Code()))
}

// atOnce reports whether an exchange belongs to a case of the suite in which requests were under way at once, then or before:
// one that plays them in turn, in the order of the recording, may be in another situation than the service was.
func (m *Replayed) atOnce(suite *plan.Suite) bool {
	c, ours := suite.Case(m.Session.Name)
	if !ours {
		return false
	}
	first := slices.IndexFunc(c.Script(), func(s *plan.Step) bool { return s.Races || s.Chance })
	for at := max(first, 0); first >= 0 && at < len(c.Steps); at++ {
		if m.Exchange.of(&c, at) {
			return true
		}
	}
	return false
}

// differsBeyondAnswer reports whether the target answered with another tag or state: then it may be in another situation
// than the service was.
func (m *Replayed) differsBeyondAnswer() bool {
	return slices.ContainsFunc(m.Differences, func(d Difference) bool { return d.Respect != "status" && d.Respect != "code" })
}

// holds reports whether the clauses of a case hold for a version of the protocol.
func (q *Question) holds(version string, suite *plan.Suite) bool {
	return !slices.ContainsFunc(q.Case.Clauses, func(id string) bool {
		c, _ := suite.Register.Clause(id)
		first, found := strings.CutPrefix(c.APIVersions, ">=")
		return found && version < first
	})
}

// sightings are the lines of the file: a case is seen as often as the rarest of its questions, and a clause as often as
// there are exchanges that show one of its cases. It also returns the ids of the cases that are seen.
func sightings(questions []*Question, list []Join) (lines []string, whole map[string]bool) {
	joins := map[*Question][]Join{}
	for _, j := range list {
		joins[j.Asked] = append(joins[j.Asked], j)
	}
	whole = map[string]bool{}
	cases, clauses := map[string][]*Question{}, map[string]map[*Replayed]bool{}
	for _, q := range questions {
		cases[q.Case.ID] = append(cases[q.Case.ID], q)
	}
	for id, of := range cases {
		times, exchanges, answers := len(list), map[*Replayed]bool{}, []string{}
		for _, q := range of {
			times = min(times, len(joins[q]))
			some := map[string]bool{}
			for _, j := range joins[q] {
				exchanges[j.Seen], some[j.answer()] = true, true
			}
			answers = append(answers, strings.Join(sortedKeys(some), " | "))
		}
		if times == 0 {
			continue
		}
		lines = append(lines, line(id, times, exchanges, strings.Join(answers, ", ")))
		whole[id] = true
		for _, clause := range of[0].Case.Clauses {
			if clauses[clause] == nil {
				clauses[clause] = map[*Replayed]bool{}
			}
			maps.Copy(clauses[clause], exchanges)
		}
	}
	for id, exchanges := range clauses {
		lines = append(lines, line(id, len(exchanges), exchanges, ""))
	}
	slices.Sort(lines)
	return lines, whole
}

func line(id string, times int, exchanges map[*Replayed]bool, answer string) string {
	versions := map[string]bool{}
	seconds := make([]int64, 0, len(exchanges))
	for m := range exchanges {
		versions[m.Exchange.Header["x-ms-version"]] = true
		seconds = append(seconds, m.Exchange.Second)
	}
	day := func(second int64) string { return time.Unix(second, 0).UTC().Format(time.DateOnly) }
	return strings.Join([]string{id, fmt.Sprint(times), day(slices.Min(seconds)), day(slices.Max(seconds)), strings.Join(sortedKeys(versions), " "), answer}, "\t")
}

// sight finds which cases the corpora show, and what they contradict. It compares the file of sightings with that, or
// writes it.
func (o options) sight(hash string, played [][]*Replayed, reasons Reasons, w io.Writer) (short []string, err error) {
	suite, err := steps.Load(os.DirFS(o.features))
	if err != nil {
		return nil, err
	}
	log := io.Discard
	if o.verbose {
		log = w
	}
	asked, err := questions(suite.Choose(func(c plan.Case) bool { q, _ := asked(&c); return len(q) > 0 }), reasons, log)
	if err != nil {
		return nil, err
	}
	list, unlike := joined(asked, played, suite)
	short = contradictions(list)
	lines, cases := sightings(asked, list)
	fmt.Fprintf(w, "seen on Azure: %d clauses, %d cases, in %d exchanges; contradicted: %d; told apart by the answer alone: %d\n", len(lines)-len(cases), len(cases), len(list), len(short), len(unlike))
	for _, text := range append(unlike, firmer(list)...) {
		fmt.Fprintln(log, text)
	}
	for _, j := range drawn(list, cases, o.joins, o.seed) {
		j.Write(w)
	}
	more, err := o.compareSeen("seen in recordings "+hash, lines, w)
	return append(short, more...), err
}

// contradictions lists the joins whose answers the cases do not allow.
func contradictions(list []Join) (short []string) {
	for _, j := range list {
		if j.contradicts() {
			short = append(short, fmt.Sprintf("%s, at %s, wants %v, and Azure answered %s in %s #%d: mend the case, or name Microsoft's page in reasons.tsv", j.Asked.Case.ID, j.Asked.Case.Level, j.Asked.Want, j.answer(), j.Seen.Session.Name, j.Seen.Index+1))
		}
	}
	return short
}

// firmer lists the error codes that cases judge only at observed, and that were seen: they may be judged at the level of
// the case, if Microsoft's page does not contradict them.
func firmer(list []Join) []string {
	codes := map[string]bool{}
	for _, j := range list {
		for _, want := range j.Asked.Want {
			for _, one := range want.Allowed {
				if one.Weak && one.Status == j.Seen.Exchange.Status && one.Code == j.Seen.Exchange.ErrorCode() {
					codes[fmt.Sprintf("%s: %q answers %d (%s), which was seen", j.Asked.Case.ID, j.Asked.Step.Text, one.Status, one.Code)] = true
				}
			}
		}
	}
	return sortedKeys(codes)
}

// drawn are some joins of as many cases, drawn by a seed.
func drawn(list []Join, whole map[string]bool, n int, seed uint64) (some []Join) {
	whole = maps.Clone(whole)
	for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(list)) {
		if j := list[i]; len(some) < n && whole[j.Asked.Case.ID] {
			whole[j.Asked.Case.ID], some = false, append(some, j)
		}
	}
	return some
}

// compareSeen says which lines of the file of sightings are wrong.
func (o options) compareSeen(head string, lines []string, w io.Writer) (short []string, err error) {
	want, file := append([]string{head}, lines...), filepath.Join(o.features, seenFile)
	if o.update {
		if err := os.WriteFile(file, []byte(strings.Join(want, "\n")+"\n"), 0o644); err != nil {
			return nil, fmt.Errorf("writing the sightings: %w", err)
		}
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the sightings: %w", err)
	}
	have := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if have[0] != head {
		fmt.Fprintf(w, "%s tells of other recordings: not compared\n", file)
		return nil, nil
	}
	for i := range max(len(have), len(want)) {
		a, b := at(have, i), at(want, i)
		if a != b {
			return []string{fmt.Sprintf("%s: line %d is %q, and the recordings show %q", file, i+1, a, b)}, nil
		}
	}
	return nil, nil
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}
