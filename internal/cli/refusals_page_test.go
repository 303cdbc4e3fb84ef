package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ifmatch/features"
	"ifmatch/internal/catalogue"
	"ifmatch/reports"
)

// azuriteRelease is the release whose verdicts the page shows, from docs/matrix.
const azuriteRelease = "3.37.0"

// refusalsPage writes docs/409-or-412.md.
func refusalsPage(a *app, w io.Writer) error {
	suite, err := a.suite()
	if err != nil {
		return err
	}
	seen, err := a.sightings()
	if err != nil {
		return err
	}
	azurite, err := judgedAzurite()
	if err != nil {
		return err
	}
	all := catalogue.Answers(suite)
	fmt.Fprint(w, refusalsIntro)
	services := map[string]string{"blob": "Blobs and containers", "table": "Tables", "queue": "Queues", "file": "Files"}
	for _, service := range []string{"blob", "table", "queue", "file"} {
		for _, chapter := range catalogue.Chapters {
			var rows []catalogue.Answer
			for _, r := range all {
				if r.Service == service && r.Chapter == chapter {
					rows = append(rows, r)
				}
			}
			if len(rows) == 0 {
				continue
			}
			slices.SortStableFunc(rows, func(x, y catalogue.Answer) int {
				terms := func(r catalogue.Answer) int { return strings.Count(r.Condition, ",") } // simple requests first
				return cmp.Or(cmp.Compare(terms(x), terms(y)), cmp.Compare(x.Resource, y.Resource), cmp.Compare(x.Condition, y.Condition), cmp.Compare(x.State, y.State))
			})
			fmt.Fprintf(w, "\n## %s: %s\n\n| request | to a resource that | answer | operations | seen on Azure | Azurite %s | clause |\n|---|---|---|---|---|---|---|\n", services[service], strings.ToLower(chapter), azuriteRelease)
			for _, r := range rows {
				fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s |\n", cell(cmp.Or(r.Condition, "plain")), cell(r.Resource+", "+r.State), cell(r.Answer),
					strings.Join(r.Operations, ", "), seenCell(r, seen), cell(azuriteText(r, azurite)), strings.Join(r.Clauses, " "))
			}
		}
	}
	return nil
}

const refusalsIntro = "# 409 or 412?\n\n" +
	"Both refuse a request because of the state of something. Which one comes is a property of the operation, the condition and the state, and clients branch on it:\n\n" +
	"- **412** says that a condition of the request was not met. That is so for `If-Match`, `If-None-Match` with an ETag, the dates, `x-ms-if-tags`, append positions and sequence numbers (a read answers an unmet `If-None-Match` or `If-Modified-Since` with 304). It is also so for a lease ID that a read or write lacks, or that is not the lease's: `LeaseIdMissing`, `LeaseIdMismatchWithBlobOperation`, `LeaseLost`.\n" +
	"- **409** says that the state forbids the request, whatever its conditions: the blob, container, table or entity is there already, the lease is somebody else's, the blob is of another type.\n" +
	"- **`If-None-Match: *` on a blob that exists is the exception.** It reads like a condition, and [Specifying conditional headers](https://learn.microsoft.com/rest/api/storageservices/specifying-conditional-headers-for-blob-service-operations) makes it one, but Put Blob and Put Block List answer it with **409 BlobAlreadyExists**. Clients do well to take 409 and 412 for the same there; `object_store` does so since August 2026.\n" +
	"- **A lease operation answers 409** where the lease forbids it (`LeaseAlreadyPresent`, `LeaseIdMismatchWithLeaseOperation`, `LeaseNotPresentWithLeaseOperation`), and 412 only where its `If-Match` is not met.\n" +
	"- **Tables** answer a stale `If-Match` with 412 `UpdateConditionNotSatisfied`, and an insert of what is there with 409 `EntityAlreadyExists`.\n\n" +
	"The tables below are made from the register. Each row stands for all cases in which one client sends one such request to a resource in that state. A code in parentheses is known from observation only, and `*` is any code; several answers with `|` between them are all accepted, because the documents disagree or are silent. *Seen on Azure* counts recorded answers of the live service that agree. " +
	"*Azurite " + azuriteRelease + "* is what [docs/matrix](results.md#side-by-side) holds: `same` where every case passed.\n\n" +
	"`ifmatch explain 412` and `ifmatch explain BlobAlreadyExists` show the rows of a status or an error code, `ifmatch explain CLAUSE` where a clause comes from, and `ifmatch run CLAUSE` what another target answers.\n"

// judgedAzurite reads the kept verdicts.
func judgedAzurite() (map[string]reports.Scenario, error) {
	f, err := os.Open(filepath.Join("..", "..", "docs", "matrix", "azurite-"+azuriteRelease+".json"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := reports.Decode(f)
	out := map[string]reports.Scenario{}
	for _, s := range r.Scenarios {
		out[s.ID] = s
	}
	return out, err
}

func seenCell(r catalogue.Answer, all map[string]reports.Sighting) string {
	sum := catalogue.SeenOnAzure(r, all)
	if sum.Times == 0 {
		return "never"
	}
	return strings.TrimPrefix(sum.String(), "seen on Azure ")
}

// azuriteText says what Azurite answers to the cases of a refusal, where it is not the same.
func azuriteText(r catalogue.Answer, judged map[string]reports.Scenario) string {
	answers := map[string][]string{} // the operations by answer
	var order []string
	for _, id := range r.Cases {
		s, known := judged[id]
		text := "same"
		switch {
		case !known:
			text = "not tried"
		case s.Status == reports.Failed && slices.Contains(s.Differs, reports.InStatus), s.Status == reports.Failed && slices.Contains(s.Differs, reports.InCode):
			text, _, _ = strings.Cut(s.Got, ";")
		case s.Status == reports.Failed:
			text = "same, with another effect"
		case s.Status == reports.Skipped:
			text = "not implemented"
		case s.Status != reports.Passed:
			text = "not judged"
		}
		if answers[text] == nil {
			order = append(order, text)
		}
		answers[text] = append(answers[text], operationOf(r, id))
	}
	if len(order) == 1 {
		return order[0]
	}
	slices.SortFunc(order, func(x, y string) int { return cmp.Compare(len(answers[y]), len(answers[x])) })
	out := []string{order[0]}
	for _, text := range order[1:] {
		names := slices.Compact(slices.Sorted(slices.Values(answers[text])))
		out = append(out, strings.Join(names, ", ")+": "+text)
	}
	return strings.Join(out, "; ")
}

// operationOf is the operation of a case of a refusal, found in its id.
func operationOf(r catalogue.Answer, id string) string {
	best := ""
	for _, op := range r.Operations {
		slug := strings.ReplaceAll(strings.ToLower(op), " ", "-")
		if strings.Contains(id, slug) && len(op) > len(best) {
			best = op
		}
	}
	return cmp.Or(best, r.Operations[0])
}

// TestRefusals: the rows that people ask for are there, and each says one thing.
func TestRefusals(t *testing.T) {
	t.Parallel()
	suite, err := newApp(strings.NewReader(""), io.Discard, io.Discard, features.FS).suite()
	if err != nil {
		t.Fatal(err)
	}
	all := catalogue.Answers(suite)
	for _, want := range []catalogue.Answer{
		{Chapter: catalogue.AboutConditions, Resource: "blob", Condition: "If-None-Match *", State: "exists", Answer: "409 BlobAlreadyExists", Operations: []string{"Put Blob", "Put Block List"}},
		{Chapter: catalogue.AboutConditions, Resource: "blob", Condition: "If-Match stale", State: "exists", Answer: "412 ConditionNotMet", Operations: []string{"Put Blob", "Delete Blob", "Set Blob Metadata"}},
		{Chapter: catalogue.AboutLeases, Resource: "blob", Condition: "lease id B", State: "is Leased(A)", Answer: "412 LeaseIdMismatchWithBlobOperation", Operations: []string{"Put Blob"}},
		{Chapter: catalogue.AboutLeasing, Resource: "blob", Condition: "proposed id B", State: "is Leased(A)", Answer: "409 LeaseAlreadyPresent", Operations: []string{"Lease Blob acquire"}},
	} {
		i := slices.IndexFunc(all, func(r catalogue.Answer) bool {
			return r.Chapter == want.Chapter && r.Resource == want.Resource && r.Condition == want.Condition && r.State == want.State && r.Answer == want.Answer
		})
		if i < 0 {
			t.Errorf("no row is %+v", want)
			continue
		}
		for _, op := range want.Operations {
			if !slices.Contains(all[i].Operations, op) {
				t.Errorf("%s is not in the row of %+v", op, all[i])
			}
		}
	}
	cases := map[string]bool{}
	for _, r := range all {
		if !r.Refuses(409) && !r.Refuses(412) || len(r.Operations) == 0 || r.State == "" && r.Resource == "blob" {
			t.Errorf("a row without an answer, an operation or a state: %+v", r)
		}
		for _, id := range r.Cases {
			if cases[id] {
				t.Errorf("%s is in two rows", id)
			}
			cases[id] = true
		}
	}
	t.Logf("%d rows of %d cases", len(all), len(cases))
}
