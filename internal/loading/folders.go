package loading

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ifmatch/internal/exit"
	"ifmatch/internal/namedfile"
	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/shard"
	"ifmatch/reports/load"
)

// CheckRun refuses a folder of a run that is not empty, or that would be in no folder. Without a path there is none.
func CheckRun(path string) error {
	if path == "" {
		return nil
	}
	above := filepath.Dir(filepath.Clean(path))
	if _, err := os.Stat(above); os.IsNotExist(err) {
		return exit.Wrongf("create it first", "folder %s does not exist", above)
	}
	return CheckShard(path)
}

// CheckShard refuses a folder that is not empty. The folder of the whole may exist or not.
func CheckShard(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case os.IsNotExist(err):
		return nil
	case err != nil:
		return exit.Wrong("", err)
	case len(entries) > 0:
		return exit.Wrongf("name a new one: a run is never mixed with another", "%s is not empty", path)
	}
	return nil
}

// IsFolder reports whether an argument names a folder.
func IsFolder(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && info.IsDir()
}

// IsLoad reports whether a folder is that of one load, or of its parts.
func IsLoad(path string) bool {
	if _, err := os.Stat(filepath.Join(path, folder.SummaryFile)); err == nil {
		return true
	}
	found, err := folder.Histories(path)
	return err == nil && slices.ContainsFunc(found, shard.Is)
}

// OfRun reports whether every argument is a conformance result: a file that does not say it is
// the result of a load run. For a damaged file, the reader of that kind reports the error.
func OfRun(args []string) (bool, error) {
	runs := 0
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return false, exit.Wrong("", fmt.Errorf("open result: %w", err))
		}
		if err := namedfile.Check(arg, fs.ModeDir); err != nil {
			return false, exit.Wrong("", fmt.Errorf("open result: %w", err))
		}
		if !info.IsDir() && kindOf(arg) != load.Kind {
			runs++
		}
	}
	if runs > 0 && runs < len(args) {
		return false, exit.Wrongf("compare results of one kind", "some of these are results of run, and some of load")
	}
	return runs > 0, nil
}

// kindOf is the field kind of a document, or empty if it cannot be read.
func kindOf(path string) string {
	f, err := namedfile.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	// The kind of a load run is in the first lines of its file.
	head := json.NewDecoder(io.LimitReader(f, 4096))
	for key := ""; ; {
		token, err := head.Token()
		if err != nil {
			return ""
		}
		text, _ := token.(string)
		if key == "kind" {
			return text
		}
		key = text
	}
}

// Folder is the folder of a run: the one that is named, or a temporary one that is kept only if it holds evidence.
func Folder(named string) (path string, keep bool, err error) {
	if named != "" {
		if err := os.MkdirAll(named, 0o777); err != nil {
			return "", true, exit.Wrong("", err)
		}
		return named, true, nil
	}
	path, err = os.MkdirTemp("", "ifmatch-load-*")
	if err != nil {
		return "", false, exit.Unclear("name a folder", fmt.Errorf("make a folder for the run: %w", err))
	}
	return path, false, nil
}

// Histories finds the histories that the arguments name. Those of the parts of one run are together.
func Histories(args []string) ([][]string, error) {
	var paths []string
	for _, arg := range args {
		found, err := folder.Histories(arg)
		if err != nil {
			return nil, exit.Wrong("a run is the folder that a load wrote, or the history file in it", err)
		}
		for _, path := range found {
			if path == arg { // a file that was named itself, whatever is next to it
				continue
			}
			if err := folder.BelongTogether(path); err != nil {
				return nil, exit.Wrong(fmt.Sprintf("the parts of a folder belong to one run; ifmatch check %s judges the history alone", path), err)
			}
		}
		paths = append(paths, found...)
	}
	return shard.Grouped(paths), nil
}
