package steps

import (
	"regexp"
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps/ops"
)

// kinds maps the words of the feature files to what the operations address. What
// "a blob" is the operations that are sent to it decide: see kindFor.
var kinds = map[string]ops.Kind{"container": ops.Container, "table": ops.Table, "entity": ops.Entity,
	"account": ops.Account, "queue": ops.Queue, "message": ops.Message,
	"block blob": ops.BlockBlob, "page blob": ops.PageBlob, "append blob": ops.AppendBlob}

// partition is the PartitionKey of a scenario's entities, elsewhere that of the
// few that must be in another.
const partition, elsewhere = "partition", "elsewhere"

// labelOf is what a resource is called in its scenario: its name, or its kind.
func labelOf(kind, name string) string {
	switch {
	case name != "":
		return name
	case slices.Contains([]string{"container", "table", "entity", "account", "queue", "message"}, kind):
		return kind
	}
	return "blob"
}

// placeOf is the label of what an operation addresses if its sentence does not say.
func placeOf(op ops.Operation) string {
	switch {
	case slices.Equal(op.Kinds, []ops.Kind{ops.Entity}):
		return "entity"
	case op.Service == target.Queue:
		return string(op.Kinds[0])
	case strings.HasSuffix(op.Name, "Service Properties"):
		return "account"
	case op.Service == target.Table:
		return "table"
	case onContainer(op):
		return "container"
	}
	return "blob"
}

// newThing names a resource without making it.
func (w *world) newThing(kind, name string) (*thing, error) {
	label := labelOf(kind, name)
	if _, ok := w.things[label]; ok {
		return nil, miswritten("there is a %s already", label)
	}
	t := &thing{label: label, res: ops.Resource{Kind: kinds[kind]}}
	switch kind {
	case "container":
		if t.res.Container = w.container; name != "" {
			t.res.Container += "-" + name
		}
	case "table":
		t.res.Table, t.res.Partition = w.table+name, partition
	case "entity":
		t.res.Table, t.res.Partition, t.res.Row = w.table, partition, label
	case "account":
		t.res.Service = target.Service(w.cs.Service)
	case "queue":
		if t.res.Queue = w.container; name != "" {
			t.res.Queue += "-" + name
		}
	case "message":
		t.res.Queue = w.container
	case "blob":
		if t.res.Kind = w.kindFor(label); t.res.Kind == "" {
			return nil, miswritten("no kind of blob takes every operation that is sent to the %s", label)
		}
		fallthrough
	default:
		t.res.Container, t.res.Blob = w.container, label+".bin"
	}
	t.made.Resource = t.res
	return t, nil
}

// encloses is the kind of what a resource lies in; empty for what lies in nothing.
func encloses(k ops.Kind) string {
	switch k {
	case ops.Container, ops.Table, ops.Queue, ops.Account:
		return ""
	case ops.Entity:
		return "table"
	case ops.Message:
		return "queue"
	}
	return "container"
}

// sent lists the operations that the scenario sends to the blob with that label,
// each once.
func (w *world) sent(label string) []ops.Operation {
	var out []ops.Operation
	done := map[string]bool{}
	for _, text := range w.cs.Steps {
		m := sendsStep.FindStringSubmatch(text)
		if m == nil || done[m[2]] || m[3] != label && (m[3] != "" || label != "blob") {
			continue
		}
		done[m[2]] = true
		if op, ok := ops.Lookup(m[2]); ok {
			out = append(out, op)
		}
	}
	return out
}

// sendsStep recognises the sentences in which a client sends an operation.
var sendsStep = regexp.MustCompile(`^` + who + ` (?:sends|starts) ` + operation + `(?: to "([a-z]+)")?`)
