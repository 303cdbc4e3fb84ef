package file

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/files"
)

// fromSource is the header value with which a copy takes over an SMB property of its source.
const fromSource = "source"

// copyFile is Copy File. It finishes the copy before it answers, unless copies are held.
func copyFile(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	if err := c.Empty(); err != nil {
		return err
	}
	src, err := c.source()
	if err != nil {
		return err
	}
	s, err := c.copiedSMB(src)
	if err != nil {
		return err
	}
	if len(m) == 0 {
		m = src.Metadata
	}
	if ignore, _ := strconv.ParseBool(c.Get(hCopyIgnoreReadOnly)); ignore {
		c.writeReadOnly() // FILE-RO-02
	}
	id, held := c.IDs.Next().String(), c.service.copies.Holding()
	made := &store.Copy{ID: id, Source: src.Shown, Status: store.CopyPending, Total: src.Content.Len()}
	next := files.File{Metadata: m, Properties: src.Properties, Content: store.Zeros(src.Content.Len()), Copy: made}
	if !held {
		finish(&next, src.Content, c.Clock.Now())
	}
	done, err := c.create(&next, s)
	if err != nil {
		return err
	}
	if held {
		c.service.complete(c.service.copies.Add(pendingCopy{c.address, id, src.Content}))
	}
	h := w.Header()
	c.stamp(h, done.Stamp)
	header.Set(h, "X-Ms-Copy-Id", id)
	header.Set(h, "X-Ms-Copy-Status", string(next.Copy.Status))
	return frontend.Answer(w, http.StatusAccepted)
}

// copiedSMB reads the SMB properties of a copy: those in the request, or those of its source.
// // D:Copy File
func (c *call) copiedSMB(src source) (s smb, err error) {
	of := c.Header.Clone()
	for name, value := range map[string]string{
		hAttributes: src.SMB.Attributes.String(), hCreationTime: timeOf(src.SMB.Created),
		hLastWriteTime: timeOf(src.SMB.LastWrite), hChangeTime: timeOf(src.SMB.Changed),
	} {
		if strings.EqualFold(c.Get(name), fromSource) {
			of[name] = []string{value}
		}
	}
	mode := c.Get(hCopyPermission)
	given := c.Has(hPermission) || c.Has(hPermissionKey)
	switch {
	case strings.EqualFold(mode, fromSource) && !given:
	case strings.EqualFold(mode, "override") && given, mode == "":
	case strings.EqualFold(mode, "override"):
		return s, errcode.MissingHeader("x-ms-file-permission")
	default:
		return s, errcode.BadHeader("x-ms-file-permission-copy-mode", mode)
	}
	call := *c
	call.Header = of
	if s, err = call.smb(); err != nil {
		return s, err
	}
	if strings.EqualFold(mode, fromSource) {
		err = c.store().Read(src.share, src.Snapshot, func(t *files.Tree) error {
			s.permission = permission{descriptor: t.Permissions[src.SMB.Permission], given: true}
			return nil
		})
	}
	archive, wrong := strconv.ParseBool(c.Get(hCopySetArchive))
	if wrong != nil { // or not given
		return s, err
	}
	attributes := files.Attributes(0)
	if s.attributes != nil {
		attributes = *s.attributes
	}
	if attributes &^= files.Archive; archive {
		attributes |= files.Archive
	}
	s.attributes, s.restore = &attributes, true
	return s, err
}

// finish fills a file from the source.
func finish(f *files.File, content store.Content, now time.Time) {
	done := *f.Copy
	done.Status, done.Copied, done.Completed = store.CopySuccess, done.Total, now
	f.Content, f.Copy = content.Clone(), &done
}

// abortCopy is Abort Copy File: it leaves an empty file. // D:Abort Copy File
func abortCopy(c *call, w http.ResponseWriter) error {
	id, err := c.CopyToAbort()
	if err != nil {
		return err
	}
	_, err = c.update(false, func(next *files.File, _ *files.Tree, at files.Moment) (err error) {
		if next.Copy, err = frontend.AbortCopy(next.Copy, id, at.Now); err != nil {
			return err
		}
		next.Content, next.Stamp = store.Content{}, at.Stamp()
		return nil
	})
	return frontend.Answered(w, http.StatusNoContent, err)
}

// pendingCopy is a copy that waits for its completion.
type pendingCopy struct {
	to      address
	id      string
	content store.Content // content of the source when the copy began
}

// HoldCopies makes asynchronous copies stay pending. With false, it finishes the pending copies before it returns, in
// the order in which they began.
func (s *Service) HoldCopies(held bool) { s.complete(s.copies.Hold(held)) }

func (s *Service) complete(list []pendingCopy) {
	for _, p := range list {
		// If the share is gone, so is the copy.
		_ = s.stores(op.Unrecognized).Change(p.to.share, func(t *files.Tree, at files.Moment) error {
			_, n := t.Find(p.to.path)
			if n == nil || !n.File.Pending() || n.File.Copy.ID != p.id {
				return nil // aborted, or deleted
			}
			next := *n.File
			finish(&next, p.content, at.Now)
			next.Stamp = at.Stamp()
			t.Set(n, &next)
			return nil
		})
	}
}
