package fault_test

import (
	"context"
	"errors"
	"testing"

	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// opened opens the file of pages, as an SMB client would, directly in the table of handles.
func opened(t *testing.T, c clients, o handles.Opening) (id handles.ID, err error) {
	t.Helper()
	err = c.queue.server.Files().Change("books", func(tree *files.Tree, at files.Moment) (err error) {
		_, n := tree.Find([]string{"x"})
		id, err = tree.Open(n, o, at.Now)
		return err
	})
	if err != nil && !errors.Is(err, handles.ErrSharing) {
		t.Fatal(err)
	}
	return id, err
}

// alone is an opening that denies everything.
var alone = handles.Opening{Access: handles.Read, Share: handles.None}

// handleSymptoms are the symptoms of faults of share modes.
var handleSymptoms = map[string]func(t *testing.T, c clients) bool{
	"sporadic-share-mode-written": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		id, err := opened(t, c, alone)
		if err != nil {
			t.Fatal(err)
		}
		if err := writeAt(f, 0, 'a', ""); err != nil {
			return false
		}
		_, refused := f.DownloadStream(context.Background(), nil)
		_ = c.queue.server.Files().Change("books", func(tree *files.Tree, at files.Moment) error { return tree.Close(id, at.Stamp) })
		return refused != nil && byteAt(t, f, 0) == 'a'
	},
	"sporadic-share-mode-read": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		if _, err := opened(t, c, alone); err != nil {
			t.Fatal(err)
		}
		_, err := f.DownloadStream(context.Background(), nil)
		return err == nil && writeAt(f, 0, 'a', "") != nil
	},
	"sporadic-share-mode-opened": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		if _, err := opened(t, c, alone); err != nil {
			t.Fatal(err)
		}
		_, err := opened(t, c, alone)
		return err == nil && writeAt(f, 0, 'a', "") != nil
	},
	"sporadic-handle-left": func(t *testing.T, c clients) bool {
		f := pages(t, c)
		id, err := opened(t, c, alone)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.queue.server.Files().Change("books", func(tree *files.Tree, at files.Moment) error { return tree.Close(id, at.Stamp) }); err != nil {
			t.Fatal(err)
		}
		return writeAt(f, 0, 'a', "") != nil
	},
}
