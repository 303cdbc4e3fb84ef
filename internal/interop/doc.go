// Package interop holds the reference server against programs that know nothing of it: the examples of Microsoft's Go
// clients for blobs, queues and tables, programs on Microsoft's JavaScript clients for them, and a Go module outside this
// repository. It has tests only.
//
// What each of them does is written elsewhere. The examples are read from the module cache and changed mechanically so
// that they find the server; the JavaScript clients come from npm, pinned by js/package-lock.json.
package interop
