package cli

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestEveryFlagOfLoadIsInAGroup: a flag that is in no group would be read last, if at all, and one that is in two twice.
func TestEveryFlagOfLoadIsInAGroup(t *testing.T) {
	t.Parallel()
	cmd := (&app{}).loadCommand()
	cmd.InitDefaultHelpFlag()
	groups := flagGroups(cmd)
	shown := map[string]string{}
	for _, g := range groups {
		g.flags.VisitAll(func(f *pflag.Flag) {
			if before, again := shown[f.Name]; again {
				t.Errorf("--%s is shown under %s and under %s", f.Name, before, g.heading)
			}
			shown[f.Name] = g.heading
			if g.heading == "Other flags" && f.Name != "help" {
				t.Errorf("--%s is in no group of load", f.Name)
			}
		})
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if shown[f.Name] == "" {
			t.Errorf("--%s is not shown", f.Name)
		}
	})
	var help strings.Builder
	if err := writeHelp(&help, cmd); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		if !strings.Contains(help.String(), "\n"+g.heading+":\n") {
			t.Errorf("the help has no heading %s", g.heading)
		}
	}
}
