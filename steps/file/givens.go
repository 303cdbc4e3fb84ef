package file

import (
	"context"
	"path"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
)

// making is one operation of a set-up.
type making struct {
	op  string
	req Request
}

// made makes a resource by operations that must succeed. Only the second version may be missing.
func made(list ...making) perform.Build {
	return func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		for i, m := range list {
			if err := perform.Doing(m.op, m.req)(ctx, w, t); err != nil {
				if i == 0 || i > 1 {
					return err
				}
				if err := w.Findings.GoOnWithout(t, err, scenario.FieldETag); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

func meta(version string) scenario.Base {
	return scenario.Base{Metadata: map[string]string{"version": version}}
}

// The operations that give each kind of resource two versions.
var (
	sharing   = []making{{"Create Share", Request{}}, {"Set Share Metadata", Request{Base: meta("2")}}}
	directing = []making{{"Create Directory", Request{}}, {"Set Directory Metadata", Request{Base: meta("2")}}}
	filing    = []making{{"Create File", Request{Size: new(int64(2 * block)), ContentType: "text/plain", Base: meta("2")}},
		{"Put Range", Request{Base: scenario.Base{Body: blocks("second version of the content")}}}}
)

// beside lists the operations of a set-up after the first.
func beside(list []making, more ...string) []string {
	var out []string
	for _, m := range list[1:] {
		out = append(out, m.op)
	}
	return append(out, more...)
}

// existing are the states that all kinds share.
func existing(list []making, deletion string) []scenario.Given {
	return []scenario.Given{
		scenario.Fixed("exists", "it has had two versions, so that there is a stale ETag", scenario.Prepared{Build: made(list...), Uses: beside(list)}),
		scenario.Fixed("does not exist", "nothing with that name ever existed", scenario.Prepared{Build: perform.Nothing, Absent: true}),
		scenario.Fixed("was deleted", "it existed, and its deletion was accepted just now", scenario.Prepared{Absent: true,
			Build: perform.Then(made(list...), perform.Doing(deletion, Request{})), Uses: beside(list, deletion)}),
	}
}

func shareGivens() []scenario.Given {
	infinite := lease.State{Name: "Leased", ID: "A", Duration: lease.Infinite}
	return append(existing(sharing, "Delete Share"),
		lease.Given("", made(sharing...), beside(sharing)...),
		scenario.Fixed("has a snapshot", "it exists and has one snapshot, which sentences call the snapshot", scenario.Prepared{
			Build: perform.Then(made(sharing...), snapshotOfShare), Uses: beside(sharing, "Snapshot Share", shareList), Needs: []scenario.Field{FieldSnapshots}}),
		scenario.Fixed("has a leased snapshot", "the same, and the snapshot has an infinite lease A", scenario.Prepared{
			Build: perform.Then(made(sharing...), snapshotOfShare, func(ctx context.Context, w *scenario.World, _ *scenario.Resource) error {
				return lease.Bring(ctx, w, w.Resources.Get(perform.SnapshotLabel), infinite)
			}), Uses: beside(sharing, "Snapshot Share", shareList, "Lease Share acquire"), Needs: []scenario.Field{FieldSnapshots}}),
	)
}

func directoryGivens() []scenario.Given {
	return append(existing(directing, "Delete Directory"),
		scenario.Fixed("holds a file", "it exists, with a file in it", scenario.Prepared{
			Build: perform.Then(made(directing...), hold), Uses: beside(directing, "Create File"), Needs: []scenario.Field{FieldEntries}}),
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
	return append(existing(filing, "Delete File"),
		scenario.Fixed("is read-only", "it exists, and has the attribute ReadOnly", scenario.Prepared{
			Build: perform.Then(made(filing...), perform.Doing("Set File Properties", Request{Attributes: new("ReadOnly"), ContentType: "text/plain"})),
			Uses:  beside(filing, "Set File Properties"), Needs: []scenario.Field{scenario.FieldProperties}}),
		scenario.Fixed("is in the directory", "it exists in the scenario's directory", scenario.Prepared{
			Build: perform.Then(within("directory"), made(filing...)), Uses: beside(filing)}),
		scenario.Fixed("is missing from the directory", "no file of that name exists in the scenario's directory", scenario.Prepared{Absent: true, Build: within("directory")}),
		scenario.Fixed("is in a missing directory", "its directory does not exist", scenario.Prepared{Absent: true, Build: within("missing")}),
		scenario.Fixed("belongs to a missing share", "its share does not exist", scenario.Prepared{Absent: true, Build: elsewhere}),
		scenario.Fixed("has a snapshot", "it exists, and a snapshot of its share was taken; sentences call the file in it the snapshot", scenario.Prepared{
			Build: perform.Then(made(filing...), snapshotOfFile), Done: freeze, Uses: beside(filing, "Snapshot Share")}),
		// This comes after the other states whose words begin with "is", because it accepts any of them.
		lease.Given("", made(filing...), beside(filing)...),
	)
}

// move changes the address of a resource that is not made yet.
func move(t *scenario.Resource, to Address) {
	none := missing(to)
	t.Address, t.Made = to, &none
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

// snapshotOfShare makes a snapshot of a share; snapshotOfFile makes one of the share in which a
// file lies.
func snapshotOfShare(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	return takeSnapshot(ctx, w, t, t)
}

func snapshotOfFile(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	return takeSnapshot(ctx, w, w.Resources.Get(kindShare), t)
}

func takeSnapshot(ctx context.Context, w *scenario.World, share, of *scenario.Resource) error {
	return perform.TakeSnapshot(ctx, w, "Snapshot Share", share, of, func(id string) scenario.Address {
		a := of.Address.(Address)
		a.Snapshot = id
		return a
	})
}

// freeze expects the share's snapshot to hold what the file shows now. No document says what a
// read of it shows as lease or ETag. FILE-SNAP-01
func freeze(w *scenario.World, t *scenario.Resource) {
	s := w.Resources.Get(perform.SnapshotLabel)
	held := t.Now.Clone()
	held.Common().Address = s.Address
	held.Common().Relax(scenario.FieldLease, scenario.FieldETag)
	s.Before = held
}
