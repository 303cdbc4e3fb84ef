package blob

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/words"
)

// existing are the states that containers and blobs share.
func existing(deletion string, writes ...string) []scenario.Given {
	return []scenario.Given{
		scenario.Fixed("does not exist", "nothing with that name ever existed", scenario.Prepared{Build: provide, Absent: true}),
		scenario.Fixed("exists", "it has had two versions, so that there is a stale ETag", scenario.Prepared{Build: providing, Uses: writes}),
		scenario.Fixed("was deleted", "it existed, and was deleted", scenario.Prepared{Absent: true, Build: perform.Then(create, perform.Doing(deletion, ops.Request{})), Uses: []string{deletion}}),
		lease.Given("", providing, writes...),
	}
}

func blobGivens() []scenario.Given {
	tagging := perform.Then(providing, perform.Doing("Set Blob Tags", ops.Request{Tags: map[string]string{"colour": "blue", "grade": "5"}}))
	return append(existing("Delete Blob"),
		scenario.Varying(`holds "<text>"`, "it exists, and its content is the quoted text", `holds "(.*)`, func(text []string) (scenario.Prepared, error) {
			return scenario.Prepared{Build: perform.Then(create, perform.Doing("Put Blob", *content(words.Unquote(text[0])))), Needs: []scenario.Field{scenario.FieldContent}}, nil
		}),
		scenario.Fixed("belongs to a missing container", "its container does not exist", scenario.Prepared{Absent: true,
			Build: func(_ context.Context, _ *scenario.World, t *scenario.Resource) error {
				r := t.Address.(ops.Address)
				r.Container += "-missing"
				t.Address = r
				return nil
			}}),
		scenario.Fixed("has tags", "it exists, with the index tags colour=blue and grade=5", scenario.Prepared{
			Uses: []string{"Set Blob Tags"}, Needs: []scenario.Field{ops.FieldTags}, Build: tagging}),
		lease.Given("has tags, and ", tagging, "Set Blob Tags"),
		scenario.Fixed("has a snapshot", "it exists and has one snapshot, which sentences call the snapshot", scenario.Prepared{Build: perform.Then(providing, snapshot), Uses: []string{"Snapshot Blob"}, Needs: []scenario.Field{ops.FieldSnapshots}, Verify: listed}),
		scenario.Fixed("was committed as blocks and has a snapshot", "a block blob that was written with Put Block List, and has one snapshot, which sentences call the snapshot", scenario.Prepared{
			Build: perform.Then(committed(), snapshot), Uses: []string{"Put Block", "Put Block List", "Snapshot Blob"}, Needs: []scenario.Field{ops.FieldSnapshots}, Verify: listed}),
		sequenced(),
		scenario.Fixed("has two versions of one second", "it exists, and its last two versions have the same Last-Modified", scenario.Prepared{Build: sameSecond, Uses: []string{"Set Blob Metadata"}}),
		scenario.Fixed("was sealed", "an append blob that exists, and accepts no more blocks", scenario.Prepared{Build: perform.Then(providing, perform.Doing("Append Blob Seal", ops.Request{})), Uses: []string{"Append Blob Seal"}}),
		scenario.Fixed("has only uncommitted blocks", "a block was staged, and none is committed: no read finds the blob", scenario.Prepared{Absent: true, Build: perform.Then(perform.Doing("Put Block", ops.Request{}), provide), Uses: []string{"Put Block"}}),
		scenario.Fixed("receives a pending copy", "an asynchronous copy of the source onto it is pending", scenario.Prepared{Build: pending("")}),
		scenario.Fixed("receives a pending copy under an infinite lease A", "the same, onto a blob with infinite lease A", scenario.Prepared{Build: pending("A")}),
	)
}

func sequenced() scenario.Given {
	return scenario.Varying("has sequence number <n>", "a page blob that exists, with that sequence number", "has sequence number (.*)", func(number []string) (scenario.Prepared, error) {
		n, err := strconv.ParseInt(number[0], 10, 64)
		return scenario.Prepared{Needs: []scenario.Field{scenario.FieldProperties}, Build: perform.Then(providing,
			perform.Doing("Set Blob Properties", ops.Request{SequenceAction: "update", SequenceNumber: &n}))}, err
	})
}

// sameSecond writes until two consecutive versions fall into the same second. A service that
// needs longer for every write is not judged.
func sameSecond(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	if err := create(ctx, w, t); err != nil {
		return err
	}
	last := ""
	for n := range 20 {
		resp, err := perform.Prepare(ctx, w, "Set Blob Metadata", t, &ops.Request{Base: metadata(strconv.Itoa(n))})
		if err != nil {
			return err
		}
		at := resp.Header.Get("Last-Modified")
		if at == last && at != "" {
			return provide(ctx, w, t)
		}
		last = at
	}
	return errors.New("no two of 20 writes in a row have the same Last-Modified")
}

// committed gives t a version that consists of a block.
func committed() perform.Build {
	id, text := ops.BlockID("committed"), scenario.Base{Body: []byte("what was committed")}
	return perform.Then(create, perform.Doing("Put Block", ops.Request{BlockID: id, Base: text}),
		perform.Doing("Put Block List", ops.Request{BlockList: []string{id}, Base: text}))
}

// snapshot makes a snapshot of t.
func snapshot(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	return perform.TakeSnapshot(ctx, w, "Snapshot Blob", t, t, func(id string) scenario.Address {
		r := t.Address.(ops.Address)
		r.Snapshot = id
		return r
	})
}

// listed checks that a list shows the snapshot; its stamps are for cases to judge. It expects the snapshot to
// hold what the base blob shows now. BLOB-CONS-10
func listed(_ context.Context, w *scenario.World, t *scenario.Resource, st scenario.State) error {
	shot, base := w.Resources.Get(perform.SnapshotLabel), st.(*ops.State)
	at := shot.Address.(ops.Address)
	shot.Before = base.Frozen(at)
	if slices.ContainsFunc(base.Snapshots, func(s ops.Shot) bool { return s.ID == at.Snapshot }) {
		return nil
	}
	return w.Findings.NotAsAsked(t, ops.FieldSnapshots, "snapshot "+at.Snapshot, fmt.Sprintf("%d others", len(base.Snapshots)))
}
