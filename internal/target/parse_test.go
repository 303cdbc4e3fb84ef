package target

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	otherKey = "c2VjcmV0LWtleS1zZWNyZXQta2V5LXNlY3JldC1rZXktc2VjcmV0LWtleS1zZWNyZXQta2V5LXNlY3JldC1rZQ=="
	someSAS  = "sv=2025-11-05&ss=b&srt=sco&sp=rwdlac&se=2030-01-01T00:00:00Z&sig=c2lnbmF0dXJl%2Bc2lnbmF0dXJl%3D"
	azurite  = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=" + DevelopmentKey +
		";BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;QueueEndpoint=http://127.0.0.1:10001/devstoreaccount1;"
)

// show makes a Connection comparable and its credential visible to the test.
func show(c Connection) map[string]string {
	m := map[string]string{"name": c.Name, "account": c.Credential.Account}
	for s, e := range c.Endpoints {
		m[string(s)] = e
	}
	if c.Credential.Key != "" {
		m["key"] = c.Credential.Key.Reveal()
	}
	if c.Credential.SAS != "" {
		m["sas"] = c.Credential.SAS.Reveal()
	}
	if c.Loopback() {
		m["loopback"] = "yes"
	}
	return m
}

// world has one environment variable and one file, both with this text.
func world(text string) ParseOptions {
	return ParseOptions{
		Getenv: func(name string) string {
			if name == "AZURE_STORAGE_CONNECTION_STRING" {
				return text
			}
			return ""
		},
		ReadFile: func(name string) ([]byte, error) {
			if name != "conn.txt" {
				return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
			}
			return []byte(text), nil
		},
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	emulator := map[string]string{"name": "azurite", "account": "devstoreaccount1", "key": DevelopmentKey, "loopback": "yes",
		"blob":  "http://127.0.0.1:10000/devstoreaccount1",
		"queue": "http://127.0.0.1:10001/devstoreaccount1", "table": "http://127.0.0.1:10002/devstoreaccount1"}
	with := func(base map[string]string, pairs ...string) map[string]string {
		m := map[string]string{}
		for k, v := range base {
			m[k] = v
		}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	cloud := map[string]string{"name": "acct", "account": "acct", "key": otherKey,
		"blob": "https://acct.blob.core.windows.net", "queue": "https://acct.queue.core.windows.net",
		"table": "https://acct.table.core.windows.net", "file": "https://acct.file.core.windows.net"}
	for _, c := range []struct {
		name, spec, text string
		want             map[string]string
	}{
		{"the emulator by name", "azurite", "", emulator},
		{"the emulator by its shorthand", "UseDevelopmentStorage=true", "", with(emulator, "name", "devstoreaccount1")},
		{"names in any case, with spaces", " usedevelopmentstorage = TRUE ; ", "", with(emulator, "name", "devstoreaccount1")},
		{"an emulator elsewhere", "UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://emulator/", "", map[string]string{
			"name": "devstoreaccount1", "account": "devstoreaccount1", "key": DevelopmentKey,
			"blob": "http://emulator:10000/devstoreaccount1", "queue": "http://emulator:10001/devstoreaccount1", "table": "http://emulator:10002/devstoreaccount1"}},
		{"an emulator on IPv6", "UseDevelopmentStorage=true;DevelopmentStorageProxyUri=https://[::1]", "", map[string]string{
			"name": "devstoreaccount1", "account": "devstoreaccount1", "key": DevelopmentKey, "loopback": "yes",
			"blob": "https://[::1]:10000/devstoreaccount1", "queue": "https://[::1]:10001/devstoreaccount1", "table": "https://[::1]:10002/devstoreaccount1"}},
		{"the development key inline", azurite, "", map[string]string{
			"name": "devstoreaccount1", "account": "devstoreaccount1", "key": DevelopmentKey, "loopback": "yes",
			"blob": "http://127.0.0.1:10000/devstoreaccount1", "queue": "http://127.0.0.1:10001/devstoreaccount1"}},
		{"an account by environment", "env", "DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=" + otherKey + ";EndpointSuffix=core.windows.net", cloud},
		{"an account by file, with line breaks", "@conn.txt", "\ufeff\r\nAccountName=acct;\r\nAccountKey=" + otherKey + "\r\n", cloud},
		{"in quotes, as in an .env file", "env", `"AccountName=acct;AccountKey=` + otherKey + `"`, cloud},
		{"another cloud, by http", "env", "DefaultEndpointsProtocol=HTTP;AccountName=acct;AccountKey=" + otherKey + ";EndpointSuffix=core.chinacloudapi.cn",
			map[string]string{"name": "acct", "account": "acct", "key": otherKey,
				"blob": "http://acct.blob.core.chinacloudapi.cn", "queue": "http://acct.queue.core.chinacloudapi.cn",
				"table": "http://acct.table.core.chinacloudapi.cn", "file": "http://acct.file.core.chinacloudapi.cn"}},
		{"one endpoint written out, the rest by suffix", "env",
			"AccountName=acct;AccountKey=" + otherKey + ";EndpointSuffix=core.windows.net;BlobEndpoint=https://cdn.example.com/",
			with(cloud, "blob", "https://cdn.example.com")},
		{"a SAS and endpoints, as the portal writes it", "env",
			"BlobEndpoint=https://acct.blob.core.windows.net/;QueueEndpoint=https://acct.queue.core.windows.net/;SharedAccessSignature=?" + someSAS,
			map[string]string{"name": "acct", "account": "acct", "sas": someSAS,
				"blob": "https://acct.blob.core.windows.net", "queue": "https://acct.queue.core.windows.net"}},
		{"a SAS in the endpoint", "@conn.txt", "BlobEndpoint=http://localhost:10000/devstoreaccount1/?" + someSAS,
			map[string]string{"name": "devstoreaccount1", "account": "devstoreaccount1", "sas": someSAS, "loopback": "yes",
				"blob": "http://localhost:10000/devstoreaccount1"}},
		{"the same SAS in every endpoint", "env", "BlobEndpoint=https://acct.blob.x.org?" + someSAS + ";TableEndpoint=https://acct.table.x.org?" + someSAS,
			map[string]string{"name": "acct", "account": "acct", "sas": someSAS, "blob": "https://acct.blob.x.org", "table": "https://acct.table.x.org"}},
		{"secondary endpoints are not used", "env",
			"AccountName=acct;SharedAccessSignature=" + someSAS + ";BlobEndpoint=https://acct.blob.x.org;BlobSecondaryEndpoint=https://acct-secondary.blob.x.org",
			map[string]string{"name": "acct", "account": "acct", "sas": someSAS, "blob": "https://acct.blob.x.org"}},
		{"host-style on this machine", "AccountName=devstoreaccount1;AccountKey=" + DevelopmentKey + ";BlobEndpoint=http://devstoreaccount1.blob.localhost:10000", "",
			map[string]string{"name": "devstoreaccount1", "account": "devstoreaccount1", "key": DevelopmentKey, "loopback": "yes",
				"blob": "http://devstoreaccount1.blob.localhost:10000"}},
		{"an account of another name with the development key", "AccountName=mine;AccountKey=" + DevelopmentKey + ";BlobEndpoint=http://azurite:10000/mine", "",
			map[string]string{"name": "mine", "account": "mine", "key": DevelopmentKey, "blob": "http://azurite:10000/mine"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			conn, err := Parse(c.spec, world(c.text))
			if err != nil {
				t.Fatalf("Parse(%q): %v", c.spec, err)
			}
			if diff := cmp.Diff(c.want, show(conn)); diff != "" {
				t.Errorf("Parse(%q) (-want +got):\n%s", c.spec, diff)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	const acct = "AccountName=acct;AccountKey=" + otherKey
	for _, c := range []struct{ name, spec, text, want string }{
		{"nothing", " ", "", "read the target: it is empty; choose reference, azurite, env, @FILE, a connection string or https addresses"},
		{"a misspelt word", "azurit", "", `read the target: "azurit" is unknown; choose reference, azurite, env, @FILE, a connection string or https addresses`},
		{"an address", "https://acct.blob.core.windows.net", "", "used with Microsoft Entra ID, which cannot be used here"},
		{"a SAS address", "https://acct.blob.core.windows.net/?" + someSAS, "", "put BlobEndpoint=ADDRESS into a file"},
		{"a key alone", strings.TrimRight(otherKey, "="), "", "this is not a connection string"},
		{"a key alone with its padding", otherKey, "", "setting 1 of the connection string is unknown"},
		{"a key inline", acct, "", "put it into a file and say --target @FILE, or into AZURE_STORAGE_CONNECTION_STRING and say --target env"},
		{"a SAS inline", "BlobEndpoint=https://acct.blob.x.org;SharedAccessSignature=" + someSAS, "", "say --target @FILE"},
		{"a SAS in an inline endpoint", "BlobEndpoint=https://acct.blob.x.org?" + someSAS, "", "say --target @FILE"},
		{"a file that is missing", "@none.txt", "", "read the target: open none.txt: file does not exist"},
		{"a file without a name", "@", "", "the file's name is missing after @"},
		{"a connection string after @", "@" + acct, "", "read the target: open AccountName=acct;AccountKey=REDACTED"},
		{"an empty file", "@conn.txt", " \n", "the file conn.txt is empty"},
		{"an empty environment", "env", "", "AZURE_STORAGE_CONNECTION_STRING is empty; it should hold a connection string"},
		{"where it was read", "env", "AccountName=acct", "read the target from AZURE_STORAGE_CONNECTION_STRING: the connection string has no credential"},
		{"only separators", "env", ";;", "the connection string is empty"},
		{"no equals sign", "env", "AccountName=acct;nonsense", "setting 2 of the connection string has no ="},
		{"a misspelt setting", "env", "AcountName=acct", "setting 1 of the connection string is unknown; did you mean AccountName?"},
		{"swapped letters", "env", "AccuontKey=" + otherKey, "did you mean AccountKey?"},
		{"an unknown setting", "env", "Colour=red;" + acct, "setting 1 of the connection string is unknown; the known settings are DefaultEndpointsProtocol"},
		{"twice", "env", acct + ";accountname=b", "AccountName occurs twice"},
		{"an empty value", "env", "AccountName=;AccountKey=" + otherKey, "AccountName is empty"},
		{"a missing separator", "env", "AccountName=acct\nAccountKey=" + otherKey, "AccountName contains white space; is a ; missing"},
		{"a key that is not base64", "env", "AccountName=acct;AccountKey=" + otherKey[:20] + "*", "AccountKey is not base64"},
		{"a key that was cut", "env", "AccountName=acct;AccountKey=" + strings.TrimRight(otherKey, "="), "with the = at its end"},
		{"a key without a name", "env", "AccountKey=" + otherKey + ";BlobEndpoint=https://acct.blob.x.org", "AccountKey needs AccountName"},
		{"no account at all", "env", "AccountKey=" + otherKey, "names no account"},
		{"a bad account", "env", "AccountName=A_b;AccountKey=" + otherKey, "AccountName must be 3 to 24 lower-case letters and digits"},
		{"key and SAS", "env", acct + ";SharedAccessSignature=" + someSAS, "both an account key and a shared access signature"},
		{"key and SAS in an endpoint", "env", acct + ";BlobEndpoint=https://h/acct?" + someSAS, "both an account key and a shared access signature"},
		{"two SAS", "env", "BlobEndpoint=https://acct.b.org?" + someSAS + ";SharedAccessSignature=sig=other", "differ; leave one out"},
		{"two SAS in endpoints", "env", "BlobEndpoint=https://acct.b.org?" + someSAS + ";QueueEndpoint=https://acct.q.org?sig=other", "carry different shared access signatures"},
		{"a SAS without signature", "env", "AccountName=acct;SharedAccessSignature=sv=1&se=2", "has no sig"},
		{"a SAS with a part twice", "env", "AccountName=acct;SharedAccessSignature=" + someSAS + "&sig=b", "has sig twice"},
		{"a SAS that is no query", "env", "AccountName=acct;SharedAccessSignature=sig=%zz", "is not a query string"},
		{"an endpoint with a plain query", "env", acct + ";BlobEndpoint=https://h/acct?a=b", "the shared access signature of BlobEndpoint has no sig"},
		{"an endpoint that is no address", "env", acct + ";BlobEndpoint=https://h%zz/", "BlobEndpoint is not an address"},
		{"an endpoint without scheme", "env", acct + ";BlobEndpoint=acct.blob.x.org", "BlobEndpoint must begin with http:// or https://"},
		{"an endpoint without host", "env", acct + ";BlobEndpoint=https:///acct", "BlobEndpoint has no host"},
		{"an endpoint with a password", "env", acct + ";BlobEndpoint=https://u:p@h/acct", "BlobEndpoint must not carry user information"},
		{"an endpoint with a fragment", "env", acct + ";BlobEndpoint=https://h/acct#x", "BlobEndpoint must not carry a fragment"},
		{"an endpoint that tells no account", "env", "BlobEndpoint=https://127.0.0.1:1?" + someSAS, "AccountName is missing, and BlobEndpoint does not show it"},
		{"a bad protocol", "env", acct + ";DefaultEndpointsProtocol=ftp", "DefaultEndpointsProtocol must be http or https"},
		{"a bad protocol beside an endpoint", "env", acct + ";BlobEndpoint=http://h/acct;DefaultEndpointsProtocol=ftp", "DefaultEndpointsProtocol must be http or https"},
		{"a bad suffix", "env", acct + ";EndpointSuffix=https://x.org/", "EndpointSuffix must be a domain"},
		{"an emulator switched off", "UseDevelopmentStorage=false", "", "UseDevelopmentStorage can only be true"},
		{"an emulator with more", "UseDevelopmentStorage=true;AccountName=acct", "", "leave the other settings out"},
		{"a proxy with a port", "UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://h:1", "", "takes a scheme and a host only"},
		{"a proxy that is no address", "UseDevelopmentStorage=true;DevelopmentStorageProxyUri=h", "", "must begin with http://"},
		{"a proxy without an emulator", "env", acct + ";DevelopmentStorageProxyUri=http://h", "is allowed only with UseDevelopmentStorage=true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := Parse(c.spec, world(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("Parse(%q) error = %v\nwant %q", c.spec, err, c.want)
			}
			if u := (*UsageError)(nil); !errors.As(err, &u) {
				t.Errorf("error is a %T, want a *UsageError", err)
			}
			for _, secret := range []string{otherKey[:20], "c2lnbmF0dXJl"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error shows a secret: %v", err)
				}
			}
		})
	}
}

// TestParseReadsTheWorldByDefault uses the process's own environment.
func TestParseReadsTheWorldByDefault(t *testing.T) {
	t.Setenv(ConnectionVariable, azurite)
	if c, err := Parse("env", ParseOptions{}); err != nil || c.Name != DevelopmentAccount {
		t.Errorf("Parse(env) = %v, %v; want the development account", c.Name, err)
	}
	if _, err := Parse("@"+t.TempDir()+"/none", ParseOptions{}); err == nil {
		t.Error("Parse of a missing file succeeded")
	}
}

// FuzzParse looks for panics, for untyped errors, for connections that cannot
// be used, and for secrets in what a person would see.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		azurite, "azurite", "env", "UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://h",
		"AccountName=acct;AccountKey=" + otherKey + ";EndpointSuffix=core.windows.net", "@" + otherKey,
		"BlobEndpoint=https://acct.blob.x.org?" + someSAS, "AccountName=a;AccountKey=%;", "\"'", otherKey,
		"AccuntKey=" + otherKey, "BlobEndpoint=http://[::1]:1/a/b/?" + someSAS + ";AccountName= \u2003",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, spec := range []string{text, "env", "@conn.txt"} {
			c, err := Parse(spec, world(text))
			if err != nil {
				if u := (*UsageError)(nil); !errors.As(err, &u) {
					t.Errorf("Parse(%q) error is a %T, want a *UsageError", spec, err)
				}
				for _, secret := range []string{otherKey, "c2lnbmF0dXJl%2B"} {
					if strings.Contains(text, secret) && strings.Contains(err.Error(), secret) {
						t.Errorf("Parse(%q) shows a secret: %v", spec, err)
					}
				}
				continue
			}
			if len(c.Endpoints) == 0 || c.Credential.Account == "" || (c.Credential.Key == "") == (c.Credential.SAS == "") {
				t.Errorf("Parse(%q) = %v: want endpoints, an account and one credential", spec, show(c))
			}
			if spec == text && c.Credential.Key != DevelopmentKey {
				t.Errorf("Parse(%q) took a secret from the command line", spec)
			}
			for s, e := range c.Endpoints {
				u, err := parseEndpoint("x", e)
				if err != nil || u.RawQuery != "" || strings.HasSuffix(e, "/") {
					t.Errorf("Parse(%q): %s endpoint %q is not plain: %v", spec, s, e, err)
				}
			}
		}
	})
}

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
