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

// signs stand beside the colour, for who cannot tell colours.
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

// dataset is what the script draws cards from.
type dataset struct {
	Columns []string         `json:"columns"`
	Cases   map[string][]int `json:"cases"` // of a clause, by their numbers
	IDs     []string         `json:"ids"`
	// States have a letter for each case: p passed, f failed, w weak, b blocked,
	// r recorded, s skipped, and a space where the result does not have it.
	States []string       `json:"states"`
	More   []map[int]more `json:"more"`
	Texts  []text         `json:"texts"` // of clauses
	At     map[string]int `json:"at"`    // the number of a clause's text
	// Fits are what a client, by its name, was told at each column.
	Fits map[string][]fit `json:"fits,omitempty"`
}

// fit is the answer to a client, and the clauses that are the reason.
type fit struct {
	Title   string      `json:"title"`
	Answer  string      `json:"answer"`
	Passed  int         `json:"passed"`
	Cases   int         `json:"cases"`
	Reasons [][4]string `json:"reasons,omitempty"` // clause, verdict, what the client does, its source
}

type more struct {
	Want   string `json:"want,omitempty"`
	Got    string `json:"got,omitempty"`
	Reason string `json:"reason,omitempty"`
}

type text struct {
	Level     string `json:"level"`
	Statement string `json:"statement"`
	Source    string `json:"source,omitempty"`
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
	d := dataset{Cases: map[string][]int{}, At: map[string]int{}}
	at := map[string]int{}
	for _, c := range m.Columns {
		d.Columns = append(d.Columns, c.Name)
		for _, s := range c.Scenarios {
			if _, known := at[s.ID]; known {
				continue
			}
			n := len(d.IDs)
			at[s.ID], d.IDs = n, append(d.IDs, s.ID)
			for _, id := range s.Clauses {
				d.Cases[id] = append(d.Cases[id], n)
			}
		}
	}
	for _, c := range m.Columns {
		letters, beyond := slices.Repeat([]byte{' '}, len(d.IDs)), map[int]more{}
		for _, s := range c.Scenarios {
			n := at[s.ID]
			letters[n] = state(c.Run, s)[0]
			if x := (more{s.Want, s.Got, s.Reason}); x != (more{}) {
				beyond[n] = x
			}
		}
		d.States, d.More = append(d.States, string(letters)), append(d.More, beyond)
	}
	d.Fits = m.fits()
	for _, r := range m.Rows {
		source := r.Document
		if r.Heading != "" {
			source += ": " + r.Heading
		}
		d.At[r.Clause], d.Texts = len(d.Texts), append(d.Texts, text{r.Level, r.Statement, source})
	}
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
