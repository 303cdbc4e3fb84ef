// Package reports is the result model of a conformance run: what was planned,
// what each case answered and what that means for the exit code. It knows
// nothing of Azure, godog or the reference, so that old results can be read and
// rendered again. Renderers live in its subfolders and see only a Run.
package reports

import "time"

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
	// Incomplete is true when the run was interrupted before every planned case
	// had a verdict.
	Incomplete bool       `json:"incomplete,omitempty"`
	Summary    Summary    `json:"summary"`
	Scenarios  []Scenario `json:"scenarios"`
}

// Tool names the program that made the result.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Go      string `json:"go"`
}

// Target says who was judged, without secrets.
type Target struct {
	Name      string            `json:"name"`
	Kind      string            `json:"kind"`
	Account   string            `json:"account,omitempty"`
	Endpoints map[string]string `json:"endpoints,omitempty"`
	Versions  map[string]string `json:"apiVersions,omitempty"`
}

// Plan says which cases were chosen and how.
type Plan struct {
	Seed int64 `json:"seed"`
	// Hash identifies the chosen cases: equal hashes mean comparable results.
	Hash  string `json:"hash"`
	RunID string `json:"runID"`
	// Level is the lowest level that gates the exit code.
	Level  string   `json:"level"`
	Select []string `json:"select,omitempty"`
	Skip   []string `json:"skip,omitempty"`
}

// Scenario is one case and its verdict.
type Scenario struct {
	// ID is clause/row-key: permanent, unique, and what --select takes.
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
	// Seconds is measured on the target's clock: on a movable clock it is the
	// time that the case let pass, so that equal runs have equal results.
	Seconds   float64    `json:"seconds"`
	Exchanges []Exchange `json:"exchanges,omitempty"`
}

// Exchange is one request and its answer with every secret already redacted.
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

// Header is one header line; a list keeps the order of the wire's names stable.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
