package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
	"ifmatch/internal/exit"
	"ifmatch/reports/console"
)

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
