package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// matrixFeature wraps the lines of a table into a feature whose steps show everything in an
// expanded row.
func matrixFeature(name string, rows ...string) []byte {
	return []byte("Feature: F\n\n  Scenario Outline: " + name + "\n    Given <state>\n    When <action>\n" +
		"    Then <answer>, <effect>, <lease>, <lease time>\n\n    Examples: As printed\n      " + strings.Join(rows, "\n      ") + "\n")
}

func TestAMatrixHasACaseForEachOutcomeOfACell(t *testing.T) {
	t.Parallel()
	f, err := parseFeature("f", matrixFeature("<clause> <action>, <state>",
		"| clause        | action | Av              | Le                                                                                       | Bi | Bo         | Ex                                      |",
		"| BLOB-LM-BRK-D | break  | 409 LeaseAbsent | finite: 202 -> Breaking(A), lease-time remaining ; infinite: 202 -> Broken(A), lease-time 0 | ok | stays Gone | clean: 200 -> Leased(A) ; modified: 409 |"))
	if err == nil || !strings.Contains(err.Error(), `line 10: reading outcomes "stays Gone"`) {
		t.Errorf("a state that is none gave %v", err)
	}
	_, err = parseFeature("f", matrixFeature("<clause> <state>", "| clause | Av | Le | Bi | Bo | Ex |", "| BLOB-LM-TIME | stays Available | stays Expired(A) | ok | ok | ok |"))
	if err == nil || !strings.Contains(err.Error(), "line 10: a resource that is Leased(A) stays Expired(A)") {
		t.Errorf("a state that does not stay gave %v", err)
	}

	f, err = parseFeature("f", matrixFeature("<clause> <action>, <state>",
		"| clause        | action | Av              | Le                                                                                       | Bi | Bo              | Ex                                      |",
		"| BLOB-LM-BRK-D | break  | 409 LeaseAbsent | finite: 202 -> Breaking(A), lease-time remaining ; infinite: 202 -> Broken(A), lease-time 0 | ok | becomes Expired(A) | clean: 200 -> Leased(A) ; modified: 409 |"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range f.cases {
		if c.Line != 10 {
			t.Errorf("%s is at line %d, want the row's", c.ID, c.Line)
		}
		if len(c.Clauses) != 1 || !strings.HasPrefix(c.ID, c.Clauses[0]+"/break/") {
			t.Errorf("case %s has clauses %v", c.ID, c.Clauses)
		}
		got = append(got, c.Name+": "+strings.Join(c.Steps, "; "))
	}
	want := []string{
		"BLOB-LM-BRK-D-Av break, Available: Available; break; 409 LeaseAbsent, unchanged, Available, absent",
		"BLOB-LM-BRK-D-Le-finite break, Leased(A) for 60 seconds: Leased(A) for 60 seconds; break; 202, as asked, Breaking(A), remaining",
		"BLOB-LM-BRK-D-Le-infinite break, Leased(A) with infinite duration: Leased(A) with infinite duration; break; 202, as asked, Broken(A), 0",
		"BLOB-LM-BRK-D-Bi break, Breaking(A): Breaking(A); break; ok, as asked, Breaking(A), absent",
		"BLOB-LM-BRK-D-Bo break, Broken(A): Broken(A); break; , unchanged, Expired(A), absent",
		"BLOB-LM-BRK-D-Ex-clean break, Expired(A): Expired(A); break; 200, as asked, Leased(A), absent",
		"BLOB-LM-BRK-D-Ex-modified break, Expired(A) and was modified since: Expired(A) and was modified since; break; 409, unchanged, Available, absent",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("cases -want +got:\n%s", d)
	}
}

func TestAMatrixRepeatsItsCellsForEachOperation(t *testing.T) {
	t.Parallel()
	text := strings.Replace(string(matrixFeature("<clause> <operation>, <state>",
		`| clause    | operations           | with       | Av                | Le          | Bi | Bo | Ex    |`,
		`| BLOB-UM-W | Put Blob; Put Block  | lease id B | 412 Lost \| 409 * | 412 (Other) | ok | ok | 412 * |`)), "<action>", "<operation> with <with>", 1)
	f, err := parseFeature("f", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var ids, steps []string
	for _, c := range f.cases {
		ids = append(ids, c.ID)
		steps = append(steps, strings.Join(c.Steps, "; "))
	}
	var want []string
	for _, col := range []string{"Av/%s/available", "Le/%s/leased-a", "Bi/%s/breaking-a", "Bo/%s/broken-a", "Ex/%s/expired-a"} {
		for _, op := range []string{"put-blob", "put-block"} {
			want = append(want, "BLOB-UM-W-"+fmt.Sprintf(col, op))
		}
	}
	if d := cmp.Diff(want, ids); d != "" {
		t.Errorf("ids -want +got:\n%s", d)
	}
	if want, got := "Available; Put Block with lease id B; 412 Lost | 409 *, unchanged, Available, absent", steps[1]; got != want {
		t.Errorf("steps of the second case = %q, want %q", got, want)
	}
	if want, got := "Breaking(A); Put Blob with lease id B; ok, as asked, Breaking(A), absent", steps[4]; got != want {
		t.Errorf("steps of a case that succeeds = %q, want %q", got, want)
	}
}

func TestAMatrixRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ head, row, want string }{
		"an answer that is none":       {"| clause | action | Av | Le | Bi | Bo | Ex |", "| BLOB-A | x | yes | ok | ok | ok | ok |", `"yes" is not an answer`},
		"a case without a state":       {"| clause | action | Av | Le | Bi | Bo | Ex |", "| BLOB-A | x | old: ok | ok | ok | ok | ok |", `case "old" of a cell names no state`},
		"outcomes without cases":       {"| clause | action | Av | Le | Bi | Bo | Ex |", "| BLOB-A | x | ok ; 409 | ok | ok | ok | ok |", "names no case"},
		"an empty operation":           {"| clause | action | operations | Av | Le | Bi | Bo | Ex |", "| BLOB-A | x | A;;B | ok | ok | ok | ok | ok |", "an empty name"},
		"no operation":                 {"| clause | action | operations | Av | Le | Bi | Bo | Ex |", "| BLOB-A | x | | ok | ok | ok | ok | ok |", "an empty name"},
		"a column of its own making":   {"| clause | action | state | Av | Le | Bi | Bo | Ex |", "| BLOB-A | x | s | ok | ok | ok | ok | ok |", `two columns are called "state"`},
		"operation beside operations":  {"| clause | action | operation | operations | Av | Le | Bi | Bo | Ex |", "| BLOB-A | x | s | t | ok | ok | ok | ok | ok |", `two columns are called "operation"`},
		"a lease column that is twice": {"| clause | action | Av | Av | Le | Bi | Bo | Ex |", "| BLOB-A | x | ok | ok | ok | ok | ok | ok |", `two columns are called "Av"`},
		"four of the five columns":     {"| clause | action | Av | Le | Bi | Bo |", "| BLOB-A | x | ok | ok | ok | ok |", "no column is called <state>"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := parseFeature("f", matrixFeature("<clause> <action> <state>", tt.head, tt.row))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("parseFeature = %v, %v, want an error with %q", f.cases, err, tt.want)
			}
		})
	}
}
