package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/reference/fault"
)

// completer suggests words to the shell.
type completer = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

// suggesting suggests words, each with what it means after a tab.
func suggesting(words func(typed string) ([]string, error)) completer {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		out, err := words(typed)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

// suggestingFaults suggests faults with what they do wrong.
func suggestingFaults(all func() []fault.Fault) completer {
	return suggesting(func(typed string) ([]string, error) {
		return beginning(typed, mapped(all(), func(f fault.Fault) string { return f.Name + "\t" + f.Sentence })), nil
	})
}

// clausesLike are clause ids with their statements.
func (a *app) clausesLike(typed string) ([]string, error) {
	suite, err := a.suite()
	if err != nil {
		return nil, err
	}
	var out []string
	for _, c := range suite.Register.Clauses {
		if hasPrefixFold(c.ID, typed) {
			out = append(out, c.ID+"\t"+c.Statement)
		}
	}
	return out, nil
}

// selectorsLike are clause ids, features and fields. Case ids are among them only once a clause is
// typed, because there are too many to offer at once.
func (a *app) selectorsLike(typed string) ([]string, error) {
	out, err := a.clausesLike(typed)
	if err != nil {
		return nil, err
	}
	suite, _ := a.suite()
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
	return append(out, beginning(typed, fields)...), nil
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
	completeFlagWith(cmd, flag, suggesting(func(typed string) ([]string, error) {
		head := typed[:strings.LastIndexByte(typed, ',')+1]
		return beginning(typed, mapped(words, func(w string) string { return head + w })), nil
	}))
}

// demandShell makes the command that prints completions refuse a shell that it does
// not know. Cobra's prints its help and succeeds, and a profile would source that.
func demandShell(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err) // cobra did not add it: our mistake
	}
	hint := "shells: " + strings.Join(mapped(cmd.Commands(), (*cobra.Command).Name), ", ")
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
