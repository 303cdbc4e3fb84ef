package load

import (
	"errors"
	"fmt"
	"io"

	"ifmatch/reports/internal/document"
)

// maxResult bounds how much Decode reads, in bytes: a run of a week with a
// thousand certificates is smaller.
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
	return document.Write(w, "load result", r)
}

// Decode reads exactly one schema-1 load result. An unknown field, a second
// document, or figures that contradict each other are errors that say where and
// what.
func Decode(rd io.Reader) (Run, error) {
	var head struct {
		Schema *int   `json:"schema"`
		Kind   string `json:"kind"`
	}
	return document.Decode[Run](rd, "load result", maxResult, &head, document.Strict, func() error {
		switch {
		case head.Schema == nil:
			return errors.New(`no "schema" field: not the summary.json of a load run`)
		case head.Kind == "":
			return errors.New(`no "kind" field: this is not the summary.json of a load run, but perhaps a result of ifmatch run`)
		case head.Kind != Kind:
			return fmt.Errorf("kind is %q, want %q", head.Kind, Kind)
		case *head.Schema != Schema:
			return fmt.Errorf("schema %d, but this ifmatch reads schema %d: use the version of ifmatch that wrote it", *head.Schema, Schema)
		}
		return nil
	})
}
