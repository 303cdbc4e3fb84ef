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
	a.completeFlagWith(cmd, flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
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

func (a *app) completeFlagWith(cmd *cobra.Command, flag string, f completer) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // a bug: the flag does not exist or was completed twice
	}
}
