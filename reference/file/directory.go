package file

import (
	"net/http"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store/files"
)

// createDirectory is Create Directory. The root always exists.
func createDirectory(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	s, err := c.smb()
	if err != nil {
		return err
	}
	var made found
	err = c.change(func(t *files.Tree, at files.Moment) error {
		parent, n, err := c.find(t, true)
		if err != nil {
			return err
		}
		if _, err := c.check(t, n, at.Now); err != nil {
			return err
		}
		if n != nil {
			return errcode.New(errcode.ResourceAlreadyExists)
		}
		next := files.File{Metadata: m, Stamp: at.Stamp()}
		if next.SMB, err = s.fresh(t, true, at.Now); err != nil {
			return err
		}
		made = foundAt(t.Add(parent, c.name(), &next))
		return nil
	})
	if err != nil {
		return err
	}
	return c.written(w, http.StatusCreated, made)
}

// getDirectory is Get Directory Properties.
func getDirectory(c *call, w http.ResponseWriter) error {
	f, err := c.view(true)
	if err != nil {
		return err
	}
	h := w.Header()
	c.stamp(h, f.Stamp)
	c.ShowMetadata(h, f.Metadata)
	showSMB(h, f)
	header.Share(h, header.ServerEncrypted, vTrue)
	return frontend.Answer(w, http.StatusOK)
}

// setDirectoryProperties is Set Directory Properties.
func setDirectoryProperties(c *call, w http.ResponseWriter) error {
	s, err := c.smb()
	if err != nil {
		return err
	}
	done, err := c.update(true, func(next *files.File, t *files.Tree, at files.Moment) (err error) {
		next.SMB, err = s.over(next.SMB, t, true, at.Now)
		return err
	})
	if err != nil {
		return err
	}
	return c.written(w, http.StatusOK, done)
}

// deleteDirectory is Delete Directory: the directory is gone at once. // FILE-DEL-08 FILE-DEL-09
func deleteDirectory(c *call, w http.ResponseWriter) error {
	return c.remove(w, true, func(t *files.Tree, n *files.Node) error {
		switch {
		case !n.Empty():
			return errcode.New(errcode.DirectoryNotEmpty) // FILE-DEL-11 FILE-DEL-12
		case n == t.Root():
			return errcode.New(errcode.CannotDeleteFileOrDirectory)
		}
		return nil
	})
}

// getMetadata is Get File Metadata and Get Directory Metadata.
func getMetadata(c *call, w http.ResponseWriter) error {
	f, err := c.view(c.onDirectory())
	if err != nil {
		return err
	}
	c.stamp(w.Header(), f.Stamp)
	c.ShowMetadata(w.Header(), f.Metadata)
	return frontend.Answer(w, http.StatusOK)
}

// setMetadata is Set File Metadata and Set Directory Metadata: it replaces all metadata. // FILE-LWW-05
func setMetadata(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	done, err := c.update(c.onDirectory(), func(next *files.File, _ *files.Tree, at files.Moment) error {
		next.Metadata, next.SMB.Changed = m, at.Now
		return nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	header.Share(w.Header(), header.RequestEncrypted, vTrue)
	return frontend.Answer(w, http.StatusOK)
}

// onDirectory reports whether the request addresses a directory.
func (c *call) onDirectory() bool { return c.Query.Get("restype") == "directory" }
