package conform_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/features"
	"ifmatch/internal/thorough"
	"ifmatch/reference"
	"ifmatch/reference/fault"
	"ifmatch/steps"
	"ifmatch/steps/conform"
)

// The store that a child of this test checks, and the profile.
const storeVariable, profileVariable = "CONFORM_STORE", "CONFORM_PROFILE"

// TestStore is what users write. Without a store to check it checks the reference.
func TestStore(t *testing.T) {
	t.Parallel()
	store, profile := os.Getenv(storeVariable), conform.Profile(os.Getenv(profileVariable))
	if store == "" {
		store, profile = reference.Start(t).ConnectionString(), conform.PutIfAbsentLog
	}
	if a := conform.Check(t, store, profile); a.Fit == "yes" && (a.Text != "yes, refused by 409 BlobAlreadyExists" || len(a.Refusals) != 1) {
		t.Errorf("the answer is %+v", a)
	}
}

// TestAStoreThatBreaksAPromiseFailsByTheClause runs TestStore on stores that it must refuse.
func TestAStoreThatBreaksAPromiseFailsByTheClause(t *testing.T) {
	t.Parallel()
	if os.Getenv(storeVariable) != "" {
		return // this is the child
	}
	broken, found := fault.Lookup("put-blob-if-none-match-ignored")
	if !found {
		t.Fatal("the reference has no such fault")
	}
	type wrong struct {
		store, profile string
		says           []string
	}
	for _, test := range append(thorough.Some(t, 2, []wrong{
		{"http://127.0.0.1:1", "create-if-absent", []string{"--- FAIL: TestStore", "conform: could not tell: reach the blob service"}},
		{"BlobEndpoint", "create-if-absent", []string{"conform: read the target from the endpoint"}},
		{"azurite", "locks", []string{`there is no profile "locks"; use one of the constants`}},
		{"azurite", "all", []string{`"all" is no single profile`}},
		{"http://127.0.0.1:1", "durable-functions", []string{"an address names one service, and this needs several"}},
	}), wrong{reference.Start(t, reference.WithFault(broken)).ConnectionString(), "create-if-absent", []string{
		"--- FAIL: TestStore/create-if-absent/BLOB-COND-20", "want      409 BlobAlreadyExists", "← 201 Created", "--- PASS: TestStore/create-if-absent/BLOB-CONS-04",
		"Creating a blob only if it is absent: no, ",
	}}) {
		cmd := exec.Command(os.Args[0], "-test.run=^TestStore$", "-test.v")
		cmd.Env = append(os.Environ(), storeVariable+"="+test.store, profileVariable+"="+test.profile)
		out, err := cmd.CombinedOutput()
		if err == nil {
			t.Errorf("%s: the test passed", test.profile)
		}
		for _, text := range test.says {
			if !strings.Contains(string(out), text) {
				t.Errorf("%s does not say %q:\n%s", test.profile, text, out)
			}
		}
	}
}

// TestEveryProfileHasAConstant: the constants are the names of features/profiles.tsv.
func TestEveryProfileHasAConstant(t *testing.T) {
	t.Parallel()
	suite, err := steps.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	all, err := suite.Profiles()
	if err != nil {
		t.Fatal(err)
	}
	var names []conform.Profile
	for _, p := range all {
		names = append(names, conform.Profile(p.Name))
	}
	constants := []conform.Profile{
		conform.TerraformStateLock, conform.FunctionsHostSingleton, conform.EventHubsCheckpoints, conform.DurableFunctions, conform.PutIfAbsentLog, conform.QueueTrigger,
		conform.CreateIfAbsent, conform.CompareAndSwap, conform.ConditionalDelete, conform.LeaseLock, conform.Visibility, conform.EntityCAS, conform.Transaction,
	}
	if d := cmp.Diff(names, constants); d != "" {
		t.Errorf("-table +constants:\n%s", d)
	}
}
