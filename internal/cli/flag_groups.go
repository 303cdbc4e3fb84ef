package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// groupsKey is the annotation of a command whose help groups its flags: a line for each group, with its heading and,
// after a colon, the names of its flags, in the order of their help. All other flags follow as the flags of the command.
const groupsKey = "groups of flags"

// flagGroup are flags that the help of a command shows together, under a heading.
type flagGroup struct {
	heading string
	flags   *pflag.FlagSet
}

// flagGroups are the flags of a command, as its help shows them.
func flagGroups(cmd *cobra.Command) (out []flagGroup) {
	rest := pflag.NewFlagSet("", pflag.ContinueOnError)
	rest.AddFlagSet(cmd.LocalFlags())
	for line := range strings.Lines(cmd.Annotations[groupsKey]) {
		heading, names, _ := strings.Cut(line, ":")
		g := flagGroup{heading, pflag.NewFlagSet("", pflag.ContinueOnError)}
		g.flags.SortFlags = false
		for name := range strings.FieldsSeq(names) {
			g.flags.AddFlag(cmd.Flag(name))
		}
		out = append(out, g)
	}
	if len(out) == 0 {
		return []flagGroup{{"Flags", rest}}
	}
	others := pflag.NewFlagSet("", pflag.ContinueOnError)
	rest.VisitAll(func(f *pflag.Flag) {
		for _, g := range out {
			if g.flags.Lookup(f.Name) != nil {
				return
			}
		}
		others.AddFlag(f)
	})
	return append(out, flagGroup{"Other flags", others})
}
