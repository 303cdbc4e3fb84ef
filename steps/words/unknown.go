package words

// Unknown is the error for a word of a feature that nothing knows.
type Unknown struct {
	Word  string
	Known []string // what could stand in its place
	// Similar are whole sentences, the most similar first, if the sentence has no known form.
	Similar []string
	text    string
}

// NotKnown is the error for a word; text is the whole message.
func NotKnown(word, text string, known []string) *Unknown {
	return &Unknown{Word: word, Known: known, text: text}
}

// Error says what is wrong.
func (u *Unknown) Error() string { return u.text }
