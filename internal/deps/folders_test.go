package deps

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// folderArrows draws, for each folder that contains packages, the arrows between its children: everything
// below a child counts as the child, and the package of the folder itself is the child ".". A folder named
// internal is only a word for the go command: its packages are children of its parent.
func folderArrows(graph []Package) map[string][]arrow {
	imports := make(map[string]map[arrowEnds][]string) // folder → ends → importing packages
	for _, p := range graph {
		for _, to := range p.Imports {
			if !ours(to) {
				continue
			}
			from, to := rooms(relative(p.Path)), rooms(relative(to))
			folder := commonFolder(from, to)
			ends := arrowEnds{child(from, folder), child(to, folder)}
			name := strings.Join(folder, "/")
			if imports[name] == nil {
				imports[name] = make(map[arrowEnds][]string)
			}
			imports[name][ends] = append(imports[name][ends], strings.Join(from, "/")+" imports "+strings.Join(to, "/"))
		}
	}
	found := make(map[string][]arrow)
	for folder, byEnds := range imports {
		for ends, names := range byEnds {
			slices.Sort(names)
			found[folder] = append(found[folder], arrow{ends.from, ends.to, names})
		}
		slices.SortFunc(found[folder], compareArrows)
	}
	return found
}

type arrowEnds struct{ from, to string }

// rooms are the elements of a path, with each internal joined to the next element.
func rooms(relative string) []string {
	if relative == "" {
		return nil
	}
	return strings.Split(strings.ReplaceAll(relative, "internal/", "internal:"), "/")
}

// commonFolder is the deepest folder that contains both packages.
func commonFolder(a, b []string) []string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// child is the element below folder, or "." for the package of the folder.
func child(rooms, folder []string) string {
	if len(rooms) == len(folder) {
		return "."
	}
	return rooms[len(folder)]
}

func TestFoldersPointOneWay(t *testing.T) {
	t.Parallel()
	var graph []Package
	for _, p := range list(t) {
		graph = append(graph, p.Package)
	}
	found := make(map[string]drawing)
	for folder, arrows := range folderArrows(graph) {
		found[path.Join(folder, "/...")] = draw(arrows)
	}
	judge(t, found)
}

func TestFolderArrows(t *testing.T) {
	t.Parallel()
	graph := []Package{
		{Path: module, Imports: []string{"ifmatch/internal/cli", "os"}},
		{Path: "ifmatch/internal/cli", Imports: []string{"ifmatch/steps", "ifmatch/internal/wire"}},
		{Path: "ifmatch/steps", Imports: []string{"ifmatch/steps/plan/register", "ifmatch/internal/wire"}},
		{Path: "ifmatch/steps/plan", Imports: []string{"ifmatch/steps/plan/register"}},
		{Path: "ifmatch/steps/plan/register", Imports: []string{"ifmatch/steps/words"}},
	}
	var got []string
	for _, folder := range slices.Sorted(maps.Keys(folderArrows(graph))) {
		for _, a := range folderArrows(graph)[folder] {
			got = append(got, folder+": "+a.from+">"+a.to)
		}
	}
	want := []string{
		": .>internal:cli", ": internal:cli>internal:wire", ": internal:cli>steps", ": steps>internal:wire",
		"steps: .>plan", "steps: plan>words", "steps/plan: .>register",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
