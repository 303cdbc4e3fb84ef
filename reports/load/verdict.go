package load

import (
	"encoding/json"
	"time"
)

// Verdict is what the recorded history proves.
type Verdict struct {
	State        string         `json:"state"` // valid, invalid, incomplete, undecided
	Why          string         `json:"why,omitempty"`
	Operations   int64          `json:"operations"` // checked operations
	Keys         int            `json:"keys"`
	Seconds      float64        `json:"seconds"` // duration of the check
	Violations   int            `json:"violations"`
	More         bool           `json:"moreViolations,omitempty"` // there are at least this many: a check ended before it had found all
	Certificates []Certificate  `json:"certificates,omitempty"`   // the first few violations
	Observed     map[string]int `json:"observed,omitempty"`       // what the checks observed
	NotObserved  []string       `json:"notObserved,omitempty"`    // rules that the run never exercised
	Assumptions  []string       `json:"assumptions,omitempty"`
	History      string         `json:"history,omitempty"` // SHA-256 of the history that was judged, if it was kept

	// SelfTest is what versions until 2026-11 wrote with --self-test, so that their results stay readable.
	SelfTest json.RawMessage `json:"selfTest,omitempty"`
}

// Certificate is a violation that a person can follow: the few operations whose
// answers cannot all be true.
type Certificate struct {
	Rule     string   `json:"rule"`
	Sentence string   `json:"sentence"`
	Key      string   `json:"key"`
	Clauses  []string `json:"clauses,omitempty"`
	Steps    []Step   `json:"steps"` // in order of invocation
}

// Step is one operation of a certificate.
type Step struct {
	Client    uint32         `json:"client"`
	Who       string         `json:"who,omitempty"` // the client, or the part of the run outside its measured part: "the final check"
	Seq       uint32         `json:"seq"`
	Operation string         `json:"operation"`
	Key       string         `json:"key,omitempty"`      // of the resource, if it differs from the certificate's
	Invoke    time.Duration  `json:"invokeNs"`           // since the run began
	Return    *time.Duration `json:"returnNs,omitempty"` // absent: no answer came
	Outcome   string         `json:"outcome"`
	Status    int            `json:"status,omitempty"`
	Code      string         `json:"code,omitempty"`
	Named     string         `json:"named,omitempty"`    // the ETag, pop receipt or position in the request
	Answered  string         `json:"answered,omitempty"` // the ETag or pop receipt in the answer
	Lease     string         `json:"lease,omitempty"`
	Value     string         `json:"value,omitempty"` // contents: "written by client 3, exchange 17"
	Role      string         `json:"role"`
	RequestID string         `json:"requestId"`      // x-ms-client-request-id as sent
	Curl      string         `json:"curl,omitempty"` // sends the same request, unsigned
}
