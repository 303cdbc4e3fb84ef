package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"ifmatch/reports/console"
)

func (a *app) listExitCodes() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "exit-codes",
		Short: "List the exit codes and what they mean",
		Long:  paragraphs("When several apply, the first of these wins: "+precedenceText()+".", `"go run" turns every code but 0 into 1: a script that looks at codes needs the built binary.`),
	}, listing[exitCodeRow]{
		header: []string{"code", "name", "meaning"},
		right:  []int{0},
		rows:   func([]string) ([]exitCodeRow, error) { return exitCodes, nil },
		cells: func(s console.Style, r exitCodeRow) [][]string {
			return line(s.Bold(strconv.Itoa(int(r.Code))), r.Name, r.Meaning)
		},
	})
}
