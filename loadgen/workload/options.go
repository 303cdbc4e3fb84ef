package workload

import (
	"fmt"
	"math/rand/v2"
	"time"

	"ifmatch/loadgen/payload"
)

// heeds returns the options that every workload uses, and more.
func heeds(more ...string) []string {
	return append([]string{"keys", "zipf", "reads", "size"}, more...)
}

// Field returns a pointer to the option with a name from Workload.Heeds: an *int, a
// *float64 or a *time.Duration. It returns nil if there is no such option.
func (o *Options) Field(name string) any {
	switch name {
	case "keys":
		return &o.Keys
	case "zipf":
		return &o.Zipf
	case "reads":
		return &o.Reads
	case "size":
		return &o.Size
	case "think":
		return &o.Think
	case "lease":
		return &o.Lease
	case "visibility":
		return &o.Visibility
	case "batch":
		return &o.Batch
	}
	return nil
}

// Text returns the value of an option as on the command line; "" if there is no
// such option.
func (o Options) Text(name string) string {
	switch v := o.Field(name).(type) {
	case *int:
		return fmt.Sprint(*v)
	case *float64:
		return fmt.Sprint(*v)
	case *time.Duration:
		return v.String()
	}
	return ""
}

// Record adds the options that a repetition needs to the parameters of a run, as on the command line.
func (o Options) Record(params map[string]string) {
	for _, name := range []string{"keys", "zipf", "reads", "size", "think", "lease", "visibility", "batch"} {
		if text := o.Text(name); name == "reads" || text != "0" && text != "0s" {
			params[name] = text
		}
	}
}

// maxKeys bounds the number of keys: more than any run contends for, and few enough
// to prepare.
const maxKeys = 100_000

// check returns an error for wrong values of the options that all workloads share.
// maxSize is the largest body of one write of the workload.
func (o Options) check(maxSize int) error {
	switch {
	case o.Keys < 1 || o.Keys > maxKeys:
		return fmt.Errorf("keys: %d is not between 1 and %d", o.Keys, maxKeys)
	case o.Zipf != 0 && !(o.Zipf > 1):
		return fmt.Errorf("zipf: the exponent %g is not greater than 1; 0 chooses uniformly", o.Zipf)
	case !(o.Reads >= 0 && o.Reads <= 1):
		return fmt.Errorf("reads: the share %g is not between 0 and 1", o.Reads)
	case o.Size < payload.Min || o.Size > maxSize:
		return fmt.Errorf("size: %d bytes are not between %d and %d", o.Size, payload.Min, maxSize)
	case o.Think < 0:
		return fmt.Errorf("think: %s is negative", o.Think)
	}
	return nil
}

// maxThink bounds a pause, as a multiple of the mean.
const maxThink = 10

// exponential draws a pause with an exponential distribution around mean, as
// independent users pause.
func exponential(rng *rand.Rand, mean time.Duration) time.Duration {
	if mean <= 0 {
		return 0
	}
	return time.Duration(min(rng.ExpFloat64(), maxThink) * float64(mean))
}
