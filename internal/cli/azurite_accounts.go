package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// whyIdle says why a flag means nothing; empty for a flag that does mean something.
func whyIdle(name string) string {
	if strings.HasSuffix(name, keepAlive) {
		name = keepAlive
	}
	return azuriteIdle[name]
}

// idleFlags lists the given flags that mean nothing.
func idleFlags(cmd *cobra.Command) (names []string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if whyIdle(f.Name) != "" {
			names = append(names, f.Name)
		}
	})
	return names
}
