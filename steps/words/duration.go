package words

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var duration = regexp.MustCompile(`^(\d{1,5})(?:\.(\d))? (second|minute)s?$`)

// ParseDuration reads "15 seconds", "14.9 seconds" or "1 minute".
func ParseDuration(s string) (time.Duration, error) {
	m := duration.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, fmt.Errorf(`read duration %q: want seconds or minutes, with one decimal at most, as in "15 seconds"`, s)
	}
	unit := time.Second
	if m[3] == "minute" {
		unit = time.Minute
	}
	n, _ := strconv.Atoi(m[1] + cmp.Or(m[2], "0")) // digits, and few of them
	return time.Duration(n) * unit / 10, nil
}
