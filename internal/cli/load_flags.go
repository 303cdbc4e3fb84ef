package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/loadgen"
	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/load"
	"ifmatch/reports/load/threshold"
)

// loadFlags is everything that `ifmatch load` can be told.
type loadFlags struct {
	target     targetFlags
	clients    int
	maxClients int
	rate       string
	duration   time.Duration
	warmup     time.Duration
	ops        int64
	options    workload.Options
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
	selfTest   int
	prometheus string
	weather    string
	restart    string
	every      time.Duration
	shard      shardFlags
	really     bool
}

// Bounds of a run: beyond them a typing mistake is likelier than a wish.
const (
	maxLoadDuration = 24 * time.Hour
	defaultMost     = 1000 // clients that a schedule may grow to
)

var (
	transports = []string{"auto", "lean", "net/http"}
	checkModes = []string{"end", "live", "off"}
)

func (f *loadFlags) add(a *app, cmd *cobra.Command) {
	f.target.add(a, cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.clients, "clients", 32, "`number` of clients of a closed loop: each sends its next request when the last was answered; with --rate, those to begin with")
	flags.IntVar(&f.maxClients, "max-clients", defaultMost, "with --rate, the `number` of clients that it may take to keep the schedule")
	flags.StringVar(&f.rate, "rate", "", "send by a schedule, in requests a second, a `rate`: "+pace.Forms)
	flags.DurationVar(&f.duration, "duration", 10*time.Second, "how long to measure, a `duration`; 0 for as long as --ops takes")
	flags.DurationVar(&f.warmup, "warmup", time.Second, "how long to send before, a `duration` that is checked but not measured")
	flags.Int64Var(&f.ops, "ops", 0, "stop after this `number` of requests, those of the warm-up not counted")
	addLoadOptions(flags, &f.options)
	flags.StringVar(&f.backoff, "backoff", "exponential:10ms:250ms", "how to wait after a lost race, a `policy`: "+backoff.Forms)
	a.choiceFlag(cmd, &f.transport, "transport", transports, "`client` to send with: lean (HTTP/1.1, one connection for each client), net/http, or auto: lean for http addresses")
	flags.Float64Var(&f.clockRate, "clock-rate", 1, "the target's clock runs `N` times faster, as that of serve --clock-rate; the built-in reference's is made to")
	flags.Int64Var(&f.seed, "seed", 1, "`number` that decides what the clients choose and write")
	flags.StringVar(&f.prefix, "prefix", "ifmatch-load-", "`text` that begins the name of everything the run creates")
	flags.BoolVar(&f.keep, "keep", false, "leave behind what the run created")
	flags.StringVar(&f.sweep, "sweep", "", "one run for each value, `PARAM=VALUES`, for instance clients=2,4,8,16: "+strings.Join(sweepParams, ", "))
	flags.StringVar(&f.search, "search", "", "look for the highest --rate, or without it the most --clients, at which this `condition` does not hold, for instance p99>20ms")
	flags.StringArrayVar(&f.failIf, "fail-if", nil, "exit 1 if this `condition` holds (repeatable): "+threshold.Forms)
	f.reports.add(cmd)
	flags.StringVar(&f.out, "out", "", "`folder` to keep the run in: manifest, summary, history, vegeta's results, page; it must not exist or be empty")
	a.choiceFlag(cmd, &f.check, "check", checkModes, "`when` to check the history: end, live (as it grows, in bounded memory), off")
	flags.IntVar(&f.selfTest, "self-test", 0, "afterwards falsify this `number` of events in copies of the history, and demand that each is found")
	flags.StringVar(&f.prometheus, "prometheus", "", "serve metrics while it runs, without the warm-up, on this `address`, HOST:PORT")
	addWeather(flags, &f.weather, "let requests meet what a correct service and its network may do, through a proxy of its own")
	flags.StringVar(&f.restart, "restart", "", "start the target by this `COMMAND` of a shell, kill it under load (SIGKILL) and start it again: what it acknowledged must be there")
	flags.DurationVar(&f.every, "restart-every", 5*time.Second, "with --restart, how long the target runs until it is killed, a `duration`")
	f.shard.add(flags)
	flags.BoolVar(&f.really, "yes-really-load", false, "load a target that is not on this machine")
}

// scheduled tells whether the runs send by a schedule.
func (f loadFlags) scheduled() bool { return f.rate != "" || strings.HasPrefix(f.sweep, "rate=") }

// checkBounds refuses what cannot be meant.
func (f loadFlags) checkBounds(flags *pflag.FlagSet) error {
	switch {
	case f.clients < 1 || f.clients > loadgen.MaxClients:
		return usagef(fmt.Sprintf("from 1 to %d", loadgen.MaxClients), "--clients is %d", f.clients)
	case !f.scheduled() && flags.Changed("max-clients"):
		return usagef("give --rate as well, or only --clients", "--max-clients bounds a schedule, and there is none")
	case f.scheduled() && (f.maxClients < f.clients || f.maxClients > loadgen.MaxClients):
		return usagef(fmt.Sprintf("from --clients, %d, to %d", f.clients, loadgen.MaxClients), "--max-clients is %d", f.maxClients)
	case f.target.timeout <= 0:
		return usagef("for instance --timeout 30s", "--timeout is %s, it must be more than nothing", f.target.timeout)
	case f.duration < 0 || f.duration > maxLoadDuration:
		return usagef("at most "+maxLoadDuration.String(), "--duration is %s", f.duration)
	case f.warmup < 0 || f.warmup > maxLoadDuration:
		return usagef("at most "+maxLoadDuration.String(), "--warmup is %s", f.warmup)
	case f.ops < 0:
		return usagef("at least 1", "--ops is %d", f.ops)
	case f.duration == 0 && f.ops == 0:
		return usagef("for instance --duration 10s", "a run needs a --duration or a number of --ops")
	case f.restart == "" && flags.Changed("restart-every"):
		return usagef("give --restart as well, with the command that starts the target", "--restart-every is about --restart, and there is none")
	case f.restart != "" && f.every < 100*time.Millisecond:
		return usagef("at least 100ms", "--restart-every is %s", f.every)
	case f.restart != "" && f.target.spec == referenceTarget:
		return usagef("for instance --target azurite", "--restart starts a target, and the built-in reference is none that could be killed")
	case f.restart != "" && (f.sweep != "" || f.search != ""):
		return usagef("leave one of them out", "--restart is for one run, and --sweep and --search make many")
	case !(f.clockRate >= 1 && f.clockRate <= 1000):
		return usagef("a number from 1 to 1000", "--clock-rate %v cannot be used", f.clockRate)
	case f.selfTest < 0 || f.selfTest > 10000:
		return usagef("at most 10000", "--self-test is %d", f.selfTest)
	case f.selfTest > 0 && f.check != "end":
		return usagef("leave out --check "+f.check, "--self-test needs the whole history at the end")
	case f.sweep != "" && f.search != "":
		return usagef("one after the other", "--sweep and --search are two different runs")
	case f.search != "" && len(f.failIf) > 0:
		return usagef("search first, then judge one run at what it found", "--fail-if judges a run, and --search makes runs that are meant to fail")
	case f.search != "" && f.duration == 0:
		return usagef("for instance --duration 5s", "--search needs a --duration for each of its trials")
	}
	return checkPrefix(f.prefix)
}

// checkRunFolder refuses a folder that holds something already.
func checkRunFolder(path string) error {
	if path == "" {
		return nil
	}
	entries, err := os.ReadDir(path)
	switch {
	case os.IsNotExist(err):
		if _, err := os.Stat(filepath.Dir(filepath.Clean(path))); err != nil {
			return usagef("create it first", "--out: there is no folder %s", filepath.Dir(filepath.Clean(path)))
		}
		return nil
	case err != nil:
		return usage("", fmt.Errorf("--out: %w", err))
	case len(entries) > 0:
		return usagef("name a new one: a run is never mixed with another", "--out %s is not empty", path)
	}
	return nil
}

func workloadNames() []string {
	var out []string
	for _, w := range workload.All() {
		out = append(out, w.Name)
	}
	return out
}

func noWorkload(name string) error {
	return usagef(meant(name, workloadNames(), "workloads: "+strings.Join(workloadNames(), ", ")), "there is no workload %q", name)
}
