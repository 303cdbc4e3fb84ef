package serving

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"ifmatch/internal/sendonce"
	"ifmatch/reference"
	"ifmatch/reference/operation"
)

// healthTimeout is how long one server may take: far longer than one on the same machine needs.
const healthTimeout = 2 * time.Second

// Healthy asks all servers at once whether they answer; with either, one that does is enough.
func Healthy(ctx context.Context, servers []string, either bool) error {
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
	return sick
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

// Reachable reports whether other machines may reach a service.
func Reachable(server *reference.Server) bool {
	return slices.ContainsFunc(reference.Services(), func(s operation.Service) bool {
		at, err := url.Parse(server.Endpoint(s))
		return err == nil && at.Host != "" && !Loopback(at.Hostname())
	})
}

func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
