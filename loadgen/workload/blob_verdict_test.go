package workload

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/appendblob"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/reference"
)

// judgeBlobs gives every blob of a run to the check for its kind.
func judgeBlobs(d *driver) finding.Result {
	blobs := map[uint32][]history.Event{}
	for _, e := range d.events {
		blobs[e.Key] = append(blobs[e.Key], e)
	}
	_, appends := d.instance.(*blobAppendRun)
	total := finding.Result{State: finding.Valid, Observed: map[string]int{}}
	for _, events := range blobs {
		check := register.Check
		if appends {
			check = appendblob.Check
		}
		r := check(events, register.Options{})
		total.State = finding.Join(total.State, r.State)
		total.Violations = append(total.Violations, r.Violations...)
		if r.Why != "" {
			total.Why = r.Why
		}
	}
	return total
}

// wantValid fails the test with what a check found.
func wantValid(t *testing.T, r finding.Result) {
	t.Helper()
	if r.State == finding.Valid {
		return
	}
	t.Errorf("the history is %s %s", r.State, r.Why)
	for i, v := range r.Violations {
		if i == 3 {
			break
		}
		t.Errorf("%s: %s", v.Rule, v.Sentence)
		for _, e := range v.Evidence {
			t.Errorf("    %s: %+v", e.Role, e.Event)
		}
	}
}

func TestCorrectBlobsAreValid(t *testing.T) {
	t.Parallel()
	for _, w := range blobWorkloads {
		for _, mode := range []struct {
			name string
			run  func(*driver)
		}{
			{"overlapping", func(d *driver) { d.prepare(); d.simulate(8, max(500, thorough.Of(4000))) }},
			{"in trouble", func(d *driver) { d.meddle = trouble(d.rng); d.prepare(); d.simulate(8, max(500, thorough.Of(3000))) }},
			{"goroutines", func(d *driver) { d.prepare(); d.race(4, max(300, thorough.Of(800))) }},
		} {
			t.Run(w.Name+"/"+mode.name, func(t *testing.T) {
				t.Parallel()
				d := drive(t, w, func(o *Options) { o.Think = 200 * time.Microsecond })
				shorten(d)
				mode.run(d)
				d.finish()
				wantValid(t, judgeBlobs(d))
			})
		}
	}
}

// damage makes one operation of a server go wrong now and then.
type damage struct {
	rng   *rand.Rand
	every int // it strikes one time in so many
	tags  int
	past  map[string][]*transport.Reply // answers by operation and path
}

// now reports whether to strike this time.
func (g *damage) now() bool { return g.rng.IntN(g.every) == 0 }

// success returns an answer with a version that nobody has seen.
func (g *damage) success(status int) *transport.Reply {
	g.tags++
	return &transport.Reply{Status: status, Header: sharedkey.Header{{Name: "ETag", Value: `"0xF00` + strconv.Itoa(100+g.tags) + `"`}}}
}

// remember keeps an answer, and returns a long outdated one if there is one.
func (g *damage) remember(x *Exchange, r *transport.Reply) *transport.Reply {
	place := blobOperation(x.Step) + x.Step.Path
	g.past[place] = append(g.past[place], r)
	if n := len(g.past[place]) - 30; n >= 0 {
		return g.past[place][n]
	}
	return nil
}

// damages are the defects that correct actors must reveal.
var damages = []struct {
	workload Workload
	name     string
	every    int
	serve    func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error)
}{
	{blobCAS, "a stale If-Match accepted", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && r.Status == 412 && g.now() {
			return g.success(201), nil
		}
		return r, err
	}},
	{blobCAS, "a write dropped", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		if x.Step.Method == "PUT" && g.now() {
			return g.success(201), nil
		}
		return send()
	}},
	{blobCAS, "a refused write applied", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && x.Step.Method == "PUT" && r.Status == 201 && g.now() {
			return answer(412, "ConditionNotMet"), nil
		}
		return r, err
	}},
	{blobCAS, "a stale read", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && x.Step.Method == "GET" && r.Status == 200 {
			if old := g.remember(x, r); old != nil && g.now() {
				return old, nil
			}
		}
		return r, err
	}},
	{blobCAS, "a tag that comes again", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && x.Step.Method == "PUT" && r.Status == 201 && g.now() {
			return header("ETag", field(x.Request.Header, "If-Match"))(r)
		}
		return r, err
	}},
	{blobCreate, "two winners", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && r.Status == 409 && g.now() {
			return g.success(201), nil
		}
		return r, err
	}},
	{blobCreate, "a deletion that deletes nothing", 10, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		if x.Step.Method == "DELETE" && g.now() {
			return answer(202, ""), nil
		}
		return send()
	}},
	{blobCreate, "a blob that is not found", 10, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && x.Step.Method == "GET" && r.Status == 200 && g.now() {
			return answer(404, "BlobNotFound"), nil
		}
		return r, err
	}},
	{blobOverwrite, "an overwrite dropped", 10, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		if x.Step.Method == "PUT" && g.now() {
			return g.success(201), nil
		}
		return send()
	}},
	{blobOverwrite, "a torn read", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && x.Step.Method == "GET" && r.Status == 200 && g.now() {
			return body(mixed)(r)
		}
		return r, err
	}},
	{blobOverwrite, "a version that is no longer current not modified", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && r.Status == 200 && field(x.Request.Header, "If-None-Match") != "" && g.now() {
			return answer(304, "ConditionNotMet"), nil
		}
		return r, err
	}},
	{blobBlocks, "a commit of half the blocks", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && x.Step.Method == "GET" && r.Status == 200 && g.now() {
			return body(func(b []byte) []byte { return b[:len(b)/blocksOfBody*2] })(r)
		}
		return r, err
	}},
	{blobBlocks, "a stale commit accepted", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && r.Status == 412 && g.now() {
			return g.success(201), nil
		}
		return r, err
	}},
	{blobAppend, "two blocks at one offset", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if offset, e := strconv.Atoi(field(replyHeader(r), "x-ms-blob-append-offset")); err == nil && e == nil && offset > 0 && g.now() {
			return header("x-ms-blob-append-offset", strconv.Itoa(offset-len(x.Request.Body)))(r)
		}
		return r, err
	}},
	{blobAppend, "a position ignored", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && r.Status == 412 && g.now() {
			offset, _ := strconv.Atoi(field(x.Request.Header, "x-ms-blob-condition-appendpos"))
			return header("x-ms-blob-append-offset", strconv.Itoa(offset+len(x.Request.Body)))(g.success(201))
		}
		return r, err
	}},
	{blobAppend, "a torn block", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && x.Step.Method == "GET" && len(r.Body) > 0 && g.now() {
			return body(func(b []byte) []byte { b[len(b)-1] ^= 1; return b })(r)
		}
		return r, err
	}},
	{blobMixed, "properties that are out of date", 20, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && x.Step.Method == "HEAD" && r.Status == 200 {
			if old := g.remember(x, r); old != nil && g.now() {
				return old, nil
			}
		}
		return r, err
	}},
	{blobMixed, "a deletion in spite of If-Match", 1, func(g *damage, x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		r, err := send()
		if err == nil && x.Step.Method == "DELETE" && r.Status == 412 && g.now() {
			return answer(202, ""), nil
		}
		return r, err
	}},
}

func replyHeader(r *transport.Reply) sharedkey.Header {
	if r == nil {
		return nil
	}
	return r.Header
}

func TestDamagedBlobsAreInvalid(t *testing.T) {
	t.Parallel()
	for _, test := range damages {
		t.Run(test.workload.Name+"/"+test.name, func(t *testing.T) {
			t.Parallel()
			untilSeen(t, test.workload, reference.Options{}, 4000, func(d *driver, exchanges int) []string {
				g := damage{rng: d.rng, every: test.every, past: map[string][]*transport.Reply{}}
				d.prepare()
				d.meddle = func(x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
					return test.serve(&g, x, send)
				}
				d.simulate(8, exchanges)
				d.meddle = nil
				d.finish()
				r := judgeBlobs(d)
				if r.State != finding.Invalid || len(r.Violations) == 0 {
					return []string{fmt.Sprintf("a violation: the history is %s %s", r.State, r.Why)}
				}
				v := r.Violations[0]
				t.Logf("%s: %s", v.Rule, v.Sentence)
				if len(v.Evidence) == 0 || v.Sentence == "" {
					t.Errorf("a violation without evidence: %+v", v)
				}
				return nil
			})
		})
	}
}
