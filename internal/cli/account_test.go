package cli

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ifmatch/features"
	"ifmatch/reference/operation"
	"ifmatch/reports"
	"ifmatch/steps"
)

// saysOfAccount lets every request pass, and sets headers of the answer to Get Account Information, or
// refuses it.
func saysOfAccount(status int, headers map[string]string) spoiler {
	return func(_ *standing, _ int64, o operation.Operation, next http.Handler, w http.ResponseWriter, r *http.Request) {
		switch {
		case o != operation.GetAccountInformation:
			next.ServeHTTP(w, r)
		case status != http.StatusOK:
			w.Header().Set("x-ms-error-code", "AuthorizationPermissionMismatch")
			w.WriteHeader(status)
		default:
			for name, value := range headers {
				w.Header().Set(name, value)
			}
			w.WriteHeader(status)
		}
	}
}

// TestRunSaysWhatKindOfAccountItFound runs against servers that say various things of themselves.
func TestRunSaysWhatKindOfAccountItFound(t *testing.T) {
	t.Parallel()
	const cases = "BLOB-TAB-15E" // Put Page
	for name, tt := range map[string]struct {
		spoil    spoiler
		args     []string
		code     ExitCode
		want     []string
		skipped  bool
		kindShow string
	}{
		"a standard account": {nil, nil, OK, []string{"the account: StorageV2; Standard_LRS; without hierarchical namespace\n"}, false, "StorageV2"},
		"a hierarchy": {saysOfAccount(200, map[string]string{"x-ms-account-kind": "StorageV2", "x-ms-sku-name": "Standard_RAGRS", "x-ms-is-hns-enabled": "true"}), nil, Unknown,
			[]string{"the account: StorageV2; Standard_RAGRS; with hierarchical namespace\n", "will be skipped, because an account of this kind has no page blobs", "an account of this kind has no page blobs"}, true, "StorageV2"},
		"features required": {saysOfAccount(200, map[string]string{"x-ms-account-kind": "BlobStorage"}), []string{"--require", "features", "BLOB-TAB-15C", "BLOB-TAB-02E/*block-blob*"}, Unknown,
			[]string{"the account: BlobStorage\n", "conforms; 1 feature was not available"}, true, "BlobStorage"},
		"a refusal": {saysOfAccount(403, nil), nil, OK, []string{"the account: the rest does not show (Get Account Information was answered 403 AuthorizationPermissionMismatch), so that"}, false, ""},
		"nothing":   {saysOfAccount(200, nil), nil, OK, nil, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := stand(t, tt.spoil)
			got := runAgainst(t, server.connection(accountKey), append([]string{cases}, tt.args...)...)
			if got.code != tt.code {
				t.Errorf("exit code %d, want %d", got.code, tt.code)
			}
			text := strings.Join(strings.Fields(got.stdout+got.stderr), " ")
			for _, want := range tt.want {
				if !strings.Contains(text, strings.Join(strings.Fields(want), " ")) {
					t.Errorf("no %q in\n%s%s", want, got.stdout, got.stderr)
				}
			}
			if strings.Contains(text, "the account:") != (tt.want != nil) {
				t.Errorf("it speaks of the account although it learnt nothing:\n%s", got.stdout)
			}
			if got.result.Target.AccountFacts["kind"] != tt.kindShow {
				t.Errorf("the result says %v of the account", got.result.Target.AccountFacts)
			}
			for _, sc := range got.result.Scenarios {
				if lacks := sc.Lacks != nil && sc.Lacks.Kind == reports.LacksFeature; lacks != (tt.skipped && sc.Clause() != "BLOB-TAB-02E") {
					t.Errorf("%s is %s: %s", sc.ID, sc.Status, sc.Reason)
				}
			}
		})
	}
}

// TestGeneratedPagesShowTheKindsOfAccount compares the table on the page about accounts with the one
// that decides what is skipped.
func TestGeneratedPagesShowTheKindsOfAccount(t *testing.T) {
	t.Parallel()
	suite, err := steps.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	all, err := suite.Presuppositions()
	if err != nil {
		t.Fatal(err)
	}
	table := "\n| an account with | is not judged by cases that presuppose | because | source |\n|---|---|---|---|\n"
	for _, p := range all {
		table += fmt.Sprintf("| `%s` | %s | %s | %s |\n", strings.ReplaceAll(p.Account, "|", `\|`), p.Presupposes, p.Because, p.Source)
	}
	replaceBlock(t, "docs/account.md", "<!-- kinds of account: written by `make docs` -->\n", "<!-- end of kinds -->", table+"\n")
}
