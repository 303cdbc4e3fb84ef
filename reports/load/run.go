// Package load is the result of a load run as data: the configuration, the figures, and the verdict on the history. All
// renderings of load results are made from it alone, and summary.json holds it.
package load

import (
	"fmt"
	"strconv"
	"time"
)

// Schema is the version of the JSON form.
const Schema = 1

// Kind is the value of the field kind, which identifies a load result.
const Kind = "load"

// Run is one load run.
type Run struct {
	Schema      int          `json:"schema"`
	Kind        string       `json:"kind"` // "load"
	Tool        Tool         `json:"tool"`
	Host        Host         `json:"host"`
	Target      Target       `json:"target"`
	Plan        Plan         `json:"plan"`
	Started     time.Time    `json:"started"`
	Seconds     float64      `json:"seconds"`     // measured part, warm-up excluded
	Interrupted bool         `json:"interrupted"` // ended before the plan did
	Pace        Pace         `json:"pace"`
	Response    Distribution `json:"response"`   // of all answered exchanges, from the intended start
	Operations  []Operation  `json:"operations"` // by documented operation, in order of first use
	Contention  Contention   `json:"contention"`
	Series      []Second     `json:"series"` // measured part, second by second
	Codes       []Code       `json:"codes"`  // answers by status and x-ms-error-code, most frequent first
	Verdict     Verdict      `json:"verdict"`
	Restarts    int          `json:"restarts,omitempty"` // how often the target was killed and started again
	// Weather is how often requests met each kind of weather, by its name: faults that a correct service and its
	// network may cause. It is nil if none was configured.
	Weather    map[string]int64 `json:"weather,omitempty"`
	Doubts     []string         `json:"doubts,omitempty"` // why the run proves less than it seems to, in sentences
	Thresholds []Threshold      `json:"thresholds,omitempty"`
	Points     []Point          `json:"points,omitempty"` // of a sweep or a search, in the order they ran
	Found      string           `json:"found,omitempty"`  // result of a search: the knee in a sentence
	Knee       float64          `json:"knee,omitempty"`   // result of a search: the value of the parameter; 0: none
}

// Tool is the program that made the result.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Go      string `json:"go"`
}

// Host is the machine that sent the load.
type Host struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
}

// Target is the service under load.
type Target struct {
	Name      string            `json:"name"`
	Endpoints map[string]string `json:"endpoints"` // by service, without secrets
	Versions  map[string]string `json:"versions"`  // x-ms-version by service
	Server    string            `json:"server,omitempty"`
}

// Plan is the configuration: equal plans make comparable runs. Params holds everything that a command line can change,
// as text, by the name of its flag.
type Plan struct {
	Workload  string            `json:"workload"`
	Sentence  string            `json:"sentence"`
	Invariant string            `json:"invariant"`
	Shape     string            `json:"shape"` // "closed loop of 32 clients", "2000/s for 5s"
	Open      bool              `json:"open"`  // sends by a schedule, not when answers arrive
	Seed      uint64            `json:"seed"`
	Params    map[string]string `json:"params"`
}

// Pace says whether the generator kept to the plan.
type Pace struct {
	Requested  int64         `json:"requested"` // exchanges in the schedule; in a closed loop those sent
	Sent       int64         `json:"sent"`
	Late       int64         `json:"late"`    // sent later than LateAfter after the intended start
	Dropped    int64         `json:"dropped"` // not sent: no client was free, or the run ended
	LateAfter  time.Duration `json:"lateAfterNs"`
	Clients    int           `json:"clients"`                      // most at once
	Bottleneck string        `json:"bottleneck,omitempty"`         // why the generator was the bottleneck, in a sentence
	Lag        Distribution  `json:"lag"`                          // of all exchanges, from the intended start to the first byte sent; not observed in a closed loop
	Own        Distribution  `json:"own"`                          // the part of Lag not due to busy clients: the generator's own lateness
	Waited     float64       `json:"waitedForProcessor,omitempty"` // share of the time that the generator, and a target in its process, could have run and waited for a processor; 0: not known
	CPUSeconds float64       `json:"cpuSeconds"`                   // of the generator's process, user and system; 0: not known, or the target also ran in it
}

// crowded is the share of waiting for a processor above which times and rates say more about the machine than about the target.
const crowded = 0.6

// Crowded says that the machine was busy, so that times and rates were measured badly; "" if it was not. Short runs begin with
// waiting, and are not judged.
func (r Run) Crowded() string {
	if r.Pace.Waited < crowded || r.Seconds < 2 {
		return ""
	}
	return fmt.Sprintf("runnable threads waited %.0f %% of the time for a CPU, so times and rates say little about the target", 100*r.Pace.Waited)
}

// Operation is the exchanges of one documented operation, by outcome.
type Operation struct {
	Name     string    `json:"name"` // "Put Blob"
	Outcomes []Outcome `json:"outcomes"`
}

// Outcome is one outcome of an operation, with its three latencies.
type Outcome struct {
	Outcome  string       `json:"outcome"` // won, lost, refused, absent, throttled, unknown, wrong
	Count    int64        `json:"count"`
	Service  Distribution `json:"service"`  // from the first byte sent to the last byte read
	Response Distribution `json:"response"` // from the intended start to the last byte read
	Lag      Distribution `json:"lag"`      // from the intended start to the first byte sent
}

// Distribution is a set of durations. Histogram is the HDR histogram (V2, compressed, base64) from which the figures
// are computed. Histograms of several runs can be added.
type Distribution struct {
	Count     int64         `json:"count"`
	Min       time.Duration `json:"minNs"`
	Mean      time.Duration `json:"meanNs"`
	P50       time.Duration `json:"p50Ns"`
	P75       time.Duration `json:"p75Ns"`
	P90       time.Duration `json:"p90Ns"`
	P95       time.Duration `json:"p95Ns"`
	P99       time.Duration `json:"p99Ns"`
	P999      time.Duration `json:"p999Ns"`
	P9999     time.Duration `json:"p9999Ns"`
	Max       time.Duration `json:"maxNs"`
	Histogram string        `json:"hdr,omitempty"`
}

// Contention holds the figures that a plain request rate hides.
type Contention struct {
	Commits      int64         `json:"commits"`              // won updates
	Attempts     int64         `json:"attempts"`             // tries to commit
	Goodput      float64       `json:"goodput"`              // commits a second
	Rate         float64       `json:"rate"`                 // exchanges a second
	ConflictRate float64       `json:"conflictRate"`         // share of attempts that were lost or refused, 0 to 1
	AttemptsPer  Spread        `json:"attemptsPerSuccess"`   // of the committed updates, including the attempts before the commit
	Unfinished   int64         `json:"unfinished,omitempty"` // updates under way at the end, not included in AttemptsPer and TimeTo
	TimeTo       Distribution  `json:"timeToSuccess"`        // first attempt to commit
	Abandoned    int64         `json:"abandoned"`            // resources abandoned for another one without a commit, and updates under way at the end
	Jain         float64       `json:"jain"`                 // fairness of commits over actors, 1/n to 1; 0 without commits
	Starvation   time.Duration `json:"starvationNs"`         // longest time of an actor without a commit
	Starved      int           `json:"starved"`              // actors that never committed
	BytesOut     int64         `json:"bytesOut,omitempty"`
	Lease        *Lease        `json:"lease,omitempty"`
	Queue        *Queue        `json:"queue,omitempty"`
}

// PerCommit returns the number of attempts for each commit, including those of updates that were never committed; false
// if nothing was committed.
func (c Contention) PerCommit() (float64, bool) {
	if c.Commits == 0 {
		return 0, false
	}
	return float64(c.Attempts) / float64(c.Commits), true
}

// Spread describes a set of counts.
type Spread struct {
	Mean float64 `json:"mean"`
	P50  float64 `json:"p50"`
	P99  float64 `json:"p99"`
	Max  float64 `json:"max"`
}

// Lease holds the observations on leases. A Distribution with Count 0 was not observed.
type Lease struct {
	Acquired   int64        `json:"acquired"`
	Renewed    int64        `json:"renewed"`
	Released   int64        `json:"released"`
	Broken     int64        `json:"broken"`
	Expired    int64        `json:"expired"`    // tenures that expired, and that another holder followed
	Handoff    Distribution `json:"handoff"`    // release to the next acquire
	AfterBreak Distribution `json:"afterBreak"` // end of the break period to the next acquire
	Overshoot  Distribution `json:"overshoot"`  // promised expiry to the next acquire
	Jain       float64      `json:"jain"`       // fairness of lease time over actors
}

// Queue holds the observations on visibility timeouts.
type Queue struct {
	Delivered   int64        `json:"delivered"` // messages delivered for the first time
	Redelivered int64        `json:"redelivered"`
	Deleted     int64        `json:"deleted"`
	Empty       int64        `json:"empty"`      // Get Messages that found nothing
	Late        Distribution `json:"late"`       // end of the visibility timeout to redelivery
	OutOfOrder  int64        `json:"outOfOrder"` // first deliveries that overtook an older message: allowed, for information
}

// Second is one second of the measured part.
type Second struct {
	At       float64          `json:"at"` // seconds from the start of the measured part
	Sent     int64            `json:"sent"`
	Outcomes map[string]int64 `json:"outcomes"`
	Commits  int64            `json:"commits"`
	P50      time.Duration    `json:"p50Ns"` // of response time
	P99      time.Duration    `json:"p99Ns"`
	Max      time.Duration    `json:"maxNs"`
}

// Code counts one kind of answer.
type Code struct {
	Status int    `json:"status"` // 0: no answer, or none over HTTP
	Code   string `json:"code,omitempty"`
	Count  int64  `json:"count"`
}

// Threshold is one --fail-if and its result.
type Threshold struct {
	Expression string `json:"expression"`
	Value      string `json:"value"`           // the measured value
	Failed     bool   `json:"failed"`          // the condition held, so the run fails
	Point      string `json:"point,omitempty"` // in a sweep, the run it applies to: "clients=64"
}

// Point is one step of a sweep or a search.
type Point struct {
	Param        string        `json:"param"` // "clients", "rate"
	Value        float64       `json:"value"`
	Rate         float64       `json:"rate"` // exchanges a second; 0: nothing was measured
	Goodput      float64       `json:"goodput"`
	ConflictRate float64       `json:"conflictRate"`
	AttemptsPer  float64       `json:"attemptsPerCommit,omitempty"`  // all attempts over all commits; 0: nothing was committed
	PerSuccess   float64       `json:"attemptsPerSuccess,omitempty"` // mean of the committed updates
	Jain         float64       `json:"jain"`
	P50          time.Duration `json:"p50Ns"` // of response time
	P99          time.Duration `json:"p99Ns"`
	Verdict      string        `json:"verdict"`
	Bottleneck   string        `json:"bottleneck,omitempty"`
}

// Name returns the point as on a command line: "clients=64".
func (p Point) Name() string { return p.Param + "=" + strconv.FormatFloat(p.Value, 'g', 6, 64) }

// Measured reports whether the point has figures. A point that was interrupted before its measured part, or in which
// nothing was sent or answered, has none and proves nothing.
func (p Point) Measured() bool { return p.Rate > 0 }
