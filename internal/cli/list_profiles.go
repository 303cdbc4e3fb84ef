package cli

import (
	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
)

func (a *app) listProfiles() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "profiles",
		Short: "List the clients that run --profile can judge a target for",
		Long:  paragraphs(`list profiles shows which clients of Azure Storage "ifmatch run --profile NAME" knows, which services each needs, what it does there and in which public source, the clauses that it relies on in that, and the short loads. With --json it shows whether a client looks at error codes, too.`),
	}, catalogue.ProfileList, func([]string) ([]catalogue.Profile, error) {
		all, err := a.profiles([]string{allProfiles})
		return catalogue.Profiles(all), err
	})
}
