package lease

import (
	"testing"

	"ifmatch/loadgen/history"
)

// TestDeletionsOfContainers: while a container is being deleted, a second deletion is accepted as
// the first was, whatever id it names; the first one still needs the lease. BLOB-CONS-15
func TestDeletionsOfContainers(t *testing.T) {
	t.Parallel()
	mine, yours, _ := leaseIDs()
	const won = history.Won
	acquired, deleted := step{history.Acquire, mine, won}, step{history.Delete, mine, won}
	for name, tt := range map[string]struct {
		steps []step
		valid bool
	}{
		"by the holder":                     {[]step{acquired, deleted}, true},
		"again without an id":               {[]step{acquired, deleted, {history.Delete, history.None, won}}, true},
		"again under a foreign id":          {[]step{acquired, deleted, {history.Delete, yours, won}}, true},
		"twice after a release":             {[]step{acquired, {history.Release, mine, won}, {history.Delete, history.None, won}, {history.Delete, mine, won}}, true},
		"without the id":                    {[]step{acquired, {history.Delete, history.None, won}}, false},
		"under a foreign id":                {[]step{acquired, {history.Delete, yours, won}}, false},
		"under an id that nobody acquired":  {[]step{{history.Delete, mine, won}}, false},
		"acquired anew, and without the id": {[]step{acquired, deleted, {history.Acquire, yours, won}, {history.Delete, mine, won}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r := Check(inTurn(tt.steps), Options{Container: true}); (len(r.Violations) == 0) != tt.valid {
				t.Errorf("violations %+v", r.Violations)
			}
		})
	}
}
