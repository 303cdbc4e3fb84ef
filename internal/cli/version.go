package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and the commit it was built from",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.stdout, "ifmatch %s\ncommit %s\n%s %s/%s\n", version(), commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

// unreleased is the version of a build that knows neither its version nor its commit.
const unreleased = "v0.0.0-devel"

// version is the module's version. A build from a checkout has one made from the commit.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return unreleased
}

// commit is the commit that was built, as far as the build knows.
func commit() string {
	set := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			set[s.Key] = s.Value
		}
	}
	if set["vcs.revision"] == "" {
		return "unknown: only go build in a checkout records it"
	}
	text := set["vcs.revision"] + " of " + set["vcs.time"]
	if set["vcs.modified"] == "true" {
		text += ", with changes"
	}
	return text
}
