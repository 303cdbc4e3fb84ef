package serving

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"ifmatch/internal/exit"
	"ifmatch/reference"
	"ifmatch/reference/disk"
)

// Kept are the folders that servers keep their data in.
type Kept []*disk.Disk

// Keep lets servers find what is kept in a location, and keep their data there; with sync, what is acknowledged survives a
// loss of power. Without a location it does nothing. The data of an account is in a folder of its own.
func Keep(location string, sync bool, stderr io.Writer, servers ...*reference.Server) (all Kept, err error) {
	if location == "" {
		return nil, nil
	}
	for _, s := range servers {
		folder := filepath.Join(location, "ifmatch-"+url.PathEscape(s.Account()))
		d, err := disk.Open(folder, s.Book(), disk.Options{
			Sync:   sync,
			Notice: func(text string) { fmt.Fprintln(stderr, "ifmatch:", text) },
		})
		if err != nil {
			all.Close(stderr)
			hint := ""
			if errors.Is(err, os.ErrPermission) {
				hint = "--location must be a folder that this user may write"
			}
			return nil, exit.Unclear(hint, err)
		}
		all = append(all, d)
		fmt.Fprintf(stderr, "data is kept in %s\n", folder)
	}
	return all, nil
}

// Close closes the folders, after the last request.
func (k Kept) Close(stderr io.Writer) {
	for _, d := range k {
		if err := d.Close(); err != nil {
			fmt.Fprintln(stderr, "ifmatch:", err)
		}
	}
}
