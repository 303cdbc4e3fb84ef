package target

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseVersions(t *testing.T) {
	t.Parallel()
	every := func(v string) map[Service]string { return map[Service]string{Blob: v, Queue: v, Table: v, File: v} }
	for _, c := range []struct {
		text string
		want map[Service]string
		err  string
	}{
		{text: "", want: nil},
		{text: "  ", want: nil},
		{text: "2025-11-05", want: every("2025-11-05")},
		{text: "blob=2025-11-05", want: map[Service]string{Blob: "2025-11-05"}},
		{text: " blob = 2025-11-05 , table=2019-02-02", want: map[Service]string{Blob: "2025-11-05", Table: "2019-02-02"}},
		{text: "table=2019-02-02,2025-11-05", want: map[Service]string{Blob: "2025-11-05", Queue: "2025-11-05", Table: "2019-02-02", File: "2025-11-05"}},
		{text: "latest", err: `"latest" is not a date like 2025-11-05`},
		{text: "2025-11-31", err: `"2025-11-31" is not a date`},
		{text: "blob=", err: `"" is not a date`},
		{text: "blob=2025-11-05,", err: `"" is not a date`},
		{text: "blob=2025-11-05,blob=2019-02-02", err: "blob is given twice"},
		{text: "2025-11-05,2019-02-02", err: "both 2025-11-05 and 2019-02-02 are for every service"},
		{text: "smb=2025-11-05", err: `"smb" is not a service with versions; choose from blob, queue, table, file`},
		{text: "Blob=2025-11-05", err: `"Blob" is not a service`},
	} {
		got, err := ParseVersions(c.text)
		if c.err != "" {
			if u := (*UsageError)(nil); !errors.As(err, &u) || !strings.Contains(err.Error(), c.err) {
				t.Errorf("ParseVersions(%q) error = %v, want a usage error with %q", c.text, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("ParseVersions(%q): %v", c.text, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("ParseVersions(%q) (-want +got):\n%s", c.text, diff)
		}
	}
}

func FuzzParseVersions(f *testing.F) {
	for _, s := range []string{"", "2025-11-05", "blob=2025-11-05,table=2019-02-02", "2025-11-05,file=2019-02-02", "=,="} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		versions, err := ParseVersions(text)
		if err != nil {
			if len(versions) != 0 {
				t.Errorf("ParseVersions(%q) returned both versions and %v", text, err)
			}
			return
		}
		// What was parsed can be formatted and parsed again.
		for s, v := range versions {
			if len(v) != len("2025-11-05") {
				t.Errorf("ParseVersions(%q): version %q of %s is no date", text, v, s)
			}
		}
		again, err := ParseVersions(FormatVersions(versions))
		if diff := cmp.Diff(versions, again); err != nil || diff != "" {
			t.Errorf("ParseVersions(%q) does not round trip: %v\n%s", text, err, diff)
		}
	})
}

func TestDocumentedVersionsDescend(t *testing.T) {
	t.Parallel()
	for i, v := range DocumentedVersions {
		if _, err := time.Parse(time.DateOnly, v); err != nil || i > 0 && v >= DocumentedVersions[i-1] {
			t.Errorf("%s is no date, or stands at the wrong place: %v", v, err)
		}
	}
}
