package weather

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/operation"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Spec{
		"busy=5%":                  {Rules: []Rule{{Kind: Busy, Share: 0.05}}},
		" busy = 0.05 @ Put Blob ": {Rules: []Rule{{Kind: Busy, Share: 0.05, Of: "Put Blob"}}},
		"stall=1%:300ms,seed=7":    {Seed: 7, Rules: []Rule{{Kind: Stall, Share: 0.01, Held: 300 * time.Millisecond}}},
		"reset=1,busy=0%":          {Rules: []Rule{{Kind: Reset, Share: 1}, {Kind: Busy}}},
		"seed=3":                   {Seed: 3},
		"break-lease=2%@Put Blob":  {Rules: []Rule{{Kind: BreakLease, Share: 0.02, Of: "Put Blob"}}},
		"duplicate=50%@Get *":      {Rules: []Rule{{Kind: Duplicate, Share: 0.5, Of: "Get *"}}},
	} {
		got, err := Parse(text)
		if err != nil || !reflect.DeepEqual(want, got) {
			t.Errorf("Parse(%q): %v: want %+v, got %+v", text, err, want, got)
		}
		if again, err := Parse(got.String()); err != nil || !reflect.DeepEqual(got, again) {
			t.Errorf("Parse(%q) is written %q, which is read as %v, %v", text, got, again, err)
		}
	}
}

// TestAShareAloneIsSpread checks that a share alone becomes only disturbances that a retry overcomes.
func TestAShareAloneIsSpread(t *testing.T) {
	t.Parallel()
	s, err := Parse("10%")
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, r := range s.Rules {
		sum += r.Share
	}
	if math.Abs(sum-0.1) > 1e-9 || !s.Transient() || len(s.Rules) != 10 {
		t.Errorf("10%% is %s: %v in all", s, sum)
	}
	reads, err := Parse("10%@Put Blob")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reads.Rules {
		if r.Kind == Duplicate || r.Kind == Truncate {
			t.Errorf("10%% of Put Blob holds %s, which cannot happen to it", r.Kind)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                             "is not a share",
		"rain=5%":                      "lose-answer",
		"clear=5%":                     "there is no weather",
		"busy":                         "is not a share",
		"busy=":                        "is not a share",
		"busy=101%":                    "is not a share",
		"busy=NaN":                     "is not a share",
		"busy=-1%":                     "is not a share",
		"busy=5%@":                     "must be followed by",
		"busy=5%@Put Blub":             "is not the name of an operation",
		"5%@Put Blub":                  "is not the name of an operation",
		"busy=5%@Put [":                "is not the name of an operation",
		"busy=5%:1s":                   "holds nothing back",
		"stall=5%:soon":                "is not a duration",
		"stall=5%:0s":                  "is not a duration",
		"stall=5%:2h":                  "at most 1h",
		"seed=x":                       "is not a seed",
		"seed=1@Put Blob":              "is not a seed",
		"busy=60%,reset=60%":           "add up to 120 %",
		"busy=60%@Put Blob,reset=60%":  "Put Blob add up",
		"duplicate=1%@Put Blob":        "cannot happen to Put Blob",
		"discard-block=1%,silence=1":   "Put Block add up",
		"busy=1%,,":                    "is not a share",
		"break-lease=1%@Put Message":   "cannot happen",
		"truncate=1%@Get Blob Propert": "is not the name of an operation",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): %v, want %q", text, err, want)
		}
	}
}

// TestReadsAloneAreDeliveredTwice checks this by the verbs of Microsoft's names.
func TestReadsAloneAreDeliveredTwice(t *testing.T) {
	t.Parallel()
	for o := range operation.Operation(operation.Count) {
		name := o.String()
		changes := o == operation.GetMessages
		for _, verb := range []string{"Put", "Set", "Delete", "Create", "Lease", "Update", "Insert", "Merge", "Clear", "Copy", "Append", "Undelete", "Restore", "Rename", "Abort", "Snapshot", "unrecognized"} {
			changes = changes || strings.HasPrefix(name, verb+" ")
		}
		if changes && Duplicate.Applies(o) {
			t.Errorf("%s changes something, and may be delivered twice", name)
		}
	}
	for _, o := range []operation.Operation{operation.GetBlob, operation.ListBlobs, operation.QueryEntities, operation.PeekMessages, operation.GetBlobProperties} {
		if !Duplicate.Applies(o) {
			t.Errorf("%s cannot be delivered twice", o)
		}
	}
}

// FuzzParse checks that every Spec survives being written and read again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"5%", "lose-answer=2%@Put Blob, busy=10%@Lease Blob *, stall=1%:300ms, seed=7", "seed=1", "reset=1e-3", "duplicate=.5@[GL]*"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(s.String())
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Errorf("Parse(%q) is written %q, which is another: %v: want %+v, got %+v", text, s, err, s, again)
		}
	})
}
