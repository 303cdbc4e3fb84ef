package reports

import (
	"fmt"
	"strconv"
	"strings"
)

// Sighting says how often recorded answers of Azure itself show a clause or a case. Times is 0 if
// none does.
type Sighting struct {
	Times int `json:"times"`
	// First and Last are dates, YYYY-MM-DD.
	First string `json:"first,omitempty"`
	Last  string `json:"last,omitempty"`
	// Versions are the service versions that were asked, the oldest first.
	Versions []string `json:"versions,omitempty"`
	// Answer is what Azure answered to the requests of a case that are judged, in their order.
	Answer string `json:"answer,omitempty"`
}

// sightingColumns is how many columns a line of the file of sightings has.
const sightingColumns = 6

// ParseSightings reads the file of sightings: a line that names the recordings, then one clause or
// case a line.
func ParseSightings(text string) (map[string]Sighting, error) {
	all := map[string]Sighting{}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != sightingColumns {
			return nil, fmt.Errorf("read sightings: line %d has %d columns, want %d", i+2, len(f), sightingColumns)
		}
		times, err := strconv.Atoi(f[1])
		if err != nil || times < 1 {
			return nil, fmt.Errorf("read sightings: line %d: %q is not how often something was seen", i+2, f[1])
		}
		all[f[0]] = Sighting{times, f[2], f[3], strings.Fields(f[4]), f[5]}
	}
	return all, nil
}

// String says it in half a sentence: "seen on Azure 41 times, 2018-10 to 2025-12".
func (s Sighting) String() string {
	const month = len("2006-01")
	switch {
	case s.Times == 0:
		return "never seen on Azure"
	case s.First[:month] == s.Last[:month]:
		return fmt.Sprintf("seen on Azure %s, %s", often(s.Times), s.First[:month])
	}
	return fmt.Sprintf("seen on Azure %s, %s to %s", often(s.Times), s.First[:month], s.Last[:month])
}

func often(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}
