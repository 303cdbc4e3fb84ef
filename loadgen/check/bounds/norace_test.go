//go:build !race

package bounds

const slow = 1
