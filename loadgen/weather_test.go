package loadgen

import (
	"cmp"
	"fmt"
	"os"
	"testing"
	"time"

	"ifmatch/reference/fault"
	"ifmatch/reference/weather"
)

// TestEveryWeatherOnEveryWorkload applies each kind of weather to a share of all requests, from few to every second
// one: a correct server is never accused.
func TestEveryWeatherOnEveryWorkload(t *testing.T) {
	alone(t)
	for _, k := range weather.Kinds() {
		for _, share := range []string{"1%", "10%", "50%"} {
			for i, name := range everyWorkload() {
				t.Run(fmt.Sprintf("%s=%s/%s", k, share, name), func(t *testing.T) {
					sky := weathered(t, fmt.Sprintf("seed=%d,%s=%s", seed(t)+uint64(i), k, share))
					weatherRun(t, name, faultClockRate, sky, 500*time.Millisecond, 0)
				})
			}
		}
	}
}

// spared are the faults that ordinary weather hides on principle, each with a weather that does not. A Get Messages
// without an answer may take effect at any later time, so it excuses as many lost messages as it asked for.
var spared = map[string]string{
	"sporadic-message-lost": "lose-answer=2%@Put Message,busy=3%@Put Message,lose-answer=2%@Delete Message,busy=3%@Delete Message,stall-answer=5%@Get Messages",
}

// TestEverySporadicFaultIsFoundInBadWeather is TestEverySporadicFaultIsFound with weather on one request in twenty. It
// takes a quarter of an hour: LOAD=all.
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
