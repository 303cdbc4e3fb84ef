package loadgen

import (
	"cmp"
	"fmt"
	"os"
	"testing"
	"time"

	"ifmatch/loadgen/workload"
	"ifmatch/reference/fault"
	"ifmatch/reference/weather"
)

// TestEveryWeatherOnEveryWorkload lets a share of all requests meet one thing, from seldom to every other time: a correct
// server is never accused.
func TestEveryWeatherOnEveryWorkload(t *testing.T) {
	alone(t)
	for _, k := range weather.Kinds() {
		for _, share := range []string{"1%", "10%", "50%"} {
			for i, w := range workload.All() {
				t.Run(fmt.Sprintf("%s=%s/%s", k, share, w.Name), func(t *testing.T) {
					sky := weathered(t, fmt.Sprintf("seed=%d,%s=%s", seed(t)+uint64(i), k, share))
					weatherRun(t, w.Name, faultClockRate, sky, 500*time.Millisecond, 0)
				})
			}
		}
	}
}

// spared are the faults that weather hides as a matter of principle, with a weather that does not: a Get Messages that was
// not answered may take effect at any later time, so that each excuses as many messages as it asked for.
var spared = map[string]string{
	"sporadic-message-lost": "lose-answer=2%@Put Message,busy=3%@Put Message,lose-answer=2%@Delete Message,busy=3%@Delete Message,stall-answer=5%@Get Messages",
}

// TestEverySporadicFaultIsFoundInBadWeather is TestEverySporadicFaultIsFound where one request in twenty meets something.
// It takes a quarter of an hour: LOAD=all.
func TestEverySporadicFaultIsFoundInBadWeather(t *testing.T) {
	alone(t)
	if os.Getenv("IFMATCH_LOAD") != "all" {
		t.Skip("it takes a quarter of an hour: make load-faults LOAD=all runs it")
	}
	for _, f := range fault.Sporadic() {
		for _, name := range f.Workloads {
			t.Run(f.Name+"/"+name, func(t *testing.T) {
				began := time.Now()
				sky := cmp.Or(spared[f.Name], "5%,break-lease=1%")
				for round, d := range []time.Duration{2 * time.Second, 8 * time.Second, 20 * time.Second} {
					if found := faultyRound(t, f, name, round, d, fmt.Sprintf("seed=%d,%s", round+1, sky)); found != nil {
						t.Logf("found in round %d, after %s:\n%s", round+1, time.Since(began).Round(100*time.Millisecond), draw(t, found))
						return
					}
				}
				t.Error("not found in 30 s of load")
			})
		}
	}
}
