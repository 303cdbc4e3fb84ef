// Package words turns the words that stand in feature tables into values: an
// answer, what a request carries, what a response carries, an ETag, a date, a
// duration. What a request and a response can carry are tables that the rooms of
// the services fill; this package reads cells by them. It knows words only: what
// "stale" is in a given scenario is the scenario's business.
package words
