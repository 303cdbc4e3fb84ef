package cli

import (
	"net/url"

	"github.com/spf13/cobra"

	"ifmatch/internal/exit"
	"ifmatch/internal/serving"
)

func (a *app) healthCommand() *cobra.Command {
	var either bool
	cmd := &cobra.Command{
		Use:   "health URL...",
		Short: "Ask whether a server answers, for the health check of a container",
		Long: paragraphs(
			`health sends a GET to each address. The server is healthy if it answers within two seconds with any status below 500: an emulator that refuses such a request is alive. The exit code is 0 for a healthy server, otherwise 1. With --any, one healthy server is enough.`,
			`No certificate is checked, and nothing is sent but the request: a health check is not about trust. It needs no shell, so it works in an image that has none.`),
		Example: "  ifmatch health http://127.0.0.1:10000\n" +
			"  ifmatch health --any http://127.0.0.1:10000 http://127.0.0.1:10001 http://127.0.0.1:10002",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("for instance ifmatch health http://127.0.0.1:10000", "health needs the address of a server")
			}
			for _, text := range args {
				if at, err := url.Parse(text); err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
					return usagef("for instance http://127.0.0.1:10000", "%q is not an address of a server", text)
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if sick := serving.Healthy(cmd.Context(), args, either); sick != nil {
				return &exit.Error{Code: Deviates, Err: sick}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&either, "any", false, "one healthy server is enough")
	return cmd
}
