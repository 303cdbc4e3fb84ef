package reports

// Rounds counts the rounds of a case, each on fresh resources, and those that showed its failure.
type Rounds struct {
	Failed int `json:"failed"`
	Played int `json:"played"`
}

// Add adds further rounds.
func (r Rounds) Add(more Rounds) Rounds {
	return Rounds{r.Failed + more.Failed, r.Played + more.Played}
}

// Rate is the share of failed rounds; 0 if none was played.
func (r Rounds) Rate() float64 {
	if r.Played == 0 {
		return 0
	}
	return float64(r.Failed) / float64(r.Played)
}
