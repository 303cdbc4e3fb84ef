package file

import (
	"net/http"
	"strconv"
	"strings"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/handles"
	"ifmatch/reference/header"
	"ifmatch/reference/store/files"
)

// recursive reports whether the request also applies to everything below a directory.
func (c *call) recursive() (bool, error) {
	v := c.Get(hRecursive)
	if v == "" {
		return false, nil
	}
	b, err := strconv.ParseBool(v)
	if err != nil {
		return false, errcode.BadHeader("x-ms-recursive", v)
	}
	return b, nil
}

// nodeHandle is a handle with the node on which it is open.
type nodeHandle struct {
	handles.Handle
	node *files.Node
}

// handles returns the handles of the file or directory in the path, or of everything below it.
// // FILE-HND-01 FILE-HND-03
func (c *call) handles(t *files.Tree, recursive bool) (list []nodeHandle, err error) {
	parent, n := t.Find(c.path)
	switch {
	case parent == nil:
		return nil, errcode.New(errcode.ParentNotFound)
	case n == nil:
		return nil, errcode.New(errcode.ResourceNotFound)
	case recursive && !n.IsDirectory():
		return nil, errcode.BadHeader("x-ms-recursive", "true") // FILE-HND-06
	}
	visit := func(n *files.Node) {
		for _, h := range t.Handles.Of(n.ID) {
			list = append(list, nodeHandle{h, n})
		}
	}
	if recursive {
		n.Walk(visit)
	} else {
		visit(n)
	}
	return list, nil
}

// listHandles is List Handles.
func listHandles(c *call, w http.ResponseWriter) error {
	p, err := c.paging()
	if err != nil {
		return err
	}
	skip := 0
	if p.from != "" {
		if skip, err = strconv.Atoi(p.from); err != nil || skip < 0 {
			return errcode.BadQuery("marker", p.marker)
		}
	}
	recursive, err := c.recursive()
	if err != nil {
		return err
	}
	var x document.Writer
	x.Open("EnumerationResults")
	x.Open("Entries")
	next := ""
	err = c.read(func(t *files.Tree) error {
		list, err := c.handles(t, recursive)
		if err != nil {
			return err
		}
		list = list[min(skip, len(list)):]
		if len(list) > p.limit {
			list, next = list[:p.limit], strconv.Itoa(skip+p.limit)
		}
		for _, h := range list {
			writeHandle(&x, h)
		}
		return nil
	})
	if err != nil {
		return err
	}
	x.Close("Entries")
	tail(&x, next)
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}

func writeHandle(x *document.Writer, h nodeHandle) { // FILE-HND-01 FILE-HND-02
	client, _, _ := strings.Cut(h.Client, ":")
	f := foundAt(h.node)
	x.Open("Handle")
	x.Element("HandleId", strconv.FormatUint(uint64(h.ID), 10))
	frontend.WriteName(x, "Path", strings.Join(h.node.Path(), "/"))
	x.Element("FileId", strconv.FormatUint(f.id, 10))
	x.Element("ParentId", strconv.FormatUint(f.parent, 10))
	x.Element("SessionId", strconv.FormatUint(h.Session, 10))
	x.Element("ClientIp", h.Client)
	x.Element("ClientName", client)
	x.Element("OpenTime", etag.HTTPDate(h.Opened))
	if h.Access != handles.None {
		x.Open("AccessRightList")
		for right := range strings.SplitSeq(h.Access.String(), ", ") {
			x.Element("AccessRight", right)
		}
		x.Close("AccessRightList")
	}
	x.Close("Handle")
}

// closeHandles is Force Close Handles: it closes one by its number, or all. // FILE-HND-04 FILE-HND-05 FILE-HND-07
func closeHandles(c *call, w http.ResponseWriter) error {
	v := c.Get(hHandleID)
	id, perr := strconv.ParseUint(v, 10, 64)
	if v == "" {
		return errcode.MissingHeader("x-ms-handle-id")
	}
	recursive, err := c.recursive()
	if err != nil {
		return err
	}
	closed := 0
	end := func(t *files.Tree, at files.Moment) error {
		list, err := c.handles(t, recursive)
		if err != nil {
			return err
		}
		for _, h := range list {
			if v == "*" || perr == nil && h.ID == handles.ID(id) {
				if err := t.ForceClose(h.ID, at.Stamp); err != nil {
					return err
				}
				closed++
			}
		}
		return nil
	}
	if c.snapshot() != "" {
		err = c.read(func(t *files.Tree) error { return end(t, files.Moment{}) }) // a snapshot has no open handles
	} else {
		err = c.change(end)
	}
	if err != nil {
		return err
	}
	header.Set(w.Header(), "X-Ms-Number-Of-Handles-Closed", strconv.Itoa(closed))
	header.Set(w.Header(), "X-Ms-Number-Of-Handles-Failed", "0")
	return frontend.Answer(w, http.StatusOK)
}
