package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/exit"
	"ifmatch/internal/sendonce"
)

// healthTimeout is how long one server may take: far longer than one on the same machine needs.
const healthTimeout = 2 * time.Second

func (a *app) healthCommand() *cobra.Command {
	var either bool
	cmd := &cobra.Command{
		Use:   "health URL...",
		Short: "Ask whether a server answers, for the health check of a container",
		Long: paragraphs(
			`health sends a GET to each address. The server is healthy if it answers within two seconds with any status below 500: an emulator refuses such a request, and lives. The exit code is 0 then, and otherwise 1. With --any, one healthy server is enough.`,
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
		RunE: func(cmd *cobra.Command, args []string) error { return a.health(cmd.Context(), args, either) },
	}
	cmd.Flags().BoolVar(&either, "any", false, "one healthy server is enough")
	return cmd
}

// health asks all servers at once.
func (a *app) health(ctx context.Context, servers []string, either bool) error {
	client := &http.Client{Timeout: healthTimeout, Transport: sendonce.Over(&http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}})}
	answers := make(chan error, len(servers))
	for _, at := range servers {
		go func() { answers <- healthy(ctx, client, at) }()
	}
	var sick error
	for range servers {
		err := <-answers
		if err == nil && either {
			return nil
		}
		sick = errors.Join(sick, err)
	}
	if sick != nil {
		return &exit.Error{Code: Deviates, Err: sick}
	}
	return nil
}

func healthy(ctx context.Context, client *http.Client, at string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return err
	}
	res, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("not healthy: %w", err)
	}
	_ = res.Body.Close()
	if res.StatusCode >= http.StatusInternalServerError {
		return fmt.Errorf("not healthy: %s answers %s", at, res.Status)
	}
	return nil
}
