package cli

import "github.com/spf13/cobra"

// listCommand is the parent of everything that can be listed.
func (a *app) listCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list WHAT",
		Short: "List what the suite knows: clauses, cases, phrases, operations, workloads, profiles, faults, weather, exit codes",
		Long:  paragraphs(`list shows what the suite knows. It sends nothing to any service. With --json, each list is an array of objects, for scripts.`),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef(suggest(cmd, args[0]), "cannot list %q", args[0])
			}
			return usagef(`"ifmatch list --help" shows what can be listed`, "list what?")
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(a.listClauses(), a.listCases(), a.listPhrases(), a.listOperations(), a.listWorkloads(), a.listProfiles(), a.listFaults(), a.listWeather(), a.listExitCodes())
	return cmd
}
