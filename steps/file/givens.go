package file

import (
	"context"
	"path"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
)

func meta(version string) scenario.Base {
	return scenario.Base{Metadata: map[string]string{"version": version}}
}

// Each kind of resource with two versions.
var (
	sharing   = perform.Versions(perform.Doing("Create Share", Request{}), perform.Doing("Set Share Metadata", Request{Base: meta("2")}))
	directing = perform.Versions(perform.Doing("Create Directory", Request{}), perform.Doing("Set Directory Metadata", Request{Base: meta("2")}))
	filing    = perform.Versions(perform.Doing("Create File", Request{Size: new(int64(2 * block)), ContentType: "text/plain", Base: meta("2")}),
		perform.Doing("Put Range", Request{Base: scenario.Base{Body: blocks("second version of the content")}}))
)

// existing are the states that all kinds share; second is the operation that gives the second version.
func existing(build perform.Build, second, deletion string) []scenario.Given {
	return []scenario.Given{
		scenario.Fixed("exists", "it has had two versions, so that there is a stale ETag", scenario.Prepared{Build: build, Uses: []string{second}}),
		scenario.Fixed("does not exist", "nothing with that name ever existed", scenario.Prepared{Build: perform.Nothing, Absent: true}),
		scenario.Fixed("was deleted", "it existed, and its deletion was accepted just now", scenario.Prepared{Absent: true,
			Build: perform.Then(build, perform.Doing(deletion, Request{})), Uses: []string{second, deletion}}),
	}
}

func shareGivens() []scenario.Given {
	infinite := lease.State{Name: "Leased", ID: "A", Duration: lease.Infinite}
	return append(existing(sharing, "Set Share Metadata", "Delete Share"),
		lease.Given("", sharing, "Set Share Metadata"),
		scenario.Fixed("has a snapshot", "it exists and has one snapshot, which sentences call the snapshot", scenario.Prepared{
			Build: perform.Then(sharing, snapshot), Uses: []string{"Set Share Metadata", "Snapshot Share", shareList}, Needs: []scenario.Field{FieldSnapshots}}),
		scenario.Fixed("has a leased snapshot", "the same, and the snapshot has an infinite lease A", scenario.Prepared{
			Build: perform.Then(sharing, snapshot, func(ctx context.Context, w *scenario.World, _ *scenario.Resource) error {
				return lease.Bring(ctx, w, w.Resources.Get(perform.SnapshotLabel), infinite)
			}), Uses: []string{"Set Share Metadata", "Snapshot Share", shareList, "Lease Share acquire"}, Needs: []scenario.Field{FieldSnapshots}}),
	)
}

func directoryGivens() []scenario.Given {
	return append(existing(directing, "Set Directory Metadata", "Delete Directory"),
		scenario.Fixed("holds a file", "it exists, with a file in it", scenario.Prepared{
			Build: perform.Then(directing, hold), Uses: []string{"Set Directory Metadata", "Create File"}, Needs: []scenario.Field{FieldEntries}}),
		scenario.Fixed("is in a missing directory", "its directory does not exist", scenario.Prepared{Absent: true, Build: within("missing")}),
		scenario.Fixed("belongs to a missing share", "its share does not exist", scenario.Prepared{Absent: true, Build: elsewhere}),
	)
}

// hold puts a file, which sentences do not name, into a directory.
func hold(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	a := t.Address.(Address)
	a.Kind, a.Path = kindFile, path.Join(a.Path, "inside.bin")
	_, err := perform.Prepare(ctx, w, "Create File", &scenario.Resource{Kind: w.Language.Kind(kindFile, ""), Address: a}, nil)
	t.Made.(*State).Entries = []string{path.Base(a.Path)}
	t.MadeBy("Create File", FieldEntries)
	return err
}

func fileGivens() []scenario.Given {
	return append(existing(filing, "Put Range", "Delete File"),
		scenario.Fixed("is read-only", "it exists, and has the attribute ReadOnly", scenario.Prepared{
			Build: perform.Then(filing, perform.Doing("Set File Properties", Request{Attributes: new("ReadOnly"), ContentType: "text/plain"})),
			Uses:  []string{"Put Range", "Set File Properties"}, Needs: []scenario.Field{scenario.FieldProperties}}),
		scenario.Fixed("is in the directory", "it exists in the scenario's directory", scenario.Prepared{
			Build: perform.Then(within("directory"), filing), Uses: []string{"Put Range"}}),
		scenario.Fixed("is missing from the directory", "no file of that name exists in the scenario's directory", scenario.Prepared{Absent: true, Build: within("directory")}),
		scenario.Fixed("is in a missing directory", "its directory does not exist", scenario.Prepared{Absent: true, Build: within("missing")}),
		scenario.Fixed("belongs to a missing share", "its share does not exist", scenario.Prepared{Absent: true, Build: elsewhere}),
		scenario.Fixed("has a snapshot", "it exists, and a snapshot of its share was taken; sentences call the file in it the snapshot", scenario.Prepared{
			Build: perform.Then(filing, snapshot), Verify: freeze, Uses: []string{"Put Range", "Snapshot Share"}}),
		// This comes after the other states whose words begin with "is", because it accepts any of them.
		lease.Given("", filing, "Put Range"),
	)
}

// move changes the address of a resource that is not made yet.
func move(t *scenario.Resource, to Address) {
	t.Address, t.Made = to, missing(to)
}

// within puts a resource into a directory of the share.
func within(directory string) perform.Build {
	return func(_ context.Context, w *scenario.World, t *scenario.Resource) error {
		a := t.Address.(Address)
		parent := directory
		if d := w.Resources.Get(directory); d != nil {
			parent = d.Address.(Address).Path
		}
		a.Path = path.Join(parent, a.Path)
		move(t, a)
		return nil
	}
}

// elsewhere puts a resource into a share that does not exist.
func elsewhere(_ context.Context, _ *scenario.World, t *scenario.Resource) error {
	a := t.Address.(Address)
	a.Share += "-missing"
	move(t, a)
	return nil
}

// snapshot makes a snapshot of a share: of t itself, or of the one in which t lies.
func snapshot(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	share := t
	if t.Kind.In == kindShare {
		share = w.Resources.Get(kindShare)
	}
	return perform.TakeSnapshot(ctx, w, "Snapshot Share", share, t, func(id string) scenario.Address {
		a := t.Address.(Address)
		a.Snapshot = id
		return a
	})
}

// freeze expects the share's snapshot to hold what the file shows now. No document says what a
// read of it shows as lease or ETag. FILE-SNAP-01
func freeze(_ context.Context, w *scenario.World, t *scenario.Resource, _ scenario.State) error {
	s := w.Resources.Get(perform.SnapshotLabel)
	held := t.Now.Clone()
	held.Common().Address = s.Address
	held.Common().Relax(scenario.FieldLease, scenario.FieldETag)
	s.Before = held
	return nil
}
