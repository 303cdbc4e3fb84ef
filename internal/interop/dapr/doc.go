// Package dapr drives the reference with dapr's state stores in Blob and Table storage. It is a module of its own, outside
// of go.work, so that nobody else downloads dapr's components (a few dozen modules) or gets their versions.
package dapr
