package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/loading"
	"ifmatch/loadgen"
	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/trial"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/load"
	"ifmatch/reports/load/threshold"
)

// loadFlags are all flags of `ifmatch load`. The plan has those that a run takes as they are.
type loadFlags struct {
	trial.Plan
	target     targetFlags
	kind       string
	backoff    string
	sweep      string
	search     string
	failIf     []string
	reports    reportFlag[load.Run]
	out        string
	prometheus string
	weather    string
	restart    string
	many       manyFlags
	really     bool
}

// defaultMost is the number of clients up to which a schedule may grow.
const defaultMost = 1000

var (
	transports = []string{"auto", "lean", "net/http"}
	checkModes = []string{"end", "live", "off"}
)

// sweepParams are the parameters that --sweep can vary.
var sweepParams = []string{"clients", "rate", "keys", "reads", "size", "zipf"}

func (f *loadFlags) add(a *app, cmd *cobra.Command) {
	f.target.add(a, cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.target.smb, smbName, "", "`address` of the target's files over SMB, HOST:PORT, for workloads that open files this way; in Azure, port 445 of the account")
	flags.IntVar(&f.Clients, "clients", 32, "`number` of clients; each waits for an answer before it sends its next request (a closed loop); with --rate, the number to start with")
	flags.IntVar(&f.MaxClients, "max-clients", defaultMost, "with --rate, the largest `number` of clients used to keep the schedule")
	flags.StringVar(&f.Rate, "rate", "", "send on a schedule, at this `rate` in requests per second: "+pace.Forms+"; with --shard, the rate of all shards together")
	flags.DurationVar(&f.Duration, "duration", 10*time.Second, "`duration` of the measurement; 0 means until --ops requests were sent")
	flags.DurationVar(&f.Warmup, "warmup", time.Second, "`duration` of sending before the measurement; these requests are checked but not measured")
	flags.Int64Var(&f.Operations, "ops", 0, "stop after this `number` of requests, not counting the warm-up")
	addLoadOptions(flags, &f.Options)
	flags.StringVar(&f.kind, "kind", "", "`kind` of resource for load mix: "+strings.Join(workload.MixKinds(), ", "))
	a.completeFlag(cmd, "kind", workload.MixKinds())
	flags.StringVar(&f.backoff, "backoff", "exponential:10ms:250ms", "`policy` for waiting after a lost race: "+backoff.Forms)
	a.choiceFlag(cmd, &f.Transport, "transport", transports, "HTTP `client` to send with: lean (HTTP/1.1, one connection per client), net/http, or auto (lean for http addresses)")
	flags.Float64Var(&f.ClockRate, "clock-rate", 1, "the target's clock runs `N` times faster, as with serve --clock-rate; the built-in reference's clock is set to it")
	flags.Int64Var(&f.Seed, "seed", 1, "`number` that decides what the clients choose and write")
	flags.StringVar(&f.Prefix, "prefix", "ifmatch-load-", "prefix `text` of the name of everything the run creates")
	flags.BoolVar(&f.Keep, "keep", false, "do not delete what the run created")
	flags.StringVar(&f.sweep, "sweep", "", "make one run for each value, `PARAM=VALUES`, for instance clients=2,4,8,16; parameters: "+strings.Join(sweepParams, ", "))
	flags.StringVar(&f.search, "search", "", "find the highest --rate, or without --rate the most --clients, at which this `condition` does not hold, for instance p99>20ms")
	flags.StringArrayVar(&f.failIf, "fail-if", nil, "exit 1 if this `condition` holds (repeatable): "+threshold.Forms)
	f.reports.add(cmd)
	flags.StringVar(&f.out, "out", "", "`folder` to keep the run in: manifest, summary, history, vegeta's results, HTML page; it must be new or empty")
	a.choiceFlag(cmd, &f.Check, "check", checkModes, "`when` to check the history: end, live (as it grows, in bounded memory) or off")
	addCheckLimit(flags, &f.CheckLimit)
	flags.StringVar(&f.prometheus, "prometheus", "", "serve metrics on this `address`, HOST:PORT, during the run; the warm-up is not counted")
	addWeather(flags, &f.weather, "disturb requests as a correct service and its network may, through a built-in proxy")
	flags.StringVar(&f.restart, "restart", "", "start the target with this shell `COMMAND`, kill it under load (SIGKILL) and start it again: everything it acknowledged must still be there")
	flags.DurationVar(&f.Restart, "restart-every", 5*time.Second, "with --restart, the `duration` the target runs before it is killed")
	f.many.add(flags)
	flags.BoolVar(&f.really, "yes-really-load", false, "load a target that is not on this machine")
}

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

// setOptions sets the options to the workload's defaults, where no flag overrides them. A flag that means
// nothing to the workload is refused, as it is most likely a mistake.
func (f *loadFlags) setOptions(flags *pflag.FlagSet) error {
	w, out := f.Workload, f.Workload.Defaults
	for _, option := range loadOptions {
		if !flags.Changed(option.name) {
			continue
		}
		if !slices.Contains(w.Heeds, option.name) {
			return usagef("this workload takes --"+strings.Join(w.Heeds, ", --"), "--%s has no effect on %s", option.name, w.Name)
		}
		switch v := out.Field(option.name).(type) {
		case *int:
			*v = *f.Options.Field(option.name).(*int)
		case *float64:
			*v = *f.Options.Field(option.name).(*float64)
		case *time.Duration:
			*v = *f.Options.Field(option.name).(*time.Duration)
		}
	}
	f.Options = out
	return nil
}

// scheduled reports whether the runs send by a schedule.
func (f loadFlags) scheduled() bool { return f.Rate != "" || strings.HasPrefix(f.sweep, "rate=") }

// checkBounds refuses values that make no sense.
func (f loadFlags) checkBounds(flags *pflag.FlagSet) error {
	switch {
	case f.Clients < 1 || f.Clients > loadgen.MaxClients:
		return usagef(fmt.Sprintf("it must be between 1 and %d", loadgen.MaxClients), "--clients is %d", f.Clients)
	case !f.scheduled() && flags.Changed("max-clients"):
		return usagef("give --rate as well, or only --clients", "--max-clients limits the clients of a schedule, and there is no --rate")
	case f.scheduled() && (f.MaxClients < f.Clients || f.MaxClients > loadgen.MaxClients):
		return usagef(fmt.Sprintf("it must be between --clients, %d, and %d", f.Clients, loadgen.MaxClients), "--max-clients is %d", f.MaxClients)
	case f.target.timeout <= 0:
		return usagef("for instance --timeout 30s", "--timeout must be more than 0, and is %s", f.target.timeout)
	case f.Duration < 0 || f.Duration > loading.MaxLoadDuration:
		return usagef("for instance --duration 10s", "--duration must be between 0 and 24h, and is %s", f.Duration)
	case f.Warmup < 0 || f.Warmup > loading.MaxLoadDuration:
		return usagef("for instance --warmup 1s", "--warmup must be between 0 and 24h, and is %s", f.Warmup)
	case f.Operations < 0:
		return usagef("for instance --ops 100000, or 0 for no limit", "--ops must not be negative, and is %d", f.Operations)
	case f.Duration == 0 && f.Operations == 0:
		return usagef("for instance --duration 10s", "a run needs a --duration or a limit of --ops")
	case f.restart == "" && flags.Changed("restart-every"):
		return usagef("give --restart as well, with the command that starts the target", "--restart-every only works with --restart")
	case f.restart != "" && f.Restart < 100*time.Millisecond:
		return usagef("for instance --restart-every 5s", "--restart-every must be at least 100ms, and is %s", f.Restart)
	case f.restart != "" && f.target.spec == referenceTarget:
		return usagef("for instance --target azurite", "--restart kills and starts the target, which the built-in reference cannot survive")
	case f.restart != "" && (f.sweep != "" || f.search != ""):
		return usagef("leave one of them out", "--restart works on one run, and --sweep and --search make many")
	case !(f.ClockRate >= 1 && f.ClockRate <= 1000):
		return usagef("for instance --clock-rate 60", "--clock-rate must be between 1 and 1000, and is %v", f.ClockRate)
	case f.CheckLimit <= 0:
		return badCheckLimit(f.CheckLimit)
	case f.sweep != "" && f.search != "":
		return usagef("use one, then the other", "--sweep and --search cannot be combined")
	case f.search != "" && len(f.failIf) > 0:
		return usagef("search first, then judge one run at what it found", "--fail-if judges one run, and --search makes runs that are meant to fail")
	case f.many.engine == "" && flags.Changed("image"):
		return usagef("give --render k8s as well", "--image is what containers of --render run, and there is no --render")
	case f.search != "" && f.Duration == 0:
		return usagef("for instance --duration 5s", "--search needs a --duration for each trial")
	}
	return checkPrefix(f.Prefix)
}

// checkShard refuses flags that cannot be combined with one of several processes.
func (f loadFlags) checkShard() error {
	switch {
	case f.Process == nil:
		return nil
	case f.out == "":
		return usagef("for instance --out run1, the same for all shards, on a volume they share", "--shard needs an --out folder for its part of the history, for ifmatch check to merge")
	case f.sweep != "" || f.search != "" || f.restart != "":
		return usagef("a shard sends with its own --clients, or its part of --rate", "--shard cannot be combined with --sweep, --search or --restart")
	case f.target.spec == referenceTarget:
		return usagef("for instance --target env, with ifmatch serve running somewhere", "each shard would load its own built-in reference")
	case f.Check != "end":
		return usagef("leave out --check "+f.Check, "the history of one shard alone proves nothing; ifmatch check judges all shards together")
	}
	return nil
}

// checkSMB refuses an SMB address that nothing uses, and a missing one that is needed.
func (f loadFlags) checkSMB() error {
	switch w := f.Workload; {
	case f.target.smb != "" && f.target.spec == referenceTarget:
		return usagef("name an endpoint with --target", "--smb has no effect on the built-in reference, which has its own SMB server")
	case f.target.smb != "" && !w.SMB:
		return usagef("leave it out", "--smb has no effect on %s, which opens no files over SMB", w.Name)
	case f.target.smb == "" && w.SMB && f.target.spec != referenceTarget:
		return usagef("for instance --smb ACCOUNT.file.core.windows.net:445, or --smb "+defaultSMBAddress+" for ifmatch serve", "%s opens files over SMB, and --smb does not say where", w.Name)
	}
	return nil
}

// manyFlags are about a load that several processes send together: which part of it this one sends, or what
// starts them all.
type manyFlags struct {
	shard  string
	start  string
	engine string
	image  string
}

const defaultImage = "ifmatch:latest"

func (f *manyFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.shard, "shard", "", "send part `I/N` of a load that N processes send together, counting from 0/N; /N takes I from "+strings.Join(loading.IndexVariables, ", ")+", whichever is set first")
	flags.StringVar(&f.start, "start-at", "", "with --shard, the `time` at which all shards begin, such as 2026-11-22T13:00:00Z, in seconds since 1970, or +DURATION after the first shard looked at --out")
	flags.StringVar(&f.engine, "render", "", "send nothing; print what sends the same load in the N shards of --shard /N and judges it, for an `engine`: k8s (two Jobs), slurm (a script for sbatch)")
	flags.StringVar(&f.image, "image", defaultImage, "with --render k8s, the container `image` of ifmatch")
}

// parse reads the flags; nil: one process sends the whole load.
func (f manyFlags) parse(getenv func(string) string) (*shard.Process, error) {
	if f.shard == "" {
		if f.start != "" {
			return nil, usagef("give --shard as well", "--start-at sets when the shards of a load begin, and there is no --shard")
		}
		return nil, nil
	}
	p, err := loading.Part(f.shard, getenv)
	if err != nil {
		return nil, flagged("--shard", err)
	}
	return p, flagged("--start-at", loading.Begin(p, f.start))
}
