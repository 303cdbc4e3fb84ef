package target

import "fmt"

// UsageError is a mistake in how a target was named. Commands exit 2 on it. Its
// text never holds a secret, so what was typed is quoted only where it cannot
// be one.
type UsageError struct{ text string }

func (e *UsageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}
