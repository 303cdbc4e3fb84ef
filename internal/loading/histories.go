package loading

import (
	"fmt"

	"ifmatch/internal/exit"
	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/shard"
)

// Histories finds the histories that the arguments name. Those of the parts of one run are together.
func Histories(args []string) ([][]string, error) {
	var paths []string
	for _, arg := range args {
		found, err := folder.Histories(arg)
		if err != nil {
			return nil, exit.Wrong(`RUN is a folder that "ifmatch load --out" wrote, or the history file in it`, err)
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
