package main

// player plays one session.
type player struct {
	session   *Session
	reasons   Reasons
	target    *Target
	bound     *Bindings
	kept      map[string]bool     // headers of answers that the corpus keeps
	names     map[string]bool     // paths that the session has named
	foreign   map[string]bool     // containers and shares that were there before, in an unknown state
	histories map[string]*history // by resource
	made      map[string]bool     // shares, and snapshots of them, that a list shows
	inferred  bool                // something was made that the recording takes for granted
	invented  bool                // bytes were made up that the recording leaves out

	diverged   []Difference // since these differences, what follows cannot be compared
	unplayable string       // since an exchange that could not be played, neither can what follows it
}
