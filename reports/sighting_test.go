package reports_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

func TestParseSightings(t *testing.T) {
	t.Parallel()
	const head = "seen in recordings 0123456789abcdef\n"
	got, err := reports.ParseSightings(head + "A-1\t2\t2019-01-31\t2019-02-01\t2018-11-09 2019-02-02\t\nA-1/x\t1\t2019-01-31\t2019-01-31\t2018-11-09\t412 ConditionNotMet, 200\n")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]reports.Sighting{
		"A-1":   {Times: 2, First: "2019-01-31", Last: "2019-02-01", Versions: []string{"2018-11-09", "2019-02-02"}},
		"A-1/x": {Times: 1, First: "2019-01-31", Last: "2019-01-31", Versions: []string{"2018-11-09"}, Answer: "412 ConditionNotMet, 200"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"A-1\t2\n", "A-1\tnone\t2019-01-31\t2019-02-01\t2018-11-09\t\n", "A-1\t0\t2019-01-31\t2019-02-01\t2018-11-09\t\n"} {
		if _, err := reports.ParseSightings(head + bad); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("ParseSightings(%q) = %v, want an error about line 2", bad, err)
		}
	}
}

func TestOnAzure(t *testing.T) {
	t.Parallel()
	never, often, once := &reports.Sighting{}, &reports.Sighting{Times: 41, First: "2018-10-02", Last: "2025-12-15"}, &reports.Sighting{Times: 1, First: "2019-10-25", Last: "2019-10-25", Answer: "409 X"}
	for _, c := range []struct {
		name         string
		level        string
		clause, seen *reports.Sighting
		want         string
	}{
		{"a case that was seen", "must", often, once, "seen on Azure once, 2019-10: 409 X"},
		{"another case of its clause", "must", often, nil, "this case never; its clause was seen on Azure 41 times, 2018-10 to 2025-12"},
		{"a clause that was never seen", "should", never, nil, "never seen: rests on the page alone"},
		{"one that no page states", "observed", never, nil, "never seen on Azure"},
		{"a result of an older version", "must", nil, nil, ""},
	} {
		r := reports.Run{Promises: []reports.Promise{{Clause: "A-1", Level: c.level, Seen: c.clause}}}
		if got := r.OnAzure(reports.Scenario{ID: "A-1/x", Seen: c.seen}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
