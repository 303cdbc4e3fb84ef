package cli

import (
	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
)

func (a *app) listOperations() *cobra.Command {
	return listed(a, &cobra.Command{
		Use:   "operations",
		Short: "List the operations that features may name, and what is documented about each",
	}, catalogue.OperationList, func([]string) ([]catalogue.Operation, error) { return catalogue.Operations(), nil })
}
