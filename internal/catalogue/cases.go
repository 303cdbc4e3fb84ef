package catalogue

import (
	"fmt"
	"strconv"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/steps/plan"
	"ifmatch/steps/words"
)

// Step is one sentence of a case, as `list cases --json` shows it: the sentence, and what it says as data.
// docs/cases.schema.json describes all fields.
type Step struct {
	Keyword string `json:"keyword"` // Given, When or Then
	Text    string `json:"text"`
	// SetUp is a resource that must be there first, in a state.
	SetUp *SetUp `json:"setUp,omitempty"`
	// Client sends Requests; without a name, several clients send one each, or each of Clients sends the only one.
	// AtOnce: they are under way together.
	Client   string    `json:"client,omitempty"`
	Clients  int       `json:"clients,omitempty"`
	Requests []Request `json:"requests,omitempty"`
	AtOnce   bool      `json:"atOnce,omitempty"`
	// WaitSeconds pass.
	WaitSeconds float64 `json:"waitSeconds,omitempty"`
	// Answers are expected: of each set one; Carries is what an answer is expected to carry.
	Answers [][]Expected `json:"answers,omitempty"`
	Carries []Carries    `json:"carries,omitempty"`
	// Effect is the state in which the resource is expected afterwards.
	Effect *Effect `json:"effect,omitempty"`
}

type SetUp struct {
	Kind  string `json:"kind"`           // block blob, container, entity
	Name  string `json:"name,omitempty"` // where a case has several of a kind
	State string `json:"state"`          // exists, is Leased(A)
}

type Request struct {
	Operation string `json:"operation"`    // by Microsoft's name
	On        string `json:"on,omitempty"` // the label of the resource: blob, container, or its name
	Terms     []Term `json:"terms,omitempty"`
}

type Term struct {
	Key     string `json:"key"`               // If-Match, lease id, content
	Words   string `json:"words,omitempty"`   // current, A, "text"
	Omitted bool   `json:"omitted,omitempty"` // "no lease id": what is usually sent is left out
}

type Expected struct {
	Success bool   `json:"success,omitempty"` // the documented success of the operation
	Status  int    `json:"status,omitempty"`
	Code    string `json:"code,omitempty"`
	Weak    bool   `json:"weak,omitempty"`    // the code is known from observation only
	AnyCode bool   `json:"anyCode,omitempty"` // any error code will do
}

type Carries struct {
	Subject string `json:"subject"` // ETag, lease id
	Word    string `json:"word"`    // no, any, value, new
	Value   string `json:"value,omitempty"`
}

type Effect struct {
	Of string `json:"of"` // the label of the resource
	Is string `json:"is"` // unchanged, as asked, gone
}

func Steps(c plan.Case) []Step {
	out := make([]Step, len(c.Script()))
	for i, s := range c.Script() {
		out[i] = newStep(*s)
	}
	return out
}

func newStep(s plan.Step) Step {
	row := Step{Keyword: s.Keyword, Text: plan.English(s.Text), Client: s.Say("who"), AtOnce: s.Races, WaitSeconds: s.Wait.Seconds()}
	if s.State != "" && s.Keyword == "Given" {
		row.SetUp, row.WaitSeconds = &SetUp{Kind: s.About[0], Name: s.Say("named"), State: s.State}, 0
	}
	if s.Keyword == "When" {
		for _, op := range s.Operations {
			row.Requests = append(row.Requests, Request{Operation: op, On: s.On, Terms: termRows(s.Asked)})
		}
	}
	for _, a := range s.Answers {
		row.Answers = append(row.Answers, answerRows(a))
	}
	for _, c := range s.Carries {
		row.Carries = append(row.Carries, Carries{c.Subject, c.Word, c.Value})
	}
	if s.Races && len(s.Said) > 0 {
		row.Clients, _ = strconv.Atoi(s.Said[0].Text) // 0 if the sentence lists what each sends
	}
	switch {
	case s.Judges != "":
		row.Effect = &Effect{Of: s.Judges, Is: lastText(s)}
	case s.Keyword == "Then" && strings.HasPrefix(s.Text, "the lease") && strings.Contains(s.Text, " is "):
		of, is, _ := strings.Cut(strings.TrimPrefix(s.Text, "the "), " is ")
		row.Effect = &Effect{Of: of, Is: is}
	}
	return row
}

func termRows(terms []words.Asked) (out []Term) {
	for _, t := range terms {
		out = append(out, Term{t.Key, t.Words, t.No})
	}
	return out
}

func answerRows(a words.Answer) (out []Expected) {
	if a.OK {
		out = append(out, Expected{Success: true})
	}
	for _, one := range a.Allowed {
		out = append(out, Expected{Status: one.Status, Code: one.Code, Weak: one.Weak, AnyCode: one.Any})
	}
	return out
}

// lastText is the last part of a sentence that is no name of anything: what it says about the rest.
func lastText(s plan.Step) string {
	for i := len(s.Said) - 1; i >= 0; i-- {
		if s.Said[i].Part == "" {
			return s.Said[i].Text
		}
	}
	return ""
}

// Case is one case as `list cases --json` shows it.
type Case struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Feature string   `json:"feature"`
	Line    int      `json:"line"`
	Clauses []string `json:"clauses"`
	Level   string   `json:"level"`
	Service string   `json:"service"`
	Open    bool     `json:"open,omitempty"`
	Timed   bool     `json:"timed,omitempty"`
	Needs   []string `json:"needs,omitempty"`
	Steps   []Step   `json:"steps"`
}

func NewCase(c plan.Case) Case {
	row := Case{ID: c.ID, Name: c.Title(), Feature: c.Feature, Line: c.Line, Clauses: c.Clauses,
		Level: c.Level, Service: c.Service, Open: c.Open, Timed: c.Timed(), Steps: Steps(c)}
	for _, n := range c.Needs {
		row.Needs = append(row.Needs, string(n))
	}
	return row
}

// CaseList shows cases.
var CaseList = List[Case]{
	Header: []string{"case", "level", "feature", "name"},
	Cells: func(s console.Style, r Case) [][]string {
		return Line(s.Bold(r.ID), r.Level, fmt.Sprintf("%s:%d", r.Feature, r.Line), r.Name)
	},
}
