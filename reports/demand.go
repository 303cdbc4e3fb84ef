package reports

// Demand is what a client of Azure Storage needs from a target.
type Demand struct {
	Name, Title string
	Needs       []Need
	Loads       []string // workloads similar to the client's
}

// Need is a clause that a client relies on.
type Need struct {
	Clause string
	Does   string // action of the client, a sentence without its subject
	Source string // place in the client's code, "owner/repository: path"
	Cases  []string
	// Code says that the client looks at error codes, not only at statuses.
	Code bool
	// Takes are statuses of a refusal that the client takes for the same, such as 409 and 412; none: only
	// the one that the case expects.
	Takes []int
}
