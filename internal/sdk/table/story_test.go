package table_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// TestOptimisticCycle is the article's sample: an e-mail address is replaced under the ETag that was read, and then
// with the check switched off.
func TestOptimisticCycle(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	first := s.add(t, "smith", "ben", "Email", "ben@contoso.com", "Phone", "425-555-0102")
	replace := func(mail string, match *azcore.ETag) (aztables.UpdateEntityResponse, error) {
		return s.table.UpdateEntity(ctx, entity(t, "smith", "ben", "Email", mail),
			&aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace, IfMatch: match})
	}
	second, err := replace("one", &first) // TABLE-OCC-08
	if err != nil {
		t.Fatal(err)
	}
	if second.ETag == first {
		t.Errorf("both versions have the ETag %s", first)
	}
	if _, err := replace("two", &first); refused(err) != "412 UpdateConditionNotSatisfied" {
		t.Errorf("stale If-Match: %v", err)
	}
	if _, err := replace("three", &second.ETag); err != nil { // TABLE-OCC-09
		t.Errorf("current If-Match: %v", err)
	}
	if _, err := replace("four", to.Ptr(azcore.ETagAny)); err != nil {
		t.Errorf("any If-Match: %v", err)
	}
	got := s.get(t, "smith", "ben")
	if got["Email"] != "four" || got["Phone"] != nil {
		t.Errorf("the entity is %v, want its e-mail address four and no phone", got)
	}
}

func TestTransaction(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	stale := s.add(t, "a", "0", "N", 0)
	var actions []aztables.TransactionAction
	for i := range 100 {
		actions = append(actions, aztables.TransactionAction{
			ActionType: aztables.TransactionTypeInsertReplace, Entity: entity(t, "a", fmt.Sprint(i), "N", i)})
	}
	if _, err := s.table.SubmitTransaction(ctx, actions, nil); err != nil { // TABLE-BATCH-14
		t.Fatal(err)
	}
	_, err := s.table.SubmitTransaction(ctx, []aztables.TransactionAction{
		{ActionType: aztables.TransactionTypeUpdateMerge, Entity: entity(t, "a", "1", "N", 1000)},
		{ActionType: aztables.TransactionTypeDelete, Entity: entity(t, "a", "0"), IfMatch: &stale},
	}, nil)
	if err == nil || !strings.Contains(err.Error(), "UpdateConditionNotSatisfied") || !strings.Contains(err.Error(), "1:") {
		t.Errorf("a stale ETag in a transaction: %v", err)
	}
	if got := s.get(t, "a", "1"); got["N"] != 1.0 {
		t.Errorf("a part of the transaction was applied: %v", got)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	for i := range 25 {
		s.add(t, fmt.Sprintf("p%d", i/10), fmt.Sprintf("r%02d", i), "N", i)
	}
	var rows []string
	pages := s.table.NewListEntitiesPager(&aztables.ListEntitiesOptions{
		Top: to.Ptr[int32](4), Filter: to.Ptr("N ge 3 and (PartitionKey eq 'p1' or PartitionKey eq 'p0')"), Select: to.Ptr("RowKey")})
	n := 0
	for pages.More() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		n++
		for _, e := range page.Entities {
			rows = append(rows, string(e))
		}
	}
	if n != 5 || len(rows) != 17 || !strings.Contains(rows[0], `"r03"`) || !strings.Contains(rows[16], `"r19"`) {
		t.Errorf("%d pages with %d entities: %v", n, len(rows), rows)
	}
}
