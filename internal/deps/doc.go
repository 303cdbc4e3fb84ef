// Package deps holds what must stay true of the shape of the whole: which way
// imports may point, that the files of a package and the packages of a folder
// refer to each other one way, and that a service is named in its own room. All
// of it is tests over the module's sources; there is nothing to import.
package deps
