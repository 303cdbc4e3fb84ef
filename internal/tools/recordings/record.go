package main

import (
	_ "embed"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// recordPath is where the record stands, from the root of the project.
const recordPath = "internal/tools/recordings/record.tsv"

//go:embed record.tsv
var recordFile string

const recordHead = "corpus\tplayable\tagree about concurrency\tagree\n"

// Record says, by the hash of a corpus, how many of its exchanges were played and agreed. Thresholds are for corpora
// that nobody has seen; of a known one, no exchange may get lost that once agreed.
type Record map[string]Tally

// ParseRecord reads the record: a header, then one corpus a line.
func ParseRecord(text string) (Record, error) {
	record := Record{}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:] {
		var hash string
		var t Tally
		if _, err := fmt.Sscanf(line, "%s\t%d\t%d\t%d", &hash, &t.Playable, &t.AgreeConcurrent, &t.Agree); err != nil || len(hash) != hashLength {
			return nil, fmt.Errorf("reading the record: line %d: want a hash and three numbers, write it with -update", i+2)
		}
		record[hash] = t
	}
	return record, nil
}

// Fewer lists in what a corpus does worse than on record.
func (r Record) Fewer(name, hash string, now *Tally) (list []string) {
	was, known := r[hash]
	if !known {
		return nil
	}
	for _, c := range []struct {
		what     string
		was, now int
	}{
		{"are playable", was.Playable, now.Playable},
		{"about concurrency agree", was.AgreeConcurrent, now.AgreeConcurrent},
		{"agree", was.Agree, now.Agree},
	} {
		if c.now < c.was {
			list = append(list, fmt.Sprintf("%s: %d exchanges %s, %d fewer than on record: -v shows which differ", name, c.now, c.what, c.was-c.now))
		}
	}
	return list
}

// Write writes the record to a file.
func (r Record) Write(file string) error {
	text := recordHead
	for _, hash := range slices.Sorted(maps.Keys(r)) {
		t := r[hash]
		text += fmt.Sprintf("%s\t%d\t%d\t%d\n", hash, t.Playable, t.AgreeConcurrent, t.Agree)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing the record: %w", err)
	}
	return nil
}
