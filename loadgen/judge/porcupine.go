package judge

import (
	"encoding/json"
	"io"
	"math"
	"strings"

	"ifmatch/loadgen/history"
)

// Operation is an operation as porcupine, a general checker of histories, takes it: one line of JSON. Input and Output hold
// what a model of one version needs. Operations without an answer end at the greatest time.
type Operation struct {
	Resource string `json:"resource"`
	ClientID int    `json:"client_id"`
	Call     int64  `json:"call"`
	Return   int64  `json:"return"`
	Input    Input  `json:"input"`
	Output   Output `json:"output"`
}

// Input is what a request asked for.
type Input struct {
	Op        string `json:"op"`                   // read, write, swap, create, delete
	If        string `json:"if,omitempty"`         // the ETag that a condition names
	NoneMatch bool   `json:"none_match,omitempty"` // it stands in If-None-Match
	Value     uint64 `json:"value,omitempty"`      // the contents written
}

// Output is what it was answered.
type Output struct {
	Outcome string `json:"outcome"`         // won, lost, absent, unknown
	Tag     string `json:"tag,omitempty"`   // the ETag in the answer
	Value   uint64 `json:"value,omitempty"` // the contents read
}

// exportable are the operations on one version.
var exportable = map[history.Op]string{
	history.Read: "read", history.Write: "write", history.Swap: "swap", history.Create: "create", history.Delete: "delete",
}

// ExportPorcupine writes the operations on resources with versions, for a second opinion. Answers that are due to something
// other than the version, like a lease, are left out.
func ExportPorcupine(out io.Writer, h *history.History) error {
	appended := map[uint32]bool{}
	for i := range h.Events {
		if h.Events[i].Op == history.Append {
			appended[h.Events[i].Key] = true
		}
	}
	lines := json.NewEncoder(out)
	for i := range h.Events {
		e := &h.Events[i]
		op, ok := exportable[e.Op]
		outcome := e.Outcome
		switch {
		case outcome == history.Throttled:
			outcome = history.Unknown
		case outcome == history.Refused, outcome == history.Wrong, outcome == history.Lost && e.Status != 412 && e.Status != 409:
			continue
		}
		if !ok || appended[e.Key] || outcome == history.Unknown && e.Op == history.Read {
			continue
		}
		x := Operation{
			Resource: h.Book.KeyText(e.Key), ClientID: int(e.Client), Call: e.Invoke, Return: e.Return,
			Input:  Input{Op: op, If: h.Book.Text(e.If), NoneMatch: e.Flags&history.IfNoneMatch != 0},
			Output: Output{Outcome: strings.ToLower(outcome.String()), Tag: h.Book.Text(e.Tag)},
		}
		if x.Return == history.Open {
			x.Return = math.MaxInt64
		}
		if e.Op == history.Read {
			x.Output.Value = e.Value
		} else {
			x.Input.Value = e.Value
		}
		if err := lines.Encode(x); err != nil {
			return err
		}
	}
	return nil
}
