package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"ifmatch/loadgen/workload"
)

// loadOptions are the options of workloads as flags, by their names in package workload.
var loadOptions = []struct{ name, usage string }{
	{"keys", "`number` of blobs, entities or queues that the clients contend for"},
	{"zipf", "skew of the choice among keys: the `exponent` of a Zipf distribution, greater than 1; 0 chooses all keys equally often"},
	{"reads", "`share` of operations that only read, 0 to 1"},
	{"size", "size of a body in `bytes`"},
	{"think", "mean `duration` between reading a version and writing the next one"},
	{"lease", "`duration` of leases, 15s to 60s; -1s for infinite leases"},
	{"visibility", "`duration` of the visibility timeout of Get Messages"},
	{"batch", "`number` of operations in one entity group transaction, or of messages in one Get Messages"},
}

func addLoadOptions(flags *pflag.FlagSet, o *workload.Options) {
	for _, option := range loadOptions {
		switch v := o.Field(option.name).(type) {
		case *int:
			flags.IntVar(v, option.name, 0, option.usage)
		case *float64:
			flags.Float64Var(v, option.name, 0, option.usage)
		case *time.Duration:
			flags.DurationVar(v, option.name, 0, option.usage)
		}
	}
}

// workloadOptions are the workload's defaults, overridden by the flags. A flag that means nothing to
// the workload is refused, as it is most likely a mistake.
func workloadOptions(given workload.Options, flags *pflag.FlagSet, w workload.Workload) (workload.Options, error) {
	out := w.Defaults
	for _, option := range loadOptions {
		if !flags.Changed(option.name) {
			continue
		}
		if !slices.Contains(w.Heeds, option.name) {
			return out, usagef("this workload takes --"+strings.Join(w.Heeds, ", --"), "--%s has no effect on %s", option.name, w.Name)
		}
		switch v := out.Field(option.name).(type) {
		case *int:
			*v = *given.Field(option.name).(*int)
		case *float64:
			*v = *given.Field(option.name).(*float64)
		case *time.Duration:
			*v = *given.Field(option.name).(*time.Duration)
		}
	}
	return out, nil
}
