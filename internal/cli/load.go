package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/exit"
	"ifmatch/internal/loading"
	"ifmatch/internal/target"
	"ifmatch/loadgen"
	"ifmatch/loadgen/exporter"
	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/supervise"
	"ifmatch/loadgen/trial"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/load"
)

func (a *app) loadCommand() *cobra.Command {
	f := loadFlags{reports: reportFlag[load.Run]{renderers: loadRenderers}}
	cmd := &cobra.Command{
		Use:   "load WORKLOAD ['OPERATION WEIGHT, ...']",
		Short: "Put a target under contended load, and check that no update was lost",
		Long: paragraphs(
			`load makes many clients contend for a few blobs, leases, messages or entities, records every request, and checks the history. The latencies come with proof that no update was lost, or with the few requests that show that one was. "ifmatch list workloads" shows the workloads.`,
			`Without flags, 32 clients in a closed loop load the built-in reference implementation over sockets on this machine. In a closed loop each client sends its next request as soon as the last one was answered. With --rate, requests are sent on a schedule, and response times are measured from when a request was due, so that a stall shows.`,
			`"load mix" sends operations of your choice on one --kind of resource, each as often as its weight says, with the conditions that are documented for it and without. The check assumes that the target's clock does not go back. Without operations, it sends the usual mix of the kind.`,
			`load creates its own containers, queues, tables and shares and deletes them at the end. Ctrl-C stops the sending; the requests sent so far are still checked and reported, and everything is deleted. A second Ctrl-C leaves out what is not done yet, except the report. A target that is not on this machine is loaded only with --yes-really-load; without it, load prints how many requests it would send.`,
			`The exit code is 0 if the history is valid, 1 if it is not or a --fail-if condition holds, and 3 if load could not tell or the load generator was the bottleneck. "ifmatch list exit-codes" shows them all.`),
		Example: "  ifmatch load blob-cas\n" +
			"  ifmatch load blob-cas --clients 64 --duration 30s --out run1\n" +
			"  ifmatch load queue-consume --target azurite --rate 500 --fail-if 'p99>50ms'\n" +
			"  ifmatch load blob-cas --sweep clients=2,4,8,16,32,64,128 --report html=sweep.html\n" +
			"  ifmatch load lease-mutex --clock-rate 30\n" +
			"  ifmatch load mix 'Put Page 3, Set Blob Properties 1, Get Blob 5' --kind page-blob",
		Annotations:       map[string]string{groupsKey: loadGroups},
		ValidArgsFunction: completeWorkloads,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.load(cmd, f, args)
		},
	}
	f.add(a, cmd)
	return cmd
}

// loadGroups are the groups of load's flags in its help, in the order in which people need them.
const loadGroups = `What is loaded: target smb api-version timeout transport clock-rate yes-really-load
How much, and how fast: clients rate max-clients duration warmup ops backoff
What the clients do: kind keys zipf reads size think lease visibility batch seed
Many runs: sweep search
What is checked, and what fails: check check-limit fail-if
What is kept and shown: out report prometheus prefix keep
Disturbances: weather restart restart-every
Many machines: shard start-at render image`

// completeWorkloads suggests a workload with what it does.
func completeWorkloads(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all := mapped(workload.All(), func(w workload.Workload) string { return w.Name + "\t" + w.Sentence })
	return beginning(typed, all), cobra.ShellCompDirectiveNoFileComp
}

// loadGC trades memory for CPU: the allocations of a load run are short-lived, and the CPU time of
// the garbage collector would be missing from the load.
const loadGC = 400

func (a *app) load(cmd *cobra.Command, f loadFlags, args []string) error {
	if cmd.Flags().Changed("render") {
		return a.renderLoad(cmd, f, args)
	}
	p, err := a.prepareLoad(cmd, f, args)
	if err != nil {
		return err
	}
	a = besides(a, p.wanted)
	ctx := cmd.Context()
	at, err := a.openLoad(ctx, p.loadFlags)
	if err != nil {
		return err
	}
	defer at.Close()
	if err := cmp.Or(p.checkOptions(at.Endpoint), p.permit(at.Info)); err != nil {
		return err
	}
	if f.prometheus != "" {
		if err := checkAddress("prometheus", f.prometheus, "127.0.0.1:9464"); err != nil {
			return err
		}
	}
	b := a.bench(ctx, p, at)
	if f.restart != "" {
		if b.Restarter, err = startTarget(ctx, p, at); err != nil {
			return err
		}
		defer b.Restarter.End()
	}
	defer debug.SetGCPercent(debug.SetGCPercent(loadGC))
	if b.Server, err = a.greet(ctx, cmd.Flags(), &p, at); err != nil {
		return err
	}
	if f.prometheus != "" {
		if b.Exporter, err = exporter.Listen(ctx, f.prometheus); err != nil {
			return unknown("another program may be using the port; port 0 picks a free one", err)
		}
		defer b.Exporter.Close()
		fmt.Fprintf(a.stderr, "metrics at %s\n", b.Exporter.Address())
	}
	return a.send(ctx, b, p, at.Info)
}

// openLoad finds the place of a load, which always uses sockets: the reference listens on free ports of this machine
// during the run.
func (a *app) openLoad(ctx context.Context, f loadFlags) (*loading.Place, error) {
	ours := f.target.spec == referenceTarget
	if !ours {
		f.target.apiVersion = cmp.Or(f.target.apiVersion, loadgen.DefaultVersion) // what is asked before the load is asked in its version
	}
	t, err := f.target.open(a, f.Workload.Services, f.Seed)
	switch {
	case err != nil:
		return nil, err
	case ours:
		return loading.Listen(ctx, f.ClockRate, f.Timeout, f.Workload)
	}
	return loading.Reach(ctx, t, f.Timeout, f.Workload)
}

// greeting is how long a service may take to answer at all before it is loaded, unless --timeout
// is given.
const greeting = 10 * time.Second

// greet returns what the target calls itself. The plan follows the rate of its clock.
func (a *app) greet(ctx context.Context, flags *pflag.FlagSet, p *loadPlan, at *loading.Place) (string, error) {
	within := greeting
	if flags.Changed("timeout") {
		within = p.Timeout
	}
	h, err := at.Greet(ctx, p.Workload.Services, within)
	if err != nil {
		return "", err
	}
	switch given := flags.Changed("clock-rate"); {
	case given && h.Rate != 0 && h.Rate != p.ClockRate:
		return "", usagef("leave --clock-rate out: the target reports its rate", "--clock-rate is %v, but the target says that its clock runs at %v times the speed of ours", p.ClockRate, h.Rate)
	case !given && h.Rate > 1:
		p.ClockRate = h.Rate
		fmt.Fprintf(a.stderr, "the target says that its clock runs %v times as fast as ours\n", h.Rate)
	}
	return h.Name, nil
}

// send makes the runs of a plan, and shows and keeps what came of them.
func (a *app) send(ctx context.Context, b *trial.Bench, p loadPlan, info target.Info) error {
	for _, text := range []string{
		fmt.Sprintf("load %s on %s", p.Workload.Name, describe(info)),
		fmt.Sprintf("%s; it writes under %s*%s", p.intention(), p.Prefix, afterwards(p.Keep || p.Process != nil)),
	} {
		fmt.Fprintln(a.stdout, wrapped(a.stdout, text))
	}
	if !info.Loopback {
		fmt.Fprintln(a.stdout, p.costs())
	}
	if p.Process != nil {
		if err := agreed(ctx, p.Process.Agree(ctx, p.out)); err != nil {
			return err
		}
		p.out, p.Keep = p.Process.Folder(p.out), true
	}
	dir, keep, err := loading.Folder(p.out)
	if err != nil {
		return flagged("--out", err)
	}
	r, err := a.runPlan(ctx, b, p, dir)
	if r.Seconds == 0 && len(r.Operations) == 0 && len(r.Points) == 0 && err != nil {
		if !keep {
			os.RemoveAll(dir)
		}
		return failure(ctx, err)
	}
	code := a.reportLoad(ctx, p, r, dir, err)
	if !keep && code == Deviates && r.Verdict.State == load.Invalid {
		fmt.Fprintf(a.stderr, "the evidence is kept in %s\n", dir)
	} else if !keep {
		os.RemoveAll(dir)
	}
	return exitWith(code)
}

// afterwards says what happens to the resources that the run created.
func afterwards(keep bool) string {
	if keep {
		return ", and leaves that behind"
	}
	return ", and deletes that at the end"
}

// startTarget starts the target that is killed under load.
func startTarget(ctx context.Context, p loadPlan, at *loading.Place) (*supervise.Restarter, error) {
	if !at.Info.Loopback {
		return nil, usagef("the addresses of --target must be on this machine", "--restart starts and kills the target, and %s is not on this machine", describe(at.Info))
	}
	r, err := supervise.Start(ctx, p.restart, p.Restart, at.Endpoint, p.Workload.Services)
	switch {
	case errors.Is(err, supervise.ErrAnswers):
		return nil, usagef("stop it first", "--restart starts the target, but %w", err)
	case err != nil:
		return nil, unknown("try the command by itself", err)
	}
	return r, nil
}

// reportLoad shows and writes everything about the result, and returns the exit code.
func (a *app) reportLoad(ctx context.Context, p loadPlan, r load.Run, dir string, runErr error) ExitCode {
	codes := []ExitCode{OK}
	if len(r.Points) == 0 { // else each of them was judged
		found, missing := trial.Judge(p.conditions, r)
		r.Thresholds = found
		for _, err := range missing {
			codes = append(codes, explainFailure(a.stderr, unknown("", err)))
		}
	}
	if err := a.showLoad(r); err != nil {
		codes = append(codes, explainFailure(a.stderr, unknown("", err)))
	}
	page := filepath.Join(dir, folder.PageFile)
	shown := fmt.Sprintf(" %s shows it,", page)
	for _, w := range append(folderReports(dir), p.wanted...) {
		if err := w.write(r); err != nil {
			codes = append(codes, explainFailure(a.stderr, unknown("", err)))
			if w.path == page {
				shown = ""
			}
		}
	}
	switch {
	case p.Process != nil:
		fmt.Fprintf(a.stderr, "shard %s is kept in %s; when all shards are there, ifmatch check %s judges the whole%s\n", p.Process, dir, shellQuote(filepath.Dir(dir)), p.sweeping(p.runID()))
	case p.out != "":
		fmt.Fprintf(a.stderr, "kept in %s:%s ifmatch check %s judges it again\n", dir, shown, shellQuote(dir))
	}
	if runErr != nil {
		codes = append(codes, explainFailure(a.stderr, failure(ctx, runErr)))
	}
	return worst(append(codes, loading.Codes(r)...)...)
}

// failure adds an exit code and advice to an error that left nothing to report.
func failure(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return exit.With(exit.Interrupted)
	case errors.Is(err, loadgen.ErrLate):
		return exit.Unclear("--start-at takes a later time; all shards take the same, and a new --out if it is +DURATION", err)
	case errors.Is(err, loadgen.ErrTaken):
		return exit.Unclear("each shard takes a number of its own; another load with the same --start-at takes another name as --out, --seed or --prefix", err)
	case errors.Is(err, loadgen.ErrPrepare):
		return exit.Unclear("does the target answer, and does it accept the credential and the x-ms-version? --api-version sets another", err)
	}
	return exit.Unclear("", err)
}

// agreed is how the agreement on a start ended, with an exit code.
func agreed(ctx context.Context, err error) error {
	var refused *shard.FolderError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return exit.With(exit.Interrupted)
	case errors.As(err, &refused):
		return exit.Wrong("", flagged("--out", err))
	case errors.Is(err, shard.ErrStart):
		return exit.Unclear("each run takes a new --out", err)
	}
	return exit.Unclear("", err)
}
