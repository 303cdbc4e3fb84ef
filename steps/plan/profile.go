package plan

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/plan/register"
)

// profilesFile is the table of profiles.
const profilesFile = "profiles.tsv"

// Profile is what an existing client needs from Azure Storage, with the cases that judge each
// thing it relies on.
type Profile struct {
	Name  string   // durable-functions
	Title string   // Durable Functions
	Needs []string // services
	Lines []ProfileLine
	Loads []ProfileLoad
	// Demand is the same, by cases.
	Demand reports.Demand
}

// ProfileLine is one thing that the client does, and what it relies on for that.
type ProfileLine struct {
	Does      string   // what the client does, a sentence without its subject
	Source    string   // the client's public source, "owner/repository: path"
	Selectors []string // a clause, or a clause and a glob over its cases
	// Code says that the client looks at error codes, not only at statuses.
	Code bool
	// Takes are statuses of a refusal that the client takes for the same; none: only the one that the cases expect.
	Takes []int
}

// ProfileLoad is a short load of the same kind as the client's.
type ProfileLoad struct {
	Workload string
	Flags    []string // of ifmatch load
	Does     string
}

var (
	profileName     = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	sourceName      = regexp.MustCompile(`^[\w.-]+/[\w.-]+: [\w./-]+$`)
	severalRefusals = regexp.MustCompile(`^4\d\d( or 4\d\d)+$`)
)

// Selectors choose the cases of the profile.
func (p Profile) Selectors() []string {
	var out []string
	for _, l := range p.Lines {
		for _, e := range l.Selectors {
			out = append(out, selector(e))
		}
	}
	return out
}

// selector is an entry of the table as --select takes it.
func selector(entry string) string {
	if strings.Contains(entry, "/") {
		return "case:" + entry
	}
	return "clause:" + entry
}

// Profiles are the profiles of the table, in its order. The error joins all problems of the file, each
// with its line and column: also an entry that names no clause of the register, or selects no case that can be judged.
func (s *Suite) Profiles() ([]Profile, error) {
	t, err := register.ReadRows(s.fsys, profilesFile, "profile", "part", "value", "looks", "says", "source")
	if err != nil {
		return nil, err
	}
	var out []Profile
	var problems []error
	for i, row := range t.Rows {
		name := row["profile"]
		if len(out) == 0 || out[len(out)-1].Name != name {
			if !profileName.MatchString(name) || slices.ContainsFunc(out, func(p Profile) bool { return p.Name == name }) {
				problems = append(problems, t.Problem(i, "profile", "%q is not a new name of lower-case letters and hyphens", name))
			}
			out = append(out, Profile{Name: name, Demand: reports.Demand{Name: name}})
		}
		if column, err := s.addTo(&out[len(out)-1], row); err != nil {
			problems = append(problems, t.Problem(i, column, "%w", err))
		}
	}
	for _, p := range out {
		if p.Title == "" || len(p.Needs) == 0 || len(p.Lines) == 0 || len(p.Loads) == 0 {
			problems = append(problems, fmt.Errorf("%s: %s needs a title, needs, clauses and a load", profilesFile, p.Name))
		}
	}
	return out, errors.Join(problems...)
}

// addTo adds a row of the file to a profile. The error is about a column.
func (s *Suite) addTo(p *Profile, row map[string]string) (column string, err error) {
	words := strings.Fields(row["value"])
	if len(words) == 0 {
		return "value", errors.New("empty")
	}
	switch part := row["part"]; part {
	case "title":
		p.Title, p.Demand.Title = row["value"], row["value"]
	case "needs":
		for _, w := range words {
			if !isService(w) {
				return "value", fmt.Errorf("%q is not a service", w)
			}
		}
		p.Needs = words
	case "clauses":
		return s.addLine(p, row, words)
	case "load":
		p.Loads = append(p.Loads, ProfileLoad{Workload: words[0], Flags: words[1:], Does: row["says"]})
		p.Demand.Loads = append(p.Demand.Loads, words[0])
	default:
		return "part", fmt.Errorf("%q is not title, needs, clauses or load", part)
	}
	return "", nil
}

// addLine adds a row about clauses.
func (s *Suite) addLine(p *Profile, row map[string]string, entries []string) (column string, err error) {
	looks := row["looks"]
	line := ProfileLine{Does: row["says"], Source: row["source"], Selectors: entries, Code: looks == "code"}
	switch {
	case severalRefusals.MatchString(looks):
		for word := range strings.SplitSeq(looks, " or ") {
			status, _ := strconv.Atoi(word)
			line.Takes = append(line.Takes, status)
		}
	case looks != "status" && looks != "code":
		return "looks", fmt.Errorf("%q is neither status nor code, nor refusals that the client takes for the same, such as 409 or 412", looks)
	}
	if line.Does == "" {
		return "says", errors.New("empty; what does the client do?")
	}
	if !sourceName.MatchString(line.Source) {
		return "source", fmt.Errorf("%q is not owner/repository: path", line.Source)
	}
	p.Lines = append(p.Lines, line)
	for _, entry := range entries {
		clause, _, _ := strings.Cut(entry, "/")
		cases, err := s.demanded(clause, entry)
		if err != nil {
			return "value", err
		}
		p.Demand.Needs = append(p.Demand.Needs, reports.Need{Clause: clause, Does: line.Does, Source: line.Source, Cases: cases, Code: line.Code, Takes: line.Takes})
	}
	return "", nil
}

// demanded are the ids of the cases that an entry about a clause selects.
func (s *Suite) demanded(clause, entry string) ([]string, error) {
	if _, ok := s.Register.Clause(clause); !ok {
		return nil, fmt.Errorf("there is no clause %s", clause)
	}
	fits, err := selectors{}.parse(selector(entry))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, c := range s.CasesOf(clause) {
		// A case that no endpoint can show in real time is no reason to doubt an endpoint.
		if fits(c) && !c.Open && !slices.Contains(c.Needs, target.MovableClock) {
			out = append(out, c.ID)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s chooses no case that can be judged", entry)
	}
	return out, nil
}

// ProfileNamed returns the profiles with the given names, each once, in the order of the
// table; "all" means all of them.
func ProfileNamed(all []Profile, names []string) ([]Profile, error) {
	var out []Profile
	for _, name := range names {
		if name != "all" && !slices.ContainsFunc(all, func(p Profile) bool { return p.Name == name }) {
			return nil, fmt.Errorf("there is no profile %q", name)
		}
	}
	for _, p := range all {
		if slices.Contains(names, p.Name) || slices.Contains(names, "all") {
			out = append(out, p)
		}
	}
	return out, nil
}
