package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps"
)

// explainInterrupts says what Ctrl-C has started, and what the second one has done, until the returned function is
// called.
func (a *app) explainInterrupts(ctx context.Context, runs ...prepared) (stop func()) {
	first := context.AfterFunc(ctx, func() {
		for _, p := range runs {
			fmt.Fprintln(a.stderr, "\n"+p.interruption())
		}
	})
	again := context.AfterFunc(a.abandoning(), func() {
		fmt.Fprintln(a.stderr, "interrupted again: the rest of the clean-up is left out")
	})
	return func() {
		again()
		first()
	}
}

// interruption says what Ctrl-C has started, and what a second Ctrl-C would leave behind.
func (p prepared) interruption() string {
	if p.Embedded() {
		return "interrupted: ending the cases under way"
	}
	return "interrupted: cleaning up; press Ctrl-C again to leave that out, and delete the rest with:\n  " + p.sweep()
}

// sweep is the command that deletes everything that the run has left behind.
func (p prepared) sweep() string {
	return fmt.Sprintf("ifmatch sweep%s --prefix %s --run-id %s", p.flags.target.flagText(), p.Prefix, p.RunID)
}

// tellLeft says how to delete what the run has left behind.
func (a *app) tellLeft(r reports.Run, p prepared) {
	switch {
	case p.Embedded():
	case p.Keep:
		fmt.Fprintf(a.stderr, "everything the run created was kept; delete it with: %s\n", p.sweep())
	case a.abandoning().Err() != nil:
		fmt.Fprintf(a.stderr, "the clean-up was left out; delete the rest with: %s\n", p.sweep())
	case p.Permissions.Leaves(p.Plan):
		fmt.Fprintf(a.stderr, "the run could not delete everything it created; run this with a credential that may: %s\n", p.sweep())
	case r.Left != "":
		fmt.Fprintln(a.stderr, wrapped(a.stderr, "the run could not delete everything it created: "+r.Left))
		fmt.Fprintf(a.stderr, "delete the rest, once the target answers and accepts the credential: %s\n", p.sweep())
	}
}

// tellOn says how to go on after the target has stopped answering: one case at a time shows which
// of them it does not survive, and what is judged need not be judged again.
func (a *app) tellOn(r reports.Run, p prepared) {
	if r.Stopped != steps.StoppedAnswering {
		return
	}
	stored := ""
	for _, spec := range p.flags.reports.specs {
		if file, ok := strings.CutPrefix(spec, "json="); ok && file != stdoutPath {
			stored = file
		}
	}
	fmt.Fprintf(a.stderr, "start the target again, and judge the rest one case at a time: %s --concurrency 1 --skip %s\n",
		p.again(), shellQuote("status:passed|failed|skipped|recorded@"+cmp.Or(stored, "RESULT.json")))
	if stored == "" {
		fmt.Fprintln(a.stderr, "RESULT.json is what --report json=RESULT.json keeps of a run")
	}
}
