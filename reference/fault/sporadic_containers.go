package fault

import (
	"errors"

	"ifmatch/reference/errcode"
	"ifmatch/reference/store"
)

// replacingContainers performs some creations of containers that exist: the second replaces the first.
func replacingContainers(d *dice) hooks {
	return hooks{container: remaking(func(name string, by containerChange, old *store.Container, at store.Moment) (*store.Container, error) {
		next, err := by(old, at)
		if old != nil && refusedAs(err, errcode.ContainerAlreadyExists) && d.hit() {
			if next, err = by(nil, at); err == nil {
				d.show(name, next.Stamp.ETag)
			}
		}
		return next, err
	})}
}

// refusedAs reports whether an error is a refusal with a code.
func refusedAs(err error, code errcode.Code) bool {
	var e *errcode.Error
	return errors.As(err, &e) && e.Code == code
}

// droppingContainers forgets some containers right after their creators got the answer.
func droppingContainers(d *dice) hooks {
	return hooks{container: ackWithoutStoring[store.Container, store.Moment](func(name string, old, next *store.Container) bool {
		hit := old == nil && d.hit()
		if hit {
			d.show(name, next.Stamp.ETag)
		}
		return hit
	})}
}
