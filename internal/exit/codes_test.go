package exit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestWorstFollowsThePrecedence(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		codes []Code
		want  Code
	}{
		{nil, OK},
		{[]Code{OK}, OK},
		{[]Code{OK, Stale}, Stale},
		{[]Code{Stale, Unknown}, Unknown},
		{[]Code{Unknown, Deviates}, Deviates},
		{[]Code{Deviates, Interrupted}, Interrupted},
		{[]Code{Interrupted, Usage}, Usage},
		{[]Code{OK, Unknown, OK, Deviates}, Deviates},
	} {
		if got := Worst(tc.codes...); got != tc.want {
			t.Errorf("Worst(%v) = %d, want %d", tc.codes, got, tc.want)
		}
	}
}

func TestEveryCodeIsListedAndRanked(t *testing.T) {
	t.Parallel()
	for _, c := range Meanings {
		if !slices.Contains(precedence, c.Code) {
			t.Errorf("exit code %d has no place in the precedence", c.Code)
		}
	}
	if len(Meanings) != len(precedence) {
		t.Errorf("%d codes are listed, %d ranked", len(Meanings), len(precedence))
	}
}

func TestFailuresAreToldOnce(t *testing.T) {
	t.Parallel()
	full := errors.New("write r.json: no space left on device")
	for _, tc := range []struct {
		name string
		err  error
		want string
	}{
		{"one", full, "ifmatch: write r.json: no space left on device\n"},
		{"the same when it is flushed", errors.Join(fmt.Errorf("write report: %w", full), full), "ifmatch: write report: write r.json: no space left on device\n"},
		{"the other way round", errors.Join(full, fmt.Errorf("write report: %w", full)), "ifmatch: write report: write r.json: no space left on device\n"},
		{"twice", errors.Join(full, full), "ifmatch: write r.json: no space left on device\n"},
		{"two", errors.Join(full, errors.New("write r.html: permission denied")), "ifmatch: write r.json: no space left on device\nifmatch: write r.html: permission denied\n"},
	} {
		var b strings.Builder
		if code := Explain(&b, strings.Clone, tc.err); code != Unknown || b.String() != tc.want {
			t.Errorf("%s: exit %d\n got %q\nwant %q", tc.name, code, b.String(), tc.want)
		}
	}
}

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
