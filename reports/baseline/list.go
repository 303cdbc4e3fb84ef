package baseline

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ifmatch/reports"
)

// List is the known failures of a target, with the comments between them.
type List struct {
	Lines  []Line   // in the order of their cases
	header []string // above the first line
	footer []string // below the last
}

const (
	// byteOrderMark is what editors of Windows begin a file with.
	byteOrderMark = "\ufeff"
	// longest bounds a line of a file, in bytes.
	longest = 64 << 10
	// largest bounds a file, in bytes: many times the whole suite.
	largest = 64 << 20
)

// Read reads a list. An error names the line and its defect. Empty lines, and
// lines that begin with #, are comments. A line with an id that its case had in an
// earlier version is a line of that case.
func Read(r io.Reader, renamed reports.Renamed) (List, error) {
	var l List
	var comments []string
	seen := map[string]int{}
	limited := &io.LimitedReader{R: r, N: largest + 1}
	lines := bufio.NewScanner(limited)
	lines.Buffer(nil, longest)
	number := 0
	for lines.Scan() {
		number++
		text := strings.TrimRight(lines.Text(), " \t\r")
		if number == 1 {
			text = strings.TrimPrefix(text, byteOrderMark)
		}
		if text == "" || strings.HasPrefix(text, "#") {
			comments = append(comments, text)
			continue
		}
		line, err := parseLine(text)
		if err != nil {
			return List{}, fmt.Errorf("line %d: %w", number, err)
		}
		line.Case = renamed.Current(line.Case)
		if first := seen[line.Case]; first > 0 {
			return List{}, fmt.Errorf("line %d: %s is already in line %d", number, line.Case, first)
		}
		seen[line.Case] = number
		line.Number, line.comments, comments = number, comments, nil
		l.Lines = append(l.Lines, line)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return List{}, fmt.Errorf("line %d: it is longer than %d bytes", number+1, longest)
	case err != nil:
		return List{}, err
	case limited.N == 0:
		return List{}, fmt.Errorf("line %d: the file is larger than %d MiB, too large for a list of failures", number, largest>>20)
	}
	if len(l.Lines) == 0 {
		l.header = comments
		return l, nil
	}
	l.footer = comments
	l.header, l.Lines[0].comments = top(l.Lines[0].comments)
	l.sort()
	return l, nil
}

// top splits the comments above the first line into those of the file and those of
// the line: an empty line separates them.
func top(comments []string) (file, line []string) {
	for i, text := range slices.Backward(comments) {
		if text == "" {
			return comments[:i+1], comments[i+1:]
		}
	}
	return comments, nil
}

func (l *List) sort() {
	slices.SortStableFunc(l.Lines, func(a, b Line) int { return strings.Compare(a.Case, b.Case) })
}

// Write writes the list, sorted, with each comment above its line.
func (l List) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, text := range l.header {
		fmt.Fprintln(b, text)
	}
	for _, line := range l.Lines {
		for _, text := range line.comments {
			fmt.Fprintln(b, text)
		}
		fmt.Fprintln(b, line)
	}
	for _, text := range l.footer {
		fmt.Fprintln(b, text)
	}
	return b.Flush()
}

// below reports whether a case of a family has a line of its own.
func (l List) below(family Line) bool {
	return slices.ContainsFunc(l.Lines, func(line Line) bool { return !line.Family() && family.Fits(line.Case) })
}
