// Package tags holds a blob's index tags and the predicate language of x-ms-if-tags.
package tags

import (
	"errors"
	"net/url"
	"slices"
	"strings"
)

// Limits on the tags of one blob.
const (
	maxTags  = 10
	maxKey   = 128
	maxValue = 256
)

// Tag is one index tag.
type Tag struct{ Key, Value string }

// Set is the tags of a blob, sorted by key. It is immutable.
type Set []Tag

// Errors of New and ParseHeader.
var (
	ErrTooMany   = errors.New("more than 10 tags on a blob, remove some")
	ErrDuplicate = errors.New("a tag key occurs twice, keep one")
	ErrLength    = errors.New("a tag key must have 1 to 128 and a value at most 256 characters, shorten it")
	ErrCharacter = errors.New("tags can contain only letters, digits, space and + - . / : = _, remove the others")
	ErrHeader    = errors.New("x-ms-tags must be key=value pairs joined by &, percent-encoded")
)

// New checks the tags and sorts them.
func New(list []Tag) (Set, error) {
	if len(list) > maxTags {
		return nil, ErrTooMany
	}
	set := Set(slices.Clone(list))
	slices.SortFunc(set, func(a, b Tag) int { return strings.Compare(a.Key, b.Key) })
	for i, t := range set {
		if i > 0 && set[i-1].Key == t.Key {
			return nil, ErrDuplicate
		}
		if t.Key == "" || len(t.Key) > maxKey || len(t.Value) > maxValue {
			return nil, ErrLength
		}
		if !permitted(t.Key) || !permitted(t.Value) {
			return nil, ErrCharacter
		}
	}
	return set, nil
}

// ParseHeader reads the value of x-ms-tags: key=value pairs joined by &, percent-encoded.
func ParseHeader(v string) (Set, error) {
	if v == "" {
		return nil, nil
	}
	var list []Tag
	for pair := range strings.SplitSeq(v, "&") {
		key, value, found := strings.Cut(pair, "=")
		if !found {
			return nil, ErrHeader
		}
		key, err := url.QueryUnescape(key)
		if err != nil {
			return nil, ErrHeader
		}
		value, err = url.QueryUnescape(value)
		if err != nil {
			return nil, ErrHeader
		}
		list = append(list, Tag{key, value})
	}
	return New(list)
}

// Get returns the value of a tag, and whether the blob has it.
func (s Set) Get(key string) (string, bool) {
	for _, t := range s {
		if t.Key == key {
			return t.Value, true
		}
	}
	return "", false
}

func permitted(s string) bool {
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte(" +-./:=_", c) >= 0:
		default:
			return false
		}
	}
	return true
}
