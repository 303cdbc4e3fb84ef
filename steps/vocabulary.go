package steps

import (
	"context"
	"regexp"

	"github.com/cucumber/godog"
)

// Phrase is one sentence form of the feature files.
type Phrase struct {
	Keyword string // Given, When or Then: where it is meant to stand
	Pattern string
	Example string
}

// phrase binds a Phrase to its body in a world. The pattern is compiled once for
// all scenarios.
type phrase struct {
	Phrase
	re   *regexp.Regexp
	bind func(*world) any
}

// The pieces that patterns are made of.
const (
	who       = `((?:a|an|another|the) [a-z]+(?: [a-z]+)?|[A-Z][a-z]+)`
	operation = `([A-Z][A-Za-z]*(?: (?:[A-Z][A-Za-z]*|from|acquire|renew|change|release|break|clear))*)`
	resource  = `(container|blob|block blob|page blob|append blob|table|entity|account|queue|message)`
	named     = `(?: "([a-z]+)")?`
	with      = `(?: with (.+))?`
)

// vocabulary is every phrase there is, in the order `ifmatch list phrases` shows
// them. Variety lives in the cells.
var vocabulary = []phrase{
	given(`^an? `+resource+named+` that (.+)$`, `Given a block blob that is Leased(A)`, (*world).aResource),
	given(`^`+who+` has read the `+resource+named+`$`, `Given Ann has read the blob`, (*world).hasRead),
	given(`^`+who+` holds a SAS under the stored access policy "([a-z]+)" of the (container|queue)$`, `Given a reader holds a SAS under the stored access policy "readers" of the container`, (*world).holdsSAS),
	given(`^`+who+` holds a wrong account key$`, `Given a stranger holds a wrong account key`, (*world).holdsWrongKey),
	given(`^asynchronous copies stay pending$`, `Given asynchronous copies stay pending`, (*world).copiesStayPending),

	when(`^(\d+ (?:seconds?|minutes?)) pass(?:es)?$`, `When 15 seconds pass`, (*world).timePasses),
	when(`^`+who+` sends `+operation+`(?: to "([a-z]+)")?`+with+`$`, `When Ann sends Put Blob with If-Match remembered, lease id A`, (*world).sends),
	when(`^(\d+) clients send `+operation+with+` at once$`, `When 8 clients send Put Blob with If-Match current at once`, (*world).clientsSend),
	when(`^(\d+) clients each add 1 to the number in the (blob|entity) (\d+) times under (If-Match|a lease|the lease of the blob)$`, `When 8 clients each add 1 to the number in the blob 5 times under If-Match`, (*world).clientsAdd),
	when(`^`+who+` replaces the (blob|entity) (\d+) times by `+operation+` while (\d+) readers (read it|query the table(?: with .+)?)$`, `When a writer replaces the blob 20 times by Put Block List while 4 readers read it`, (*world).writesWhileRead),
	when(`^`+who+` moves 1 from "([a-z]+)" to "([a-z]+)" (\d+) times in transactions while (\d+) readers (query the table(?: with .+)?)$`, `When a writer moves 1 from "a" to "b" 20 times in transactions while 4 readers query the table`, (*world).movesWhileRead),
	when(`^`+who+` starts `+operation+with+` and holds back half of the body$`, `When a writer starts Put Blob and holds back half of the body`, (*world).startsHeld),
	when(`^one client sends `+operation+` and another `+operation+with+` at once$`, `When one client sends Update Message and another Delete Message with pop receipt current at once`, (*world).twoClientsSend),
	when(`^(\d+) consumers (take|take and delete) what the queue holds, (\d+) at a time$`, `When 8 consumers take and delete what the queue holds, 2 at a time`, (*world).consumersTake),
	when(`^the pending copies finish$`, `When the pending copies finish`, (*world).copiesFinish),
	when(`^`+who+` sends the rest of the body$`, `When the writer sends the rest of the body`, (*world).sendsRest),

	then(`^the service answers (.+)$`, `Then the service answers 412 ConditionNotMet`, (*world).serviceAnswers),
	then(`^the transaction answers (.+)$`, `Then the transaction answers 204 with ETag, 204 without ETag`, (*world).transactionAnswers),
	then(`^`+who+` is answered (\d.*|ok)$`, `Then Bob is answered 412 ConditionNotMet`, (*world).isAnswered),
	then(`^within (\d+ (?:seconds?|minutes?)) `+who+` is answered (\d.*) to `+operation+with+`$`, `Then within 30 seconds the reader is answered 200 to Get Blob`, (*world).isAnsweredWithin),
	then(`^exactly (\d+) (?:is|are) answered (.+) and the rest (\d.*)$`, `Then exactly 1 is answered 201 and the rest 412 ConditionNotMet`, (*world).exactlyAnswered),
	then(`^the response carries (.+)$`, `Then the response carries a new ETag, a Last-Modified`, (*world).responseCarries),
	then(`^the `+resource+named+` is (unchanged|as asked|as answered|gone)$`, `Then the blob is unchanged`, (*world).isAfter),
	then(`^the message`+named+` is (visible|hidden)(?: with (.+))?$`, `Then the message is visible with content "a message", dequeue count 1`, (*world).messageIs),
	then(`^every message was taken by exactly one consumer$`, `Then every message was taken by exactly one consumer`, (*world).takenOnce),
	then(`^the lease is (.+)$`, `Then the lease is Breaking(A)`, (*world).leaseIs),
	then(`^the lease of the `+resource+named+` is (.+)$`, `Then the lease of the container is Available`, (*world).leaseOfIs),
	then(`^the (blob|entity)`+named+` holds what `+who+` wrote$`, `Then the blob holds what Bob wrote`, (*world).holdsWritten),
	then(`^the blob holds what the writer with the later Last-Modified wrote$`, `Then the blob holds what the writer with the later Last-Modified wrote`, (*world).holdsLatest),
	then(`^the (blob|entity) holds the number (\d+)$`, `Then the blob holds the number 40`, (*world).holdsNumber),
	then(`^the blob holds each part at the offset that its answer names$`, `Then the blob holds each part at the offset that its answer names`, (*world).holdsParts),
	then(`^`+who+` has received the (old|new) version$`, `Then the reader has received the old version`, (*world).hasReceived),
	then(`^every read returned one whole version$`, `Then every read returned one whole version`, (*world).wholeReads),
	then(`^the list of (blobs|containers) (shows|lacks) the (blob|snapshot|container)`+named+`(?: (as .+|without a lease))?$`, `Then the list of blobs shows the blob as leased, locked, fixed`, (*world).listShows),
}

func given(pattern, example string, body any) phrase {
	return newPhrase("Given", pattern, example, body)
}
func when(pattern, example string, body any) phrase { return newPhrase("When", pattern, example, body) }
func then(pattern, example string, body any) phrase { return newPhrase("Then", pattern, example, body) }

// newPhrase binds a method of world with up to six string arguments.
func newPhrase(keyword, pattern, example string, body any) phrase {
	p := phrase{Phrase: Phrase{Keyword: keyword, Pattern: pattern, Example: example}, re: regexp.MustCompile(pattern)}
	switch f := body.(type) {
	case func(*world, context.Context) error:
		p.bind = func(w *world) any {
			return func(ctx context.Context) error { return w.step(func() error { return f(w, ctx) }) }
		}
	case func(*world, context.Context, string) error:
		p.bind = func(w *world) any {
			return func(ctx context.Context, a string) error { return w.step(func() error { return f(w, ctx, a) }) }
		}
	case func(*world, context.Context, string, string) error:
		p.bind = func(w *world) any {
			return func(ctx context.Context, a, b string) error {
				return w.step(func() error { return f(w, ctx, a, b) })
			}
		}
	case func(*world, context.Context, string, string, string) error:
		p.bind = func(w *world) any {
			return func(ctx context.Context, a, b, c string) error {
				return w.step(func() error { return f(w, ctx, a, b, c) })
			}
		}
	case func(*world, context.Context, string, string, string, string) error:
		p.bind = func(w *world) any {
			return func(ctx context.Context, a, b, c, d string) error {
				return w.step(func() error { return f(w, ctx, a, b, c, d) })
			}
		}
	case func(*world, context.Context, string, string, string, string, string) error:
		p.bind = func(w *world) any {
			return func(ctx context.Context, a, b, c, d, e string) error {
				return w.step(func() error { return f(w, ctx, a, b, c, d, e) })
			}
		}
	case func(*world, context.Context, string, string, string, string, string, string) error:
		p.bind = func(w *world) any {
			return func(ctx context.Context, a, b, c, d, e, g string) error {
				return w.step(func() error { return f(w, ctx, a, b, c, d, e, g) })
			}
		}
	default:
		panic("phrase " + pattern + " has a body of another shape")
	}
	return p
}

// step runs one phrase body unless the scenario has ended, and keeps what ended
// it.
func (w *world) step(body func() error) error {
	if w.err != nil {
		return w.err
	}
	w.err = body()
	return w.err
}

// addTo registers the vocabulary for one scenario.
func (w *world) addTo(sc *godog.ScenarioContext) {
	for _, p := range vocabulary {
		sc.Step(p.re, p.bind(w))
	}
}

// Phrases lists every sentence form that feature files may use.
func Phrases() []Phrase {
	out := make([]Phrase, len(vocabulary))
	for i, p := range vocabulary {
		out[i] = p.Phrase
	}
	return out
}
