package azurite

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"time"

	"ifmatch/internal/procgroup"
)

func findNode() (string, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return "", errors.New("node was not found; install Node.js 20 or newer")
	}
	return node, nil
}

var switchName = regexp.MustCompile(`--[A-Za-z][A-Za-z0-9]*`)

// switches are the switches that the release in dir names in its help. They differ: 3.7.0 has no Table
// service, and the switch that keeps everything in memory came with 3.28.0.
func switches(ctx context.Context, dir Dir) (map[string]bool, error) {
	node, err := findNode()
	if err != nil {
		return nil, err
	}
	const limit = time.Minute // far above the second that it takes
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	said, err := exec.CommandContext(ctx, node, dir.script(), "--help").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("ask it for its switches: %w: %s", err, procgroup.LastLines(said))
	}
	known := map[string]bool{}
	for _, name := range switchName.FindAllString(string(said), -1) {
		known[name] = true
	}
	return known, nil
}
