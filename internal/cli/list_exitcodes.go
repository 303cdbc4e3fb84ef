package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/reports/console"
)

func (a *app) listExitCodes() *cobra.Command {
	l := &lister{app: a}
	return l.flag(&cobra.Command{
		Use:   "exit-codes",
		Short: "List the exit codes and what they mean",
		Long:  paragraphs("When several apply, the first of these wins: "+precedenceText()+".", `"go run" turns every code but 0 into 1: a script that looks at codes needs the built binary.`),
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			type row = struct {
				Code    ExitCode `json:"code"`
				Name    string   `json:"name"`
				Meaning string   `json:"meaning"`
			}
			return print[row](l, exitCodes, []string{"code", "name", "meaning"}, []int{0}, func(s console.Style, r row) []string {
				return []string{s.Bold(strconv.Itoa(int(r.Code))), r.Name, r.Meaning}
			})
		},
	})
}

func precedenceText() string {
	var parts []string
	for _, c := range precedence {
		parts = append(parts, strconv.Itoa(int(c)))
	}
	return strings.Join(parts, ", ")
}

// exitCodeHelp is the section of the root command's help.
func exitCodeHelp() string {
	t := console.Table{Right: []int{0}, Indent: "  ", Width: helpWidth}
	for _, c := range exitCodes {
		t.Add(strconv.Itoa(int(c.Code)), c.Meaning)
	}
	var b strings.Builder
	b.WriteString("Exit codes:\n")
	if err := t.Write(&b); err != nil {
		return fmt.Sprint(err) // a strings.Builder never fails
	}
	return strings.TrimRight(b.String(), "\n")
}
