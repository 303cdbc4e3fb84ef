package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"ifmatch/internal/exit"
	"ifmatch/reports/console"
)

func (a *app) listExitCodes() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "exit-codes",
		Short: "List the exit codes and what they mean",
		Long:  paragraphs("When several apply, the first of these wins: "+exit.Precedence()+".", `"go run" turns every code but 0 into 1: a script that looks at codes needs the built binary.`),
	}, listing[exit.Meaning]{
		header: []string{"code", "name", "meaning"},
		right:  []int{0},
		rows:   func([]string) ([]exit.Meaning, error) { return exit.Meanings, nil },
		cells: func(s console.Style, r exit.Meaning) [][]string {
			return line(s.Bold(strconv.Itoa(int(r.Code))), r.Name, r.Meaning)
		},
	})
}
