// Package words turns the words in feature tables into values: an answer, what a
// request carries, what a response carries, an ETag, a date, a duration. The rooms of
// the services fill tables of what a request and a response can carry; this package
// reads cells by them. It knows words only: what "stale" is in a given scenario is the
// scenario's business.
package words
