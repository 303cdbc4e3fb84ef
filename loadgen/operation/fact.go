// Package operation describes operations to the load generator, which knows none of the documents.
package operation

// Fact is what the documents say about an operation, as far as a mix of operations depends on it.
type Fact struct {
	Name       string   // Microsoft's: "Put Page"
	Verb       string   // HTTP method
	Success    int      // status of a success
	Reads      bool     // changes nothing
	Creates    bool     // makes the resource if it does not exist
	Fresh      bool     // is refused if it exists
	Conditions []string // header fields of conditions: "If-Match"
}
