package steps

import (
	"io"

	"github.com/cucumber/godog"
	"github.com/cucumber/godog/formatters"
	messages "github.com/cucumber/messages/go/v21"
)

// silent is the name of a godog formatter that prints nothing: every report is
// rendered from our own verdicts, because godog counts a skip as passed and
// loses its reason.
const silent = "ifmatch-silent"

func init() {
	godog.Format(silent, "prints nothing", func(string, io.Writer) formatters.Formatter { return quiet{} })
}

type quiet struct{}

func (quiet) TestRunStarted()                                                            {}
func (quiet) Feature(*messages.GherkinDocument, string, []byte)                          {}
func (quiet) Pickle(*messages.Pickle)                                                    {}
func (quiet) Summary()                                                                   {}
func (quiet) Defined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (quiet) Passed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)  {}
func (quiet) Skipped(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (quiet) Undefined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {
}
func (quiet) Pending(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (quiet) Failed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error) {
}
func (quiet) Ambiguous(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error) {
}
