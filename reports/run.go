// Package reports is the result model of a conformance run: what was planned, the
// answer to each case, and the meaning for the exit code. It knows nothing of Azure,
// godog or the reference, so that old results can be read and rendered again.
//
// Encode and Decode store a Run as JSON, Outcome says what it amounts to, and Merge joins the
// results of parts. Renderers are in its subfolders and see only a Run; package reports/load
// is the same for runs of load.
package reports

import (
	"slices"
	"strings"
	"time"
)

// Schema is the version of the result JSON that this package writes.
const Schema = 1

// Run is the result of one conformance run, as stored by --report json=FILE.
type Run struct {
	Schema  int       `json:"schema"`
	Tool    Tool      `json:"tool"`
	Target  Target    `json:"target"`
	Plan    Plan      `json:"plan"`
	Started time.Time `json:"started"`
	// Seconds is the wall time of the whole run.
	Seconds float64 `json:"seconds"`
	// Waited is the share of the time in which this process was ready to run but
	// waited for a processor; 0 if unknown.
	Waited float64 `json:"waitedForProcessor,omitempty"`
	// Late counts the cases that were repeated alone because answers came too late.
	Late *Late `json:"late,omitempty"`
	// Incomplete is true when the run was interrupted before every planned case
	// had a verdict.
	Incomplete bool `json:"incomplete,omitempty"`
	// Stopped says why the run ended early although nobody interrupted it: the target
	// stopped answering, or the credential expired.
	Stopped string `json:"stopped,omitempty"`
	// Left says why something that the run created is still there, although it was not to be kept.
	Left string `json:"left,omitempty"`
	// Weather counts transient answers, and the requests repeated because of them.
	Weather *Weather `json:"weather,omitempty"`
	// Baseline is the result of the list of known failures, if there was one.
	Baseline  *Baseline  `json:"baseline,omitempty"`
	Summary   Summary    `json:"summary"`
	Scenarios []Scenario `json:"scenarios"`
	// Promises are the clauses of the cases by id, with the texts of the register at
	// the time. Results of older versions have none.
	Promises []Promise `json:"promises,omitempty"`
	// Grids are the tables of the source documents that the cases judge. Results of
	// older versions have none.
	Grids []Grid `json:"grids,omitempty"`
	// Profiles are the verdicts for clients of Azure Storage, if requested.
	Profiles []Profile `json:"profiles,omitempty"`
	// Found are violations that set-ups found and that no probe showed again.
	Found []Finding `json:"found,omitempty"`
}

// Promise is a clause as a report shows it.
type Promise struct {
	Clause    string `json:"clause"`
	Level     string `json:"level"` // of the status and the effect
	State     string `json:"state"` // active, disputed, open, note or untestable
	Statement string `json:"statement"`
	// Document and Heading say where the clause is stated.
	Document string `json:"document,omitempty"`
	Heading  string `json:"heading,omitempty"`
	// Seen says how often Azure was recorded to keep it; nil in results of older versions.
	Seen *Sighting `json:"seenOnAzure,omitempty"`
}

// Promise returns the clause with an id; the zero Promise if the result has none.
func (r Run) Promise(clause string) Promise {
	i, found := slices.BinarySearchFunc(r.Promises, clause, func(p Promise, id string) int { return strings.Compare(p.Clause, id) })
	if !found {
		return Promise{}
	}
	return r.Promises[i]
}

// OnAzure says how often the clause was seen; empty: the result does not know.
func (p Promise) OnAzure() string {
	switch {
	case p.Seen == nil:
		return ""
	case p.Seen.Times > 0 || p.Level == "observed":
		return p.Seen.String()
	}
	return "never seen: rests on the page alone"
}

// OnAzure says how often a case of the run was seen, or else its clause; empty: the result does not
// know.
func (r Run) OnAzure(s Scenario) string {
	p := r.Promise(s.Clause())
	switch {
	case s.Seen != nil:
		return s.Seen.String() + ": " + s.Seen.Answer
	case p.Seen != nil && p.Seen.Times > 0:
		return "this case never; its clause was " + p.OnAzure()
	}
	return p.OnAzure()
}

// Finding is a violation that the set-up of a case found, and that its probe did not
// show again when it ran alone. A probe that shows it again is a failed case of the
// run: see ProbeOf.
type Finding struct {
	// Clause is the violated clause. Case is the id of the probe. Both are empty if no
	// case is about it. Level is that of the probe.
	Clause string `json:"clause,omitempty"`
	Case   string `json:"case,omitempty"`
	Level  string `json:"level"`
	// Operation, Respect and Differs say what is broken: see Scenario.
	Operation string       `json:"operation"`
	Respect   string       `json:"respect"`
	Differs   []Difference `json:"differs,omitempty"`
	Reason    string       `json:"reason"`
	Want      string       `json:"want,omitempty"`
	Got       string       `json:"got,omitempty"`
	// Scenario is the id of the first case whose set-up showed it.
	Scenario  string     `json:"scenario"`
	Exchanges []Exchange `json:"exchanges,omitempty"`
	// Known is the baseline's line for the probe.
	Known *Known `json:"known,omitempty"`
}

// Late is what a run repeated because the first answers were too slow to judge.
type Late struct {
	Cases   int     `json:"cases"`
	Seconds float64 `json:"seconds"` // duration of the repetition
}

// Weather counts the transient answers of a run: 408, 429, 500, 502, 503, 504, and missing
// answers.
type Weather struct {
	Answers  int `json:"answers"`  // all transient answers
	Repeated int `json:"repeated"` // requests sent again unchanged
	Afresh   int `json:"afresh"`   // cases set up again
}

// Tool names the program that made the result.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Go      string `json:"go"`
}

// Target is the judged target, without secrets.
type Target struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Account string `json:"account,omitempty"`
	// AccountFacts are what the account showed of its kind, such as its SKU.
	AccountFacts map[string]string `json:"accountFacts,omitempty"`
	Endpoints    map[string]string `json:"endpoints,omitempty"`
	Versions     map[string]string `json:"apiVersions,omitempty"`
}

// Plan says which cases were chosen, and how.
type Plan struct {
	Seed int64 `json:"seed"`
	// Hash identifies the chosen cases: equal hashes mean comparable results.
	Hash  string `json:"hash"`
	RunID string `json:"runID"`
	// Level is the lowest level that gates the exit code.
	Level  string   `json:"level"`
	Select []string `json:"select,omitempty"`
	Skip   []string `json:"skip,omitempty"`
	// Again is the command that runs a case again in the same way, without its id.
	Again string `json:"again,omitempty"`
}

// Scenario is one case and its verdict.
type Scenario struct {
	// ID is clause/row-key: permanent, unique, and accepted by --select.
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Feature string   `json:"feature"`
	Line    int      `json:"line"`
	Clauses []string `json:"clauses"`
	Level   string   `json:"level"`
	Service string   `json:"service"`
	Status  Status   `json:"status"`
	// Reason explains every status but passed in one sentence.
	Reason string `json:"reason,omitempty"`
	Want   string `json:"want,omitempty"`
	Got    string `json:"got,omitempty"`
	// Differs says in which respects the answer to a failed case differs, in the order
	// of Differences.
	Differs []Difference `json:"differs,omitempty"`
	// CodeLevel is the level of an error code that differs; empty if none does. The
	// level of a case is that of its status and effect.
	CodeLevel string `json:"codeLevel,omitempty"`
	// BlockedBy is the clause whose violation kept a blocked case from being set up.
	BlockedBy string `json:"blockedBy,omitempty"`
	// Lacks says what the target or the credential lacks for a skipped case.
	Lacks *Lack `json:"lacks,omitempty"`
	// Operation is the operation that the verdict is about, by Microsoft's name.
	Operation string `json:"operation,omitempty"`
	// Respect is the part of the operation that misbehaved: a header, an element of a
	// list, the status, or the effect. Together with Operation it groups failures.
	Respect string `json:"respect,omitempty"`
	// Repeated is how many requests of the case were sent again after a transient
	// answer, including its repeated set-ups.
	Repeated int `json:"repeated,omitempty"`
	// Known is the case's line in the baseline.
	Known *Known `json:"known,omitempty"`
	// Company says how the set-up of a case failed while others ran, although it
	// succeeds alone. The verdict is the one from running alone.
	Company string `json:"company,omitempty"`
	// Chance is true for a case whose verdict may depend on the order of requests that are
	// under way at once.
	Chance bool `json:"chance,omitempty"`
	// Rounds are those of a case of chance in the run itself, which ends with the first failed one;
	// nil: not counted. Alone are the rounds of a failed case that was repeated while nothing
	// else ran; nil: it was not.
	Rounds *Rounds `json:"rounds,omitempty"`
	Alone  *Rounds `json:"alone,omitempty"`
	// ProbeOf is set for a case that was not chosen: it was played because a finding needed it,
	// and this is the first case that met the finding.
	ProbeOf string `json:"probeOf,omitempty"`
	// Cause is the id of a failed case that shows by itself what one of the operations of
	// this failed case does wrong: this failure may follow from that one.
	Cause string `json:"cause,omitempty"`
	// Seen says what Azure was recorded to answer to the case; nil: never, or not known.
	Seen *Sighting `json:"seenOnAzure,omitempty"`
	// Seconds is measured on the target's clock. On a movable clock it is the time by
	// which the case moved the clock, so that equal runs have equal results.
	Seconds   float64    `json:"seconds"`
	Exchanges []Exchange `json:"exchanges,omitempty"`
	// Packed is the compressed form of Exchanges, made by Pack.
	Packed []byte `json:"-"`
}

// Difference is a respect in which an answer differs from the promise.
type Difference string

// The differences.
const (
	InStatus   Difference = "status"
	InCode     Difference = "code"
	InResponse Difference = "response" // headers and body
	InEffect   Difference = "effect"   // what reads show afterwards
)

// Lack is something that a target or a credential does not offer.
type Lack struct {
	// Kind is operation, permission, feature or capability.
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// The kinds of Lack.
const (
	LacksOperation  = "operation"
	LacksPermission = "permission"
	LacksFeature    = "feature" // something that accounts of another kind offer
	LacksCapability = "capability"
)

// GatingLevel returns the level at which a verdict counts: that of the case, or that
// of the error code if only the code differs.
func (s Scenario) GatingLevel() string {
	if s.Status == Failed && len(s.Differs) == 1 && s.Differs[0] == InCode && levels[s.CodeLevel] > levels[s.Level] {
		return s.CodeLevel
	}
	return s.Level
}

// Clause returns the clause at the beginning of the case's id.
func (s Scenario) Clause() string {
	clause, _, _ := strings.Cut(s.ID, "/")
	return clause
}

// Redacted replaces a secret.
const Redacted = "REDACTED"

// Exchange is one request and its answer, with every secret already redacted.
type Exchange struct {
	Step           string   `json:"step,omitempty"`
	Method         string   `json:"method"`
	URL            string   `json:"url"`
	RequestHeader  []Header `json:"requestHeader,omitempty"`
	RequestBody    string   `json:"requestBody,omitempty"`
	Status         int      `json:"status,omitempty"`
	ResponseHeader []Header `json:"responseHeader,omitempty"`
	ResponseBody   string   `json:"responseBody,omitempty"`
	// Error is set when no answer arrived.
	Error string `json:"error,omitempty"`
}

// Header is one header line. Headers are a list, so that their order is stable.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// See adds to a result how often Azure was recorded to keep its clauses, and what it answered to its
// cases.
func (r *Run) See(all map[string]Sighting) {
	for i := range r.Promises {
		s := all[r.Promises[i].Clause] // never, if it is not among them
		r.Promises[i].Seen = &s
	}
	for i := range r.Scenarios {
		if s, ok := all[r.Scenarios[i].ID]; ok {
			r.Scenarios[i].Seen = &s
		}
	}
}
