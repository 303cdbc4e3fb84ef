// Package deps holds the tests for the structure of all modules of go.work: which way imports may point, that the
// files of a package and the packages of a folder refer to each other in one direction, and that a service
// is named only in its own room. All tests read the module's sources; there is nothing to import.
package deps
