package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestDelegatedQueue signs as Microsoft's client of queues does: azqueue 2.1.2, QueueSignatureValues.
func TestDelegatedQueue(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	o := Options{Account: "name", Key: []byte("first"), Second: []byte("second"), Tokens: &Tokens{}, Now: now, Service: "queue"}
	d := Delegation{Object: "oid", Tenant: "tid", Start: "2026-11-26T11:00:00Z", Expiry: "2026-11-26T13:00:00Z", Service: "q", Version: "2026-06-06"}
	signed := func(change url.Values, key []byte) *http.Request {
		q := url.Values{
			"sp": {"ar"}, "se": {"2026-11-27T00:00:00Z"}, "sv": {"2026-06-06"}, "scid": {"cid"},
			"skoid": {d.Object}, "sktid": {d.Tenant}, "skt": {d.Start}, "ske": {d.Expiry}, "sks": {d.Service}, "skv": {d.Version},
		}
		for name, values := range change {
			q[name] = values
		}
		v := q.Get
		text := strings.Join([]string{
			v("sp"), v("st"), v("se"), "/queue/name/jobs", v("skoid"), v("sktid"), v("skt"), v("ske"), v("sks"), v("skv"),
			v("saoid"), v("suoid"), v("scid"), v("skdutid"), v("sduoid"), v("sip"), v("spr"), v("sv"),
		}, "\n")
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(text))
		q.Set("sig", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		r, err := http.NewRequest(http.MethodGet, "https://name.queue.example/jobs/messages?"+q.Encode(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, key := range [][]byte{o.Key, o.Second} {
		id, refusal := Verify(signed(nil, d.Key(key)), o)
		if refusal != nil || id.SAS == nil || id.SAS.Permissions != "ar" || id.SAS.Resource != "q" {
			t.Errorf("%s: %+v, %v", key, id.SAS, refusal)
		}
	}
	other := d
	other.Object = "another"
	for name, test := range map[string]struct {
		change url.Values
		key    []byte
		want   string
	}{
		"another user's key":       {nil, other.Key(o.Key), "AuthenticationFailed"},
		"the account's key":        {nil, o.Key, "AuthenticationFailed"},
		"an older version":         {url.Values{"sv": {"2021-12-02"}}, d.Key(o.Key), "AuthenticationFailed"},
		"a longer key":             {url.Values{"ske": {"2026-11-28T00:00:00Z"}}, d.Key(o.Key), "AuthenticationFailed"},
		"a key for blobs":          {url.Values{"sks": {"b"}}, d.Key(o.Key), "AuthenticationFailed"},
		"a stored policy":          {url.Values{"si": {"policy"}}, d.Key(o.Key), "AuthenticationFailed"},
		"letters of blobs":         {url.Values{"sp": {"x"}}, d.Key(o.Key), "AuthenticationFailed"},
		"a signature for one":      {url.Values{"sduoid": {"oid"}}, d.Key(o.Key), "NotImplemented"},
		"a signature over headers": {url.Values{"srh": {"x-ms-a"}}, d.Key(o.Key), "NotImplemented"},
	} {
		if _, refusal := Verify(signed(test.change, test.key), o); refusal == nil || refusal.Code != test.want {
			t.Errorf("%s: %v, want %s", name, refusal, test.want)
		}
	}
	for name, at := range map[string]time.Time{"too early": now.Add(-2 * time.Hour), "too late": now.Add(time.Hour)} {
		late := o
		late.Now = at
		if _, refusal := Verify(signed(nil, d.Key(o.Key)), late); refusal == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	o.Tokens = nil
	if _, refusal := Verify(signed(nil, d.Key(o.Key)), o); refusal == nil {
		t.Error("a server that accepts no tokens accepts a user's signature")
	}
}
