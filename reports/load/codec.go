package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ifmatch/reports/internal/document"
)

// Kind is the value of the field kind, which tells a load result from others.
const Kind = "load"

// maxResult bounds how much Decode reads, in bytes: a run of a week with a
// thousand certificates stays below.
const maxResult = 1 << 30

// Encode writes r as schema-1 JSON, indented. Equal runs give equal bytes. It is
// also the renderer that --report json=FILE uses. It refuses a run that Decode
// would refuse.
func Encode(w io.Writer, r Run) error {
	r.Schema, r.Kind = Schema, Kind
	if r.Operations == nil {
		r.Operations = []Operation{}
	}
	if r.Series == nil {
		r.Series = []Second{}
	}
	if r.Codes == nil {
		r.Codes = []Code{}
	}
	if err := r.Validate(); err != nil {
		return fmt.Errorf("encode load result: %w", err)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("encode load result: %w", err)
	}
	return nil
}

// Decode reads one schema-1 load result and nothing else: an unknown field, a
// second document, or figures that contradict each other are errors that say
// where and what.
func Decode(rd io.Reader) (Run, error) {
	data, err := document.Read(rd, maxResult)
	if err != nil {
		return Run{}, fmt.Errorf("read load result: %w", err)
	}
	// Schema and kind decide what the rest may look like, so they are looked at
	// first and alone.
	var head struct {
		Schema *int   `json:"schema"`
		Kind   string `json:"kind"`
	}
	if err := document.Peek(data, &head); err != nil {
		return Run{}, fmt.Errorf("decode load result: %w", err)
	}
	switch {
	case head.Schema == nil:
		return Run{}, errors.New(`decode load result: no "schema" field: not the summary.json of a load run`)
	case head.Kind == "":
		return Run{}, errors.New(`decode load result: no "kind" field: this is not the summary.json of a load run, but perhaps a result of ifmatch run`)
	case head.Kind != Kind:
		return Run{}, fmt.Errorf("decode load result: kind is %q, want %q", head.Kind, Kind)
	case *head.Schema != Schema:
		return Run{}, fmt.Errorf("decode load result: schema %d, but this ifmatch reads schema %d: use the version of ifmatch that wrote it", *head.Schema, Schema)
	}
	var r Run
	if err := document.Unmarshal(data, &r); err != nil {
		return Run{}, fmt.Errorf("decode load result: %w", err)
	}
	if err := r.Validate(); err != nil {
		return Run{}, fmt.Errorf("decode load result: %w", err)
	}
	return r, nil
}
