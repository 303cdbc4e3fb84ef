package fault

import (
	"strings"
	"time"

	"ifmatch/reference/guid"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/files"
	"ifmatch/reference/store/messages"
)

type (
	blobChange      = change[store.Blob, store.Moment]
	blobUpdate      = update[store.Blob, store.Moment]
	containerChange = change[store.Container, store.Moment]
	draftChange     = change[entities.Draft, time.Time]
	draftUpdate     = update[entities.Draft, time.Time]
	messageChange   = change[messages.Message, time.Time]
	messageUpdate   = update[messages.Message, time.Time]
)

// visitor is called for the blobs of a container until it returns false.
type visitor = func(name string, b *store.Blob) bool

// hooks wrap a store of blobs. A nil hook leaves the behaviour of the store behind.
type hooks struct {
	store.Blobs
	blob      way[store.Blob, store.Moment]
	undeleted way[store.Blob, store.Moment] // how UpdateDeleted changes a blob
	container way[store.Container, store.Moment]
	shown     func(name string, b *store.Blob) *store.Blob // the version that readers see, nil if there is none
	list      func(behind store.Blobs, container, from string, visit visitor) error
}

// before puts a store with the hooks in front of another.
func (h hooks) before(s store.Blobs) store.Blobs {
	h.Blobs = s
	return &h
}

// listing makes lists show another version of each blob; nil leaves the blob out.
func listing(show func(name string, b *store.Blob) *store.Blob) func(behind store.Blobs, container, from string, visit visitor) error {
	return func(behind store.Blobs, container, from string, visit visitor) error {
		return behind.List(container, from, func(name string, b *store.Blob) bool {
			b = show(container+"/"+name, b)
			return b == nil || visit(name, b)
		})
	}
}

func (h *hooks) UpdateBlob(container, name string, by store.BlobChange) (*store.Blob, error) {
	return through(h.blob, container+"/"+name, func(by blobChange) (*store.Blob, error) { return h.Blobs.UpdateBlob(container, name, by) }, by)
}

func (h *hooks) UpdateDeleted(container, name string, by store.BlobChange) (*store.Blob, error) {
	return through(h.undeleted, container+"/"+name, func(by blobChange) (*store.Blob, error) { return h.Blobs.UpdateDeleted(container, name, by) }, by)
}

func (h *hooks) UpdateContainer(name string, by store.ContainerChange) (*store.Container, error) {
	return through(h.container, name, func(by containerChange) (*store.Container, error) { return h.Blobs.UpdateContainer(name, by) }, by)
}

func (h *hooks) Blob(container, name string) (*store.Blob, error) {
	b, err := h.Blobs.Blob(container, name)
	if h.shown != nil {
		b = h.shown(container+"/"+name, b)
	}
	return b, err
}

func (h *hooks) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	if h.list == nil {
		return h.Blobs.List(container, from, visit)
	}
	return h.list(h.Blobs, container, from, visit)
}

// partitions wrap a store of entities. A nil hook leaves the behaviour of the store behind.
type partitions struct {
	entities.Store
	table way[entities.Table, time.Time]
	draft way[entities.Draft, time.Time]
}

// before puts a store with the hooks in front of another.
func (h partitions) before(s entities.Store) entities.Store {
	h.Store = s
	return &h
}

func (h *partitions) UpdateTable(name string, by entities.TableChange) (*entities.Table, error) {
	return through(h.table, strings.ToLower(name), func(by change[entities.Table, time.Time]) (*entities.Table, error) {
		return h.Store.UpdateTable(name, by)
	}, by)
}

// UpdatePartition lets drafts be changed as versions are: a change makes another draft.
func (h *partitions) UpdatePartition(table, key string, by entities.Change) error {
	_, err := through(h.draft, table+" "+key, func(by draftChange) (next *entities.Draft, err error) {
		err = h.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
			if next, err = by(d, d.Now()); err == nil {
				*d = *next
			}
			return err
		})
		return next, err
	}, func(old *entities.Draft, _ time.Time) (*entities.Draft, error) {
		next := *old
		return &next, by(&next)
	})
	return err
}

// posts wrap a store of messages. A nil hook leaves the behaviour of the store behind.
type posts struct {
	messages.Store
	queue   way[messages.Queue, time.Time]
	message way[messages.Message, time.Time] // how Update changes a message
	take    func(behind messages.Store, queue string, n int, by messages.Change) ([]messages.Message, error)
}

// before puts a store with the hooks in front of another.
func (h posts) before(s messages.Store) messages.Store {
	h.Store = s
	return &h
}

func (h *posts) UpdateQueue(name string, by messages.QueueChange) (*messages.Queue, error) {
	return through(h.queue, name, func(by change[messages.Queue, time.Time]) (*messages.Queue, error) {
		return h.Store.UpdateQueue(name, by)
	}, by)
}

// Update lets a message be changed as other versions are: a change makes another one.
func (h *posts) Update(queue string, id guid.GUID, by messages.PermittedChange) (messages.Message, error) {
	m, err := through(h.message, queue+" "+id.String(), func(by messageChange) (*messages.Message, error) {
		m, err := h.Store.Update(queue, id, func(m *messages.Message, now time.Time) error {
			next, err := by(m, now)
			if err == nil {
				*m = *next
			}
			return err
		})
		return &m, err
	}, func(old *messages.Message, now time.Time) (*messages.Message, error) {
		next := *old
		return &next, by(&next, now)
	})
	if err != nil {
		return messages.Message{}, err
	}
	return *m, nil
}

func (h *posts) Take(queue string, n int, by messages.Change) ([]messages.Message, error) {
	if h.take == nil {
		return h.Store.Take(queue, n, by)
	}
	return h.take(h.Store, queue, n, by)
}

// shares is a store that updates its shares in some way.
type shares struct {
	files.Store
	way way[files.Share, files.Moment]
}

// before puts a store with the way in front of another.
func (s shares) before(behind files.Store) files.Store {
	s.Store = behind
	return s
}

func (s shares) UpdateShare(name string, by files.ShareChange) (*files.Share, error) {
	return s.way(name, func(by change[files.Share, files.Moment]) (*files.Share, error) {
		return s.Store.UpdateShare(name, by)
	}, by)
}

// treeChange changes the files of a share.
type treeChange = func(t *files.Tree, at files.Moment) error

// changing makes a store that changes files in its own way.
func changing(by func(s files.Store, share string, change treeChange) error) func(files.Store) files.Store {
	return func(s files.Store) files.Store { return changedFiles{s, by} }
}

type changedFiles struct {
	files.Store
	by func(s files.Store, share string, change treeChange) error
}

func (s changedFiles) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	return s.by(s.Store, share, change)
}

// aroundSMB makes a store that does something before and after each change.
func aroundSMB(around func(t *files.Tree, at files.Moment, do func() error) error) func(files.Store) files.Store {
	return changing(func(s files.Store, share string, change treeChange) error {
		return s.Change(share, func(t *files.Tree, at files.Moment) error {
			return around(t, at, func() error { return change(t, at) })
		})
	})
}
