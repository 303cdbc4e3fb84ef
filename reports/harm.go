package reports

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Harm is what a failure does to those who rely on the promise.
type Harm int

// The harms, the worst first.
const (
	// Unsafe: it accepted what it had to refuse, or lost, doubled or mixed up data.
	Unsafe Harm = iota + 1
	// Refuses: it refused what it had to do.
	Refuses
	WrongEffect   // on anything but data
	WrongStatus   // a success like the promised one, or a refusal like it
	WrongResponse // a header or the body
	WrongCode
)

// words say what a target that does such harm does.
var words = [...]string{
	Unsafe: "accepts what it must refuse, or loses, doubles or mixes up data", Refuses: "refuses what it must do", WrongEffect: "has another effect, not on data",
	WrongStatus: "answers with another status", WrongResponse: "answers with another header or body", WrongCode: "answers with another error code",
}

func (h Harm) String() string { return words[h] }

// Harm returns what a failed case does. It follows from what every stored result
// says; in a case that differs in several respects, the worst counts.
func (s Scenario) Harm() Harm {
	s.Want, s.Got = s.Want[:min(len(s.Want), read)], s.Got[:min(len(s.Got), read)]
	worst := WrongCode
	for _, d := range MannerOf(s).Differs {
		harm := s.harmIn(d)
		if d == InStatus && harm == Refuses {
			return harm // that nothing was done follows from it
		}
		worst = min(worst, harm)
	}
	return worst
}

// read bounds how much of a text Harm reads, in bytes: some quote megabytes.
const read = 4000

func (s Scenario) harmIn(d Difference) Harm {
	switch {
	case d == InStatus:
		return harmOfStatus(s.Want, s.Got)
	case d == InEffect && (s.concernsData() || s.Respect == "one step"):
		return harmOfRace(s.Want, s.Got)
	case d == InEffect:
		return WrongEffect
	case d == InResponse && s.Want == givenOnce && s.Respect != "ETag" && !nothing.MatchString(s.Got):
		return Unsafe
	case d == InResponse && slices.Contains(shows, s.Respect):
		return WrongEffect
	case d == InResponse:
		return WrongResponse
	}
	return WrongCode
}

// givenOnce is what a race wants of what a service gives out. An id that two clients
// hold lets both of them in.
const givenOnce = "each one of its own"

// nothing matches an id that is none: empty, or all zeros.
var nothing = regexp.MustCompile(`^"[0-]*" twice`)

// data are the fields of a resource that hold what clients stored.
var data = []string{"existence", "content", "committed blocks", "uncommitted blocks", "page ranges", "ranges", "visible messages", "entities",
	"blobs in the container", "what lies in it"}

// shows are the parts of an answer that show data: wrong ones show a state that never
// was.
var shows = append(slices.Clone(data), "messages", "one step", "pages", "metadata", "body")

// entity is the field of an entity that holds all of it.
var entity = append(slices.Clone(data), "properties")

// concernsData reports whether an effect that differs is one on data.
func (s Scenario) concernsData() bool {
	fields := data
	if s.Service == "table" {
		fields = entity
	}
	return slices.Contains(data, s.Respect) || tells(s.Want, fields) || tells(s.Got, fields)
}

// tells reports whether a text, such as `blob b: content "a"; metadata none`, tells of one of the fields.
func tells(text string, fields []string) bool {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, ": ", "; "), "; ") {
		if slices.ContainsFunc(fields, func(f string) bool { return strings.HasPrefix(part, f+" ") }) {
			return true
		}
	}
	return false
}

var (
	statuses  = regexp.MustCompile(`(?:^|[|] |\bor |, )(?:(\d{3})\b|(?:some )?(ok|OK|success)\b|(STATUS_|NTSTATUS))`)
	crowd     = regexp.MustCompile(`(\d+) × (\S+)`)
	succeeded = regexp.MustCompile(`^(?:2\d\d$|ok$|OK$|success$)`)
)

// sides returns which kinds of answers a text names.
func sides(text string) (success, refusal bool) {
	for _, m := range statuses.FindAllStringSubmatch(text, -1) {
		if succeeded.MatchString(m[1] + m[2]) {
			success = true
		} else {
			refusal = true
		}
	}
	return success, refusal
}

func harmOfStatus(want, got string) Harm {
	first, _, _ := strings.Cut(got, ";")
	wantSuccess, wantRefusal := sides(want)
	success, _ := sides(first)
	switch {
	case success && wantRefusal && !wantSuccess:
		return Unsafe
	case !success && wantSuccess && !wantRefusal, strings.HasSuffix(first, " refusals"):
		return Refuses
	}
	return WrongStatus
}

// harmOfRace distinguishes a race that nobody won from one that too many won.
func harmOfRace(want, got string) Harm {
	w := crowd.FindStringSubmatch(want)
	if w == nil || !succeeded.MatchString(w[2]) {
		return Unsafe
	}
	winners, _ := strconv.Atoi(w[1]) // digits
	for _, g := range crowd.FindAllStringSubmatch(got, -1) {
		if n, _ := strconv.Atoi(g[1]); succeeded.MatchString(g[2]) {
			winners -= n
		}
	}
	if winners > 0 {
		return Refuses
	}
	return Unsafe
}
