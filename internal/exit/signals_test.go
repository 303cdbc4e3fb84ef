package exit

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestUntil: work that ends is waited for, and work that does not is abandoned.
func TestUntil(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	if got, err := Until(t.Context(), func() (int, error) { return 7, broken }); got != 7 || !errors.Is(err, broken) {
		t.Errorf("until returns %d and %v, want what the work does", got, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	_, err := Until(ctx, func() (int, error) {
		stop()
		<-never
		return 0, nil
	})
	if code := Explain(io.Discard, strings.Clone, err); code != Interrupted {
		t.Errorf("abandoned: %v, want exit code %d", err, Interrupted)
	}
	if _, err := Until(ctx, func() (int, error) { t.Error("work began after the end"); return 0, nil }); err == nil {
		t.Error("after the end until returns no error")
	}
}
