package transport_test

import (
	"io"
	"log"
	"os"
	"testing"
)

// TestMain turns this binary into a helper of a test, if it was started as one.
func TestMain(m *testing.M) {
	if help, ok := helpers[os.Getenv(helperVariable)]; ok {
		help()
		return
	}
	log.SetOutput(io.Discard) // net/http logs there what tests send on idle connections
	os.Exit(m.Run())
}

// helperVariable names what a child process is to do.
const helperVariable = "IFMATCH_TRANSPORT_HELPER"

var helpers = map[string]func(){"server": serveUntilParentEnds, "client": sendToHosts}
