package target

import (
	"errors"
	"strings"
	"testing"
)

func TestParseText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"http://127.0.0.1:10000":                 "http://127.0.0.1:10000/devstoreaccount1",
		" http://localhost:1/devstoreaccount1/ ": "http://localhost:1/devstoreaccount1",
		"azurite":                                "http://127.0.0.1:10000/devstoreaccount1",
		"UseDevelopmentStorage=true":             "http://127.0.0.1:10000/devstoreaccount1",
		"AccountName=a;AccountKey=QQ==;BlobEndpoint=https://b/a": "https://b/a",
	} {
		c, err := ParseText(text, Blob)
		if err != nil || c.Endpoints[Blob] != want || c.Credential.Key == "" {
			t.Errorf("ParseText(%q) = %q, %v; want %q", text, c.Endpoints[Blob], err, want)
		}
	}
	for text, want := range map[string]string{
		"":                                  "the endpoint is empty",
		"http://example.com/":               "an address alone is the development account",
		"http://127.0.0.1/other":            "an address alone is the development account",
		"http://127.0.0.1/?sig=secret":      "it is not an address",
		"https://u:secret@127.0.0.1/":       "it is not an address",
		"AccountName=a;AccountKey=":         "read the target from the endpoint",
		"just words that could be a secret": "has no =",
	} {
		_, err := ParseText(text, Blob)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("ParseText(%q) = %v, want %q", text, err, want)
		}
	}
	if _, err := ParseText("http://127.0.0.1:1", ""); err == nil || !strings.Contains(err.Error(), "several") {
		t.Errorf("an address for several services: %v", err)
	}
}

// FuzzParseText: whatever is not a target is a mistake of the user, and no panic.
func FuzzParseText(f *testing.F) {
	for _, text := range []string{"azurite", "http://127.0.0.1:10000", "UseDevelopmentStorage=true", "http://[::1]:1/devstoreaccount1/", "https://%zz"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseText(text, Blob)
		if u := (*UsageError)(nil); err != nil && !errors.As(err, &u) {
			t.Errorf("ParseText(%q) = %v, which is no usage error", text, err)
		}
		if err == nil && len(c.Endpoints) == 0 {
			t.Errorf("ParseText(%q) has no endpoint", text)
		}
	})
}
