package cli

import (
	"github.com/spf13/cobra"

	"ifmatch/internal/serving"
	"ifmatch/reference"
)

// keptFlags say where a server keeps its data.
type keptFlags struct {
	location   string
	durability string
}

var durabilities = []string{"write", "fsync"}

func (f *keptFlags) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.location, "location", "", "`folder` to keep the data in; without it, everything is gone when the server stops")
	a.choiceFlag(cmd, &f.durability, "durability", durabilities, "`what` acknowledged data survives: write (the end of the process) or fsync (a loss of power)")
}

// check refuses flags without effect, and clocks that do not go on while the server is stopped.
func (f keptFlags) check(realTime bool) error {
	switch {
	case f.location == "" && f.durability != durabilities[0]:
		return usagef("for instance --location ./data", "--durability has no effect without --location")
	case f.location != "" && !realTime:
		return usagef("leave one of them out", "--location keeps times of the machine's clock, and --clock virtual and --clock-rate have others")
	}
	return nil
}

// open lets servers find what is kept in the location, and keep their data there.
func (f keptFlags) open(a *app, servers ...*reference.Server) (serving.Kept, error) {
	return serving.Keep(f.location, f.durability == "fsync", a.stderr, servers...)
}
