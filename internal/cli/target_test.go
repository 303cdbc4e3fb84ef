package cli

import (
	"testing"

	"ifmatch/internal/target"
)

func TestCopiedCommandsHoldNoSecret(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ spec, version, want string }{
		{"reference", "", ""},
		{"azurite", "2025-11-05", " --target azurite --api-version 2025-11-05"},
		{"@my account.txt", "", " --target '@my account.txt'"},
		{"env", "blob=2025-11-05", " --target env --api-version blob=2025-11-05"},
		{"UseDevelopmentStorage=true", "", " --target UseDevelopmentStorage=true"},
		{"BlobEndpoint=http://127.0.0.1:1/d;AccountName=d;AccountKey=" + target.DevelopmentKey, "", " --target CONNECTION-STRING"},
	} {
		f := targetFlags{spec: tc.spec, apiVersion: tc.version}
		if got := f.flagText(); got != tc.want {
			t.Errorf("flagText of %q = %q, want %q", tc.spec, got, tc.want)
		}
	}
}

func TestShellQuote(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ text, want string }{
		{"BLOB-TAB-01C/put-blob", "BLOB-TAB-01C/put-blob"},
		{"BLOB-*", "'BLOB-*'"},
		{"it's", `'it'\''s'`},
		{"", "''"},
	} {
		if got := shellQuote(tc.text); got != tc.want {
			t.Errorf("shellQuote(%q) = %s, want %s", tc.text, got, tc.want)
		}
	}
}

func TestDescribeNamesWhomWeTalkTo(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		info target.Info
		want string
	}{
		{target.Info{Name: "reference"}, "reference, api-version of the Azure SDK"},
		{target.Info{Name: "azurite", Endpoints: map[target.Service]string{target.Blob: "http://127.0.0.1:10000/devstoreaccount1"},
			Versions: map[target.Service]string{target.Blob: "2025-11-05"}},
			"azurite (http://127.0.0.1:10000/devstoreaccount1), api-version blob 2025-11-05"},
	} {
		if got := describe(tc.info); got != tc.want {
			t.Errorf("describe = %q, want %q", got, tc.want)
		}
	}
}
