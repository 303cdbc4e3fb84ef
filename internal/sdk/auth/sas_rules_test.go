package auth_test

import (
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/google/go-cmp/cmp"

	"ifmatch/reference/auth"
)

func diffSAS(want, got *auth.SAS) string { return cmp.Diff(want, got) }

// signedFor returns a container signature with the values changed by the test.
func signedFor(t testing.TB, change func(*sas.BlobSignatureValues)) string {
	t.Helper()
	v := sas.BlobSignatureValues{ContainerName: "cont", Permissions: "r", ExpiryTime: noon.Add(time.Hour)}
	change(&v)
	query, err := v.SignWithSharedKey(credential(t))
	if err != nil {
		t.Fatal(err)
	}
	return endpoints["path-style"] + "cont/b?" + query.Encode()
}

func TestSASIsValidFromStartUntilExpiry(t *testing.T) {
	t.Parallel()
	target := signedFor(t, func(v *sas.BlobSignatureValues) { v.StartTime = noon.Add(-time.Hour) })
	for _, c := range []struct {
		at   time.Duration
		want string
	}{
		{-time.Hour - time.Second, "AuthenticationFailed"},
		{-time.Hour, ""},
		{0, ""},
		{time.Hour - time.Nanosecond, ""},
		{time.Hour, "AuthenticationFailed"},
		{48 * time.Hour, "AuthenticationFailed"},
	} {
		o := atNoon(t)
		o.Now = noon.Add(c.at)
		_, err := auth.Verify(received("GET", target), o)
		if got := code(err); got != c.want {
			t.Errorf("at %v after noon: code %q, want %q", c.at, got, c.want)
		}
	}
}

func code(err *auth.Error) string {
	if err == nil {
		return ""
	}
	return err.Code
}

func TestStoredAccessPolicyFillsWhatTheSignatureLeavesOut(t *testing.T) {
	t.Parallel()
	whole := auth.StoredPolicy{Start: noon.Add(-time.Hour), Expiry: noon.Add(time.Hour), Permissions: "rw"}
	for _, c := range []struct {
		name    string
		change  func(*sas.BlobSignatureValues)
		policy  auth.StoredPolicy
		missing bool
		want    string
		grants  string
	}{
		{name: "all from the policy", change: only(func(*sas.BlobSignatureValues) {}), policy: whole, grants: "rw"},
		{name: "permissions from the signature", change: only(func(v *sas.BlobSignatureValues) { v.Permissions = "d" }),
			policy: auth.StoredPolicy{Start: whole.Start, Expiry: whole.Expiry}, grants: "d"},
		{name: "expiry from the signature", change: only(func(v *sas.BlobSignatureValues) { v.ExpiryTime = noon.Add(time.Minute) }),
			policy: auth.StoredPolicy{Permissions: "r"}, grants: "r"},
		{name: "policy gone", change: only(func(*sas.BlobSignatureValues) {}), missing: true, want: "AuthenticationFailed"},
		{name: "policy expired", change: only(func(*sas.BlobSignatureValues) {}), policy: auth.StoredPolicy{Expiry: noon, Permissions: "r"}, want: "AuthenticationFailed"},
		{name: "policy not begun", change: only(func(*sas.BlobSignatureValues) {}),
			policy: auth.StoredPolicy{Start: noon.Add(time.Second), Expiry: whole.Expiry, Permissions: "r"}, want: "AuthenticationFailed"},
		{name: "expiry in neither", change: only(func(*sas.BlobSignatureValues) {}), policy: auth.StoredPolicy{Permissions: "r"}, want: "AuthenticationFailed"},
		{name: "permissions in neither", change: only(func(*sas.BlobSignatureValues) {}), policy: auth.StoredPolicy{Expiry: whole.Expiry}, want: "AuthenticationFailed"},
		{name: "expiry in both", change: only(func(v *sas.BlobSignatureValues) { v.ExpiryTime = noon.Add(time.Minute) }), policy: whole, want: "AuthenticationFailed"},
		{name: "start in both", change: only(func(v *sas.BlobSignatureValues) { v.StartTime = noon.Add(-time.Minute) }), policy: whole, want: "AuthenticationFailed"},
		{name: "permissions in both", change: only(func(v *sas.BlobSignatureValues) { v.Permissions = "r" }), policy: whole, want: "AuthenticationFailed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := atNoon(t)
			o.Policy = func(container, id string) (auth.StoredPolicy, bool) {
				if container != "cont" || id != "readers" {
					t.Errorf("policy asked for %q of %q", id, container)
				}
				return c.policy, !c.missing
			}
			id, err := auth.Verify(received("GET", signedFor(t, c.change)), o)
			if code(err) != c.want {
				t.Fatalf("code %q (%v), want %q", code(err), err, c.want)
			}
			if c.want == "" && id.SAS.Permissions != c.grants {
				t.Errorf("grants %q, want %q", id.SAS.Permissions, c.grants)
			}
		})
	}
	if _, err := auth.Verify(received("GET", signedFor(t, only(func(*sas.BlobSignatureValues) {}))), atNoon(t)); code(err) != "AuthenticationFailed" {
		t.Errorf("no policies at all: code %q, want AuthenticationFailed", code(err))
	}
}

// only makes a signature with just the name of its policy, and the fields that change adds.
func only(change func(*sas.BlobSignatureValues)) func(*sas.BlobSignatureValues) {
	return func(v *sas.BlobSignatureValues) {
		v.Identifier, v.Permissions, v.ExpiryTime = "readers", "", time.Time{}
		change(v)
	}
}

func TestSASHoldsForItsSenderAndProtocolOnly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ip, sender, protocol string
		tls                  bool
		want                 string
	}{
		{"192.0.2.7", "192.0.2.7:1", "", false, ""},
		{"192.0.2.7", "[::ffff:192.0.2.7]:1", "", false, ""},
		{"192.0.2.7", "192.0.2.8:1", "", false, "AuthorizationSourceIPMismatch"},
		{"192.0.2.7", "", "", false, "AuthorizationSourceIPMismatch"},
		{"192.0.2.7", "@", "", false, "AuthorizationSourceIPMismatch"},
		{"192.0.2.7-192.0.2.9", "192.0.2.9:1", "", false, ""},
		{"192.0.2.7-192.0.2.9", "192.0.2.10:1", "", false, "AuthorizationSourceIPMismatch"},
		{"192.0.2.7-192.0.2.9", "192.0.2.6:1", "", false, "AuthorizationSourceIPMismatch"},
		{"0.0.0.0-255.255.255.255", "[2001:db8::1]:1", "", false, "AuthorizationSourceIPMismatch"},
		{"", "192.0.2.8:1", "https", false, "AuthorizationProtocolMismatch"},
		{"", "192.0.2.8:1", "https", true, ""},
		{"", "192.0.2.8:1", "https,http", false, ""},
	} {
		target := signedFor(t, func(v *sas.BlobSignatureValues) {
			v.IPRange, v.Protocol = ipRange(c.ip), sas.Protocol(c.protocol)
		})
		if c.tls {
			target = strings.Replace(target, "http://", "https://", 1)
		}
		r := received("GET", target)
		r.RemoteAddr = c.sender
		if _, err := auth.Verify(r, atNoon(t)); code(err) != c.want {
			t.Errorf("sip=%s from %s, spr=%s with TLS %v: code %q, want %q", c.ip, c.sender, c.protocol, c.tls, code(err), c.want)
		}
	}
}

func TestAllows(t *testing.T) {
	t.Parallel()
	account := func(permissions, types string) auth.Identity {
		return auth.Identity{SAS: &auth.SAS{Permissions: permissions, ResourceTypes: types}}
	}
	service := func(permissions, resource string) auth.Identity {
		return auth.Identity{SAS: &auth.SAS{Permissions: permissions, Resource: resource}}
	}
	const permission, resourceType, beyond = "AuthorizationPermissionMismatch", "AuthorizationResourceTypeMismatch", "AuthorizationFailure"
	for _, c := range []struct {
		name  string
		id    auth.Identity
		anyOf string
		on    auth.Kind
		want  string
	}{
		{"shared key", auth.Identity{}, "d", auth.Service, ""},
		{"anonymous", auth.Identity{Anonymous: true}, "r", auth.Object, "NoAuthenticationInformation"},
		{"account: read a blob", account("r", "o"), "r", auth.Object, ""},
		{"account: create or write, may create", account("c", "o"), "cw", auth.Object, ""},
		{"account: write, may create", account("c", "o"), "w", auth.Object, permission},
		{"account: list blobs, objects only", account("rl", "o"), "l", auth.Container, resourceType},
		{"account: list containers", account("l", "s"), "l", auth.Service, ""},
		{"account: create a container", account("c", "sco"), "cw", auth.Container, ""},
		{"account: no letter needed is never granted", account("r", "o"), "", auth.Object, permission},
		{"blob: read", service("r", "b"), "r", auth.Object, ""},
		{"blob: delete", service("r", "b"), "d", auth.Object, permission},
		{"blob: list its container", service("rl", "b"), "l", auth.Container, beyond},
		{"container: list", service("rl", "c"), "l", auth.Container, ""},
		{"container: find by tags", service("f", "c"), "f", auth.Container, ""},
		{"container: write a blob", service("w", "c"), "cw", auth.Object, ""},
		{"container: delete itself", service("racwdl", "c"), "d", auth.Container, beyond},
		{"container: create itself", service("racwdl", "c"), "cw", auth.Container, beyond},
		{"container: list containers", service("racwdl", "c"), "l", auth.Service, beyond},
		{"container: list, may not", service("r", "c"), "l", auth.Container, permission},
	} {
		if got := code(c.id.Allows(c.anyOf, c.on)); got != c.want {
			t.Errorf("%s: Allows(%q, %c) = %q, want %q", c.name, c.anyOf, c.on, got, c.want)
		}
	}
}

func TestAccountSASHoldsForItsServicesOnly(t *testing.T) {
	t.Parallel()
	query, err := sas.AccountSignatureValues{ExpiryTime: noon.Add(time.Hour), Permissions: "r", ResourceTypes: "o"}.SignWithSharedKey(credential(t))
	if err != nil {
		t.Fatal(err)
	}
	for service, want := range map[string]string{
		"blob": "", "queue": "AuthorizationServiceMismatch", "table": "AuthorizationServiceMismatch", "file": "AuthorizationServiceMismatch",
	} {
		o := atNoon(t)
		o.Service = service
		if _, err := auth.Verify(received("GET", endpoints["path-style"]+"cont/b?"+query.Encode()), o); code(err) != want {
			t.Errorf("ss=b for the %s service: code %q, want %q", service, code(err), want)
		}
	}
}

func TestSASRefusesWhatItCannotVerify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, query, detail string }{
		{"no version", "sr=c&sp=r&se=2030-01-01&sig=x", "sv="},
		{"old version", "sv=2009-09-19&sr=c&sp=r&se=2030-01-01&sig=x", "sv="},
		{"version that is no date", "sv=zzzz&sr=c&sp=r&se=2030-01-01&sig=x", "sv="},
		{"user delegation", "sv=2026-12-06&sr=c&sp=r&se=2030-01-01&skoid=a&sktid=b&skt=c&ske=d&sks=b&skv=2020-02-10&sig=x", "User delegation"},
		{"directory", "sv=2026-12-06&sr=d&sdd=1&sp=r&se=2030-01-01&sig=x", "directory"},
		{"no resource", "sv=2026-12-06&sp=r&se=2030-01-01&sig=x", "sr="},
		{"snapshot before it was signed", "sv=2017-11-09&sr=bs&sp=r&se=2030-01-01&sig=x", "sv=2018-11-09"},
		{"account SAS before there were any", "sv=2014-02-14&ss=b&srt=o&sp=r&se=2030-01-01&sig=x", "sv=2015-04-05"},
		{"odd services", "sv=2026-12-06&ss=bz&srt=o&sp=r&se=2030-01-01&sig=x", "ss="},
		{"odd resource types", "sv=2026-12-06&ss=b&srt=x&sp=r&se=2030-01-01&sig=x", "srt="},
		{"account SAS without permissions", "sv=2026-12-06&ss=b&srt=o&se=2030-01-01&sig=x", "sp="},
		{"empty signature", "sv=2026-12-06&sr=c&sp=r&se=2030-01-01&sig=", "did not match"},
		{"broken escape", "sv=2026-12-06&sr=c&sp=%zz&sig=x", "cannot be read"},
	} {
		r := received("GET", "https://example.test/"+account+"/cont/b")
		r.RequestURI = "/" + account + "/cont/b?" + c.query
		_, err := auth.Verify(r, atNoon(t))
		if err == nil || err.Status != http.StatusForbidden || !strings.Contains(err.Detail, c.detail) {
			t.Errorf("%s: Verify = %v, want a 403 that speaks of %q", c.name, err, c.detail)
		}
	}
}

// ipRange reads "first-last", "one" or "".
func ipRange(text string) sas.IPRange {
	first, last, _ := strings.Cut(text, "-")
	return sas.IPRange{Start: net.ParseIP(first), End: net.ParseIP(last)}
}
