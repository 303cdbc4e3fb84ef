package workload

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

func TestBlockIDs(t *testing.T) {
	t.Parallel()
	d := drive(t, blobBlocks, func(o *Options) { o.Reads = 0 })
	d.prepare()
	ids, length := map[string]bool{}, 0
	for _, slot := range []int{0, 1, 10, 1<<history.SlotBits - 2} {
		p := d.player(slot)
		for range 100 {
			p.step()
			_, query, _ := strings.Cut(p.x.Step.Path, "?")
			id, ok := strings.CutPrefix(query, "comp=block&blockid=")
			if !ok {
				continue
			}
			if id != url.QueryEscape(id) {
				t.Errorf("block id %q has to be escaped", id)
			}
			if ids[id] {
				t.Errorf("block id %q is used twice", id)
			}
			if ids[id] = true; length == 0 {
				length = len(id)
			}
			if len(id) != length {
				t.Errorf("block id %q is not of the length %d of the others", id, length)
			}
		}
	}
	if len(ids) < 4*50 {
		t.Errorf("only %d blocks were sent", len(ids))
	}
}

func TestBlocksMakeOneBody(t *testing.T) {
	t.Parallel()
	for _, size := range []int{payload.Min, payload.Min + 1, payload.Min + 2, 3072} {
		d := drive(t, blobBlocks, func(o *Options) { o.Reads, o.Size = 0, size })
		d.prepare()
		p := d.player(0)
		var body []byte
		for range blocksOfBody {
			p.step()
			e := p.events[0]
			if e.Op != history.Stage || e.Arg != int64(len(p.request.Body)) || e.Arg == 0 {
				t.Fatalf("operation %d of %d bytes", e.Op, e.Arg)
			}
			body = append(body, p.request.Body...)
		}
		p.step()
		commit := p.events[0]
		if value, err := payload.Verify(body, testRun); err != nil || value != commit.Value || len(body) != size {
			t.Errorf("%d bytes of value %x, committed as %x: %v", len(body), value, commit.Value, err)
		}
		if got := strings.Count(string(p.request.Body), "<Uncommitted>"); got != blocksOfBody {
			t.Errorf("%d blocks in the list", got)
		}
	}
}

// TestUploadIsGivenUp lets another actor commit between the blocks of an upload and
// their commit.
func TestUploadIsGivenUp(t *testing.T) {
	t.Parallel()
	d := drive(t, blobBlocks, func(o *Options) { o.Reads, o.Keys = 0, 1 })
	d.prepare()
	p, other := d.player(0), d.player(1)
	for range 20 {
		for range blocksOfBody {
			p.step()
		}
		for range blocksOfBody + 1 {
			other.step()
		}
		after := p.step()
		if e := p.events[0]; e.Outcome != history.Lost || !after.Retry {
			t.Errorf("%s: outcome %d, status %d", d.env.Book.NameText(e.Name), e.Outcome, e.Status)
		}
	}
}

// TestSomebodyElseDiscardsABlock asks for the third party of a blob, and of something that no client uses.
func TestSomebodyElseDiscardsABlock(t *testing.T) {
	t.Parallel()
	d := drive(t, blobBlocks, nil)
	open := d.instance.(Exposed)
	if _, ok := open.ThirdParty("/elsewhere/b0"); ok {
		t.Error("somebody discards a block of a blob that no client uses")
	}
	path := "/" + d.env.Prefix + d.env.Run + "/b1"
	a, ok := open.ThirdParty(path)
	if !ok {
		t.Fatalf("nobody discards a block of %s", path)
	}
	step := a.Next()
	if step.Call == nil || step.Path != path+"?comp=block" {
		t.Errorf("the third party sends %+v", step)
	}
	events, _ := a.Done(&Exchange{Step: step}, nil)
	if len(events) != 1 || events[0].Op != history.Discard || events[0].Outcome != history.Won || d.env.Book.KeyText(events[0].Key) != "blob "+path {
		t.Errorf("the third party did %+v", events)
	}
}

// TestBlobBlocksShowsLostBlocks runs blob-blocks against services that lose staged blocks, or do not discard them.
func TestBlobBlocksShowsLostBlocks(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]string{
		"put-block-not-performed":                 "block lost",
		"refused-commit-discards-blocks":          "block lost",
		"sporadic-block-dropped":                  "block lost",
		"put-block-list-keeps-uncommitted-blocks": "discarded block committed",
		"sporadic-blocks-kept":                    "discarded block committed",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, ok := fault.Lookup(name)
			if !ok {
				t.Fatal("there is no such fault")
			}
			untilSeen(t, blobBlocks, reference.Options{Faults: []fault.Fault{f.At(10)}}, 4000, func(d *driver, exchanges int) []string {
				d.prepare()
				d.simulate(8, exchanges)
				d.finish()
				v := judge(d)
				for _, r := range v.Results {
					if r.Check != "blocks" {
						t.Errorf("%s finds %s: %+v", r.Check, r.State, r.Violations)
					}
					if slices.ContainsFunc(r.Violations, func(x finding.Violation) bool { return x.Rule == rule }) {
						return nil
					}
				}
				return []string{fmt.Sprintf("a %s: the history is %s %s: %v", rule, v.State, v.Why, v.Observed)}
			})
		})
	}
}

// TestBlobBlocksShowsLostUpdates runs blob-blocks against a service that performs
// some commits although their If-Match does not match.
func TestBlobBlocksShowsLostUpdates(t *testing.T) {
	t.Parallel()
	f, _ := fault.Lookup("sporadic-stale-if-match")
	untilSeen(t, blobBlocks, reference.Options{Faults: []fault.Fault{f.At(20)}}, 10_000, func(d *driver, exchanges int) []string {
		d.prepare()
		d.simulate(16, exchanges)
		d.finish()
		v := judge(d)
		for _, r := range v.Results {
			for _, x := range r.Violations {
				if x.Rule == "lost update" {
					return nil
				}
			}
		}
		return []string{fmt.Sprintf("a lost update: the history is %s %s: %v", v.State, v.Why, v.Observed)}
	})
}
