package target

import (
	"testing"
	"time"
)

func TestRightsAreReadOffAnAccountSAS(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, time.January, 2, 3, 4, 0, 0, time.UTC)
	for _, tc := range []struct {
		name  string
		cred  Credential
		known bool
		end   time.Time
		nil   bool
	}{
		{"no credential", Credential{}, false, time.Time{}, true},
		{"a key", Credential{Key: "a2V5"}, false, time.Time{}, true},
		{"an account SAS", Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02T03%3A04%3A00Z&sig=x"}, true, end, false},
		{"one to the minute", Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02T03%3A04Z&sig=x"}, true, end, false},
		{"one to the day", Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02&sig=x"}, true, end.Truncate(24 * time.Hour), false},
		{"one with fractions", Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02T03:04:00.0000000Z&sig=x"}, true, end, false},
		{"a service SAS", Credential{SAS: "sr=c&sp=rl&se=2026-01-02&sig=x"}, false, end.Truncate(24 * time.Hour), false},
		{"a stored policy", Credential{SAS: "sr=c&si=readers&sig=x"}, false, time.Time{}, false},
		{"no query", Credential{SAS: "ss=%zz&sig=x"}, false, time.Time{}, false},
	} {
		r := tc.cred.Rights()
		switch {
		case (r == nil) != tc.nil:
			t.Errorf("%s: rights %v", tc.name, r)
		case r != nil && (r.Known != tc.known || !r.End.Equal(tc.end)):
			t.Errorf("%s: known %v until %v, want %v until %v", tc.name, r.Known, r.End, tc.known, tc.end)
		}
	}
}

func TestWhatRightsGrant(t *testing.T) {
	t.Parallel()
	r := Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02&sig=x"}.Rights()
	for what, ok := range map[string]bool{
		"the blob service": r.Covers(Blob), "the table service": r.Covers(Table), "no queues": !r.Covers(Queue), "no files": !r.Covers(File),
		"containers": r.Reaches(LevelC), "objects": r.Reaches(LevelO), "not the service": !r.Reaches(LevelS),
		"reading": r.Permits("r"), "one of two": r.Permits("wl"), "not writing": !r.Permits("cw"), "not nothing": !r.Permits(""),
		"until it ends": !r.Over(r.End.Add(-time.Second)), "and no longer": r.Over(r.End), "for ever": !(&Rights{}).Over(r.End),
	} {
		if !ok {
			t.Errorf("the SAS does not grant %s as it says", what)
		}
	}
}
