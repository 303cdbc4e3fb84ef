// Package interop tests the reference server with programs that know nothing of it: the examples of Microsoft's Go
// clients for blobs, queues and tables, programs that use Microsoft's JavaScript clients for them, and a Go module
// outside this repository. It contains only tests.
//
// The clients are not part of this repository. The examples are read from the module cache and changed mechanically so
// that they find the server. The JavaScript clients come from npm, pinned by js/package-lock.json.
package interop
