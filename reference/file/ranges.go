package file

import (
	"net/http"
	"strconv"
	"strings"

	"ifmatch/reference/crc64"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/handles"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/files"
)

// putRange is Put Range, update and clear. // FILE-LWW-04 FILE-LWW-09 FILE-LWW-10
func putRange(c *call, w http.ResponseWriter) error {
	at, err := c.writtenRange()
	if err != nil {
		return err
	}
	write := c.Get(hWrite)
	switch strings.ToLower(write) {
	case "clear":
		if err := c.Empty(); err != nil {
			return err
		}
		return c.writeRange(w, at, nil)
	case "update":
		if at.To-at.From > c.Rules.File.Limits.Range {
			return errcode.New(errcode.RequestBodyTooLarge)
		}
		data, err := c.body(c.Rules.File.Limits.Range)
		if err != nil {
			return err
		}
		if int64(len(data)) != at.To-at.From {
			return errcode.BadHeader("Content-Length", c.Get(header.ContentLength))
		}
		return c.writeRange(w, at, data)
	}
	return frontend.BadOrMissing("x-ms-write", write)
}

// writtenRange reads the range to write, which must have both ends.
func (c *call) writtenRange() (frontend.Span, error) {
	v := c.Range()
	if v == "" {
		return frontend.Span{}, errcode.MissingHeader("x-ms-range")
	}
	at, ok := frontend.ParseRange(v)
	if !ok || at.Open {
		return at, errcode.BadHeader("x-ms-range", v)
	}
	return at, nil
}

// writeRange writes a range, or clears it if data is nil. The range must lie within the file: its length never changes.
func (c *call) writeRange(w http.ResponseWriter, at frontend.Span, data []byte) error {
	keep := strings.EqualFold(c.Get(hLastWriteTime), "preserve")
	done, err := c.update(false, func(next *files.File, _ *files.Tree, m files.Moment) error {
		if at.To > next.Content.Len() {
			return errcode.New(errcode.InvalidRange)
		}
		if data == nil {
			next.Content = cleared(next.Content, at)
		} else {
			next.Content = next.Content.Write(at.From, data)
		}
		if next.SMB.Changed = m.Now; !keep {
			next.SMB.LastWrite = m.Now
		}
		return nil
	})
	if err != nil {
		return err
	}
	h := w.Header()
	c.stamp(h, done.Stamp)
	if c.Version >= lastWriteSince {
		header.Set(h, hLastWriteTime, timeOf(done.SMB.LastWrite))
	}
	if data != nil {
		header.Share(h, header.RequestEncrypted, vTrue)
		c.ShowStructured(h)
		if c.Op == op.PutRangeFromURL {
			header.Set(h, hCRC64, crc64.Text(data)) // D:Put Range From URL, response headers
		} else {
			header.Set(h, header.ContentMD5, frontend.MD5(data))
		}
	}
	return frontend.Answer(w, http.StatusCreated)
}

// lastWriteSince is the first version of the protocol in which Put Range answers, and sets, the time of the last write.
// // D:Put Range, x-ms-file-last-write-time
const lastWriteSince = "2021-06-08"

// sector is the unit in which cleared bytes are removed from the list of ranges.
const sector = 512

// cleared returns a content without a range. Partial sectors at the ends are written with zeros, and stay in the list
// of ranges. // D:Put Range, x-ms-write
func cleared(c store.Content, at frontend.Span) store.Content {
	from, to := (at.From+sector-1)/sector*sector, at.To/sector*sector
	if from >= to {
		return c.Write(at.From, make([]byte, at.To-at.From))
	}
	c = c.Clear(from, to-from)
	c = c.Write(at.From, make([]byte, from-at.From))
	return c.Write(to, make([]byte, at.To-to))
}

// listRanges is List Ranges. With an earlier share snapshot, it lists what was written or cleared since.
func listRanges(c *call, w http.ResponseWriter) error {
	f, err := c.view(false)
	if err != nil {
		return err
	}
	var earlier *store.Content
	if c.Query.Has("prevsharesnapshot") {
		if earlier, err = c.earlier(f); err != nil {
			return err
		}
	}
	from, to, _, err := c.ByteRange(f.Content.Len())
	if err != nil && f.Content.Len() > 0 {
		return err
	}
	var x document.Writer
	x.Open("Ranges")
	element := func(name string, r store.Range) {
		x.Open(name)
		x.Number("Start", r.Start)
		x.Number("End", r.End-1)
		x.Close(name)
	}
	if earlier == nil {
		for _, r := range f.Content.Ranges(from, to) {
			element("Range", r)
		}
	} else {
		for _, r := range f.Content.Since(*earlier, from, to) {
			if r.Cleared {
				element("ClearRange", r.Range)
			} else {
				element("Range", r.Range)
			}
		}
	}
	x.Close("Ranges")
	h := w.Header()
	c.stamp(h, f.Stamp)
	header.Set(h, hLength, strconv.FormatInt(f.Content.Len(), 10))
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}

// earlier returns the file's content in the share snapshot to compare with. A file keeps its number when it is renamed;
// with x-ms-file-support-rename such a file is compared too. // D:List Ranges
func (c *call) earlier(f found) (content *store.Content, err error) {
	at := c.Query.Get("prevsharesnapshot")
	if target := c.snapshot(); at == "" || target != "" && at > target {
		return nil, errcode.BadQuery("prevsharesnapshot", at)
	}
	renamed, _ := strconv.ParseBool(c.Get(hSupportRename))
	err = c.store().Read(c.share, at, func(t *files.Tree) error {
		_, n := t.Find(c.path)
		if renamed {
			n = t.ByID(handles.FileID(f.id))
		}
		switch {
		case n == nil || n.IsDirectory():
			return errcode.New(errcode.PreviousSnapshotNotFound) // FILE-RNG-20
		case uint64(n.ID) != f.id:
			return errcode.New(errcode.FileGenerationMismatch)
		}
		content = &n.File.Content
		return nil
	})
	return content, err
}
