package cli

import (
	"github.com/spf13/cobra"

	"ifmatch/internal/serving"
)

// logFlags say where a server logs its requests.
type logFlags struct {
	file   string
	format string
}

var logFormats = []string{"text", "json"}

func (f *logFlags) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "log", "", "`file` to append a line to for each request, or - for stderr")
	a.choiceFlag(cmd, &f.format, "log-format", logFormats, "`format` of these lines: text or json")
}

// open makes a log of the flags.
func (f logFlags) open(a *app) (*serving.Log, error) {
	l := &serving.Log{}
	if f.file == "" {
		if f.format != logFormats[0] {
			return nil, usagef("for instance --log requests.log", "--log-format has no effect without --log")
		}
		return l, nil
	}
	line := serving.Text
	if f.format == "json" {
		line = serving.JSON
	}
	if f.file == "-" {
		l.To(a.stderr, line)
		return l, nil
	}
	return l, l.Append(f.file, line)
}
