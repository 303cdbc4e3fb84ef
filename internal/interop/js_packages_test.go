package interop

import (
	"context"
	"os"
	"strings"

	"ifmatch/internal/npm"
)

// packages is the folder where the pinned packages are. It installs them if they are missing and this run may.
func packages(ctx context.Context) (string, error) {
	return npm.Packages(ctx, "js", "interop-js", fetchPackages())
}

// fetchPackages tells whether this run may download packages.
func fetchPackages() bool {
	for _, arg := range os.Args {
		if strings.HasPrefix(arg, "-test.run=") && strings.Contains(arg, "JavaScript") {
			return true
		}
	}
	return os.Getenv("CI") != ""
}
