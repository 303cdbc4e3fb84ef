package history

// outcomeNames are the words that reports use.
var outcomeNames = [...]string{
	Won: "won", Lost: "lost", Refused: "refused", Absent: "absent", Throttled: "throttled", Unknown: "unknown", Wrong: "wrong",
}

// String is the outcome's name in reports.
func (o Outcome) String() string {
	if o == 0 || int(o) >= len(outcomeNames) {
		return "none"
	}
	return outcomeNames[o]
}
