package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/reports/evidence"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/words"
)

// Question is one request of a case whose answer the case judges.
type Question struct {
	Case    *plan.Case
	Number  int // of the question in the case, from 1
	Step    *plan.Step
	Want    []words.Answer
	Carries []words.Carried
	Success int // the documented status of success, which "ok" stands for
	Coordinates
	Replayed *Replayed
}

// Accepts reports whether the case allows an answer.
func (q *Question) Accepts(status int, code string) bool {
	for _, want := range q.Want {
		if want.OK && status != q.Success || !want.OK && !want.Match(status, code).Status {
			return false
		}
	}
	return true
}

// asked lists the sentences of a case that send a request and judge its answer, with their places in the script. It is
// empty for a case that single answers cannot show.
func asked(c *plan.Case) (questions []*Question, at []int) {
	if c.Races() || c.Abandons() || slices.ContainsFunc(c.Needs, hidden) || slices.ContainsFunc(c.Script(), beyond) {
		return nil, nil
	}
	acts, concurrent := 0, false
	for i, s := range c.Script() {
		if !s.Sends {
			continue
		}
		acts++
		q := question(c, i)
		if slices.ContainsFunc(q.Carries, q.unseen) {
			return nil, nil
		}
		if len(q.Want) > 0 {
			concurrent = concurrent || q.concurrent()
			q.Number = len(questions) + 1
			questions, at = append(questions, q), append(at, i)
		}
	}
	// Without a condition, a lease, a receipt or a conflict, a case of several requests is about what lies between them.
	if concurrent || acts == 1 && len(questions) == 1 && (questions[0].refused() || slices.ContainsFunc(questions[0].Carries, ofTag)) {
		return questions, at
	}
	return nil, nil
}

// hidden reports whether a case needs something that recordings do not show: SMB, copies that stay pending, or requests
// to another service.
func hidden(n target.Capability) bool {
	return n == target.SMB || n == target.PendingCopy || slices.Contains(target.Services, target.Service(n))
}

// beyond reports whether a sentence is about more than one answer and the resource it was asked of: clients that act at
// once, time that passes, another version of the protocol, lists, or what stands in a resource.
func beyond(s *plan.Step) bool {
	versioned := func(a words.Asked) bool { return a.Key == "api version" }
	told := len(s.Answers) > 0 || len(s.Carries) > 0 || s.Judges != "" || strings.HasPrefix(s.Text, "the lease ") || strings.HasPrefix(s.Text, "the message ")
	return s.Races || s.Sends && len(s.Operations) != 1 || s.State == "" && (s.Timed || strings.Contains(s.Text, " pass")) || s.Judging && !told || slices.ContainsFunc(s.Asked, versioned)
}

// question is what a sentence asks, with what the sentences after it want.
func question(c *plan.Case, at int) *Question {
	q := &Question{Case: c, Step: c.Script()[at]}
	for _, judge := range c.Script()[at+1:] {
		if !judge.Judging {
			break
		}
		q.Want = append(q.Want, judge.Answers...)
		q.Carries = append(q.Carries, judge.Carries...)
	}
	if len(q.Want) == 0 && len(q.Carries) > 0 {
		q.Want = []words.Answer{{OK: true}} // only an answer of success carries something
	}
	if op, err := steps.Language().Operation(q.Step.Operations[0]); err == nil {
		q.Success = op.Success
	}
	return q
}

// concurrent reports whether a question has a condition, a lease or a receipt, or wants a conflict.
func (q *Question) concurrent() bool {
	guards := func(a words.Asked) bool { return guard.MatchString(a.Key) }
	conflict := func(a words.Answer) bool {
		return slices.ContainsFunc(a.Allowed, func(one words.Allowed) bool {
			return one.Status == http.StatusConflict || one.Status == http.StatusPreconditionFailed || one.Status == http.StatusNotModified
		})
	}
	return strings.HasPrefix(q.Step.Operations[0], "Lease ") || slices.ContainsFunc(q.Step.Asked, guards) || slices.ContainsFunc(q.Want, conflict)
}

// guard matches the terms that are conditions, ids of leases, and receipts.
var guard = regexp.MustCompile(`If-|condition$|lease id$|^proposed id$|pop receipt|append position|max size|^sequence number (at|below|exactly)`)

// refused reports whether the answer that a question wants is no success.
func (q *Question) refused() bool {
	return slices.ContainsFunc(q.Want, func(a words.Answer) bool { return !a.OK && !a.Success() })
}

// unseen reports whether neither the replay nor a join compares what an answer is said to carry.
func (q *Question) unseen(c words.Carried) bool {
	return !slices.Contains([]string{words.No, words.Any, "new", "same", "current", "remembered"}, c.Word) && !byValue.MatchString(q.header(c))
}

// header is the header that a subject is about.
func (q *Question) header(c words.Carried) string {
	s, _ := steps.Language().Subject(target.Service(q.Case.Service), c.Subject)
	return strings.ToLower(s.Header)
}

// carried reports whether a recorded answer carries the same values as the answer to the case, where the case states
// them.
func (q *Question) carried(e *Exchange) bool {
	return !slices.ContainsFunc(q.Carries, func(c words.Carried) bool {
		name := q.header(c)
		return byValue.MatchString(name) && e.AnswerHeader[name] != q.Replayed.Answer.Header.Get(name)
	})
}

func ofTag(c words.Carried) bool { return c.Subject == "ETag" }

// questions plays cases against the reference, as a run does, and gives each question the coordinates that its request
// had. Cases that cannot be played again have no questions.
func questions(chosen *plan.Plan, reasons Reasons, log io.Writer) (all []*Question, err error) {
	sessions, err := evidenceOf(chosen)
	if err != nil {
		return nil, err
	}
	byID := map[string]*plan.Case{}
	for i := range chosen.Cases {
		byID[chosen.Cases[i].ID] = &chosen.Cases[i]
	}
	for _, s := range sessions {
		_, at := asked(byID[s.Name])
		for i := range s.Exchanges {
			e := &s.Exchanges[i]
			e.Beside = !slices.ContainsFunc(at, func(at int) bool { return e.of(byID[s.Name], at) })
		}
	}
	played, err := options{}.all(Corpus{Sessions: sessions}, reasons)
	for i, s := range sessions {
		some, missing := situated(byID[s.Name], played[i])
		if all = append(all, some...); missing != "" {
			fmt.Fprintf(log, "%s cannot be seen: %s\n", s.Name, missing)
		}
	}
	return all, err
}

// evidenceOf runs cases against the reference, and returns the sessions of the run.
func evidenceOf(chosen *plan.Plan) ([]Session, error) {
	result, err := steps.Run(context.Background(), steps.Config{Target: embedded.New(embedded.Options{Seed: 1}), Plan: chosen, Trace: "all", Seed: 1})
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := evidence.WriteSessions(&text, result); err != nil {
		return nil, err
	}
	return readSessions(&text)
}

// situated gives the questions of a case their coordinates, from the exchanges of its session. It says what is missing
// if one has none: then the case has no questions.
func situated(c *plan.Case, exchanges []*Replayed) (questions []*Question, missing string) {
	questions, at := asked(c)
	next := 0
	for i, q := range questions {
		var m *Replayed
		for ; next < len(exchanges) && !exchanges[next].Exchange.of(c, at[i]); next++ {
		}
		for ; next < len(exchanges) && exchanges[next].Exchange.of(c, at[i]); next++ {
			m = exchanges[next] // the last one: what was read before was read to compare
		}
		switch {
		case m == nil:
			return nil, "no exchange of " + q.Step.Text
		case m.Coordinates == nil || m.Unplayable != "":
			return nil, "unknown situation in " + q.Step.Text + " " + m.Unplayable
		case m.Exchange.Status != m.Answer.Status:
			return nil, fmt.Sprintf("%s was answered %d, and %d in the replay", q.Step.Text, m.Exchange.Status, m.Answer.Status)
		}
		q.Coordinates, q.Replayed = *m.Coordinates, m
		q.outcomes()
	}
	return questions, ""
}

// timed matches a sentence that says how long a lease lasts.
var timed = regexp.MustCompile(`duration|infinite|seconds`)

// of reports whether an exchange belongs to a sentence of a case.
func (e *Exchange) of(c *plan.Case, at int) bool { return strings.HasSuffix(e.Step, " "+c.Steps[at]) }

// outcomes puts the outcome of a condition in the place of its value where the case names only the outcome. How long a
// lease lasts is left open by a case that does not say it.
func (q *Question) outcomes() {
	named := false
	for _, s := range q.Case.Script() {
		named = named || timed.MatchString(s.Text)
	}
	if !named {
		for name, word := range map[string]string{"its lease-duration": anything, "x-ms-lease-duration": "valid"} {
			if _, ok := q.Exact[name]; ok {
				q.Exact[name] = word
			}
		}
	}
	for _, term := range q.Step.Asked {
		if term.Words != words.Met && term.Words != words.Unmet {
			continue
		}
		name := strings.ToLower(term.Key)
		if of, header, prefixed := strings.Cut(name, " "); prefixed {
			name = map[string]string{"source": "x-ms-source-", "blob": "x-ms-blob-", "tier": "x-ms-access-tier-"}[of] + header
		}
		if _, ok := q.Exact[name]; ok {
			q.Exact[name] = term.Words
		}
	}
}
