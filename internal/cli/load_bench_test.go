package cli

import (
	"strings"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/loadgen/trial"
)

func TestTheCommandThatDeletesWhatIsLeftWorksAsItStands(t *testing.T) {
	t.Parallel()
	const secret = "BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;AccountName=devstoreaccount1;accountkey=" + target.DevelopmentKey
	for _, tc := range []struct{ spec, want string }{
		{referenceTarget, ""},
		{"azurite", "; ifmatch sweep --target azurite --prefix p- --run-id 1a2b does it"},
		{"env", "; ifmatch sweep --target env --prefix p- --run-id 1a2b does it"},
		{"@my account.txt", "; ifmatch sweep --target '@my account.txt' --prefix p- --run-id 1a2b does it"},
		{"UseDevelopmentStorage=true", "; ifmatch sweep --target UseDevelopmentStorage=true --prefix p- --run-id 1a2b does it"},
		{secret, "; ifmatch sweep --target env --prefix p- --run-id 1a2b does it, with the connection string in AZURE_STORAGE_CONNECTION_STRING"},
		{strings.Replace(secret, "accountkey", "AccountKey", 1), "; ifmatch sweep --target env --prefix p- --run-id 1a2b does it, with the connection string in AZURE_STORAGE_CONNECTION_STRING"},
		{"BlobEndpoint=https://a.invalid/?sv=1&sig=c2VjcmV0", "; ifmatch sweep --target env --prefix p- --run-id 1a2b does it, with the connection string in AZURE_STORAGE_CONNECTION_STRING"},
	} {
		p := loadPlan{loadFlags: loadFlags{Plan: trial.Plan{Prefix: "p-"}, target: targetFlags{spec: tc.spec}}}
		if got := p.sweeping("1a2b"); got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.spec, got, tc.want)
		}
	}
}
