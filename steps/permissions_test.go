package steps_test

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// grant describes an account SAS to sign.
type grant struct {
	services, levels, letters string
	lasts                     time.Duration // 0: for ever
}

// everything grants all that the suite uses and an account SAS can grant.
var everything = grant{services: "bqtf", levels: "sco", letters: "rwdlacuptf"}

// sign makes the query of a SAS as "Create an account SAS" describes it.
func (g grant) sign(account string, key target.Secret, now time.Time) target.Secret {
	const version = "2021-12-02"
	end := now.Add(cmp.Or(g.lasts, 24*365*time.Hour)).UTC().Format(time.RFC3339)
	raw, _ := base64.StdEncoding.DecodeString(key.Reveal())
	mac := hmac.New(sha256.New, raw)
	mac.Write([]byte(strings.Join([]string{account, g.letters, g.services, g.levels, "", end, "", "", version, "", ""}, "\n")))
	return target.Secret(url.Values{"sv": {version}, "ss": {g.services}, "srt": {g.levels}, "sp": {g.letters}, "se": {end},
		"sig": {base64.StdEncoding.EncodeToString(mac.Sum(nil))}}.Encode())
}

// granted is the reference for a client that holds only a SAS.
type granted struct {
	target.Target
	sas func(*target.Session) target.Secret
	// through sits between the client and the service; nil: nothing.
	through func(s *target.Session, next http.RoundTripper) http.RoundTripper
}

func grants(g grant) granted {
	return granted{Target: embedded.New(embedded.Options{}), sas: func(s *target.Session) target.Secret {
		return g.sign(s.Credential.Account, s.Credential.Key, s.Clock.Now())
	}}
}

func (t granted) Has(c target.Capability) bool { return c != target.AccountKey && t.Target.Has(c) }

func (t granted) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := t.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	s.Credential = target.Credential{Account: s.Credential.Account, SAS: t.sas(s)}
	if t.through != nil {
		s.Transport = t.through(s, s.Transport)
	}
	return s, nil
}

// judge runs cases with what the credential permits.
func (t granted) judge(tb testing.TB, p *plan.Plan) reports.Run {
	tb.Helper()
	permissions, err := steps.Permit(tb.Context(), tb.Context(), t, p, scenario.NewNames(t, "", "", 1), time.Minute)
	if err != nil {
		tb.Fatal(err)
	}
	r, err := steps.Run(tb.Context(), steps.Config{Target: t, Plan: p, Permissions: permissions})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func TestEveryOperationHasAPermission(t *testing.T) {
	t.Parallel()
	lists := (target.Credential{SAS: "ss=bqtf&srt=sco&sp=l&sig=own"}).Rights() // and does nothing else
	for _, op := range steps.Language().Operations {
		p := op.Permission()
		if p.On == 0 || p.AnyOf+p.All == "" && !p.Key {
			t.Errorf("%s: nothing is known of the SAS that it takes", op.Name)
		}
		if strings.Trim(p.AnyOf+p.All, "rwdlacuptf") != "" {
			t.Errorf("%s takes sp=%s%s, of which not all are letters", op.Name, p.AnyOf, p.All)
		}
		for _, l := range p.AnyOf + p.All {
			if lack := (scenario.Permission{AnyOf: string(l)}).Lacks(lists, op.Service); strings.HasPrefix(lack, " ") {
				t.Errorf("%s: sp=%c has no name", op.Name, l)
			}
		}
	}
}

// TestAConformingServiceConformsWhateverASASGrants takes away one right at a time. Every case that
// is not skipped then must pass: a refusal that the documents explain accuses no one.
func TestAConformingServiceConformsWhateverASASGrants(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	without := func(text string, letter rune) string { return strings.ReplaceAll(text, string(letter), "") }
	tests := map[string]grant{"everything": everything}
	for _, l := range everything.letters {
		g := everything
		g.letters = without(g.letters, l)
		tests["sp without "+string(l)] = g
	}
	for _, l := range everything.levels {
		g := everything
		g.levels = without(g.levels, l)
		tests["srt without "+string(l)] = g
	}
	for _, l := range everything.services {
		g := everything
		g.services = without(g.services, l)
		tests["ss without "+string(l)] = g
	}
	all := choose(t, plan.Selection{})
	for first, name := range slices.Sorted(maps.Keys(tests)) {
		g := tests[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := grants(g).judge(t, sampled(all, first, 8))
			for _, sc := range r.Scenarios {
				if !slices.Contains([]reports.Status{reports.Passed, reports.Recorded, reports.Skipped}, sc.Status) {
					t.Errorf("%s is %s: %s; want %s, got %s", sc.ID, sc.Status, sc.Reason, sc.Want, sc.Got)
				}
			}
		})
	}
}

// TestARunEndsWithItsCredential plays each case on a clock of its own: the first case that
// waits for longer than the SAS lasts ends the run.
func TestARunEndsWithItsCredential(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	g := everything
	g.lasts = 20 * time.Second
	r := grants(g).judge(t, choose(t, plan.Selection{Select: []string{"feature:blob/*"}}))
	if !strings.Contains(r.Stopped, "the credential ended") || !r.Incomplete || r.Outcome() != reports.Unknown || r.Summary.Error == 0 {
		t.Errorf("the run says %q, incomplete %v, outcome %v, %+v", r.Stopped, r.Incomplete, r.Outcome(), r.Summary)
	}
	for _, sc := range r.Scenarios {
		switch sc.Status {
		case reports.Passed, reports.Recorded, reports.Skipped:
		case reports.Error:
			if sc.Reason != r.Stopped {
				t.Errorf("%s is an error: %s", sc.ID, sc.Reason)
			}
		default:
			t.Errorf("%s is %s: %s; want %s, got %s", sc.ID, sc.Status, sc.Reason, sc.Want, sc.Got)
		}
	}
}

// scoped is a SAS that refers to a stored access policy.
const scoped = "sr=c&sv=2021-12-02&si=policy&sig=c2ln"

// lenient lets a SAS whose rights cannot be read off do everything except what refuse matches.
type lenient struct {
	next   http.RoundTripper
	full   target.Secret
	refuse func(*http.Request) bool
	sent   *atomic.Int32
}

func (l lenient) RoundTrip(req *http.Request) (*http.Response, error) {
	l.sent.Add(1)
	if l.refuse(req) {
		if req.Body != nil {
			req.Body.Close()
		}
		return &http.Response{StatusCode: http.StatusForbidden, Header: http.Header{"X-Ms-Error-Code": {"AuthorizationPermissionMismatch"}}, Body: http.NoBody, Request: req}, nil
	}
	out := req.Clone(req.Context())
	q := out.URL.Query()
	full, _ := url.ParseQuery(l.full.Reveal())
	for _, name := range []string{"sr", "si"} {
		q.Del(name)
	}
	maps.Copy(q, full)
	out.URL.RawQuery = q.Encode()
	for name, values := range out.Header { // the source of a copy
		out.Header[name] = []string{strings.Replace(values[0], scoped, l.full.Reveal(), 1)}
	}
	return l.next.RoundTrip(out)
}

// TestAProbeTellsWhatASASGrantsThatDoesNotSay tries a SAS that refers to a stored access policy.
func TestAProbeTellsWhatASASGrantsThatDoesNotSay(t *testing.T) {
	t.Parallel()
	method := func(m string) func(*http.Request) bool {
		return func(r *http.Request) bool { return r.Method == m }
	}
	listing := func(r *http.Request) bool {
		return r.URL.Query().Get("comp") == "list" || strings.HasSuffix(r.URL.Path, "/Tables") && r.Method == http.MethodGet
	}
	creating := func(r *http.Request) bool {
		return r.Method == http.MethodPut && r.URL.Query().Get("restype") == "container" && r.URL.Query().Get("comp") == "" ||
			strings.HasSuffix(r.URL.Path, "/Tables") && r.Method == http.MethodPost
	}
	for name, tt := range map[string]struct {
		refuse  func(*http.Request) bool
		lacks   []string
		outcome reports.Outcome
	}{
		"nothing":      {func(*http.Request) bool { return false }, nil, reports.Conforms},
		"lists":        {listing, []string{"list in the blob service (403 AuthorizationPermissionMismatch)"}, reports.Conforms},
		"making":       {creating, []string{"create in the blob service", "create in the table service"}, reports.Unknown},
		"all":          {func(*http.Request) bool { return true }, []string{"create in the blob service", "create in the table service"}, reports.Unknown},
		"deleting":     {method(http.MethodDelete), []string{"delete in the blob service", "delete in the table service"}, reports.Conforms},
		"any old read": {func(r *http.Request) bool { return r.Method == http.MethodGet && !listing(r) }, []string{"read in the blob service", "read in the table service"}, reports.Unknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent atomic.Int32
			tg := granted{Target: newShared(t), sas: func(*target.Session) target.Secret { return scoped }}
			tg.through = func(s *target.Session, next http.RoundTripper) http.RoundTripper {
				return lenient{next, everything.sign(s.Credential.Account, target.DevelopmentKey, s.Clock.Now()), tt.refuse, &sent}
			}
			p := choose(t, plan.Selection{Select: []string{"feature:blob/lease_use", "TABLE-OPS-*"}})
			permissions, err := steps.Permit(t.Context(), t.Context(), tg, p, scenario.NewNames(tg, "", "", 1), time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			if n := sent.Load(); n > 2*7 {
				t.Errorf("%d requests for two services", n)
			}
			var lacks []string
			for _, l := range permissions.Lacking(p) {
				lacks = append(lacks, l.Permission)
			}
			for _, want := range tt.lacks {
				if !slices.ContainsFunc(lacks, func(l string) bool { return strings.HasPrefix(l, want) }) {
					t.Errorf("the probe finds %q, want %q among them", lacks, want)
				}
			}
			r, err := steps.Run(t.Context(), steps.Config{Target: tg, Plan: p, Permissions: permissions})
			if err != nil {
				t.Fatal(err)
			}
			if r.Outcome() != tt.outcome || r.Summary.Failed > 0 {
				t.Errorf("outcome %v, want %v: %+v", r.Outcome(), tt.outcome, r.Summary)
			}
		})
	}
}
