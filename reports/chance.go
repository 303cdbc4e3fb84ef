package reports

// certainRounds is how many rounds in a row must fail before a failure counts as certain.
const certainRounds = 10

// ByChance reports whether the failure of a case depends on chance, as far as is known: what
// depends on the order of requests, and did not fail every time when it was repeated alone.
func (s Scenario) ByChance() bool {
	return s.Chance && (s.Alone == nil || s.Alone.Played < certainRounds || s.Alone.Failed < s.Alone.Played)
}

// Plays are the rounds of a case in the run: one, if they were not counted.
func (s Scenario) Plays() Rounds {
	switch {
	case s.Rounds != nil:
		return *s.Rounds
	case s.Plainly() == Failed:
		return Rounds{1, 1}
	case s.Plainly() == Passed:
		return Rounds{0, 1}
	}
	return Rounds{}
}

// NeedsCompany reports whether a case failed beside others and passed when it was repeated alone,
// although nothing in it depends on chance.
func (s Scenario) NeedsCompany() bool { return !s.Chance && s.Alone != nil && s.Alone.Failed == 0 }
