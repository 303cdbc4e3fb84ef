package steps_test

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// otherAccount is the reference as an account of another kind: it says of itself what such an account
// says, and refuses what such an account refuses.
type otherAccount struct {
	says    map[string]string // headers of Get Account Information
	writes  map[string]string // headers of every accepted Put Blob
	deletes map[string]string // headers of every accepted Delete Blob
	shares  map[string]string // headers of Get Share Properties
	lists   string            // Container or Share: what lists of the deleted show
	keeps   bool              // it keeps what is deleted
	refuses func(r request) bool
}

// request is a request as an account of another kind looks at it.
type request struct {
	*http.Request
	comp, body string
}

// header is a header of the request: the SDK does not spell their names canonically.
func (r request) header(name string) string {
	for key, values := range r.Header {
		if strings.EqualFold(key, name) {
			return strings.Join(values, ",")
		}
	}
	return ""
}

func (r request) writes(kinds ...string) bool {
	return r.Method == http.MethodPut && slices.Contains(kinds, r.header("x-ms-blob-type"))
}

func (r request) is(comps ...string) bool { return slices.Contains(comps, r.comp) }

func (r request) pages() bool { return r.writes("PageBlob") || r.is("page", "pagelist") }

func (r request) tags() bool {
	return r.is("tags", "blobs") || r.header("x-ms-tags")+r.header("x-ms-if-tags")+r.header("x-ms-source-if-tags") != ""
}

func (r request) tiers() bool {
	return r.is("tier") || strings.Contains(r.body, "comp=tier") || r.header("x-ms-access-tier-if-modified-since")+r.header("x-ms-access-tier-if-unmodified-since") != ""
}

func (a otherAccount) spoil(req *http.Request, next http.RoundTripper) (*http.Response, error) {
	q := req.URL.Query()
	r := request{Request: req, comp: q.Get("comp")}
	if r.is("batch") {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		req.Body, r.body = io.NopCloser(bytes.NewReader(body)), string(body)
	}
	if a.refuses != nil && a.refuses(r) {
		return saying(http.StatusConflict, "FeatureNotSupported"), nil
	}
	resp, err := next.RoundTrip(req)
	if err != nil || resp.StatusCode >= 300 {
		return resp, err
	}
	more := map[string]string{}
	switch {
	case q.Get("restype") == "account":
		more = a.says
	case q.Get("restype") == "share" && r.Method == http.MethodGet:
		more = a.shares
	case r.writes("BlockBlob"):
		more = a.writes
	case r.Method == http.MethodDelete && q.Get("restype") == "":
		more = a.deletes
	case a.lists != "" && strings.Contains(q.Get("include"), "deleted"):
		body, _ := io.ReadAll(resp.Body)
		end := "</" + a.lists + "s>"
		entry := "<" + a.lists + "><Name>" + q.Get("prefix") + "</Name><Deleted>true</Deleted></" + a.lists + ">"
		text := strings.Replace(string(body), end, entry+end, 1)
		resp.Body, resp.ContentLength = io.NopCloser(strings.NewReader(text)), -1
	}
	for name, value := range more {
		resp.Header.Set(name, value)
	}
	return resp, nil
}

func hierarchical() otherAccount {
	return otherAccount{says: map[string]string{"x-ms-is-hns-enabled": "true"}, refuses: func(r request) bool {
		return r.pages() || r.tags() || r.is("snapshot") || r.is("batch") && r.tiers()
	}}
}

func premium(kind string, refuses func(r request) bool) otherAccount {
	return otherAccount{says: map[string]string{"x-ms-account-kind": kind, "x-ms-sku-name": "Premium_LRS"}, refuses: refuses}
}

var otherAccounts = map[string]otherAccount{
	"a hierarchical namespace": hierarchical(),
	"premium block blobs":      premium("BlockBlobStorage", func(r request) bool { return r.pages() || r.tags() || r.tiers() }),
	"premium page blobs": premium("StorageV2", func(r request) bool {
		return r.writes("BlockBlob", "AppendBlob") || r.is("block", "blocklist", "appendblock", "seal") || r.tiers()
	}),
	"blobs alone":        {says: map[string]string{"x-ms-account-kind": "BlobStorage"}, refuses: request.pages},
	"the first version":  {says: map[string]string{"x-ms-account-kind": "Storage"}, refuses: func(r request) bool { return r.tags() || r.tiers() }},
	"versions":           {writes: map[string]string{"x-ms-version-id": "2026-11-26T00:00:00.0000000Z"}},
	"soft delete of all": {keeps: true},
	"soft delete":        {deletes: map[string]string{"x-ms-delete-type-permanent": "false"}},
	"premium shares": {shares: map[string]string{"x-ms-access-tier": "Premium"}, refuses: func(r request) bool {
		quota, err := strconv.Atoi(r.header("x-ms-share-quota"))
		return err == nil && quota < 100
	}},
}

// keeping makes accounts that keep what is deleted.
type keeping struct{ target.Target }

func (k keeping) Session(ctx context.Context, name string) (*target.Session, error) {
	return k.Target.Session(target.Needing(ctx, []target.Capability{target.SoftDelete}), name)
}

func look(t *testing.T, a target.Target, p *plan.Plan, services ...target.Service) scenario.Sight {
	t.Helper()
	see, err := steps.LookAt(t.Context(), t.Context(), a, p, services, scenario.NewNames(a, "", "", 1), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return see
}

// TestCasesOfOtherAccountsAreSkipped judges accounts of other kinds. What they do not offer is skipped
// with a reason, and nothing fails. Of the cases that presuppose nothing it plays one in forty.
func TestCasesOfOtherAccountsAreSkipped(t *testing.T) { skipsCasesOfOtherAccounts(t, 40) }

// TestEveryCaseOnOtherAccounts plays them all.
func TestEveryCaseOnOtherAccounts(t *testing.T) {
	thorough.Only(t)
	thorough.Alone(t)
	skipsCasesOfOtherAccounts(t, 1)
}

func skipsCasesOfOtherAccounts(t *testing.T, oneIn int) {
	t.Parallel()
	suite, err := loadFeatures()
	if err != nil {
		t.Fatal(err)
	}
	for name, other := range thorough.SomeNamed(t, 1, otherAccounts) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var inner target.Target = embedded.New(embedded.Options{Seed: 1})
			if other.keeps {
				inner = keeping{inner}
			}
			a := behind{inner, other.spoil}
			all := suite.Choose(func(plan.Case) bool { return true })
			see := look(t, a, all, target.Blob, target.File)
			lacking, err := all.Lacking(see.Account)
			if err != nil {
				t.Fatal(err)
			}
			if len(lacking) == 0 {
				t.Errorf("%v: no case presupposes anything that this account does not offer", see.Account)
			}
			n := 0
			p := suite.Choose(func(c plan.Case) bool {
				n++
				_, lacks := lacking[c.ID]
				return lacks || n%oneIn == 0
			})
			r, err := steps.Run(context.Background(), steps.Config{Target: a, Plan: p, Account: see.Account, Seed: 1, Trace: "none"})
			if err != nil {
				t.Fatal(err)
			}
			for _, sc := range r.Scenarios {
				pre, lacks := lacking[sc.ID]
				switch {
				case lacks != (sc.Lacks != nil && sc.Lacks.Kind == reports.LacksFeature && sc.Lacks.Name == pre.Presupposes && sc.Reason == pre.Reason() && sc.Status == reports.Skipped):
					t.Errorf("%s is %s: %s; presupposes %q", sc.ID, sc.Status, sc.Reason, pre.Presupposes)
				case !lacks && sc.Lacks == nil && sc.Status != reports.Passed && sc.Status != reports.Recorded:
					t.Errorf("%s is %s: %s; want %s, got %s", sc.ID, sc.Status, sc.Reason, sc.Want, sc.Got)
				}
			}
			t.Logf("%d of %d skipped", len(lacking), len(r.Scenarios))
		})
	}
}

func TestLookAt(t *testing.T) {
	t.Parallel()
	reference := plan.Account{plan.AccountKind: "StorageV2", plan.AccountSKU: "Standard_LRS", plan.Hierarchical: "false", plan.Versioning: "false",
		ops.BlobSoftDelete: "false", ops.ContainerSoftDelete: "false", plan.PremiumShares: "false", plan.ShareSoftDelete: "false"}
	all := choose(t, plan.Selection{})
	decisive, err := all.Decisive()
	for fact := range decisive {
		if _, shown := reference[fact]; !shown || err != nil {
			t.Errorf("features/accounts.tsv names the fact %q, which no account shows; %v", fact, err)
		}
	}
	but := func(facts ...string) plan.Account {
		out := maps.Clone(reference)
		for i := 0; i < len(facts); i += 2 {
			if out[facts[i]] = facts[i+1]; facts[i+1] == "" {
				delete(out, facts[i])
			}
		}
		return out
	}
	refusing := func(comp string) otherAccount {
		return otherAccount{refuses: func(r request) bool { return r.URL.Query().Get("restype") == comp }}
	}
	for name, tt := range map[string]struct {
		account otherAccount
		want    plan.Account
		hidden  string
	}{
		"the reference":              {otherAccount{}, reference, ""},
		"a hierarchical namespace":   {hierarchical(), but(plan.Hierarchical, "true"), ""},
		"premium page blobs":         {otherAccounts["premium page blobs"], but(plan.AccountSKU, "Premium_LRS", plan.Versioning, "", ops.BlobSoftDelete, ""), "Put Blob was answered 409 FeatureNotSupported"},
		"versions":                   {otherAccounts["versions"], but(plan.Versioning, "true"), ""},
		"soft delete of blobs":       {otherAccounts["soft delete"], but(ops.BlobSoftDelete, "true"), ""},
		"soft delete of containers":  {otherAccount{lists: "Container"}, but(ops.ContainerSoftDelete, "true"), ""},
		"soft delete of shares":      {otherAccount{lists: "Share"}, but(plan.ShareSoftDelete, "true"), ""},
		"premium shares":             {otherAccounts["premium shares"], but(plan.PremiumShares, "true"), ""},
		"an account that says no":    {refusing("account"), but(plan.AccountKind, "", plan.AccountSKU, "", plan.Hierarchical, ""), "Get Account Information was answered 409 FeatureNotSupported"},
		"an account without writes":  {refusing("container"), but(plan.Versioning, "", ops.BlobSoftDelete, "", ops.ContainerSoftDelete, ""), "Create Container was answered 409 FeatureNotSupported"},
		"an account without a share": {refusing("share"), but(plan.PremiumShares, "", plan.ShareSoftDelete, ""), "Create Share was answered 409 FeatureNotSupported"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			see := look(t, behind{embedded.New(embedded.Options{Seed: 1}), tt.account.spoil}, all, target.Blob, target.File, target.Queue)
			if d := cmp.Diff(tt.want, see.Account); d != "" || see.Hidden != tt.hidden {
				t.Errorf("hidden %q, want %q; facts -want +got:\n%s", see.Hidden, tt.hidden, d)
			}
		})
	}
}

// TestLookAtLeavesOutWhatNothingDependsOn counts the requests that write: a run of a few cases need not
// make anything to learn what none of them presupposes.
func TestLookAtLeavesOutWhatNothingDependsOn(t *testing.T) {
	t.Parallel()
	for selector, want := range map[string]int64{"BLOB-TAB-15C": 0, "BLOB-ETAG-32": 4, "FILE-DEL-21": 2, "FILE-ETAG-01": 0, "TABLE-COND-01": 0} {
		var writes atomic.Int64
		a := behind{embedded.New(embedded.Options{}), func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
			if req.Method == http.MethodPut || req.Method == http.MethodDelete {
				writes.Add(1)
			}
			return next.RoundTrip(req)
		}}
		see := look(t, a, choose(t, plan.Selection{Select: []string{selector}}), target.Blob, target.File)
		if writes.Load() != want || see.Account[plan.AccountKind] != "StorageV2" {
			t.Errorf("%s: %d requests write, want %d; %v", selector, writes.Load(), want, see.Account)
		}
	}
}
