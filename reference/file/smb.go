package file

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
	"ifmatch/reference/store/files"
)

// smb holds the SMB properties in a request. Properties that are not given are nil, and stay unchanged.
type smb struct {
	attributes                  *files.Attributes
	created, lastWrite, changed fileTime
	permission                  permission
	restore                     bool // the given attributes are used without additions
}

// fileTime is the value of a header for one of a file's times.
type fileTime struct {
	given bool
	now   bool
	at    time.Time
}

// smb reads the headers. Values that mean the current or the default value count as not given.
func (c *call) smb() (s smb, err error) {
	if v := c.Get(hAttributes); v != "" && !strings.EqualFold(v, "preserve") {
		a, ok := files.ParseAttributes(v)
		if !ok {
			return s, errcode.BadHeader("x-ms-file-attributes", v)
		}
		s.attributes = &a
	}
	if s.created, err = c.fileTime(hCreationTime); err != nil {
		return s, err
	}
	if s.lastWrite, err = c.fileTime(hLastWriteTime); err != nil {
		return s, err
	}
	if s.changed, err = c.fileTime(hChangeTime); err != nil {
		return s, err
	}
	switch v := c.Get(hPropertySemantics); {
	case strings.EqualFold(v, "Restore"):
		s.restore = true
	case v != "" && !strings.EqualFold(v, "New"):
		return s, errcode.BadHeader("x-ms-file-property-semantics", v)
	}
	s.permission, err = c.permission()
	return s, err
}

func (c *call) fileTime(name string) (m fileTime, err error) {
	switch v := c.Get(name); {
	case v == "", strings.EqualFold(v, "preserve"):
		return m, nil
	case strings.EqualFold(v, "now"):
		return fileTime{given: true, now: true}, nil
	default:
		at, err := time.Parse(time.RFC3339Nano, v)
		if err != nil || at.Year() < 1601 || at.Year() > 9999 { // the range of times that the file system can store
			return m, errcode.BadHeader(name, v)
		}
		return fileTime{given: true, at: at.UTC()}, nil
	}
}

func (m fileTime) or(usual, now time.Time) time.Time {
	switch {
	case !m.given:
		return usual
	case m.now:
		return now
	}
	return m.at
}

// fresh returns the SMB properties of a new file or directory. // D:Create File, Create Directory
func (s smb) fresh(t *files.Tree, directory bool, now time.Time) (files.SMB, error) {
	kept := files.SMB{Created: now, LastWrite: now, Changed: now}
	if !s.permission.given {
		s.permission = permission{descriptor: files.Inherited, given: true}
	}
	added := files.Archive // FILE-PROP-21
	switch {
	case directory:
		added = files.Directory
	case s.restore:
		added = 0
	}
	if s.attributes != nil {
		added |= *s.attributes
	}
	s.attributes = &added
	return s.over(kept, t, directory, now)
}

// over returns the stored properties, replaced by those in the request.
func (s smb) over(kept files.SMB, t *files.Tree, directory bool, now time.Time) (files.SMB, error) {
	if s.attributes != nil {
		kept.Attributes = *s.attributes &^ files.Directory
		if directory {
			kept.Attributes |= files.Directory
		}
	}
	kept.Created = s.created.or(kept.Created, now)
	kept.LastWrite = s.lastWrite.or(kept.LastWrite, now)
	kept.Changed = s.changed.or(now, now)
	if s.permission.given {
		key, err := s.permission.known(t)
		if err != nil {
			return kept, err
		}
		kept.Permission = key
	}
	return kept, nil
}

// found is a version of a file or directory with its numbers.
type found struct {
	*files.File
	id, parent uint64
}

func foundAt(n *files.Node) found {
	f := found{File: n.File, id: uint64(n.ID)}
	if n.Parent != nil {
		f.parent = uint64(n.Parent.ID)
	}
	return f
}

// showSMB sets the headers with the SMB properties of a file.
func showSMB(h http.Header, f found) {
	header.Set(h, hAttributes, f.SMB.Attributes.String())
	header.Set(h, hCreationTime, timeOf(f.SMB.Created))
	header.Set(h, hLastWriteTime, timeOf(f.SMB.LastWrite))
	header.Set(h, hChangeTime, timeOf(f.SMB.Changed))
	header.Set(h, hPermissionKey, f.SMB.Permission)
	header.Set(h, hFileID, strconv.FormatUint(f.id, 10))
	header.Set(h, hParentID, strconv.FormatUint(f.parent, 10))
}
