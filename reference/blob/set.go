package blob

import (
	"math"
	"net/http"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// setMetadata is Set Blob Metadata.
func setMetadata(c *call, w http.ResponseWriter) error {
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	done, err := c.update(&p, func(old *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		if err := online(old, at.Now); err != nil {
			return nil, err
		}
		next.Metadata = m
		c.restamp(&next.Stamp, at)
		return &next, nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	header.Share(w.Header(), header.RequestEncrypted, vTrue)
	return frontend.Answer(w, http.StatusOK)
}

// setProperties is Set Blob Properties: headers, the length of a page blob, its sequence number.
func setProperties(c *call, w http.ResponseWriter) error {
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	properties, given, err := c.properties()
	if err != nil {
		return err
	}
	resize, resizes, err := c.Natural(hBlobLength)
	if err != nil {
		return err
	}
	if resizes && (resize%pageSize != 0 || resize > c.Rules.Limits.PageBlob) {
		return errcode.BadHeader("x-ms-blob-content-length", c.Get(hBlobLength))
	}
	renumber, err := c.sequenceAction()
	if err != nil {
		return err
	}
	done, err := c.update(&p, func(old *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		if err := online(old, at.Now); err != nil {
			return nil, err
		}
		if (resizes || renumber != nil) && next.Kind != store.PageBlob {
			return nil, errcode.New(errcode.InvalidBlobType)
		}
		if resizes {
			next.Content = next.Content.Resize(resize)
		}
		if renumber != nil {
			n, err := renumber(next.Sequence)
			if err != nil {
				return nil, err
			}
			next.Sequence = n
		}
		if given || !resizes && renumber == nil {
			next.Properties = properties // all of them: a property that was not given is cleared
		}
		next.Copy = nil // the content is no longer that of the copy
		c.restamp(&next.Stamp, at)
		return &next, nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	showSequence(w.Header(), done)
	return frontend.Answer(w, http.StatusOK)
}

// sequenceAction reads how the sequence number is to change; nil means not at all. // BLOB-SEQ-04
func (c *call) sequenceAction() (func(int64) (int64, error), error) {
	n, given, err := c.Natural(hSequence)
	if err != nil {
		return nil, err
	}
	action := c.Get(hSequenceAction)
	switch strings.ToLower(action) {
	case "":
		if given {
			return nil, errcode.MissingHeader("x-ms-sequence-number-action")
		}
		return nil, nil
	case "update":
		return func(int64) (int64, error) { return n, nil }, withNumber(given)
	case "max":
		return func(now int64) (int64, error) { return max(now, n), nil }, withNumber(given)
	case "increment":
		if given {
			return nil, errcode.BadHeader("x-ms-blob-sequence-number", c.Get(hSequence))
		}
		return func(now int64) (int64, error) {
			if now == math.MaxInt64 {
				return 0, errcode.New(errcode.SequenceNumberIncrementTooLarge)
			}
			return now + 1, nil
		}, nil
	}
	return nil, errcode.BadHeader("x-ms-sequence-number-action", action)
}

func withNumber(given bool) error {
	if given {
		return nil
	}
	return errcode.MissingHeader("x-ms-blob-sequence-number")
}
