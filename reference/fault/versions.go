package fault

import (
	"sync"

	"ifmatch/reference/store"
)

// versions remembers a version of each blob.
type versions struct {
	mu sync.Mutex
	of map[blobName]*store.Blob
}

// swap remembers a version and returns the one before, nil if there is none.
func (v *versions) swap(name blobName, b *store.Blob) *store.Blob {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.of == nil {
		v.of = map[blobName]*store.Blob{}
	}
	old := v.of[name]
	v.of[name] = b
	return old
}
