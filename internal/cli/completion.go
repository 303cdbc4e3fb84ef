package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// completer suggests words to the shell.
type completer = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

// completeClauses suggests clause ids with their statements.
func (a *app) completeClauses(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	suite, err := a.suite()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var out []string
	for _, c := range suite.Register.Clauses {
		if hasPrefixFold(c.ID, typed) {
			out = append(out, c.ID+"\t"+c.Statement)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeSelectors suggests clause ids, features and fields. It suggests case ids only once a
// clause is typed, because there are too many to offer at once.
func (a *app) completeSelectors(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	out, directive := a.completeClauses(cmd, args, typed)
	if directive == cobra.ShellCompDirectiveError {
		return nil, directive
	}
	suite, err := a.suite()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	feature := ""
	for _, c := range suite.Cases {
		if c.Feature != feature && strings.HasPrefix(c.Feature, typed) {
			out = append(out, c.Feature+"\ta feature file")
		}
		feature = c.Feature
		if strings.Contains(typed, "/") && hasPrefixFold(c.ID, typed) {
			out = append(out, c.ID+"\t"+c.Title())
		}
	}
	fields := []string{"level:must", "level:should", "level:observed", "status:failed@"}
	for _, s := range serviceNames() {
		fields = append(fields, "service:"+s)
	}
	return append(out, beginning(typed, fields)...), cobra.ShellCompDirectiveNoFileComp
}

// beginning lists the words that begin with what was typed.
func beginning(typed string, words []string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return !strings.HasPrefix(w, typed) })
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// completeFlag suggests fixed words for a flag. For a flag that takes a list, it completes the
// last word.
func (a *app) completeFlag(cmd *cobra.Command, flag string, words []string) {
	completeFlagWith(cmd, flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		head := ""
		if i := strings.LastIndexByte(typed, ','); i >= 0 {
			head = typed[:i+1]
		}
		out := make([]string, len(words))
		for i, w := range words {
			out[i] = head + w
		}
		return beginning(typed, out), cobra.ShellCompDirectiveNoFileComp
	})
}

// demandShell makes the command that prints completions refuse a shell that it does
// not know. Cobra's prints its help and succeeds, and a profile would source that.
func demandShell(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err) // cobra did not add it: our mistake
	}
	var shells []string
	for _, c := range cmd.Commands() {
		shells = append(shells, c.Name())
	}
	hint := "shells: " + strings.Join(shells, ", ")
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef(hint, "there is no completion for %q", args[0])
		}
		return nil
	}
	cmd.RunE = func(*cobra.Command, []string) error { return usagef(hint, "completion for which shell?") }
}

func completeFlagWith(cmd *cobra.Command, flag string, f completer) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // a bug: the flag does not exist or was completed twice
	}
}
