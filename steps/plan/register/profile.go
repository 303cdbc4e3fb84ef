package register

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// profilesFile is the table of profiles in the file system given to Profiles.
const profilesFile = "profiles.tsv"

// Profile is what an existing client needs from Azure Storage.
type Profile struct {
	Name  string   // durable-functions
	Title string   // Durable Functions
	Needs []string // services
	Lines []ProfileLine
	Loads []ProfileLoad
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
	profileName = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	sourceName  = regexp.MustCompile(`^[\w.-]+/[\w.-]+: [\w./-]+$`)
)

// Profiles reads profiles.tsv at the root of fsys. The error joins all problems of the file, each
// with its line and column. Package plan checks whether the selectors match cases.
func Profiles(fsys fs.FS) ([]Profile, error) {
	t, err := ReadRows(fsys, profilesFile, "profile", "part", "value", "looks", "says", "source")
	if err != nil {
		return nil, err
	}
	var out []Profile
	var problems []error
	for i, row := range t.Rows {
		name := row["profile"]
		if len(out) == 0 || out[len(out)-1].Name != name {
			if !profileName.MatchString(name) || slices.ContainsFunc(out, func(p Profile) bool { return p.Name == name }) {
				problems = append(problems, t.problem(i, "profile", "%q is not a new name of lower-case letters and hyphens", name))
			}
			out = append(out, Profile{Name: name})
		}
		problems = append(problems, out[len(out)-1].add(t, i))
	}
	for _, p := range out {
		if p.Title == "" || len(p.Needs) == 0 || len(p.Lines) == 0 || len(p.Loads) == 0 {
			problems = append(problems, fmt.Errorf("%s: %s needs a title, needs, clauses and a load", profilesFile, p.Name))
		}
	}
	return out, errors.Join(problems...)
}

// add takes a row of the file.
func (p *Profile) add(t *Table, i int) error {
	row := t.Rows[i]
	looks, says, source, words := row["looks"], row["says"], row["source"], strings.Fields(row["value"])
	if len(words) == 0 {
		return t.problem(i, "value", "empty")
	}
	switch part := row["part"]; part {
	case "title":
		p.Title = row["value"]
	case "needs":
		for _, w := range words {
			if !slices.Contains(services, w) {
				return t.problem(i, "value", "%q is not a service", w)
			}
		}
		p.Needs = words
	case "clauses":
		takes, ok := takenAlike(looks)
		switch {
		case !ok && looks != "status" && looks != "code":
			return t.problem(i, "looks", "%q is neither status nor code, nor refusals that the client takes for the same, such as 409 or 412", looks)
		case says == "":
			return t.problem(i, "says", "empty; what does the client do?")
		case !sourceName.MatchString(source):
			return t.problem(i, "source", "%q is not owner/repository: path", source)
		}
		p.Lines = append(p.Lines, ProfileLine{Does: says, Source: source, Selectors: words, Code: looks == "code", Takes: takes})
	case "load":
		p.Loads = append(p.Loads, ProfileLoad{Workload: words[0], Flags: words[1:], Does: says})
	default:
		return t.problem(i, "part", "%q is not title, needs, clauses or load", part)
	}
	return nil
}

var severalRefusals = regexp.MustCompile(`^4\d\d( or 4\d\d)+$`)

// takenAlike reads statuses that a client takes for the same, as in "409 or 412".
func takenAlike(looks string) (out []int, ok bool) {
	if !severalRefusals.MatchString(looks) {
		return nil, false
	}
	for word := range strings.SplitSeq(looks, " or ") {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}
