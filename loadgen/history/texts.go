package history

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
)

// texts numbers texts in the order in which they are entered.
type texts struct {
	mu    sync.RWMutex
	list  []string
	index map[string]uint32 // may lag behind list, because a history that is only read needs no index
}

// others stands for the texts that were entered after the numbers were used up.
const others = "(others)"

// number finds or enters a text. It keeps a copy, so the text may be part of a buffer. There are
// limit numbers. All texts for which no other number is left share the last one.
func (t *texts) number(text string, limit int) uint32 {
	t.mu.RLock()
	i, ok := t.index[text]
	t.mu.RUnlock()
	if ok {
		return i
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.index == nil {
		t.index = make(map[string]uint32, len(t.list))
	}
	for i := len(t.index); i < len(t.list); i++ {
		t.index[t.list[i]] = uint32(i)
	}
	if i, ok := t.index[text]; ok {
		return i
	}
	switch n := len(t.list); {
	case n >= limit:
		return uint32(limit - 1)
	case n == limit-1:
		text = others
	default:
		text = strings.Clone(text)
	}
	t.list = append(t.list, text)
	i = uint32(len(t.list) - 1)
	t.index[text] = i
	return i
}

// text is the text of a number; "" if there is none.
func (t *texts) text(i uint64) string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if i >= uint64(len(t.list)) {
		return ""
	}
	return t.list[i]
}

// since lists the texts from a number on. The slice is not changed later.
func (t *texts) since(i int) []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.list[i:len(t.list):len(t.list)]
}

func (t *texts) len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.list)
}

// enter adds the next n texts of in. first must be the next free number. all is the whole
// contents that in reads.
func (t *texts) enter(all string, in *varints, first, n uint64) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if first != uint64(len(t.list)) {
		return fmt.Errorf("text %d follows %d texts", first, len(t.list))
	}
	for range n {
		size := in.uvarint()
		if in.bad || size > uint64(len(in.rest)) {
			return errors.New("it ends within a text")
		}
		at := len(all) - len(in.rest)
		t.list = append(t.list, all[at:at+int(size)])
		in.rest = in.rest[size:]
	}
	return nil
}

// varints reads numbers from contents.
type varints struct {
	rest []byte
	bad  bool // the contents end within a number
}

func (c *varints) uvarint() uint64 {
	if len(c.rest) > 0 && c.rest[0] < 0x80 {
		v := c.rest[0]
		c.rest = c.rest[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(c.rest)
	if n <= 0 {
		c.bad, c.rest = true, nil
		return 0
	}
	c.rest = c.rest[n:]
	return v
}

func (c *varints) varint() int64 {
	u := c.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

func (c *varints) uint32() uint32 {
	v := c.uvarint()
	c.bad = c.bad || v > math.MaxUint32
	return uint32(v)
}
