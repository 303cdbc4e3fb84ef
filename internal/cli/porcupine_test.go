package cli

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"ifmatch/loadgen/judge"
)

// seenVersion is the state of a resource in the model that gives the second opinion.
type seenVersion struct {
	there bool
	tag   string
	value uint64
}

// secondOpinion is the table of docs/proofs.md as a model of porcupine. Writes without an answer are not in it: the load of
// the test has none.
var secondOpinion = porcupine.Model{
	Partition: func(all []porcupine.Operation) (parts [][]porcupine.Operation) {
		at := map[string]int{}
		for _, o := range all {
			name := o.Input.(judge.Operation).Resource
			if _, ok := at[name]; !ok {
				at[name], parts = len(parts), append(parts, nil)
			}
			parts[at[name]] = append(parts[at[name]], o)
		}
		return parts
	},
	Init: func() any { return seenVersion{} },
	Step: func(state, input, _ any) (bool, any) {
		s, x := state.(seenVersion), input.(judge.Operation)
		current := s.there && x.Input.If == s.tag
		switch {
		case x.Output.Outcome == "absent":
			return !s.there, s
		case x.Output.Outcome == "lost" && x.Input.Op == "create":
			return s.there, s
		case x.Output.Outcome == "lost":
			return !current, s
		case x.Input.Op == "read":
			return s.there && (x.Output.Tag == "" || x.Output.Tag == s.tag) && (x.Output.Value == 0 || x.Output.Value == s.value), s
		case x.Input.Op == "create" && s.there, (x.Input.Op == "swap" || x.Input.Op == "delete") && x.Input.If != "" && !current:
			return false, s
		case x.Input.Op == "delete":
			return s.there, seenVersion{}
		}
		return true, seenVersion{true, x.Output.Tag, x.Input.Value}
	},
}

// TestPorcupineAgrees gives what a load recorded to porcupine, as it is and with one answer changed.
func TestPorcupineAgrees(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run, file := filepath.Join(dir, "run"), filepath.Join(dir, "operations.json")
	for _, args := range [][]string{
		{"load", "blob-cas", "--ops", "1000", "--duration", "0s", "--clients", "8", "--warmup", "0s", "--out", run},
		{"check", run, "--export", "porcupine=" + file},
	} {
		if code := Main(args, strings.NewReader(""), io.Discard, io.Discard); code != 0 {
			t.Fatalf("ifmatch %s: exit code %d", strings.Join(args, " "), code)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var operations []porcupine.Operation
	old := ""
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var x judge.Operation
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		operations = append(operations, porcupine.Operation{ClientId: x.ClientID, Input: x, Call: x.Call, Return: x.Return})
	}
	if len(operations) < 900 {
		t.Fatalf("only %d operations", len(operations))
	}
	if !porcupine.CheckOperations(secondOpinion, operations) {
		t.Error("porcupine finds no order")
	}
	for k := range operations {
		x := operations[k].Input.(judge.Operation)
		if old == "" && x.Input.Op == "swap" && x.Output.Outcome == "won" {
			old = x.Input.If // replaced here
		} else if k > len(operations)/2 && x.Input.Op == "read" {
			x.Output.Tag, x.Output.Value = old, 0
			operations[k].Input = x
			break
		}
	}
	if porcupine.CheckOperations(secondOpinion, operations) {
		t.Error("porcupine finds an order although a read is stale")
	}
}
