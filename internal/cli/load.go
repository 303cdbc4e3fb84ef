package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"ifmatch/internal/loading"
	"ifmatch/internal/target"
	"ifmatch/loadgen"
	"ifmatch/loadgen/exporter"
	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/supervise"
	"ifmatch/loadgen/trial"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/load"
	"ifmatch/steps"
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
	a = besides(a, p.reports)
	ctx := cmd.Context()
	e, t, info, closing, err := a.openLoad(ctx, f, p.workload)
	if err != nil {
		return err
	}
	defer closing()
	if err := p.checkOptions(e); err != nil {
		return err
	}
	if err := p.permit(info); err != nil {
		return err
	}
	if f.prometheus != "" {
		if err := checkAddress("prometheus", f.prometheus, "127.0.0.1:9464"); err != nil {
			return err
		}
	}
	var killed *supervise.Restarter
	if f.restart != "" {
		if killed, err = startTarget(ctx, f, e, p.workload.Services, info); err != nil {
			return err
		}
		defer killed.End()
	}
	defer debug.SetGCPercent(debug.SetGCPercent(loadGC))
	within := greeting
	if cmd.Flags().Changed("timeout") {
		within = f.target.timeout
	}
	if t != nil {
		if err := steps.Preflight(ctx, steps.AtAnyPace(t), p.workload.Services, within); err != nil && ctx.Err() == nil {
			return unknown("", err)
		}
	}
	h, err := loadgen.Greet(ctx, e, p.workload.Services, within)
	if ctx.Err() != nil {
		return exitWith(Interrupted)
	}
	if err != nil {
		return unknown("is it running, and is the address right?", err)
	}
	switch given := cmd.Flags().Changed("clock-rate"); {
	case given && h.Rate != 0 && h.Rate != f.clockRate:
		return usagef("leave --clock-rate out: the target reports its rate", "--clock-rate is %v, but the target says that its clock runs at %v times the speed of ours", f.clockRate, h.Rate)
	case !given && h.Rate > 1:
		p.flags.clockRate = h.Rate
		fmt.Fprintf(a.stderr, "the target says that its clock runs %v times as fast as ours\n", h.Rate)
	}
	b := a.bench(ctx, p, e, info)
	b.Server, b.Kept, b.Restarter = h.Name, f.out != "", killed
	if f.prometheus != "" {
		if b.Exporter, err = exporter.Listen(ctx, f.prometheus); err != nil {
			return unknown("another program may be using the port; port 0 picks a free one", err)
		}
		defer b.Exporter.Close()
		fmt.Fprintf(a.stderr, "metrics at %s\n", b.Exporter.Address())
	}
	fmt.Fprintln(a.stdout, wrapped(a.stdout, fmt.Sprintf("load %s on %s", p.workload.Name, describe(info))))
	fmt.Fprintln(a.stdout, wrapped(a.stdout, fmt.Sprintf("%s; it writes under %s*%s", p.intention(), p.flags.prefix, afterwards(f.keep || p.part != nil))))
	if !info.Loopback {
		fmt.Fprintln(a.stdout, p.costs())
	}

	if p.part != nil {
		if err := agreed(ctx, p.part.Agree(ctx, f.out)); err != nil {
			return err
		}
		f.out = p.part.Folder(f.out)
		p.flags.out, p.flags.keep = f.out, true
	}
	dir, keep, err := loading.Folder(f.out)
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
func startTarget(ctx context.Context, f loadFlags, e loadgen.Endpoint, services []target.Service, info target.Info) (*supervise.Restarter, error) {
	if !info.Loopback {
		return nil, usagef("the addresses of --target must be on this machine", "--restart starts and kills the target, and %s is not on this machine", describe(info))
	}
	r, err := supervise.Start(ctx, f.restart, f.every, e, services)
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
		found, missing := trial.Judge(p.thresholds, r)
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
	for _, w := range append(folderReports(dir), p.reports...) {
		if err := w.write(r); err != nil {
			codes = append(codes, explainFailure(a.stderr, unknown("", err)))
			if w.path == page {
				shown = ""
			}
		}
	}
	switch {
	case p.part != nil:
		fmt.Fprintf(a.stderr, "shard %s is kept in %s; when all shards are there, ifmatch check %s judges the whole%s\n", p.part, dir, shellQuote(filepath.Dir(dir)), p.sweeping(p.runID()))
	case p.flags.out != "":
		fmt.Fprintf(a.stderr, "kept in %s:%s ifmatch check %s judges it again\n", dir, shown, shellQuote(dir))
	}
	if runErr != nil {
		codes = append(codes, explainFailure(a.stderr, failure(ctx, runErr)))
	}
	return worst(append(codes, loading.Codes(r)...)...)
}
