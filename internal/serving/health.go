package serving

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"time"

	"ifmatch/internal/sendonce"
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
