package target

import (
	"net/url"
	"strings"
	"time"
)

// Level is the sort of resource that an account SAS distinguishes, by its letter in
// srt.
type Level byte

// The levels.
const (
	LevelS Level = 's' // service: what belongs to the account, such as lists and properties
	LevelC Level = 'c' // container: what the account holds, queues and tables among them
	LevelO Level = 'o' // object: what lies in one of those
)

// Rights are what a SAS, or a token, says of itself; the service decides.
type Rights struct {
	// Known tells that the SAS is one over the account, which says in plain text all
	// that it grants.
	Known bool
	// Scoped tells that it is one over a single container, queue or table, or over what
	// lies in one, and may lean on a policy that is stored there.
	Scoped bool
	// End is when it ends; zero where it does not say.
	End time.Time

	services, levels, letters string // ss, srt, sp
	tokens                    Tokens // nil: it is a SAS
}

// Rights reads off what a SAS grants; of tokens only their end is known. Nil: the
// credential is an account key, which may do everything.
func (c Credential) Rights() *Rights {
	switch {
	case c.Tokens != nil:
		return &Rights{tokens: c.Tokens}
	case c.Key != "" || c.SAS == "":
		return nil
	}
	q, err := url.ParseQuery(c.SAS.Reveal())
	if err != nil {
		return &Rights{} // a SAS that no service can read either
	}
	r := &Rights{services: q.Get("ss"), levels: q.Get("srt"), letters: q.Get("sp"), End: sasTime(q.Get("se"))}
	r.Known = r.services != "" && r.levels != "" && r.letters != ""
	r.Scoped = !r.Known && (r.letters != "" || q.Has("si"))
	return r
}

// sasTime reads the forms of ISO 8601 that a SAS may hold; zero for anything else.
func sasTime(text string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t
		}
	}
	return time.Time{}
}

// ServiceLetter is the letter of a service in ss.
func ServiceLetter(s Service) string { return string(s)[:1] }

// Covers tells whether the SAS is good for a service at all.
func (r *Rights) Covers(s Service) bool { return strings.Contains(r.services, ServiceLetter(s)) }

// Reaches tells whether it is good for that level.
func (r *Rights) Reaches(l Level) bool { return strings.ContainsRune(r.levels, rune(l)) }

// Permits tells whether it grants one of these letters of sp.
func (r *Rights) Permits(letters string) bool { return strings.ContainsAny(r.letters, letters) }

// Over tells whether it has ended by then.
func (r *Rights) Over(at time.Time) bool {
	end := r.Ends()
	return !end.IsZero() && !at.Before(end)
}

// Ends is when it ends; of tokens, when the last one does.
func (r *Rights) Ends() time.Time {
	if r.tokens != nil {
		return r.tokens.Ends()
	}
	return r.End
}

// Kind is what the credential is called.
func (r *Rights) Kind() string {
	if r.tokens != nil {
		return "token"
	}
	return "SAS"
}
