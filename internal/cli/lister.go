package cli

import (
	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
)

// writeJSON prints a value for scripts.
var writeJSON = catalogue.WriteJSON

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

func printList[R any](a *app, l catalogue.List[R], rows []R, asJSON bool) error {
	if asJSON {
		return writeJSON(a.stdout, append([]R{}, rows...)) // [] rather than null
	}
	width, _ := terminal(a.stdout)
	return l.Write(a.stdout, rows, a.style(a.stdout), width)
}
