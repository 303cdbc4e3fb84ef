package smb

import (
	"context"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/server"

	"ifmatch/reference/store/files"
)

// QueryDirectory is QUERY_DIRECTORY. It lists files that wait for their deletion, as SMB servers do: only List
// Directories and Files hides them.
func (s *share) QueryDirectory(_ context.Context, h server.Handle, pattern string, _ bool) (list []server.DirEntry, st uint32, err error) {
	ours, err := of(h)
	if err != nil {
		return nil, 0, err
	}
	matched, err := compile(pattern)
	if err != nil {
		return nil, code(err), nil
	}
	err = ours.read(func(_ *files.Tree, n *files.Node) error {
		if !n.IsDirectory() {
			return status(protocol.StatusNotADirectory)
		}
		add := func(n *files.Node, name string) {
			if matched(name) {
				info := infoOf(n)
				info.Name = name
				list = append(list, server.DirEntry{FileInfo: info})
			}
		}
		add(n, ".")
		if n.Parent != nil {
			add(n.Parent, "..")
		} else {
			add(n, "..")
		}
		n.List("", func(entry *files.Node) bool {
			add(entry, entry.Name)
			return true
		})
		if len(list) == 0 {
			return status(protocol.StatusNoSuchFile)
		}
		return nil
	})
	return list, code(err), nil
}
