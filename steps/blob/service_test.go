package blob

import (
	"net/http"
	"testing"
	"time"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

func TestADeletedContainersNameIsTakenForAWhile(t *testing.T) {
	t.Parallel()
	w, _, _ := stage(t)
	c := &rehearsal.Clock{Real: true}
	w.Time = scenario.NewTimeline(c)
	box := resource(t, w, ops.Container, "")
	send := func(name string) {
		op := w.Language.Must(name)
		w.Time.NameTaken(&scenario.Act{Op: op, Req: op.Request(), Resp: scenario.Response{Status: op.Success}, Resource: box, Sent: c.Now(), Answered: c.Now()})
	}
	send("Delete Container")
	_ = c.Pass(t.Context(), 29*time.Second) // never fails
	if w.Time.Judge() == nil {
		t.Error("29 seconds after the deletion nobody knows whether the name is free")
	}
	send("Create Container")
	if err := w.Time.Judge(); err != nil {
		t.Errorf("the name was taken again: %v", err)
	}
}

func TestABlobIsOfAKindThatTakesEveryOperation(t *testing.T) {
	t.Parallel()
	for want, sent := range map[string][]string{
		ops.BlockBlob:  {"Put Blob", "Put Block List"},
		ops.PageBlob:   {"Put Blob", "Put Page"},
		ops.AppendBlob: {"Append Block", "Get Blob"},
		"":             {"Put Page", "Append Block"},
	} {
		w, _, _ := stage(t)
		for _, op := range sent {
			w.Case = w.Case.Of(append(w.Case.Script(), &plan.Step{Facts: plan.Facts{Sends: true, Operations: []string{op}, On: "blob"}})...)
		}
		got := fitting(w, "blob", kinds()[2:])
		if (got == nil) != (want == "") || got != nil && got.Word != want {
			t.Errorf("a blob that is sent %v is %+v, want a %s", sent, got, want)
		}
	}
}

func TestTagsAreReadWhereTheStoryIsAboutThem(t *testing.T) {
	t.Parallel()
	for facts, want := range map[*plan.Facts]bool{
		{State: "has tags"}:                        true,
		{Operations: []string{"Set Blob Tags"}}:    true,
		{Terms: []string{"tags condition"}}:        true,
		{Operations: []string{"Put Blob"}}:         false,
		{State: "exists", Terms: []string{"size"}}: false,
	} {
		if got := tagged(plan.Case{}.Of(&plan.Step{}, &plan.Step{Facts: *facts})); got != want {
			t.Errorf("a story of %+v is about tags: %v, want %v", *facts, got, want)
		}
	}
}

func TestAnAccountWithoutPublicAccessWithholdsIt(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		asked, code string
		withheld    bool
	}{
		{"container", "PublicAccessNotPermitted", true},
		{"", "PublicAccessNotPermitted", false}, // no request asked for public access
		{"container", "ContainerNotFound", false},
	} {
		req := &http.Request{Header: http.Header{}}
		if tc.asked != "" {
			req.Header["x-ms-blob-public-access"] = []string{tc.asked} // as the SDK spells it
		}
		resp := &http.Response{Header: http.Header{}}
		resp.Header.Set("x-ms-error-code", tc.code)
		if got := withholds(req, resp); (got != "") != tc.withheld {
			t.Errorf("asked for %q and answered %s: withheld %q", tc.asked, tc.code, got)
		}
	}
}
