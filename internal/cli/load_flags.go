package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/loading"
	"ifmatch/internal/nearest"
	"ifmatch/loadgen"
	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/load"
	"ifmatch/reports/load/threshold"
)

// loadFlags are all flags of `ifmatch load`.
type loadFlags struct {
	target     targetFlags
	clients    int
	maxClients int
	rate       string
	duration   time.Duration
	warmup     time.Duration
	ops        int64
	options    workload.Options
	kind       string
	backoff    string
	transport  string
	clockRate  float64
	seed       int64
	prefix     string
	keep       bool
	sweep      string
	search     string
	failIf     []string
	reports    reportFlag[load.Run]
	out        string
	check      string
	checkLimit time.Duration
	prometheus string
	weather    string
	restart    string
	every      time.Duration
	shard      shardFlags
	render     renderFlags
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
	flags.IntVar(&f.clients, "clients", 32, "`number` of clients; each waits for an answer before it sends its next request (a closed loop); with --rate, the number to start with")
	flags.IntVar(&f.maxClients, "max-clients", defaultMost, "with --rate, the largest `number` of clients used to keep the schedule")
	flags.StringVar(&f.rate, "rate", "", "send on a schedule, at this `rate` in requests per second: "+pace.Forms+"; with --shard, the rate of all shards together")
	flags.DurationVar(&f.duration, "duration", 10*time.Second, "`duration` of the measurement; 0 means until --ops requests were sent")
	flags.DurationVar(&f.warmup, "warmup", time.Second, "`duration` of sending before the measurement; these requests are checked but not measured")
	flags.Int64Var(&f.ops, "ops", 0, "stop after this `number` of requests, not counting the warm-up")
	addLoadOptions(flags, &f.options)
	flags.StringVar(&f.kind, "kind", "", "`kind` of resource for load mix: "+strings.Join(workload.MixKinds(), ", "))
	a.completeFlag(cmd, "kind", workload.MixKinds())
	flags.StringVar(&f.backoff, "backoff", "exponential:10ms:250ms", "`policy` for waiting after a lost race: "+backoff.Forms)
	a.choiceFlag(cmd, &f.transport, "transport", transports, "HTTP `client` to send with: lean (HTTP/1.1, one connection per client), net/http, or auto (lean for http addresses)")
	flags.Float64Var(&f.clockRate, "clock-rate", 1, "the target's clock runs `N` times faster, as with serve --clock-rate; the built-in reference's clock is set to it")
	flags.Int64Var(&f.seed, "seed", 1, "`number` that decides what the clients choose and write")
	flags.StringVar(&f.prefix, "prefix", "ifmatch-load-", "prefix `text` of the name of everything the run creates")
	flags.BoolVar(&f.keep, "keep", false, "do not delete what the run created")
	flags.StringVar(&f.sweep, "sweep", "", "make one run for each value, `PARAM=VALUES`, for instance clients=2,4,8,16; parameters: "+strings.Join(sweepParams, ", "))
	flags.StringVar(&f.search, "search", "", "find the highest --rate, or without --rate the most --clients, at which this `condition` does not hold, for instance p99>20ms")
	flags.StringArrayVar(&f.failIf, "fail-if", nil, "exit 1 if this `condition` holds (repeatable): "+threshold.Forms)
	f.reports.add(cmd)
	flags.StringVar(&f.out, "out", "", "`folder` to keep the run in: manifest, summary, history, vegeta's results, HTML page; it must be new or empty")
	a.choiceFlag(cmd, &f.check, "check", checkModes, "`when` to check the history: end, live (as it grows, in bounded memory) or off")
	addCheckLimit(flags, &f.checkLimit)
	flags.StringVar(&f.prometheus, "prometheus", "", "serve metrics on this `address`, HOST:PORT, during the run; the warm-up is not counted")
	addWeather(flags, &f.weather, "disturb requests as a correct service and its network may, through a built-in proxy")
	flags.StringVar(&f.restart, "restart", "", "start the target with this shell `COMMAND`, kill it under load (SIGKILL) and start it again: everything it acknowledged must still be there")
	flags.DurationVar(&f.every, "restart-every", 5*time.Second, "with --restart, the `duration` the target runs before it is killed")
	f.shard.add(flags)
	f.render.add(flags)
	flags.BoolVar(&f.really, "yes-really-load", false, "load a target that is not on this machine")
}

// scheduled reports whether the runs send by a schedule.
func (f loadFlags) scheduled() bool { return f.rate != "" || strings.HasPrefix(f.sweep, "rate=") }

// checkBounds refuses values that make no sense.
func (f loadFlags) checkBounds(flags *pflag.FlagSet) error {
	switch {
	case f.clients < 1 || f.clients > loadgen.MaxClients:
		return usagef(fmt.Sprintf("it must be between 1 and %d", loadgen.MaxClients), "--clients is %d", f.clients)
	case !f.scheduled() && flags.Changed("max-clients"):
		return usagef("give --rate as well, or only --clients", "--max-clients limits the clients of a schedule, and there is no --rate")
	case f.scheduled() && (f.maxClients < f.clients || f.maxClients > loadgen.MaxClients):
		return usagef(fmt.Sprintf("it must be between --clients, %d, and %d", f.clients, loadgen.MaxClients), "--max-clients is %d", f.maxClients)
	case f.target.timeout <= 0:
		return usagef("for instance --timeout 30s", "--timeout must be more than 0, and is %s", f.target.timeout)
	case f.duration < 0 || f.duration > loading.MaxLoadDuration:
		return usagef("for instance --duration 10s", "--duration must be between 0 and 24h, and is %s", f.duration)
	case f.warmup < 0 || f.warmup > loading.MaxLoadDuration:
		return usagef("for instance --warmup 1s", "--warmup must be between 0 and 24h, and is %s", f.warmup)
	case f.ops < 0:
		return usagef("for instance --ops 100000, or 0 for no limit", "--ops must not be negative, and is %d", f.ops)
	case f.duration == 0 && f.ops == 0:
		return usagef("for instance --duration 10s", "a run needs a --duration or a limit of --ops")
	case f.restart == "" && flags.Changed("restart-every"):
		return usagef("give --restart as well, with the command that starts the target", "--restart-every only works with --restart")
	case f.restart != "" && f.every < 100*time.Millisecond:
		return usagef("for instance --restart-every 5s", "--restart-every must be at least 100ms, and is %s", f.every)
	case f.restart != "" && f.target.spec == referenceTarget:
		return usagef("for instance --target azurite", "--restart kills and starts the target, which the built-in reference cannot survive")
	case f.restart != "" && (f.sweep != "" || f.search != ""):
		return usagef("leave one of them out", "--restart works on one run, and --sweep and --search make many")
	case !(f.clockRate >= 1 && f.clockRate <= 1000):
		return usagef("for instance --clock-rate 60", "--clock-rate must be between 1 and 1000, and is %v", f.clockRate)
	case f.checkLimit <= 0:
		return badCheckLimit(f.checkLimit)
	case f.sweep != "" && f.search != "":
		return usagef("use one, then the other", "--sweep and --search cannot be combined")
	case f.search != "" && len(f.failIf) > 0:
		return usagef("search first, then judge one run at what it found", "--fail-if judges one run, and --search makes runs that are meant to fail")
	case f.render.engine == "" && flags.Changed("image"):
		return usagef("give --render k8s as well", "--image is what containers of --render run, and there is no --render")
	case f.search != "" && f.duration == 0:
		return usagef("for instance --duration 5s", "--search needs a --duration for each trial")
	}
	return checkPrefix(f.prefix)
}

// checkShard refuses flags that cannot be combined with one of several processes.
func (f loadFlags) checkShard(p *shard.Process) error {
	switch {
	case p == nil:
		return nil
	case f.out == "":
		return usagef("for instance --out run1, the same for all shards, on a volume they share", "--shard needs an --out folder for its part of the history, for ifmatch check to merge")
	case f.sweep != "" || f.search != "" || f.restart != "":
		return usagef("a shard sends with its own --clients, or its part of --rate", "--shard cannot be combined with --sweep, --search or --restart")
	case f.target.spec == referenceTarget:
		return usagef("for instance --target env, with ifmatch serve running somewhere", "each shard would load its own built-in reference")
	case f.check != "end":
		return usagef("leave out --check "+f.check, "the history of one shard alone proves nothing; ifmatch check judges all shards together")
	}
	return nil
}

// checkSMB refuses an SMB address that nothing uses, and a missing one that is needed.
func (f loadFlags) checkSMB(w workload.Workload) error {
	switch {
	case f.target.smb != "" && f.target.spec == referenceTarget:
		return usagef("name an endpoint with --target", "--smb has no effect on the built-in reference, which has its own SMB server")
	case f.target.smb != "" && !w.SMB:
		return usagef("leave it out", "--smb has no effect on %s, which opens no files over SMB", w.Name)
	case f.target.smb == "" && w.SMB && f.target.spec != referenceTarget:
		return usagef("for instance --smb ACCOUNT.file.core.windows.net:445, or --smb "+defaultSMBAddress+" for ifmatch serve", "%s opens files over SMB, and --smb does not say where", w.Name)
	}
	return nil
}

func workloadNames() []string {
	return append(mapped(workload.All(), func(w workload.Workload) string { return w.Name }), mixName)
}

func noWorkload(name string) error {
	return usagef(nearest.Hint(name, workloadNames(), "workloads: "+strings.Join(workloadNames(), ", ")), "there is no workload %q", name)
}

// mixName is the workload whose operations the user chooses.
const mixName = "mix"
