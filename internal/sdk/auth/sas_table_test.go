package auth_test

import (
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/reference/auth"
)

func tablesAtNoon(t testing.TB) auth.Options {
	o := atNoon(t)
	o.Service = "table"
	return o
}

// signTable returns an address of the Table service with the SDK's signature.
func signTable(t testing.TB, endpoint string, v aztables.SASSignatureValues) string {
	t.Helper()
	c, err := aztables.NewSharedKeyCredential(account, key64)
	if err != nil {
		t.Fatal(err)
	}
	if v.Identifier == "" {
		v.ExpiryTime = noon.Add(time.Hour)
	}
	query, err := v.Sign(c)
	if err != nil {
		t.Fatal(err)
	}
	return endpoint + "books(PartitionKey='a',RowKey='b')?" + query
}

func TestTableSASAcceptsWhatTheSDKSigns(t *testing.T) {
	t.Parallel()
	for style, endpoint := range endpoints {
		for name, v := range map[string]aztables.SASSignatureValues{
			"permissions":        {TableName: "books", Permissions: "raud"},
			"name in upper case": {TableName: "Books", Permissions: "r"},
			"start and address":  {TableName: "books", Permissions: "r", StartTime: noon.Add(-time.Hour), IPRange: aztables.IPRange{Start: net.IPv4(192, 0, 2, 7)}},
			"protocols":          {TableName: "books", Permissions: "au", Protocol: aztables.SASProtocolHTTPSandHTTP},
			"a later version":    {TableName: "books", Permissions: "d", Version: "2021-12-02"},
			"the first version":  {TableName: "books", Permissions: "d", Version: "2015-04-05"},
		} {
			target := signTable(t, endpoint, v)
			id, err := auth.Verify(received("GET", target), tablesAtNoon(t))
			if err != nil {
				t.Errorf("%s, %s: %v", style, name, err)
				continue
			}
			want := &auth.SAS{Permissions: v.Permissions, Resource: "t", Table: strings.ToLower(v.TableName)}
			if diff := diffSAS(want, id.SAS); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", style, name, diff)
			}
		}
	}
}

func TestTableSASRefusesWhatWasChanged(t *testing.T) {
	t.Parallel()
	target := signTable(t, endpoints["path-style"], aztables.SASSignatureValues{TableName: "books", Permissions: "r", StartTime: noon.Add(-time.Hour)})
	for name, value := range map[string]string{
		"sp": "raud", "tn": "others", "se": "2030-01-01T00:00:00Z", "st": "2001-01-01T00:00:00Z", "sv": "2020-12-06", "si": "p", "sip": "192.0.2.7",
		"spr": "https,http", "spk": "a", "srk": "a", "epk": "z", "erk": "z", "sig": "AAAA",
	} {
		u, err := url.Parse(target)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		q.Set(name, value)
		u.RawQuery = q.Encode()
		if _, err := auth.Verify(received("GET", u.String()), tablesAtNoon(t)); err == nil || err.Code != "AuthenticationFailed" {
			t.Errorf("with %s=%s: %v", name, value, err)
		}
		q.Del("tn")
		u.RawQuery = q.Encode()
		if _, err := auth.Verify(received("GET", u.String()), tablesAtNoon(t)); err == nil {
			t.Error("without a table's name")
		}
	}
}

func TestTableSASByPolicy(t *testing.T) {
	t.Parallel()
	target := signTable(t, endpoints["path-style"], aztables.SASSignatureValues{TableName: "Books", Identifier: "p"})
	for name, c := range map[string]struct {
		policy auth.StoredPolicy
		found  bool
		want   string
	}{
		"all":            {auth.StoredPolicy{Expiry: noon.Add(time.Minute), Permissions: "ra"}, true, "ra"},
		"expired":        {auth.StoredPolicy{Expiry: noon, Permissions: "ra"}, true, ""},
		"not yet":        {auth.StoredPolicy{Start: noon.Add(1), Expiry: noon.Add(time.Minute), Permissions: "ra"}, true, ""},
		"no permission":  {auth.StoredPolicy{Expiry: noon.Add(time.Minute)}, true, ""},
		"of a container": {auth.StoredPolicy{Expiry: noon.Add(time.Minute), Permissions: "rwl"}, true, ""},
		"none":           {auth.StoredPolicy{}, false, ""},
	} {
		o := tablesAtNoon(t)
		o.Policy = func(table, id string) (auth.StoredPolicy, bool) {
			return c.policy, c.found && table == "books" && id == "p"
		}
		id, err := auth.Verify(received("GET", target), o)
		if (err == nil) != (c.want != "") || err == nil && id.SAS.Permissions != c.want {
			t.Errorf("%s: %+v, %v, want permissions %q", name, id.SAS, err, c.want)
		}
	}
}

func TestCovers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		keys    auth.Keys
		in, out string // partition/row, separated by spaces
	}{
		{auth.Keys{}, "/ a/b", ""},
		{auth.Keys{FromPartition: "b"}, "b/ b/x c/", "a/z /"},
		{auth.Keys{ToPartition: "b"}, "/ a/z b/ b/z", "b0/ c/"},
		{auth.Keys{FromPartition: "b", FromRow: "2"}, "b/2 b/3 c/1", "b/1 b/ a/9"},
		{auth.Keys{ToPartition: "b", ToRow: "2"}, "a/9 b/ b/2", "b/20 b/3 c/1"},
		{auth.Keys{FromPartition: "b", FromRow: "2", ToPartition: "b", ToRow: "2"}, "b/2", "b/1 b/3 a/2 c/2"},
		{auth.Keys{FromPartition: "a", FromRow: "5", ToPartition: "c", ToRow: "5"}, "a/5 a/9 b/ b/9 c/5", "a/4 c/6"},
	} {
		id := auth.Identity{SAS: &auth.SAS{Keys: c.keys}}
		for want, list := range map[bool]string{true: c.in, false: c.out} {
			for _, k := range strings.Fields(list) {
				partition, row, _ := strings.Cut(k, "/")
				if got := id.Covers(partition, row); got != want {
					t.Errorf("%+v covers %s: %t, want %t", c.keys, k, got, want)
				}
			}
		}
	}
	if !(auth.Identity{}).Covers("a", "b") {
		t.Error("the account's key has bounds")
	}
}
