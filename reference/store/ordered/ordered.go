// Package ordered holds a sorted map that never changes. A write returns another map, which shares all but O(log n)
// nodes with the old one. A new version of a large partition therefore costs little, and readers can walk one version
// while others are being made.
package ordered

import "math/rand/v2"

// Map is a sorted map from strings. The zero Map is empty. Maps are values: copy them freely.
type Map[V any] struct {
	root *node[V]
	size int
}

// node is a node of a treap: a search tree by key and a heap by priority. Priorities are random, so that the depth is
// logarithmic whatever the order in which keys are added.
type node[V any] struct {
	key         string
	value       V
	priority    uint64
	left, right *node[V]
}

// Len returns the number of keys.
func (m Map[V]) Len() int { return m.size }

// Get finds the value of a key.
func (m Map[V]) Get(key string) (V, bool) {
	for n := m.root; n != nil; {
		switch {
		case key < n.key:
			n = n.left
		case key > n.key:
			n = n.right
		default:
			return n.value, true
		}
	}
	var none V
	return none, false
}

// With returns the map in which the key has the value.
func (m Map[V]) With(key string, value V) Map[V] {
	root, added := with(m.root, key, value)
	if added {
		m.size++
	}
	m.root = root
	return m
}

func with[V any](n *node[V], key string, value V) (_ *node[V], added bool) {
	if n == nil {
		return &node[V]{key: key, value: value, priority: rand.Uint64()}, true
	}
	c := *n
	switch {
	case key < n.key:
		c.left, added = with(n.left, key, value)
		if l := c.left; l.priority > c.priority { // l is a fresh node, so it may be changed
			c.left, l.right = l.right, &c
			return l, added
		}
	case key > n.key:
		c.right, added = with(n.right, key, value)
		if r := c.right; r.priority > c.priority {
			c.right, r.left = r.left, &c
			return r, added
		}
	default:
		c.value = value
	}
	return &c, added
}

// Without returns the map without the key.
func (m Map[V]) Without(key string) Map[V] {
	if _, found := m.Get(key); !found {
		return m
	}
	return Map[V]{without(m.root, key), m.size - 1}
}

func without[V any](n *node[V], key string) *node[V] {
	c := *n
	switch {
	case key < n.key:
		c.left = without(n.left, key)
	case key > n.key:
		c.right = without(n.right, key)
	default:
		return join(n.left, n.right)
	}
	return &c
}

// join makes one tree from two. All keys of the first must be smaller than those of the second.
func join[V any](left, right *node[V]) *node[V] {
	switch {
	case left == nil:
		return right
	case right == nil:
		return left
	case left.priority > right.priority:
		c := *left
		c.right = join(left.right, right)
		return &c
	default:
		c := *right
		c.left = join(left, right.left)
		return &c
	}
}

// Ascend visits the keys in order, starting at the given key or after it, until visit returns false.
func (m Map[V]) Ascend(from string, visit func(key string, value V) bool) {
	ascend(m.root, from, visit)
}

func ascend[V any](n *node[V], from string, visit func(string, V) bool) bool {
	for n != nil {
		if from <= n.key {
			if !ascend(n.left, from, visit) || !visit(n.key, n.value) {
				return false
			}
		}
		n = n.right
	}
	return true
}
