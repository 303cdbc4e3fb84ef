package outside

import (
	"os"
	"strings"
	"testing"

	"ifmatch/steps/conform"
)

func TestStore(t *testing.T) {
	for _, profile := range strings.Fields(os.Getenv("PROFILES")) {
		answer := conform.Check(t, os.Getenv("ENDPOINT"), conform.Profile(profile))
		t.Logf("%s: %s", profile, answer.Text)
	}
}
