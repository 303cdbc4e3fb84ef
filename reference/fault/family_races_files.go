package fault

import (
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

func racesOfFiles(g *group) {
	g.files("create-file-in-two-steps", "Create File over a file stores size and properties, and metadata some milliseconds later.", "FILE-LWW-05 FILE-PAIR-02 FILE-PAIR-03", changing(creatingInSteps), op.CreateFile)
	g.files("rename-file-by-copy", "Rename File copies the file as it was on arrival, and removes the old name some milliseconds later.", "FILE-PAIR-05",
		filesEarly(early[files.File]{finds: partly(func(now, came *files.File) { now.Content = came.Content })}), op.RenameFile)
}

// creatingInSteps gives a file that replaces another its metadata in a second step.
func creatingInSteps(s files.Store, share string, change treeChange) error {
	half := early[files.File]{finds: current[files.File], leaves: func(_, now, next *files.File) { next.Metadata = now.Metadata }}
	var whole map[string]*files.File
	err := s.Change(share, func(t *files.Tree, at files.Moment) error {
		return half.among(tree{t}, tree{t}.all(), func() error {
			err := change(t, at)
			whole = tree{t}.all()
			return err
		})
	})
	if err != nil {
		return err
	}
	waiting()
	return s.Change(share, func(t *files.Tree, _ files.Moment) error {
		now := tree{t}.all()
		for path, f := range now {
			if w := whole[path]; w != nil && w != f && w.Stamp == f.Stamp {
				now[path] = changed(f, func(late *files.File) { late.Metadata = w.Metadata })
			}
		}
		tree{t}.hold(now)
		return nil
	})
}
