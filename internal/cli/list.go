package cli

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
	"ifmatch/internal/exit"
	"ifmatch/internal/mutate"
	"ifmatch/reference/fault"
	"ifmatch/reference/weather"
	"ifmatch/reports/console"
	"ifmatch/steps/plan/register"
)

// listCommand is the parent of everything that can be listed.
func (a *app) listCommand() *cobra.Command {
	cmd := parent(&cobra.Command{
		Use:   "list WHAT",
		Short: "List what the suite knows: clauses, cases, phrases, operations, workloads, profiles, faults, weather, exit codes",
		Long:  paragraphs(`list shows what the suite knows. It sends nothing to any service. With --json, each list is an array of objects, for scripts.`),
	}, "cannot list %q", `"ifmatch list --help" shows what can be listed`, "list what?")
	cmd.AddCommand(a.listClauses(), a.listCases(), a.listProfiles(), a.listFaults(), a.listWeather(), a.listExitCodes(),
		listed(a, &cobra.Command{
			Use:   "phrases",
			Short: "List the sentences that feature files are written in, with an example of each",
		}, catalogue.PhraseList, whole(catalogue.Phrases)),
		listed(a, &cobra.Command{
			Use:   "operations",
			Short: "List the operations that features may name, and what is documented about each",
		}, catalogue.OperationList, whole(catalogue.Operations)),
		listed(a, &cobra.Command{
			Use:   "workloads",
			Short: "List the workloads of load",
			Long:  paragraphs(`list workloads shows, for each WORKLOAD of "ifmatch load", the services it needs, what the recorded history must prove, what counts as an attempt and as a commit, the operations it sends (for --fail-if), and the flags it takes, with their defaults. Of "load mix" it shows, for each kind of resource, the operations to choose from, and the usual mix.`),
		}, catalogue.WorkloadList, func([]string) ([]catalogue.Workload, error) { return catalogue.Workloads() }))
	return cmd
}

// listed makes cmd print a list.
func listed[R any](a *app, cmd *cobra.Command, l catalogue.List[R], rows func(args []string) ([]R, error)) *cobra.Command {
	if cmd.ValidArgsFunction == nil {
		cmd.Args = noArguments
	}
	var asJSON bool
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		all, err := rows(args)
		if err != nil {
			return err
		}
		return printList(a, l, all, asJSON)
	}
	return cmd
}

// whole are the rows of a list of which no part can be chosen.
func whole[R any](rows func() []R) func([]string) ([]R, error) {
	return func([]string) ([]R, error) { return rows(), nil }
}

func printList[R any](a *app, l catalogue.List[R], rows []R, asJSON bool) error {
	if asJSON {
		return catalogue.WriteJSON(a.stdout, append([]R{}, rows...)) // [] rather than null
	}
	width, _ := terminal(a.stdout)
	return l.Write(a.stdout, rows, a.style(a.stdout), width)
}

func (a *app) listCases() *cobra.Command {
	var sel selectionFlags
	var seed int64
	cmd := listed(a, &cobra.Command{
		Use:   "cases [SELECTOR...]",
		Short: "List the cases that a run with the same selectors would try",
		Long:  paragraphs("list cases shows the cases that a run with the same selectors would try. With --json it shows them as data, with set-up, requests and expected answers; docs/probe.md explains them, and docs/cases.schema.json is their JSON schema.", selectorHelp),
		Example: "  ifmatch list cases 'BLOB-LM-*'\n" +
			"  ifmatch list cases level:must,feature:lease_states",
		ValidArgsFunction: suggesting(a.selectorsLike),
	}, catalogue.CaseList, func(selectors []string) ([]catalogue.Case, error) {
		sel.selects = slices.Concat(selectors, sel.selects)
		p, err := a.plan(sel, seed)
		if err != nil {
			return nil, err
		}
		return mapped(p.Cases, catalogue.NewCase), nil
	})
	sel.add(a, cmd)
	cmd.Flags().Int64Var(&seed, "seed", 1, "`number` that seeds the run")
	return cmd
}

func (a *app) listProfiles() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "profiles",
		Short: "List the clients that run --profile can judge a target for",
		Long:  paragraphs(`list profiles shows which clients of Azure Storage "ifmatch run --profile NAME" knows, which services each needs, what it does there and in which public source, the clauses that it relies on in that, and the short loads. With --json it shows whether a client looks at error codes, too.`),
	}, catalogue.ProfileList, func([]string) ([]catalogue.Profile, error) {
		all, err := a.profiles([]string{allProfiles})
		return catalogue.Profiles(all), err
	})
}

// faultRow is one fault as `list faults --json` shows it.
type faultRow struct {
	Name     string   `json:"name"`
	Family   string   `json:"family,omitempty"`
	Kind     string   `json:"kind"`
	Sentence string   `json:"sentence"`
	Clauses  []string `json:"clauses"`
	// For a sporadic fault: how often it occurs, and the workloads that find it.
	Rate      string   `json:"rate,omitempty"`
	Workloads []string `json:"workloads,omitempty"`
}

func (a *app) listFaults() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "faults",
		Short: "List the faults that the reference can be served with",
		Long:  paragraphs(`list faults shows what "ifmatch serve --fault NAME" does wrong, which part of the reference the fault is built into, and the clauses whose cases must notice it. Sporadic faults appear only now and then, at the rate shown; the listed workloads of "ifmatch load" find them, "ifmatch run" does not.`),
	}, catalogue.List[faultRow]{
		Header: []string{"fault", "kind", "rate", "noticed by", "what the server does wrong"},
		Cells: func(s console.Style, r faultRow) [][]string {
			by := strings.Join(r.Clauses, " ")
			if r.Rate != "" {
				by = strings.Join(r.Workloads, ", ")
			}
			return catalogue.Line(s.Bold(r.Name), r.Kind, r.Rate, by, r.Sentence)
		},
	}, whole(func() []faultRow {
		return mapped(fault.All(), func(f fault.Fault) faultRow {
			row := faultRow{Name: f.Name, Family: f.Family, Kind: string(f.Kind()), Sentence: f.Sentence, Clauses: f.Clauses}
			row.Workloads = mapped(f.Workloads, mutate.LoadArguments)
			if f.Sporadic() {
				row.Rate = f.Rate.String()
			}
			return row
		})
	}))
}

// weatherRow is one kind of weather as `list weather --json` shows it.
type weatherRow struct {
	Name      string `json:"name"`
	Sentence  string `json:"sentence"`
	Transient bool   `json:"transient"`
}

func (a *app) listWeather() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "weather",
		Short: "List the disturbances that a correct service and its network may cause",
		Long:  paragraphs(`list weather shows the disturbances that --weather of load, run and serve can cause. None of them breaks a promise of the service, unlike a --fault. Those marked transient go away when the client tries again.`),
	}, catalogue.List[weatherRow]{
		Header: []string{"weather", "transient", "what a request meets"},
		Cells: func(s console.Style, r weatherRow) [][]string {
			transient := map[bool]string{false: "no", true: "yes"}[r.Transient]
			return catalogue.Line(s.Bold(r.Name), transient, r.Sentence)
		},
	}, whole(func() []weatherRow {
		return mapped(weather.Kinds(), func(k weather.Kind) weatherRow { return weatherRow{k.String(), k.Sentence(), k.Transient()} })
	}))
}

func (a *app) listExitCodes() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "exit-codes",
		Short: "List the exit codes and what they mean",
		Long:  paragraphs("When several apply, the first of these wins: "+exit.Precedence()+".", `"go run" turns every code but 0 into 1: a script that looks at codes needs the built binary.`),
	}, catalogue.List[exit.Meaning]{
		Header: []string{"code", "name", "meaning"},
		Right:  []int{0},
		Cells: func(s console.Style, r exit.Meaning) [][]string {
			return catalogue.Line(s.Bold(strconv.Itoa(int(r.Code))), r.Name, r.Meaning)
		},
	}, func([]string) ([]exit.Meaning, error) { return exit.Meanings, nil })
}

func (a *app) listClauses() *cobra.Command {
	var uncovered, pairs bool
	var since string
	var services []string
	cmd := listed(a, &cobra.Command{
		Use:   "clauses [GLOB...]",
		Short: "List the clauses of the register and how many cases test each",
		Example: "  ifmatch list clauses --uncovered\n" +
			"  ifmatch list clauses --since 2024-05-04\n" +
			"  ifmatch list clauses 'BLOB-LM-*'",
		ValidArgsFunction: suggesting(a.clausesLike),
	}, catalogue.ClauseList, func(globs []string) ([]catalogue.Clause, error) {
		suite, err := a.suite()
		if err != nil {
			return nil, err
		}
		if err := checkServices(services); err != nil {
			return nil, err
		}
		if _, err := time.Parse(time.DateOnly, since); since != "" && err != nil {
			return nil, usagef("write a service version, such as 2024-05-04", "--since %q is no date", since)
		}
		clauses := suite.Register.Clauses
		if uncovered {
			clauses = suite.Uncovered()
		}
		if since != "" {
			clauses = slices.DeleteFunc(slices.Clone(clauses), func(c register.Clause) bool { return c.Since() < since })
		}
		return catalogue.Clauses(suite, clauses, globs, services)
	})
	clauses := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, globs []string) error {
		switch {
		case !pairs:
			return clauses(cmd, globs)
		case uncovered || since != "" || len(services) > 0:
			return usagef("leave out --uncovered, --since and --service", "--pairs lists pairs, not clauses")
		}
		asJSON, _ := cmd.Flags().GetBool("json")
		return a.listPairs(globs, asJSON)
	}
	cmd.Flags().BoolVar(&pairs, "pairs", false, "instead, the pairs of operations that are sent at once, each with the reason if it has no case")
	cmd.Flags().BoolVar(&uncovered, "uncovered", false, "only clauses that should have a case and have none")
	cmd.Flags().StringVar(&since, "since", "", "only clauses that hold since this service `version` or a later one: what is new in it")
	cmd.Flags().StringSliceVar(&services, "service", nil, "only clauses of these services, a `list`: "+strings.Join(serviceNames(), ", "))
	a.completeFlag(cmd, "service", serviceNames())
	return cmd
}

func (a *app) listPairs(globs []string, asJSON bool) error {
	rows := catalogue.Pairs(globs)
	if len(rows) == 0 {
		return usagef(`"ifmatch list clauses --pairs" shows all of them`, "no pair belongs to a clause %s", strings.Join(globs, ", "))
	}
	return printList(a, catalogue.PairList, rows, asJSON)
}
