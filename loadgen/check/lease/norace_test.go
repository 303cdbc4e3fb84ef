//go:build !race

package lease

const slow = 1
