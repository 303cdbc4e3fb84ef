package store

import (
	"io"
	"slices"
	"sort"
)

// Content is the bytes of a blob: segments in order, with zeros between them. The content of a version never changes.
// Every method that writes returns another content, which shares the unchanged segments.
//
// Appending also shares the list of segments, so that an append costs the same however long the blob is. That is safe
// because only a blob's newest version is appended to, under the blob's lock. A caller that takes a content to another
// blob must Clone it.
type Content struct {
	size     int64
	segments []segment
}

type segment struct {
	at   int64
	data []byte
}

func (s segment) end() int64 { return s.at + int64(len(s.data)) }

// Bytes makes a content of one segment. The data must not be changed afterwards.
func Bytes(data []byte) Content {
	if len(data) == 0 {
		return Content{}
	}
	return Content{int64(len(data)), []segment{{0, data}}}
}

// Zeros makes a content of n zeros.
func Zeros(n int64) Content { return Content{size: n} }

// Len returns the number of bytes.
func (c Content) Len() int64 { return c.size }

// Clone returns the same content for another blob.
func (c Content) Clone() Content {
	c.segments = slices.Clip(c.segments)
	return c
}

// Append adds data at the end.
func (c Content) Append(data []byte) Content {
	if len(data) == 0 {
		return c
	}
	return Content{c.size + int64(len(data)), append(c.segments, segment{c.size, data})}
}

// Write puts data at an offset inside the content.
func (c Content) Write(at int64, data []byte) Content {
	if len(data) == 0 {
		return c
	}
	before, after := c.split(at, at+int64(len(data)))
	segments := make([]segment, 0, len(before)+1+len(after))
	segments = append(append(append(segments, before...), segment{at, data}), after...)
	return Content{c.size, segments}
}

// Clear sets n bytes at an offset to zero and removes them from Ranges.
func (c Content) Clear(at, n int64) Content {
	before, after := c.split(at, at+n)
	return Content{c.size, slices.Concat(before, after)}
}

// Resize truncates the content or extends it with zeros.
func (c Content) Resize(n int64) Content {
	before, _ := c.split(n, max(n, c.size))
	return Content{n, slices.Clone(before)}
}

// split returns the segments before from and those after to, and cuts segments that reach over. The results may share
// memory with the content and must only be read.
func (c Content) split(from, to int64) (before, after []segment) {
	i := sort.Search(len(c.segments), func(i int) bool { return c.segments[i].end() > from })
	before = slices.Clip(c.segments[:i])
	if i < len(c.segments) {
		if s := c.segments[i]; s.at < from {
			before = append(before, segment{s.at, s.data[: from-s.at : from-s.at]})
		}
	}
	j := sort.Search(len(c.segments), func(j int) bool { return c.segments[j].end() > to })
	if j < len(c.segments) {
		if s := c.segments[j]; s.at < to {
			return before, slices.Concat([]segment{{to, s.data[to-s.at:]}}, c.segments[j+1:])
		}
	}
	return before, c.segments[j:]
}

// Range is a half-open range of bytes.
type Range struct{ Start, End int64 }

// Ranges lists the ranges written between from and to, with adjacent ones merged: the page ranges of a page blob.
func (c Content) Ranges(from, to int64) []Range {
	if from >= to {
		return nil
	}
	var list []Range
	i := sort.Search(len(c.segments), func(i int) bool { return c.segments[i].end() > from })
	for _, s := range c.segments[i:] {
		if s.at >= to {
			break
		}
		r := Range{max(s.at, from), min(s.end(), to)}
		if n := len(list); n > 0 && list[n-1].End == r.Start {
			list[n-1].End = r.End
		} else {
			list = append(list, r)
		}
	}
	return list
}

var zeros [32 << 10]byte

// WriteRange writes the bytes from from up to to, which must lie inside the content.
func (c Content) WriteRange(w io.Writer, from, to int64) error {
	i := sort.Search(len(c.segments), func(i int) bool { return c.segments[i].end() > from })
	for from < to {
		if i == len(c.segments) || c.segments[i].at > from {
			n := to
			if i < len(c.segments) {
				n = min(to, c.segments[i].at)
			}
			n = min(n-from, int64(len(zeros)))
			if _, err := w.Write(zeros[:n]); err != nil {
				return err
			}
			from += n
			continue
		}
		s := c.segments[i]
		n := min(to, s.end())
		if _, err := w.Write(s.data[from-s.at : n-s.at]); err != nil {
			return err
		}
		from = n
		i++
	}
	return nil
}

// All returns the whole content as one slice, which must not be changed.
func (c Content) All() []byte { return c.Slice(0, c.size) }

// Slice returns a part of the content as one slice, which must not be changed.
func (c Content) Slice(from, to int64) []byte {
	if len(c.segments) == 1 && c.segments[0].at == 0 && c.segments[0].end() >= to {
		return c.segments[0].data[from:to:to]
	}
	b := buffer{make([]byte, 0, to-from)}
	_ = c.WriteRange(&b, from, to) // writing to a buffer cannot fail
	return b.data
}

type buffer struct{ data []byte }

func (b *buffer) Write(p []byte) (int, error) {
	b.data = append(b.data, p...)
	return len(p), nil
}
