package weatherproxy

import (
	"fmt"
	"strings"

	"ifmatch/reference/weather"
)

// met is how often each kind of weather occurred, for a result, and among how many requests.
func met(sky *weather.Sky) (kinds map[string]int64, all int64) {
	kinds = map[string]int64{}
	for k, n := range sky.Met() {
		all += n
		if k != weather.Clear {
			kinds[k.String()] = n
		}
	}
	return kinds, all
}

// Describe says how often each kind of weather occurred.
func Describe(sky *weather.Sky) string {
	kinds, all := met(sky)
	var parts []string
	sum := int64(0)
	for _, k := range weather.Kinds() {
		if n := kinds[k.String()]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k, n))
			sum += n
		}
	}
	if sum == 0 {
		return fmt.Sprintf("weather: none of %d requests was disturbed", all)
	}
	return fmt.Sprintf("weather: %d of %d requests were disturbed: %s", sum, all, strings.Join(parts, ", "))
}
