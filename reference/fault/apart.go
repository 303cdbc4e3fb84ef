package fault

import (
	"errors"
	"runtime"

	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
)

// Check and write apart: a request is judged against the version that it finds, and what it makes of that version is
// published later, whatever was published meanwhile. One request at a time shows nothing.

// errOnlyLooked ends an update that was made to judge it.
var errOnlyLooked = errors.New("only looked")

// apart is a store without a lock between the look and the write.
type apart struct{ store.Blobs }

func writingApart(s store.Blobs) store.Blobs { return apart{s} }

func (s apart) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	var next *store.Blob
	var judged error
	_, err := s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, judged = change(old, at)
		return nil, errOnlyLooked
	})
	if judged != nil || !errors.Is(err, errOnlyLooked) {
		return nil, judgedOr(judged, err)
	}
	runtime.Gosched()
	return s.Blobs.UpdateBlob(container, name, func(*store.Blob, store.Moment) (*store.Blob, error) { return next, nil })
}

func (s apart) UpdateContainer(name string, change store.ContainerChange) (*store.Container, error) {
	var next *store.Container
	var judged error
	_, err := s.Blobs.UpdateContainer(name, func(old *store.Container, at store.Moment) (*store.Container, error) {
		next, judged = change(old, at)
		return nil, errOnlyLooked
	})
	if judged != nil || !errors.Is(err, errOnlyLooked) {
		return nil, judgedOr(judged, err)
	}
	runtime.Gosched()
	return s.Blobs.UpdateContainer(name, func(*store.Container, store.Moment) (*store.Container, error) { return next, nil })
}

func judgedOr(judged, err error) error {
	if judged != nil {
		return judged
	}
	return err
}

// entitiesApart is the same of entities.
type entitiesApart struct{ entities.Store }

func changingApart(s entities.Store) entities.Store { return entitiesApart{s} }

func (s entitiesApart) UpdatePartition(table, key string, change entities.Change) error {
	var drafted entities.Draft
	var judged error
	err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		judged = change(d)
		drafted = *d
		return errOnlyLooked
	})
	if judged != nil || !errors.Is(err, errOnlyLooked) {
		return judgedOr(judged, err)
	}
	runtime.Gosched()
	return s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		*d = drafted
		return nil
	})
}
