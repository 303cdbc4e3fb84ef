//go:build race

package thorough

const racing = true
