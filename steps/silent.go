package steps

import (
	"io"

	"github.com/cucumber/godog"
	"github.com/cucumber/godog/formatters"
)

// silent is the name of a godog formatter that prints nothing: every report is
// rendered from our own verdicts, because godog counts a skip as passed and
// loses its reason.
const silent = "ifmatch-silent"

func init() {
	godog.Format(silent, "prints nothing", func(suite string, out io.Writer) formatters.Formatter {
		return quiet{godog.NewBaseFmt(suite, out)}
	})
}

// quiet is godog's base of all formatters, which only prints a summary.
type quiet struct{ *godog.BaseFmt }

func (quiet) Summary() {}
