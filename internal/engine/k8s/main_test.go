package k8s

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestMain lets the kubelet call this binary to prepare a container.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == containerName {
		err := enterContainer(os.Args[1])
		fmt.Fprintln(os.Stderr, "start the container:", err)
		os.Exit(exitNotStarted)
	}
	os.Exit(m.Run())
}
