package matrix

import (
	_ "embed"
	"html/template"
	"io"
	"slices"

	"ifmatch/reports/internal/page"
)

//go:embed page.gohtml
var source string

//go:embed page.css
var style string

//go:embed page.js
var script string

var whole = page.New("matrix", source, style, script, template.FuncMap{
	"sign":  func(state string) string { return signs[state] },
	"fit":   page.Fit,
	"short": func(g Group) string { return []string{"differ", "nowhere", "partly", "all", "unjudged"}[g] },
})

// signs are shown next to the colour, for readers who cannot distinguish colours.
var signs = map[string]string{"passed": "✓", "failed": "✗", "weak": "✗", "blocked": "?", "recorded": "–", "skipped": "–"}

type view struct {
	Matrix
	Sections []section
	Services []string
	Data     dataset
}

type section struct {
	Heading string
	Group   Group
	Rows    []Row
}

// dataset is the data from which the page's script draws cards.
type dataset struct {
	Columns []string         `json:"columns"`
	Cases   map[string][]int `json:"cases"` // the cases of each clause, by number
	IDs     []string         `json:"ids"`
	// States have a letter for each case: p passed, f failed, w weak, b blocked, r
	// recorded, s skipped, and a space if the result does not have it.
	States []string `json:"states"`
	// Remarks are the distinct remarks: an emulator answers a hundred cases in the same
	// way, and repeating the text would double the page. More maps, for each column,
	// cases to the number of their remark, if they have one.
	Remarks []remark      `json:"remarks"`
	More    []map[int]int `json:"more"`
	// Sources are the distinct sources of clauses, and Source maps each clause to the
	// number of its source. Statement and level are in the clause's row.
	Sources []string       `json:"sources"`
	Source  map[string]int `json:"source"`
	// Fits are the answers to each client, by its name, one for each column.
	Fits map[string][]fit `json:"fits,omitempty"`
}

// fit is the answer to a client, with the clauses that are its reasons.
type fit struct {
	Title   string      `json:"title"`
	Answer  string      `json:"answer"`
	Passed  int         `json:"passed"`
	Cases   int         `json:"cases"`
	Reasons [][4]string `json:"reasons,omitempty"` // clause, verdict, what the client does, its source
}

// remark is what a card shows of a case in addition to its verdict.
type remark struct {
	Want   string `json:"want,omitempty"`
	Got    string `json:"got,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// numbered keeps distinct values in order of first appearance.
type numbered[T comparable] struct {
	all []T
	at  map[T]int
}

func number[T comparable]() *numbered[T] { return &numbered[T]{all: []T{}, at: map[T]int{}} }

// of returns the position of v, which it adds if it is new.
func (n *numbered[T]) of(v T) int {
	i, known := n.at[v]
	if !known {
		i = len(n.all)
		n.at[v], n.all = i, append(n.all, v)
	}
	return i
}

// Write renders the matrix as one page.
func (m Matrix) Write(w io.Writer) error {
	v := view{Matrix: m}
	for g, heading := range Groups {
		s := section{Heading: heading, Group: Group(g)}
		for _, r := range m.Rows {
			if r.Group == s.Group {
				s.Rows = append(s.Rows, r)
			}
		}
		if len(s.Rows) > 0 {
			v.Sections = append(v.Sections, s)
		}
	}
	for _, r := range m.Rows {
		if !slices.Contains(v.Services, r.Service) {
			v.Services = append(v.Services, r.Service)
		}
	}
	slices.Sort(v.Services)
	v.Data = m.collect()
	return whole.Write(w, v)
}

func (m Matrix) collect() dataset {
	d := dataset{Cases: map[string][]int{}, Source: map[string]int{}, Fits: m.fits()}
	ids, sources, remarks := number[string](), number[string](), number[remark]()
	for _, c := range m.Columns {
		d.Columns = append(d.Columns, c.Name)
		for _, s := range c.Scenarios {
			before := len(ids.all)
			if n := ids.of(s.ID); n == before {
				for _, id := range s.Clauses {
					d.Cases[id] = append(d.Cases[id], n)
				}
			}
		}
	}
	for _, c := range m.Columns {
		letters, more := slices.Repeat([]byte{' '}, len(ids.all)), map[int]int{}
		for _, s := range c.Scenarios {
			n := ids.of(s.ID)
			letters[n] = state(c.Run, s)[0]
			if r := (remark{s.Want, s.Got, s.Reason}); r != (remark{}) {
				more[n] = remarks.of(r)
			}
		}
		d.States, d.More = append(d.States, string(letters)), append(d.More, more)
	}
	for _, r := range m.Rows {
		source := r.Document
		if r.Heading != "" {
			source += ": " + r.Heading
		}
		if source != "" {
			d.Source[r.Clause] = sources.of(source)
		}
	}
	d.IDs, d.Remarks, d.Sources = ids.all, remarks.all, sources.all
	return d
}

func (m Matrix) fits() map[string][]fit {
	if len(m.Clients) == 0 {
		return nil
	}
	out := map[string][]fit{}
	for _, c := range m.Clients {
		for _, p := range c.Cells {
			f := fit{Title: p.Title, Answer: p.Answer(), Passed: p.Passed, Cases: p.Cases}
			for _, u := range p.Broken {
				f.Reasons = append(f.Reasons, [4]string{u.Clause, "failed", u.Does, u.Source})
			}
			for _, u := range p.Unjudged {
				f.Reasons = append(f.Reasons, [4]string{u.Clause, "blocked", u.Does, u.Source})
			}
			out[c.Name] = append(out[c.Name], f)
		}
	}
	return out
}
