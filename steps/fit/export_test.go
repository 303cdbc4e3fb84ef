package fit

import (
	"time"
)

// Longest is the longest wait of the cases that are tried.
func Longest(cfg Config) (longest time.Duration) {
	tried, _ := divide(cfg.Suite, cfg.Profiles[0].Demand, cfg.Strict)
	for _, n := range tried.Needs {
		for _, c := range cfg.Suite.CasesOf(n.Clause) {
			for _, id := range n.Cases {
				if c.ID == id {
					longest = max(longest, c.Wait())
				}
			}
		}
	}
	return longest
}
