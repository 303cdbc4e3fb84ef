package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/exit"
	"ifmatch/reports/console"
)

// helpWidth is the width of help texts, in columns: the docs show them. Only a narrower terminal
// gets others.
const helpWidth = 80

// widthOf is the width of help texts on w.
func widthOf(w io.Writer) int {
	if width, tty := terminal(w); tty {
		return min(width, helpWidth)
	}
	return helpWidth
}

// writeHelp prints what `ifmatch COMMAND --help` shows.
func writeHelp(w io.Writer, cmd *cobra.Command) error {
	cmd.InitDefaultHelpFlag() // cobra adds it only to the command that runs
	text := strings.TrimSpace(cmd.Long)
	if text == "" {
		text = paragraphs(cmd.Short + ".")
	}
	if width := widthOf(w); width < helpWidth {
		text = console.Rewrap(text, width)
	}
	if _, err := fmt.Fprintf(w, "%s\n\n", text); err != nil {
		return err
	}
	return writeUsage(w, cmd)
}

// writeUsage prints how to call cmd: its lines, examples, commands and flags.
func writeUsage(w io.Writer, cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", cmd.CommandPath())
	} else {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		t := console.Table{Indent: "  ", Width: widthOf(w)}
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				t.Add(c.Name(), c.Short)
			}
		}
		b.WriteString("\nCommands:\n")
		if err := t.Write(&b); err != nil {
			return err
		}
	}
	if cmd.HasAvailableLocalFlags() {
		for _, g := range flagGroups(cmd) {
			fmt.Fprintf(&b, "\n%s:\n", g.heading)
			if err := flagRows(g.flags, widthOf(w)).Write(&b); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// flagRows lists the flags. The word in back quotes in a flag's usage is the name of its value.
func flagRows(flags *pflag.FlagSet, width int) *console.Table {
	t := &console.Table{Indent: "  ", Width: width}
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "    --" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", --" + f.Name
		}
		value, usage := pflag.UnquoteUsage(f)
		if value != "" {
			name += " " + strings.ToUpper(value)
		}
		if f.DefValue != "" && !slices.Contains([]string{"false", "0", "0s", "[]"}, f.DefValue) {
			usage += " (default " + f.DefValue + ")"
		}
		t.Add(name, usage)
	})
	return t
}

// paragraphs wraps texts for help, with an empty line between them.
func paragraphs(texts ...string) string {
	var out []string
	for _, t := range texts {
		out = append(out, strings.Join(console.Wrap(t, helpWidth), "\n"))
	}
	return strings.Join(out, "\n\n")
}

// exitCodeHelp is the section of the root command's help.
func exitCodeHelp() string {
	t := console.Table{Right: []int{0}, Indent: "  ", Width: helpWidth}
	for _, c := range exit.Meanings {
		t.Add(strconv.Itoa(int(c.Code)), c.Meaning)
	}
	var b strings.Builder
	b.WriteString("Exit codes:\n")
	if err := t.Write(&b); err != nil {
		return fmt.Sprint(err) // a strings.Builder never fails
	}
	return strings.TrimRight(b.String(), "\n")
}

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
	grouped := map[string]bool{}
	for line := range strings.Lines(cmd.Annotations[groupsKey]) {
		heading, names, _ := strings.Cut(line, ":")
		g := flagGroup{heading, pflag.NewFlagSet("", pflag.ContinueOnError)}
		g.flags.SortFlags = false
		for name := range strings.FieldsSeq(names) {
			g.flags.AddFlag(cmd.Flag(name))
			grouped[name] = true
		}
		out = append(out, g)
	}
	others := flagGroup{"Flags", pflag.NewFlagSet("", pflag.ContinueOnError)}
	if len(out) > 0 {
		others.heading = "Other flags"
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !grouped[f.Name] {
			others.flags.AddFlag(f)
		}
	})
	return append(out, others)
}
