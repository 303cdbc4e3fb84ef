package words

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

var duration = regexp.MustCompile(`^(\d{1,5}) (second|minute)s?$`)

// ParseDuration reads "15 seconds" or "1 minute".
func ParseDuration(s string) (time.Duration, error) {
	m := duration.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, fmt.Errorf(`read duration %q: want a whole number of seconds or minutes, as in "15 seconds"`, s)
	}
	var n time.Duration
	for _, r := range m[1] {
		n = n*10 + time.Duration(r-'0')
	}
	if m[2] == "minute" {
		return n * time.Minute, nil
	}
	return n * time.Second, nil
}
