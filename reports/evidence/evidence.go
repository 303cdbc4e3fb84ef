// Package evidence renders the answers of a target where the documents are silent or
// contradict each other: the exchanges of open and disputed clauses, without secrets
// and without the name of the account. People with a real account can send them in.
// docs/account.md says what happens to them.
package evidence

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ifmatch/reports"
	"ifmatch/reports/internal/document"
)

// Kind is the value of the field kind; Schema is the version of the format.
const (
	Kind   = "evidence"
	Schema = 1
)

// File is the evidence of one run.
type File struct {
	Kind    string       `json:"kind"`
	Schema  int          `json:"schema"`
	Tool    reports.Tool `json:"tool"`
	Target  Target       `json:"target"`
	Started time.Time    `json:"started"`
	Seed    int64        `json:"seed"`
	Clauses []Clause     `json:"clauses"`
}

// Target is the part of a target's description that matters here.
type Target struct {
	// Kind is endpoint or embedded; Servers are the names in the answers' Server
	// headers.
	Kind     string            `json:"kind"`
	Versions map[string]string `json:"apiVersions,omitempty"`
	Servers  []string          `json:"servers,omitempty"`
}

// Clause is one uncertain statement.
type Clause struct {
	reports.Promise
	Cases []Case `json:"cases"`
}

// Case is one case with its exchanges.
type Case struct {
	ID        string             `json:"id"`
	Name      string             `json:"name"`
	Status    reports.Status     `json:"status"`
	Want      string             `json:"want,omitempty"`
	Got       string             `json:"got,omitempty"`
	Reason    string             `json:"reason,omitempty"`
	Exchanges []reports.Exchange `json:"exchanges"`
}

// Uncertain reports whether evidence is wanted for a clause.
func Uncertain(p reports.Promise) bool { return p.State == "open" || p.State == "disputed" }

// Write renders the cases of uncertain clauses that were tried.
func Write(w io.Writer, r reports.Run) error {
	f := File{Kind: Kind, Schema: Schema, Tool: r.Tool, Started: r.Started, Seed: r.Plan.Seed, Clauses: []Clause{},
		Target: Target{Kind: r.Target.Kind, Versions: r.Target.Versions}}
	nameless := anonymous(r.Target).Replace
	for _, p := range r.Promises {
		if !Uncertain(p) {
			continue
		}
		c := Clause{Promise: p, Cases: []Case{}}
		for _, s := range r.Scenarios {
			if !slices.Contains(s.Clauses, p.Clause) {
				continue
			}
			s, err := s.Unpacked()
			if err != nil {
				return err
			}
			if len(s.Exchanges) == 0 {
				continue
			}
			one := Case{ID: s.ID, Name: s.Name, Status: s.Plainly(), Want: nameless(s.Want), Got: nameless(s.Got), Reason: nameless(s.Reason)}
			for _, x := range s.Exchanges {
				one.Exchanges = append(one.Exchanges, f.taken(x, nameless))
			}
			c.Cases = append(c.Cases, one)
		}
		if len(c.Cases) > 0 {
			f.Clauses = append(f.Clauses, c)
		}
	}
	slices.Sort(f.Target.Servers)
	return document.Write(w, Kind, f)
}

// unwanted are headers that say more about the sender than about the service.
var unwanted = []string{"authorization", "user-agent", "x-ms-client-request-id", "traceparent", "host"}

// taken returns an exchange in a form that may be published.
func (f *File) taken(x reports.Exchange, nameless func(string) string) reports.Exchange {
	headers := func(in []reports.Header) []reports.Header {
		var out []reports.Header
		for _, h := range in {
			if !slices.Contains(unwanted, strings.ToLower(h.Name)) {
				out = append(out, reports.Header{Name: h.Name, Value: nameless(h.Value)})
			}
			if strings.EqualFold(h.Name, "Server") && !slices.Contains(f.Target.Servers, h.Value) {
				f.Target.Servers = append(f.Target.Servers, h.Value)
			}
		}
		return out
	}
	x.URL, x.RequestBody, x.ResponseBody, x.Error = nameless(x.URL), nameless(x.RequestBody), nameless(x.ResponseBody), nameless(x.Error)
	x.RequestHeader, x.ResponseHeader = headers(x.RequestHeader), headers(x.ResponseHeader)
	return x
}

// anonymous removes addresses and the name of the account from a text, and before them what pairs
// name. An address becomes $ and the name of its service.
func anonymous(t reports.Target, pairs ...string) *strings.Replacer {
	for service, address := range t.Endpoints {
		address = strings.TrimSuffix(address, "/")
		for _, a := range []string{address, strings.TrimPrefix(strings.TrimPrefix(address, "https://"), "http://")} {
			if a != "" {
				pairs = append(pairs, a, "$"+strings.ToUpper(service))
			}
		}
	}
	const shortest = 3 // minimum length of an account's name
	if len(t.Account) >= shortest {
		pairs = append(pairs, t.Account, "ACCOUNT")
	}
	return strings.NewReplacer(longestFirst(pairs)...)
}

// longestFirst orders pairs so that an address comes before its prefixes.
func longestFirst(pairs []string) []string {
	var list [][2]string
	for p := range slices.Chunk(pairs, 2) {
		list = append(list, [2]string{p[0], p[1]})
	}
	slices.SortFunc(list, func(a, b [2]string) int {
		if d := len(b[0]) - len(a[0]); d != 0 {
			return d
		}
		return strings.Compare(a[0]+a[1], b[0]+b[1])
	})
	var out []string
	for _, p := range list {
		out = append(out, p[:]...)
	}
	return out
}

// largest bounds how much Decode reads, in bytes.
const largest = 256 << 20

// Decode reads a file that someone sent in, and refuses content that Write would not
// have written.
func Decode(r io.Reader) (File, error) {
	var head struct {
		Kind   string `json:"kind"`
		Schema int    `json:"schema"`
	}
	return document.Decode[File](r, Kind, largest, &head, document.Strict, func() error {
		if head.Kind != Kind || head.Schema != Schema {
			return fmt.Errorf("kind %q and schema %d: not a file that ifmatch run --report evidence=FILE wrote", head.Kind, head.Schema)
		}
		return nil
	})
}

// Validate checks what the types cannot.
func (f File) Validate() error {
	seen := map[string]bool{}
	for _, c := range f.Clauses {
		if !Uncertain(c.Promise) {
			return fmt.Errorf("clause %s is %q: evidence is for open and disputed ones", c.Clause, c.State)
		}
		if seen[c.Clause] {
			return fmt.Errorf("clause %s occurs twice", c.Clause)
		}
		seen[c.Clause] = true
		for _, s := range c.Cases {
			if len(s.Exchanges) == 0 {
				return fmt.Errorf("case %s has no exchange, so it proves nothing", s.ID)
			}
			for _, x := range s.Exchanges {
				if err := secretless(x); err != nil {
					return fmt.Errorf("case %s: %w", s.ID, err)
				}
			}
		}
	}
	return nil
}

// secretless is a last check of an exchange before it is published.
func secretless(x reports.Exchange) error {
	for _, h := range slices.Concat(x.RequestHeader, x.ResponseHeader) {
		if slices.Contains(unwanted, strings.ToLower(h.Name)) {
			return fmt.Errorf("the header %s tells more about the sender than about the service", h.Name)
		}
	}
	for _, text := range []string{x.URL, x.RequestBody, x.ResponseBody} {
		for _, key := range []string{"sig=", "AccountKey="} {
			if _, after, found := strings.Cut(text, key); found && !strings.HasPrefix(after, reports.Redacted) {
				return errors.New("it holds " + key + " with a value")
			}
		}
	}
	return nil
}
