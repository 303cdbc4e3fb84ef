package blob

import (
	"bytes"
	"net/http"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// putPage is Put Page, update and clear.
func putPage(c *call, w http.ResponseWriter) error {
	p, at, err := c.pageRequest()
	if err != nil {
		return err
	}
	switch v := c.Get(hPageWrite); v {
	case "clear":
		if err := c.Empty(); err != nil {
			return err
		}
		return c.writePages(w, p, at, nil)
	case "update":
		if at.To-at.From > c.Rules.Limits.PageBody {
			return errcode.New(errcode.RequestBodyTooLarge)
		}
		data, err := c.body(c.Rules.Limits.PageBody)
		if err != nil {
			return err
		}
		if int64(len(data)) != at.To-at.From {
			return errcode.BadHeader("Content-Length", c.Get(header.ContentLength))
		}
		return c.writePages(w, p, at, data)
	default:
		return frontend.BadOrMissing("x-ms-page-write", v)
	}
}

// putPageFromURL is Put Page From URL.
func putPageFromURL(c *call, w http.ResponseWriter) error {
	p, at, err := c.pageRequest()
	if err != nil {
		return err
	}
	if err := c.Empty(); err != nil {
		return err
	}
	data, err := c.sourceBytes(c.Rules.Limits.PageBody)
	if err != nil {
		return err
	}
	if int64(len(data)) != at.To-at.From {
		return errcode.BadHeader("x-ms-source-range", c.Get(header.SourceRange))
	}
	return c.writePages(w, p, at, bytes.Clone(data)) // a copy, so that it counts as written even if it equals a snapshot's pages
}

// pageConditions are the conditions of a page write, including the conditional headers.
type pageConditions struct {
	preconditions
	sequence func(int64) bool
}

func (c *call) pageRequest() (p pageConditions, at frontend.Span, err error) {
	if p.preconditions, err = c.preconditions(); err != nil {
		return p, at, err
	}
	if p.sequence, err = c.sequenceCondition(); err != nil {
		return p, at, err
	}
	v := c.Range()
	if v == "" {
		return p, at, errcode.MissingHeader("x-ms-range")
	}
	at, ok := frontend.ParseRange(v)
	if !ok || at.Open {
		return p, at, errcode.BadHeader("x-ms-range", v)
	}
	if at.From%pageSize != 0 || at.To%pageSize != 0 {
		return p, at, errcode.New(errcode.InvalidPageRange)
	}
	return p, at, nil
}

// sequenceCondition reads the conditions on the sequence number; all of them must hold. // BLOB-SEQ-01
func (c *call) sequenceCondition() (func(int64) bool, error) {
	var limits [3]int64
	var given [3]bool
	for i, name := range [...]string{hSequenceAtMost, hSequenceLess, hSequenceEqual} {
		n, found, err := c.Integer(name)
		if err != nil {
			return nil, err
		}
		if found && n < 0 {
			return nil, errcode.New(errcode.InvalidInput) // BLOB-SEQ-02
		}
		limits[i], given[i] = n, found
	}
	return func(n int64) bool {
		return (!given[0] || n <= limits[0]) && (!given[1] || n < limits[1]) && (!given[2] || n == limits[2])
	}, nil
}

// writePages writes pages, or clears them if data is nil. // BLOB-SEQ-03 BLOB-SEQ-05 BLOB-SEQ-06
func (c *call) writePages(w http.ResponseWriter, p pageConditions, at frontend.Span, data []byte) error {
	done, err := c.update(&p.preconditions, func(_ *store.Blob, next store.Blob, m store.Moment) (*store.Blob, error) {
		switch {
		case next.Kind != store.PageBlob:
			return nil, errcode.New(errcode.InvalidBlobType)
		case !p.sequence(next.Sequence):
			return nil, errcode.New(errcode.SequenceNumberConditionNotMet)
		case at.To > next.Content.Len():
			return nil, errcode.New(errcode.InvalidPageRange)
		case data == nil:
			next.Content = next.Content.Clear(at.From, at.To-at.From)
		default:
			next.Content = next.Content.Write(at.From, data)
		}
		next.Properties.MD5 = "" // it was that of the content before
		c.restamp(&next.Stamp, m)
		return &next, nil
	})
	if err != nil {
		return err
	}
	h := w.Header()
	c.stamp(h, done.Stamp)
	showSequence(h, done)
	if data != nil {
		c.showChecksum(h, data)
		header.Share(h, header.RequestEncrypted, vTrue)
	}
	return frontend.Answer(w, http.StatusCreated)
}
