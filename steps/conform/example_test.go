package conform_test

import (
	"os"
	"testing"

	"ifmatch/steps/conform"
)

// In a test of a store of your own: the clauses on which a log of transactions relies, each a subtest.
func ExampleCheck() {
	var t *testing.T // the test's
	answer := conform.Check(t, os.Getenv("STORE_CONNECTION_STRING"), conform.PutIfAbsentLog)
	t.Logf("%+v", answer)
}
