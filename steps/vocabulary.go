package steps

import (
	"io/fs"
	"sync"

	"ifmatch/steps/blob"
	"ifmatch/steps/file"
	"ifmatch/steps/plan"
	"ifmatch/steps/queue"
	"ifmatch/steps/scenario"
	"ifmatch/steps/table"
)

// Language is everything that features may name: the sentences below, and what the room of
// each service adds. A further service is one more line here.
var Language = sync.OnceValue(func() *scenario.Language {
	return scenario.NewLanguage(sentences,
		blob.New(),
		table.New(),
		queue.New(),
		file.New(),
	)
})

// Load reads the features and their register from fsys, in this language.
func Load(fsys fs.FS) (*plan.Suite, error) {
	suite, err := Index(fsys)
	if err == nil {
		err = suite.Check()
	}
	return suite, err
}

// Index is Load for those who need few cases of features that are known to be right: sentences are read when a case is chosen.
func Index(fsys fs.FS) (*plan.Suite, error) {
	return plan.Load(fsys, Language().Read, Language().Pairs()...)
}

// LoadOwn reads a user's own features from own, in this language, and the register from fsys.
func LoadOwn(fsys, own fs.FS) (*plan.Suite, error) {
	return plan.LoadOwn(fsys, own, Language().Read)
}

// sentences are the ones about no service in particular, in the order in which `ifmatch list
// phrases` shows them. Variety lives in the cells.
var sentences = []scenario.Phrase{
	given(`an? {resource}{named} that (.+)`, `Given a block blob that is Leased(A)`, aResource),
	given(`{who} has read the {resource}{named}`, `Given Ann has read the blob`, hasRead),
	given(`{who} holds a SAS under the stored access policy "([a-z]+)" of the {resource}`, `Given a reader holds a SAS under the stored access policy "readers" of the container`, holdsSAS),
	given(`{who} uses only SDK options`, `Given Ann uses only SDK options`, holds(scenario.Access{Typed: true})),
	given(`{who} holds no credential`, `Given a stranger holds no credential`, holds(scenario.Access{Anonymous: true})),
	given(`{who} holds a wrong account key`, `Given a stranger holds a wrong account key`, holds(scenario.Access{Key: wrongKey})),

	when(`(\d+(?:\.\d)? (?:seconds?|minutes?)) pass(?:es)?`, `When 15 seconds pass`, timePasses),
	when(`{who} sends {operation}(?: to "([^"]+)")?{with}`, `When Ann sends Put Blob with If-Match remembered, lease id A`, sends),
	when(`{who} writes using {operation}{with} and reads it back using {operation}`, `When Ann writes using Put Blob with content "new" and reads it back using Get Blob Properties`, sendsAndReads),
	when(`(\d+) clients send {operation}{with} at once`, `When 8 clients send Put Blob with If-Match current at once`, clientsSend),
	when(`(\d+) clients send {operation}{with} at once, each to an? {resource} of its own that (.+)`, `When 8 clients send Lease Blob acquire with no proposed id at once, each to a block blob of its own that exists`, clientsSendApart),
	when(`{who} sends {operation}{with} (\d+) times in a row`, `When Ann sends Update Entity 1000 times in a row`, sendsInARow),
	when(`clients send ([A-Z].+?){with} at once`, `When clients send Put Blob, Put Blob, Delete Blob with If-Match current at once`, oneSendsEach),
	when(`clients send at once: (.+)`, `When clients send at once: Put Range with lease id A; 2 times Open over SMB for Write, sharing None, then Get File`, clientsSendEach),
	when(`{who} reads by {operation} before, during and after {operation}`, `When a reader reads by List Blobs before, during and after Put Blob`, readsAround),
	when(`(\d+) clients each add 1 to the number in the {resource} (\d+) times under (If-Match|a lease|the lease of the {resource})`, `When 8 clients each add 1 to the number in the blob 5 times under If-Match`, clientsAdd),
	when(`{who} replaces the {resource} (\d+) times using {operation} while (\d+) readers read it(?: using {operation})?`, `When a writer replaces the blob 20 times using Put Block List while 4 readers read it using Get Blob`, writesWhileRead),
	when(`{who} starts {operation}{with} and holds back half of the body`, `When a writer starts Put Blob and holds back half of the body`, startsHeld),
	when(`{who} sends the rest of the body`, `When the writer sends the rest of the body`, sendsRest),
	when(`{who} gives up before the rest of the body is sent`, `When the writer gives up before the rest of the body is sent`, givesUp),

	then(`the service answers (.+)`, `Then the service answers 412 ConditionNotMet`, serviceAnswers),
	then(`{who} gets (\d.*|ok)`, `Then Bob gets 412 ConditionNotMet`, gets),
	then(`within (\d+ (?:seconds?|minutes?)) {who} gets (\d.*) for {operation}{with}`, `Then within 30 seconds the reader gets 200 for Get Blob`, getsWithin),
	then(`(?:all (\d+)|both) get (.+)`, `Then all 8 get 201`, allGet),
	then(`exactly (\d+) gets? (.+) and the rest (\d.*)`, `Then exactly 1 gets 201 and the rest 412 ConditionNotMet`, exactlyGet),
	then(`at most one of {who} and {who} gets ok and the rest (\d.*)`, `Then at most one of Ann and Bob gets ok and the rest 412 ConditionNotMet`, atMostOneGets),
	then(`no two answers carry the same (.+)`, `Then no two answers carry the same ETag`, givenOnce),
	then(`the response carries (.+)`, `Then the response carries a new ETag, a Last-Modified`, responseCarries),
	then(`the {resource}{named} is (unchanged|as asked|as answered|gone)`, `Then the blob is unchanged`, isAfter),
	then(`the {resource}{named} is as (one|every) client asked`, `Then the queue is as one client asked`, isAsManyAsked),
	then(`the answers and the {resource} are those of one order`, `Then the answers and the blob are those of one order`, ofOneOrder),
	then(`each {resource} is (as answered|gone)`, `Then each block blob is as answered`, eachIsAfter),
	then(`the {resource}{named} holds what {who} wrote`, `Then the blob holds what Bob wrote`, holdsWritten),
	then(`the {resource} holds the number (\d+)`, `Then the blob holds the number 40`, holdsNumber),
	then(`{who} has received the (old|new) version`, `Then the reader has received the old version`, hasReceived),
	then(`every read returned one whole version`, `Then every read returned one whole version`, wholeReads),
}

var given, when, then = beginning("Given"), beginning("When"), beginning("Then")

// beginning makes the phrases that begin with a keyword.
func beginning(keyword string) func(pattern, example string, read func(*scenario.Sentence) scenario.Body) scenario.Phrase {
	return func(pattern, example string, read func(*scenario.Sentence) scenario.Body) scenario.Phrase {
		return scenario.Phrase{Keyword: keyword, Pattern: pattern, Example: example, Read: read}
	}
}
