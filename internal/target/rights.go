package target

import (
	"net/url"
	"strings"
	"time"
)

// Level is a kind of resource that an account SAS distinguishes, by its letter in srt.
type Level byte

// The levels.
const (
	LevelS Level = 's' // service: what belongs to the account, such as lists and properties
	LevelC Level = 'c' // container: what the account contains, including queues and tables
	LevelO Level = 'o' // object: what one of those contains
)

// Rights are the rights that a SAS or a token states; the service decides.
type Rights struct {
	// Known says that it is an account SAS, which states in plain text everything that
	// it grants.
	Known bool
	// Scoped says that it is a SAS for a single container, queue or table, or for
	// something in one. It may refer to a stored policy.
	Scoped bool
	// End is when it expires; zero if it does not say.
	End time.Time

	services, levels, letters string // ss, srt, sp
	tokens                    Tokens // nil: the credential is a SAS
}

// Rights returns the rights that a SAS states; of tokens only the expiry is known. It
// returns nil for an account key, which may do everything.
func (c Credential) Rights() *Rights {
	switch {
	case c.Tokens != nil:
		return &Rights{tokens: c.Tokens}
	case c.Key != "" || c.SAS == "":
		return nil
	}
	q, err := url.ParseQuery(c.SAS.Reveal())
	if err != nil {
		return &Rights{} // no service can parse this SAS either
	}
	r := &Rights{services: q.Get("ss"), levels: q.Get("srt"), letters: q.Get("sp"), End: sasTime(q.Get("se"))}
	r.Known = r.services != "" && r.levels != "" && r.letters != ""
	r.Scoped = !r.Known && (r.letters != "" || q.Has("si"))
	return r
}

// sasTime parses the forms of ISO 8601 that a SAS may contain; it returns zero for
// anything else.
func sasTime(text string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t
		}
	}
	return time.Time{}
}

// ServiceLetter returns the letter of a service in ss.
func ServiceLetter(s Service) string { return string(s)[:1] }

// Covers reports whether the SAS is valid for a service at all.
func (r *Rights) Covers(s Service) bool { return strings.Contains(r.services, ServiceLetter(s)) }

// Reaches reports whether the SAS is valid for a level.
func (r *Rights) Reaches(l Level) bool { return strings.ContainsRune(r.levels, rune(l)) }

// Permits reports whether the SAS grants one of these letters of sp.
func (r *Rights) Permits(letters string) bool { return strings.ContainsAny(r.letters, letters) }

// Over reports whether the SAS or token has expired at a time.
func (r *Rights) Over(at time.Time) bool {
	end := r.Ends()
	return !end.IsZero() && !at.Before(end)
}

// Ends returns when the SAS expires, or the last token.
func (r *Rights) Ends() time.Time {
	if r.tokens != nil {
		return r.tokens.Ends()
	}
	return r.End
}

// Kind returns the name of this kind of credential.
func (r *Rights) Kind() string {
	if r.tokens != nil {
		return "token"
	}
	return "SAS"
}
