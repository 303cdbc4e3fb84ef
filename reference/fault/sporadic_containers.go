package fault

import (
	"errors"

	"ifmatch/reference/errcode"
	"ifmatch/reference/store"
)

// twoContainers is a store that performs some creations of containers that exist: the second replaces the first.
type twoContainers struct {
	store.Blobs
	dice *dice
}

func replacingContainers(s store.Blobs, d *dice) store.Blobs { return &twoContainers{s, d} }

func (s *twoContainers) UpdateContainer(name string, change store.ContainerChange) (*store.Container, error) {
	return s.Blobs.UpdateContainer(name, func(old *store.Container, at store.Moment) (*store.Container, error) {
		next, err := change(old, at)
		var refused *errcode.Error
		if old != nil && errors.As(err, &refused) && refused.Code == errcode.ContainerAlreadyExists && s.dice.hit() {
			if next, err = change(nil, at); err == nil {
				s.dice.show(name, next.Stamp.ETag)
			}
		}
		return next, err
	})
}

// dropContainers is a store that forgets some containers as soon as their creators were told of them.
type dropContainers struct {
	store.Blobs
	dice *dice
}

func droppingContainers(s store.Blobs, d *dice) store.Blobs { return &dropContainers{s, d} }

// errDropped ends a change that is to leave no trace.
var errDropped = errors.New("dropped")

func (s *dropContainers) UpdateContainer(name string, change store.ContainerChange) (*store.Container, error) {
	var dropped *store.Container
	done, err := s.Blobs.UpdateContainer(name, func(old *store.Container, at store.Moment) (*store.Container, error) {
		next, err := change(old, at)
		if err == nil && old == nil && s.dice.hit() {
			dropped = next
			s.dice.show(name, next.Stamp.ETag)
			return nil, errDropped
		}
		return next, err
	})
	if dropped != nil {
		return dropped, nil
	}
	return done, err
}
