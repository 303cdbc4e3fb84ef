package exit

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

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
