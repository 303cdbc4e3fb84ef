package interop

import (
	"context"
	"os"
	"strings"

	"ifmatch/internal/npm"
)

// packages returns the folder of the pinned packages. It installs them if they are missing and this run may do
// so.
func packages(ctx context.Context) (string, error) {
	return npm.Packages(ctx, "js", "interop-js", fetchPackages())
}

// fetchPackages reports whether this run may download packages.
func fetchPackages() bool {
	for _, arg := range os.Args {
		if strings.HasPrefix(arg, "-test.run=") && strings.Contains(arg, "JavaScript") {
			return true
		}
	}
	return os.Getenv("CI") != ""
}
