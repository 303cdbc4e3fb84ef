// Package browser holds the tests that open every page in a real headless Chromium, as Debian
// packages it. A page that logs an error, loses its place, cannot be used by keyboard or fails
// axe-core is not finished, whatever its HTML says. It is a separate package because `make
// browser` runs it, and plain `go test` skips it.
package browser
