package operation

import "strings"

// readOnly are the operations that change nothing. Get Messages is none of them: it hides the messages that it returns.
var readOnly = func() (all [Count]bool) {
	for o := range all {
		verb, _, _ := strings.Cut(names[o], " ")
		switch verb {
		case "Get", "List", "Query", "Peek", "Find":
			all[o] = Operation(o) != GetMessages && !strings.HasPrefix(names[o], "Get User Delegation Key")
		}
	}
	return all
}()

// ReadOnly reports whether an operation changes nothing.
func (o Operation) ReadOnly() bool { return o < Count && readOnly[o] }
