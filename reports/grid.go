package reports

// Grid is a table of a source document as it stands there, so that a report can show
// what became of each of its cells.
type Grid struct {
	// Name is permanent: links and merged results go by it.
	Name     string `json:"name"`
	Title    string `json:"title"`
	Document string `json:"document"`
	// Article is true for tables of the article itself, false for those of the REST
	// reference pages that it links to.
	Article bool     `json:"article,omitempty"`
	Columns []string `json:"columns"`
	Rows    [][]Cell `json:"rows"`
}

// Cell is one cell of a Grid: its text, and what judges it.
type Cell struct {
	Text string `json:"text"`
	// Cases are clauses, ids of cases, and beginnings of ids that end in *; none where
	// the cell only names the row.
	Cases []string `json:"cases,omitempty"`
}
