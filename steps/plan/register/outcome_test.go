package register

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseOutcomes(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		cell string
		want []Outcome
	}{
		{"201 -> Leased(X)", []Outcome{{Answer: "201", State: "Leased(X)"}}},
		{"409 LeaseAlreadyPresent", []Outcome{{Answer: "409 LeaseAlreadyPresent"}}},
		{"409 (LeaseAlreadyPresent)", []Outcome{{Answer: "409 (LeaseAlreadyPresent)"}}},
		{"412 *", []Outcome{{Answer: "412 *"}}},
		{"404 BlobNotFound | 412", []Outcome{{Answer: "404 BlobNotFound | 412"}}},
		{"becomes Expired(A)", []Outcome{{Passing: "becomes", State: "Expired(A)"}}},
		{"stays Available", []Outcome{{Passing: "stays", State: "Available"}}},
		{"ok -> Deleted", []Outcome{{Answer: "ok", State: "Deleted"}}},
		{"202 -> Broken(A), lease-time (0)", []Outcome{{Answer: "202", State: "Broken(A)", LeaseTime: "(0)"}}},
		{"202 -> Breaking(A), lease-time min(n, remaining)", []Outcome{{Answer: "202", State: "Breaking(A)", LeaseTime: "min(n, remaining)"}}},
		{"clean: 200 -> Leased(A) ; modified: 409 X", []Outcome{
			{Case: "clean", Answer: "200", State: "Leased(A)"},
			{Case: "modified", Answer: "409 X"},
		}},
	} {
		got, err := ParseOutcomes(tc.cell)
		if err != nil {
			t.Errorf("ParseOutcomes(%q) = %v, want no error", tc.cell, err)
			continue
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("ParseOutcomes(%q) (-want +got):\n%s", tc.cell, diff)
		}
	}
}

func TestParseOutcomesRefuses(t *testing.T) {
	t.Parallel()
	for cell, part := range map[string]string{
		"":                                 "not an answer",
		"Leased(A)":                        "not an answer",
		"409 Lease AlreadyPresent":         "not an answer",
		"409 (LeaseAlreadyPresent":         "not an answer",
		"201 ->":                           "not an answer",
		"201 -> Held(A)":                   "not a lease state",
		"stays Held(A)":                    "not a lease state",
		"- -> Expired(A)":                  "not an answer",
		"201 -> Leased":                    "not a lease state",
		"202 -> Broken(A), lease-time":     "not a lease state",
		"202 -> Broken(A), lease-time now": "not a lease time",
		"200 ; 409 X":                      "names no case",
		"clean: 200 ; 409 X":               "names no case",
		"clean: 200 ; clean: 409 X":        "occurs twice",
	} {
		got, err := ParseOutcomes(cell)
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("ParseOutcomes(%q) = %v, %v, want an error with %q", cell, got, err, part)
		}
	}
}

// FuzzParseOutcomes: a cell has exactly one spelling, so writing the parsed outcomes gives the
// cell again.
func FuzzParseOutcomes(f *testing.F) {
	for _, cell := range []string{
		"201 -> Leased(X)", "409 (LeaseAlreadyPresent)", "412 *", "404 A | 412 *", "stays Available", "a: becomes Broken(A)",
		"202 -> Breaking(A), lease-time min(n, remaining)", "finite: 202 -> Breaking(A), lease-time remaining ; infinite: 202", " ; ", "a: ", " -> ",
	} {
		f.Add(cell)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		outcomes, err := ParseOutcomes(cell)
		if err != nil {
			return
		}
		var parts []string
		for _, o := range outcomes {
			part := o.Answer
			switch {
			case o.Passing != "":
				part = o.Passing + " " + o.State
			case o.State != "":
				part += " -> " + o.State
			}
			if o.Case != "" {
				part = o.Case + ": " + part
			}
			if o.LeaseTime != "" {
				part += ", lease-time " + o.LeaseTime
			}
			parts = append(parts, part)
		}
		if again := strings.Join(parts, " ; "); again != cell {
			t.Errorf("ParseOutcomes(%q) written again is %q", cell, again)
		}
	})
}
