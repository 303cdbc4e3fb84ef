package cli

import (
	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
)

func (a *app) listWorkloads() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "workloads",
		Short: "List the workloads of load",
		Long:  paragraphs(`list workloads shows, for each WORKLOAD of "ifmatch load", the services it needs, what the recorded history must prove, what counts as an attempt and as a commit, the operations it sends (for --fail-if), and the flags it takes, with their defaults. Of "load mix" it shows, for each kind of resource, the operations to choose from, and the usual mix.`),
	}, catalogue.WorkloadList, func([]string) ([]catalogue.Workload, error) { return catalogue.Workloads() })
}
