package file

import (
	"cmp"
	"encoding/base64"
	"net/http"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
	"ifmatch/reference/store/files"
)

// properties reads the headers with which a file will be served.
func (c *call) properties() (store.Properties, error) {
	p := store.Properties{
		ContentType:        c.Get(hContentType),
		ContentEncoding:    c.Get(hEncoding),
		ContentLanguage:    c.Get(hLanguage),
		ContentDisposition: c.Get(hDisposition),
		CacheControl:       c.Get(hCacheControl),
		MD5:                c.Get(hMD5),
	}
	if _, err := base64.StdEncoding.DecodeString(p.MD5); err != nil {
		return p, errcode.New(errcode.InvalidMD5)
	}
	return p, nil // the MD5 is only stored, and need not be valid // azfile 1.7.0: TestFileGetSetPropertiesSnapshot
}

// length reads the requested length of a file.
func (c *call) length() (n int64, given bool, err error) {
	n, given, err = c.Integer(hLength)
	if err == nil && given && (n < 0 || n > c.Rules.File.Limits.FileSize) {
		err = errcode.New(errcode.OutOfRangeInput).With("HeaderName", "x-ms-content-length") // azfile 1.7.0: TestFileResizeInvalidSizeNegative
	}
	return n, given, err
}

// defaultType is the content type of a file that was created without one.
const defaultType = "application/octet-stream"

// createFile is Create File: it makes a file of zeros, and replaces an existing file. A body is written to its
// beginning. The lease of a replaced file stays. // FILE-LWW-06 FILE-LEASE-18 FILE-LEASE-19
func createFile(c *call, w http.ResponseWriter) error {
	if v := c.Get(hType); v != "file" {
		return frontend.BadOrMissing("x-ms-type", v)
	}
	length, given, err := c.length()
	switch {
	case err != nil:
		return err
	case !given:
		return errcode.MissingHeader("x-ms-content-length")
	}
	data, err := c.body(c.Rules.File.Limits.Range)
	if err != nil {
		return err
	}
	if int64(len(data)) > length {
		return errcode.BadHeader("x-ms-content-length", c.Get(hLength))
	}
	next := files.File{Content: store.Zeros(length).Write(0, data)}
	if next.Properties, err = c.properties(); err != nil {
		return err
	}
	next.Properties.ContentType = cmp.Or(next.Properties.ContentType, defaultType)
	if next.Metadata, err = c.Metadata(); err != nil {
		return err
	}
	s, err := c.smb()
	if err != nil {
		return err
	}
	made, err := c.create(&next, s)
	if err != nil {
		return err
	}
	c.ShowStructured(w.Header())
	if len(data) > 0 {
		header.Set(w.Header(), header.ContentMD5, frontend.MD5(data))
	}
	return c.written(w, http.StatusCreated, made)
}

// create puts a new file in place of an existing one, and keeps that one's lease and number.
func (c *call) create(next *files.File, s smb) (made found, err error) {
	quota := c.quota()
	err = c.change(func(t *files.Tree, at files.Moment) error {
		parent, n, err := c.find(t, false)
		if err != nil {
			return err
		}
		if next.Lease, err = c.check(t, n, at.Now); err != nil {
			return err
		}
		if err := mayOverwrite(c.Sender, n); err != nil {
			return err
		}
		old := int64(0)
		if n != nil {
			old = n.File.Content.Len()
		}
		if err := c.room(t, old, next.Content.Len(), quota); err != nil {
			return err
		}
		if next.SMB, err = s.fresh(t, false, at.Now); err != nil {
			return err
		}
		if next.Stamp = at.Stamp(); n == nil {
			n = t.Add(parent, c.name(), next)
		} else {
			t.Set(n, next)
		}
		made = foundAt(n)
		return nil
	})
	return made, err
}

// deleteFile is Delete File: the file is gone at once. // FILE-DEL-07 FILE-DEL-09 FILE-DEL-19
func deleteFile(c *call, w http.ResponseWriter) error {
	return c.remove(w, false, func(*files.Tree, *files.Node) error { return nil })
}

// remove removes a file or a directory, unless it may not be.
func (c *call) remove(w http.ResponseWriter, directory bool, may func(t *files.Tree, n *files.Node) error) error {
	err := c.change(func(t *files.Tree, at files.Moment) error {
		_, n, err := c.find(t, directory)
		if err == nil {
			_, err = c.check(t, n, at.Now)
		}
		if err == nil {
			err = may(t, n)
		}
		if err == nil {
			t.Remove(n)
		}
		return err
	})
	return frontend.Answered(w, http.StatusAccepted, err)
}

// setFileProperties is Set File Properties: the length, the headers with which the file is served, and the SMB
// properties. It clears headers that are not given. // FILE-LWW-05 D:Set File Properties
func setFileProperties(c *call, w http.ResponseWriter) error {
	length, resizes, err := c.length()
	if err != nil {
		return err
	}
	p, err := c.properties()
	if err != nil {
		return err
	}
	s, err := c.smb()
	if err != nil {
		return err
	}
	if s.attributes != nil && *s.attributes&files.ReadOnly == 0 {
		c.writeReadOnly() // it takes the attribute away, and nothing else could // FILE-RO-06
	}
	quota := c.quota()
	done, err := c.update(false, func(next *files.File, t *files.Tree, at files.Moment) (err error) {
		if next.SMB, err = s.over(next.SMB, t, false, at.Now); err != nil {
			return err
		}
		if resizes {
			if err := c.room(t, next.Content.Len(), length, quota); err != nil {
				return err
			}
			next.Content = next.Content.Resize(length)
			next.SMB.LastWrite = s.lastWrite.or(at.Now, at.Now)
		}
		if !resizes || p != (store.Properties{}) {
			next.Properties = p // all of them: without headers they are cleared // FILE-PROP-20
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.written(w, http.StatusOK, done)
}
