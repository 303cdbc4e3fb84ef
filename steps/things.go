package steps

import (
	"regexp"

	"ifmatch/steps/ops"
)

// kinds maps the words of the feature files to what the operations address. What
// "a blob" is the operations that are sent to it decide: see kindFor.
var kinds = map[string]ops.Kind{"container": ops.Container,
	"block blob": ops.BlockBlob, "page blob": ops.PageBlob, "append blob": ops.AppendBlob}

// newThing names a resource without making it.
func (w *world) newThing(kind, name string) (*thing, error) {
	label := name
	if label == "" {
		label = map[bool]string{true: "container", false: "blob"}[kind == "container"]
	}
	if _, ok := w.things[label]; ok {
		return nil, miswritten("there is a %s already", label)
	}
	t := &thing{label: label, res: ops.Resource{Kind: kinds[kind], Container: w.container}}
	if kind == "blob" {
		if t.res.Kind = w.kindFor(label); t.res.Kind == "" {
			return nil, miswritten("no kind of blob takes every operation that is sent to the %s", label)
		}
	}
	switch {
	case kind == "container" && name != "":
		t.res.Container += "-" + name
	case kind != "container":
		t.res.Blob = label + ".bin"
	}
	return t, nil
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
