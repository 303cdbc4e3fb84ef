package scenario

// Pairs are what the races between two operations are made from, besides the facts of the
// operations. Each pair is a case, so a new operation brings its pairs by its facts alone.
type Pairs struct {
	Guards []Guard
	// Whole and Shown are the clauses, by label, which promise that one of two documents remains, and
	// that what was acknowledged is read.
	Whole, Shown map[string]string
	// Filled are the states in which a field has something to show where that is not every state.
	Filled map[Field]string
}

// Guard is something that an operation depends on, and that another may change at the same time.
type Guard struct {
	Terms  string            // the words of the request; empty: it depends on the state alone
	By     string            // the words of the other request, " with size 512", if it needs any to change what the guard speaks of
	State  string            // the state in which a race for it begins
	Of     Field             // what it speaks of
	Clause map[string]string // the clause, by label; without one the kind has no such guard
	Takes  func(Facts) bool  // whether an operation can be sent under it
	Other  *Other            // what it speaks of if that is not the operation's own resource
}

// Other is a second resource of a pair: its kind, which is empty if it is that of the first, its name if it has one, and
// the state in which a race begins.
type Other struct{ Kind, Name, State string }

// Standing is a resource between two requests of a race: its state, and what no read shows.
type Standing struct {
	State State
	// Token is the lease id or the pop receipt that is valid.
	Token string
	// Either: the documents leave open whether the act that led here is performed or refused.
	Either bool
	// Locked: an SMB client has it open, and shares nothing.
	Locked bool
	// Beside is that of the other resource if a pair has two. What an act changes of it is changed there.
	Beside *Standing
}
