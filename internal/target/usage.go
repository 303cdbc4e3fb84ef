package target

import "fmt"

// UsageError is a mistake in naming a target. Commands exit with 2 on it. Its
// text never contains a secret: it quotes the input only where that cannot be
// one.
type UsageError struct{ text string }

func (e *UsageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}
