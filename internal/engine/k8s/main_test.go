package k8s

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/component-base/cli"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

// TestMain lets the shell call this binary as kubectl, and the kubelet as what prepares
// a container.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "kubectl":
		if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
			util.CheckErr(err)
		}
	case containerName:
		err := enterContainer(os.Args[1])
		fmt.Fprintln(os.Stderr, "start the container:", err)
		os.Exit(exitNotStarted)
	default:
		os.Exit(m.Run())
	}
}
