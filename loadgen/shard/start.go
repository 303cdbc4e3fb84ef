package shard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// startFile, in the folder of the whole, holds the time at which the shards begin.
const startFile = "start"

// agreeWithin is how long a shard waits until another has written down the start that it decides. It
// is longer than any shared volume takes to show a file's contents.
const agreeWithin = 30 * time.Second

// ErrStart means that a folder does not say when the shards begin: it is not of this run.
var ErrStart = errors.New("read when the shards begin")

// FolderError is a folder in which a run cannot be kept.
type FolderError struct{ Err error }

func (e *FolderError) Error() string { return e.Err.Error() }
func (e *FolderError) Unwrap() error { return e.Err }

// Agree sets the name of the load, which is that of its folder. If the start is relative to the
// first shard, it also sets the start: one shard, the only one that can create a file in the folder,
// writes it there, and the others read it.
func (p *Process) Agree(ctx context.Context, out string) error {
	whole, err := filepath.Abs(out)
	if err != nil {
		return &FolderError{err}
	}
	if p.name = filepath.Base(whole); p.Within == 0 {
		return nil
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return &FolderError{err}
	}
	path := filepath.Join(out, startFile)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if errors.Is(err, os.ErrExist) {
		p.Start, err = readStart(ctx, path)
		return err
	}
	if err != nil {
		return &FolderError{err}
	}
	p.Start = time.Now().Add(p.Within).Round(0)
	_, err = fmt.Fprintln(f, p.Start.Format(time.RFC3339Nano))
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("tell the other shards when to begin: %w", err)
	}
	return nil
}

// readStart waits until the file contains its line.
func readStart(ctx context.Context, path string) (time.Time, error) {
	give := time.Now().Add(agreeWithin)
	for {
		text, err := os.ReadFile(path)
		if err != nil {
			return time.Time{}, fmt.Errorf("read when the shards begin: %w", err)
		}
		if line, whole := strings.CutSuffix(string(text), "\n"); whole {
			start, err := time.Parse(time.RFC3339Nano, line)
			if err != nil {
				return start, fmt.Errorf("%w: %s is damaged: %w", ErrStart, path, err)
			}
			return start, nil
		}
		if time.Now().After(give) {
			return time.Time{}, fmt.Errorf("%w: no shard wrote it to %s within %s", ErrStart, path, agreeWithin)
		}
		select {
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}
