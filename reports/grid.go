package reports

// Grid is a table of a source document, copied as it is, so that a report can show the
// verdict on each of its cells.
type Grid struct {
	// Name is permanent: links and merged results refer to it.
	Name     string `json:"name"`
	Title    string `json:"title"`
	Document string `json:"document"`
	// Article is true for tables of the article itself, false for those of the REST
	// reference pages that it links to.
	Article bool     `json:"article,omitempty"`
	Columns []string `json:"columns"`
	Rows    [][]Cell `json:"rows"`
}

// Cell is one cell of a Grid: its text, and the cases that judge it.
type Cell struct {
	Text string `json:"text"`
	// Cases are clauses, ids of cases, and prefixes of ids that end in *. There are
	// none if the cell only names the row.
	Cases []string `json:"cases,omitempty"`
}
