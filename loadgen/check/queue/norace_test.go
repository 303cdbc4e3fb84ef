//go:build !race

package queue

const slow = 1
