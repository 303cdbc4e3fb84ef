package fault

import (
	"maps"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/files"
)

// holder holds versions by name: a partition its entities, a share its files.
type holder[T any] interface {
	all() map[string]*T
	// hold leaves these versions and no others.
	hold(want map[string]*T)
}

// among makes a change in a holder that knows all versions from when it came.
func (e early[T]) among(h holder[T], came map[string]*T, change func() error) error {
	now := h.all()
	found := maps.Clone(came)
	maps.Copy(found, now)
	for name := range found {
		found[name] = e.found(came[name], now[name])
	}
	h.hold(found)
	err := change()
	made := h.all()
	left := maps.Clone(found)
	maps.Copy(left, made)
	for name := range left {
		if left[name] = now[name]; err == nil && made[name] != found[name] {
			left[name] = e.left(came[name], now[name], made[name])
		}
	}
	h.hold(left)
	return err
}

// rows are the entities of a partition by their row keys.
type rows struct{ *entities.Draft }

func (d rows) all() map[string]*entities.Entity {
	out := map[string]*entities.Entity{}
	if d.Draft != nil { // there is a table
		each(d.Version(), func(e *entities.Entity) { out[e.Row] = e })
	}
	return out
}

func (d rows) hold(want map[string]*entities.Entity) {
	for row, e := range d.all() {
		if want[row] == nil {
			d.Delete(e.Row)
		}
	}
	for row, e := range want {
		if e != nil && d.Entity(row) != e {
			d.Put(e)
		}
	}
}

// entitiesEarly changes entities some milliseconds after a look.
func entitiesEarly(e early[entities.Entity]) way[entities.Draft, time.Time] {
	return func(_ string, publish draftUpdate, by draftChange) (*entities.Draft, error) {
		came := rows{look(publish)}.all()
		return publish(func(now *entities.Draft, at time.Time) (*entities.Draft, error) {
			next := *now
			err := e.among(rows{&next}, came, func() error {
				made, err := by(&next, at)
				next = *made
				return err
			})
			return &next, err
		})
	}
}

// tree is the files and directories of a share by their paths.
type tree struct{ *files.Tree }

func (t tree) all() map[string]*files.File {
	out := map[string]*files.File{}
	t.Root().Walk(func(n *files.Node) {
		if n != t.Root() {
			out[strings.Join(n.Path(), "/")] = n.File
		}
	})
	return out
}

func (t tree) hold(want map[string]*files.File) {
	for _, path := range slices.Sorted(maps.Keys(want)) { // directories before what they hold
		names := strings.Split(path, "/")
		switch parent, n := t.Find(names); {
		case want[path] == nil:
		case n == nil && parent != nil:
			t.Add(parent, names[len(names)-1], want[path])
		case n != nil && n.File != want[path]:
			t.Set(n, want[path])
		}
	}
	for _, path := range slices.Backward(slices.Sorted(maps.Keys(t.all()))) {
		if _, n := t.Find(strings.Split(path, "/")); n != nil && want[path] == nil {
			t.Remove(n)
		}
	}
}

// filesEarly changes files some milliseconds after a look.
func filesEarly(e early[files.File]) func(files.Store) files.Store {
	return changing(func(s files.Store, share string, change treeChange) error {
		var came map[string]*files.File
		if err := s.Read(share, "", func(t *files.Tree) error { came = tree{t}.all(); return nil }); err != nil {
			return err
		}
		time.Sleep(pause)
		return s.Change(share, func(t *files.Tree, at files.Moment) error {
			return e.among(tree{t}, came, func() error { return change(t, at) })
		})
	})
}
