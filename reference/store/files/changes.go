package files

import (
	"errors"
	"slices"

	"ifmatch/reference/handles"
	"ifmatch/reference/store"
)

// keptTree gathers, for the journal, what one change modifies in a tree. A nil keptTree gathers nothing.
type keptTree struct {
	changes []treeChange
	data    [][]byte
	pending []handles.FileID // the files marked for deletion, as the journal knows them
}

// treeChange is one modification of a tree in the form that a journal keeps.
type treeChange struct {
	Do         string           // one of the words below
	ID         handles.FileID   `json:",omitempty"`
	Parent     handles.FileID   `json:",omitempty"`
	Name       string           `json:",omitempty"`
	File       *fileRecord      `json:",omitempty"`
	Descriptor string           `json:",omitempty"`
	Pending    []handles.FileID `json:",omitempty"`
}

const (
	doAdd    = "add"
	doSet    = "set"
	doRemove = "remove"
	doMove   = "move"
	doPermit = "permit"
	doMark   = "mark" // the files that wait for their deletion are now these
)

var errChange = errors.New("the record does not fit the files before it")

// fileRecord is a version without the content that it shares with another one.
type fileRecord struct {
	File    *File // without its content
	Content store.ContentChange
}

// recordOf returns the record of a version, and its data. The other version may be nil.
func recordOf(f, old *File) (*fileRecord, [][]byte) {
	if old == nil {
		old = new(File)
	}
	bare := *f
	bare.Content = store.Content{}
	content, data := f.Content.Change(old.Content)
	return &fileRecord{&bare, content}, data
}

// restored returns the version of a record. It takes data from the beginning of data, and returns the rest.
func (r *fileRecord) restored(old *File, data []byte) (*File, []byte, error) {
	if r == nil || r.File == nil {
		return nil, nil, errChange
	}
	if old == nil {
		old = new(File)
	}
	next := *r.File
	var err error
	next.Content, data, err = old.Content.Changed(r.Content, data)
	return &next, data, err
}

func (k *keptTree) add(c treeChange) {
	if k != nil {
		k.changes = append(k.changes, c)
	}
}

// version gathers a change with a version of a file. The content may differ little from an old one's.
func (k *keptTree) version(c treeChange, f, old *File) {
	if k == nil {
		return
	}
	var data [][]byte
	c.File, data = recordOf(f, old)
	k.add(c)
	k.data = append(k.data, data...)
}

// marked gathers which files wait for their deletion, if that has changed.
func (k *keptTree) marked(now []handles.FileID) {
	if !slices.Equal(now, k.pending) {
		k.add(treeChange{Do: doMark, Pending: now})
		k.pending = now
	}
}
