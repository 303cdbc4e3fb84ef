package register

import "fmt"

// State says whether a clause is judged.
type State string

const (
	Active     State = "active"     // judged
	Disputed   State = "disputed"   // judged by a verdict of medium confidence between contradicting sources
	Open       State = "open"       // undocumented: its cases run and their answers are recorded, never judged
	Note       State = "note"       // a fact about a client, a document or an emulator; has no case
	Untestable State = "untestable" // no endpoint can show it; has no case
)

func parseState(s string) (State, error) {
	switch st := State(s); st {
	case Active, Disputed, Open, Note, Untestable:
		return st, nil
	}
	return "", fmt.Errorf("%q is not a state; write active, disputed, open, note or untestable", s)
}
