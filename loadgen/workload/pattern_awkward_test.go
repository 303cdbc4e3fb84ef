package workload

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/thorough"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
	"ifmatch/loadgen/transport"
)

// replied makes an answer from a status, a body, and header fields in pairs.
func replied(status int, body string, fields ...string) *transport.Reply {
	r := &transport.Reply{Status: status, Body: []byte(body)}
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header = append(r.Header, sharedkey.Field{Name: fields[i], Value: fields[i+1]})
	}
	return r
}

// answered is an exchange with an answer; nil: none.
func answered(r *transport.Reply) *Exchange {
	x := &Exchange{ID: Identity{Client: 3, Seq: 7}, Request: &Request{}, Reply: r, Invoke: 10, Return: 20}
	if r == nil {
		x.Reply, x.Err = &transport.Reply{}, errCut
	}
	return x
}

// toldEvent holds the fields of an event that a test compares; it identifies an entity by its row.
type toldEvent struct {
	Key     string
	Outcome history.Outcome
	Status  int
	Code    string
	Tag     string
	Value   uint64
	Got     int64
	Flags   history.Flags
	Joined  bool
}

func tell(env Env, events ...history.Event) (out []toldEvent) {
	for _, e := range events {
		key := env.Book.KeyText(e.Key)
		if i := strings.Index(key, "RowKey='"); i >= 0 {
			key = strings.TrimSuffix(key[i+8:], "')")
		}
		out = append(out, toldEvent{key, e.Outcome, int(e.Status), env.Book.CodeText(e.Code), env.Book.Text(e.Tag), e.Value, e.Got, e.Flags, e.Group != 0})
	}
	return out
}

const (
	won     = history.Won
	lost    = history.Lost
	refused = history.Refused
	absent  = history.Absent
	busy    = history.Throttled
	unknown = history.Unknown
	wrong   = history.Wrong
)

func TestAnswersToLeaseOperations(t *testing.T) {
	t.Parallel()
	env := drive(t, leaseMutex, nil).env
	for _, test := range []struct {
		name    string
		op      history.Op
		reply   *transport.Reply
		outcome history.Outcome
		code    string
		got     int64
	}{
		{"acquired", history.Acquire, replied(201, "", "x-ms-lease-id", "ID"), won, "", 0},
		{"acquired, the id in capitals", history.Acquire, replied(201, "", "x-ms-lease-id", "id"), won, "", 0},
		{"acquired under another id", history.Acquire, replied(201, "", "x-ms-lease-id", "00000000-0000-0000-0000-000000000000"), unknown, otherLease, 0},
		{"acquired under no id", history.Acquire, replied(201, ""), unknown, otherLease, 0},
		{"acquired with 200", history.Acquire, replied(200, "", "x-ms-lease-id", "ID"), unknown, unexpectedStatus, 0},
		{"present", history.Acquire, answer(409, "LeaseAlreadyPresent"), refused, "LeaseAlreadyPresent", 0},
		{"breaking", history.Acquire, answer(409, "LeaseIsBreakingAndCannotBeAcquired"), refused, "LeaseIsBreakingAndCannotBeAcquired", 0},
		{"gone", history.Acquire, answer(404, "BlobNotFound"), absent, "BlobNotFound", 0},
		{"malformed", history.Acquire, answer(400, "InvalidHeaderValue"), wrong, "InvalidHeaderValue", 0},
		{"no answer", history.Acquire, nil, unknown, "", 0},
		{"busy", history.Acquire, answer(503, "ServerBusy"), busy, "ServerBusy", 0},
		{"renewed", history.Renew, replied(200, "", "x-ms-lease-id", "ID"), won, "", 0},
		{"renewed with 201", history.Renew, replied(201, "", "x-ms-lease-id", "ID"), unknown, unexpectedStatus, 0},
		{"changed", history.Change, replied(200, "", "x-ms-lease-id", "ID"), won, "", 0},
		{"changed to what it was", history.Change, replied(200, "", "x-ms-lease-id", "00000000-0000-0000-0000-00000000abcd"), unknown, otherLease, 0},
		{"released", history.Release, replied(200, ""), won, "", 0},
		{"released before", history.Release, answer(409, "LeaseIdMismatchWithLeaseOperation"), refused, "LeaseIdMismatchWithLeaseOperation", 0},
		{"broken", history.Break, replied(202, "", "x-ms-lease-time", "0"), won, "", 0},
		{"breaking for 15 s", history.Break, replied(202, "", "x-ms-lease-time", "15"), won, "", 15e9},
		{"breaking for how long", history.Break, replied(202, ""), unknown, noLeaseTime, 0},
		{"breaking for a past", history.Break, replied(202, "", "x-ms-lease-time", "-1"), unknown, noLeaseTime, 0},
		{"nothing to break", history.Break, answer(409, "LeaseNotPresentWithLeaseOperation"), refused, "LeaseNotPresentWithLeaseOperation", 0},
	} {
		exchange := leaseExchange{set: newLockSet(&env, "Blob", ""), lock: &lock{path: "/c/b?comp=lease", key: 1}, op: test.op, id: "00000000-0000-0000-0000-00000000abcd"}
		exchange.fillLease(&Request{}, Identity{Client: 3, Seq: 7})
		expected := exchange.id
		if test.op == history.Change {
			expected = exchange.wanted
		}
		x := answered(test.reply)
		for i, f := range x.Reply.Header {
			switch f.Value {
			case "ID":
				x.Reply.Header[i].Value = expected
			case "id":
				x.Reply.Header[i].Value = strings.ToUpper(expected)
			}
		}
		e := exchange.judgeLease(x)
		if e.Op != test.op || e.Outcome != test.outcome || env.Book.CodeText(e.Code) != test.code || e.Got != test.got {
			t.Errorf("%s: outcome %d %s, got %d; want %d %s, %d", test.name, e.Outcome, env.Book.CodeText(e.Code), e.Got, test.outcome, test.code, test.got)
		}
		if (e.Flags == history.Attempt) != (test.op == history.Acquire) {
			t.Errorf("%s: flags %d", test.name, e.Flags)
		}
	}
}

// Answers of a table, as the service writes them.
const (
	tagA     = `W/"datetime'2026-11-21T13%3A00%3A00.1234567Z'"`
	tagB     = `W/"datetime'2026-11-21T13%3A00%3A00.7654321Z'"`
	tagAJSON = `W/\"datetime'2026-11-21T13%3A00%3A00.1234567Z'\"`
	tagBJSON = `W/\"datetime'2026-11-21T13%3A00%3A00.7654321Z'\"`
)

func tableError(code, message string) string {
	return `{"odata.error":{"code":"` + code + `","message":{"lang":"en-US","value":"` + message + `\nRequestId:1\nTime:2026"}}}`
}

func TestAnswersAboutEntities(t *testing.T) {
	t.Parallel()
	d := drive(t, tableCAS, nil)
	set := d.instance.(run).stock.(*tableSet)
	env := d.env
	text := string(payload.FillText(nil, env.Options.Size, testRun, 99))
	good := `{"PartitionKey":"p0","RowKey":"r0","Timestamp":"2026-11-21T13:00:00.1234567Z","Body":"` + text + `"}`
	value := history.ValueOf(3, 7)
	get := func(u *entityExchange, x *Exchange) history.Event { return u.judgeGet(x) }
	insert := func(u *entityExchange, x *Exchange) history.Event { return u.judgeInsert(x) }
	update := func(u *entityExchange, x *Exchange) history.Event { return u.judgeSwap(x, set.update) }
	remove := func(u *entityExchange, x *Exchange) history.Event { return u.judgeDelete(x) }
	for _, test := range []struct {
		name  string
		judge func(*entityExchange, *Exchange) history.Event
		reply *transport.Reply
		want  toldEvent
	}{
		{"read", get, replied(200, good, "ETag", tagA), toldEvent{Outcome: won, Status: 200, Tag: tagA, Value: 99}},
		{"read, escaped", get, replied(200, strings.Replace(good, text[:1], `\u00`+hexOf(text[0]), 1), "ETag", tagA), toldEvent{Outcome: won, Status: 200, Tag: tagA, Value: 99}},
		{"read with a value of another kind", get, replied(200, `{"n":[1,{"Body":"no"}],"Body":"`+text+`"}`, "ETag", tagA), toldEvent{Outcome: won, Status: 200, Tag: tagA, Value: 99}},
		{"read without a tag", get, replied(200, good), toldEvent{Outcome: wrong, Status: 200, Code: noETag}},
		{"read nothing", get, replied(200, `{}`, "ETag", tagA), toldEvent{Outcome: won, Status: 200, Tag: tagA, Flags: history.Torn}},
		{"read half", get, replied(200, good[:len(good)-3], "ETag", tagA), toldEvent{Outcome: won, Status: 200, Tag: tagA, Flags: history.Torn}},
		{"read damaged", get, replied(200, strings.Replace(good, text[40:44], "AAAA", 1), "ETag", tagA), toldEvent{Outcome: won, Status: 200, Tag: tagA, Flags: history.Torn}},
		{"read a null", get, replied(200, `{"Body":null}`, "ETag", tagA), toldEvent{Outcome: won, Status: 200, Tag: tagA, Flags: history.Torn}},
		{"read with 202", get, replied(202, good, "ETag", tagA), toldEvent{Outcome: wrong, Status: 202, Code: unexpectedStatus}},
		{"gone", get, replied(404, tableError("ResourceNotFound", "no")), toldEvent{Outcome: absent, Status: 404, Code: "ResourceNotFound"}},
		{"gone, in XML", get, replied(404, `<?xml version="1.0"?><error xmlns="x"><code>ResourceNotFound</code></error>`), toldEvent{Outcome: absent, Status: 404, Code: "ResourceNotFound"}},
		{"gone, the code in the header", get, answer(404, "EntityNotFound"), toldEvent{Outcome: absent, Status: 404, Code: "EntityNotFound"}},
		{"gone, without a word", get, replied(404, ""), toldEvent{Outcome: absent, Status: 404}},
		{"no answer", get, nil, toldEvent{Outcome: unknown}},
		{"inserted", insert, replied(204, "", "ETag", tagA), toldEvent{Outcome: won, Status: 204, Tag: tagA, Value: value, Flags: history.Attempt}},
		{"inserted and told", insert, replied(201, good, "ETag", tagA), toldEvent{Outcome: won, Status: 201, Tag: tagA, Value: value, Flags: history.Attempt}},
		{"inserted with 200", insert, replied(200, "", "ETag", tagA), toldEvent{Outcome: unknown, Status: 200, Code: unexpectedStatus, Value: value, Flags: history.Attempt}},
		{"exists", insert, replied(409, tableError("EntityAlreadyExists", "there")), toldEvent{Outcome: lost, Status: 409, Code: "EntityAlreadyExists", Value: value, Flags: history.Attempt}},
		{"another conflict", insert, replied(409, tableError("TableBeingDeleted", "going")), toldEvent{Outcome: wrong, Status: 409, Code: "TableBeingDeleted", Value: value, Flags: history.Attempt}},
		{"updated", update, replied(204, "", "ETag", tagA), toldEvent{Outcome: won, Status: 204, Tag: tagA, Value: value, Flags: history.Attempt}},
		{"updated without a tag", update, replied(204, ""), toldEvent{Outcome: unknown, Status: 204, Code: noETag, Value: value, Flags: history.Attempt}},
		{"updated with 200", update, replied(200, "", "ETag", tagA), toldEvent{Outcome: unknown, Status: 200, Code: unexpectedStatus, Value: value, Flags: history.Attempt}},
		{"another version", update, replied(412, tableError("UpdateConditionNotSatisfied", "no")), toldEvent{Outcome: lost, Status: 412, Code: "UpdateConditionNotSatisfied", Value: value, Flags: history.Attempt}},
		{"nothing to update", update, replied(404, tableError("ResourceNotFound", "no")), toldEvent{Outcome: absent, Status: 404, Code: "ResourceNotFound", Value: value, Flags: history.Attempt}},
		{"timed out", update, replied(500, tableError("OperationTimedOut", "late")), toldEvent{Outcome: unknown, Status: 500, Code: "OperationTimedOut", Value: value, Flags: history.Attempt}},
		{"deleted", remove, replied(204, ""), toldEvent{Outcome: won, Status: 204}},
		{"deleted with 202", remove, replied(202, ""), toldEvent{Outcome: unknown, Status: 202, Code: unexpectedStatus}},
		{"nothing to delete", remove, replied(404, tableError("ResourceNotFound", "no")), toldEvent{Outcome: absent, Status: 404, Code: "ResourceNotFound"}},
	} {
		exchange := set.exchange(set.partitions[0][0])
		test.want.Key = "r0"
		got := tell(env, test.judge(&exchange, answered(test.reply)))[0]
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func hexOf(c byte) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[c>>4], digits[c&15]})
}

func TestAnswersOfQueries(t *testing.T) {
	t.Parallel()
	d := drive(t, tableBatch, func(o *Options) { o.Batch = 1 })
	set := d.instance.(*batchRun).tableSet
	text := string(payload.FillText(nil, d.env.Options.Size, testRun, 99))
	row := func(key, tag string) string {
		return `{"odata.etag":"` + tag + `","PartitionKey":"p0","RowKey":"` + key + `","Body":"` + text + `"}`
	}
	page := func(rows ...string) string {
		return `{"odata.metadata":"x","value":[` + strings.Join(rows, ",") + `]}`
	}
	r0 := toldEvent{Key: "r0", Outcome: won, Status: 200, Tag: tagA, Value: 99, Joined: true}
	r1 := toldEvent{Key: "r1", Outcome: won, Status: 200, Tag: tagB, Value: 99, Joined: true, Flags: history.Follow}
	alone := func(e toldEvent) toldEvent { e.Joined = false; return e }
	failed := func(outcome history.Outcome, status int, code string) []toldEvent {
		return []toldEvent{{Key: "r0", Outcome: outcome, Status: status, Code: code}}
	}
	for _, test := range []struct {
		name  string
		reply *transport.Reply
		want  []toldEvent
		whole bool
	}{
		{"both", replied(200, page(row("r0", tagAJSON), row("r1", tagBJSON))), []toldEvent{r0, r1}, true},
		{"one of them", replied(200, page(row("r0", tagAJSON))), []toldEvent{r0, {Key: "r1", Outcome: absent, Status: 200, Joined: true, Flags: history.Follow}}, false},
		{"none", replied(200, page()), []toldEvent{{Key: "r0", Outcome: absent, Status: 200, Joined: true}, {Key: "r1", Outcome: absent, Status: 200, Joined: true, Flags: history.Follow}}, false},
		{"one, and more elsewhere", replied(200, page(row("r0", tagAJSON)), "x-ms-continuation-NextPartitionKey", "1!4!cDA-"), []toldEvent{alone(r0)}, false},
		{"one damaged", replied(200, page(row("r0", tagAJSON), strings.Replace(row("r1", tagBJSON), text[9:20], "", 1))), []toldEvent{r0, {Key: "r1", Outcome: won, Status: 200, Tag: tagB, Joined: true, Flags: history.Follow | history.Torn}}, true},
		{"one without a body", replied(200, page(row("r0", tagAJSON), `{"odata.etag":"`+tagBJSON+`","PartitionKey":"p0","RowKey":"r1"}`)), []toldEvent{r0, {Key: "r1", Outcome: won, Status: 200, Tag: tagB, Joined: true, Flags: history.Follow | history.Torn}}, true},
		{"one without a tag", replied(200, page(row("r0", ""))), failed(wrong, 200, noETag), false},
		{"one twice", replied(200, page(row("r0", tagAJSON), row("r0", tagBJSON))), failed(wrong, 200, notAsked), false},
		{"another", replied(200, page(row("r7", tagAJSON))), failed(wrong, 200, notAsked), false},
		{"of another partition", replied(200, page(strings.Replace(row("r0", tagAJSON), "p0", "p1", 1))), failed(wrong, 200, notAsked), false},
		{"half a page", replied(200, page(row("r0", tagAJSON))[:60]), failed(wrong, 200, unreadable), false},
		{"no page", replied(200, "hello"), failed(wrong, 200, unreadable), false},
		{"with 204", replied(204, ""), failed(wrong, 204, unexpectedStatus), false},
		{"no table", replied(404, tableError("TableNotFound", "no")), failed(wrong, 404, "TableNotFound"), false},
		{"busy", answer(503, "ServerBusy"), failed(busy, 503, "ServerBusy"), false},
		{"no answer", nil, failed(unknown, 0, ""), false},
	} {
		exchange := pageExchange{set: set, list: set.partitions[0]}
		got := tell(d.env, exchange.judge(answered(test.reply), nil)...)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if exchange.whole() != test.whole {
			t.Errorf("%s: whole is %t", test.name, exchange.whole())
		}
	}
}

func TestAnswersToTransactions(t *testing.T) {
	t.Parallel()
	d := drive(t, tableBatch, nil)
	set := d.instance.(*batchRun).tableSet
	value := history.ValueOf(3, 7)
	one := func(status, header, body string) string {
		return "--changesetresponse_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nHTTP/1.1 " + status + "\r\n" + header + "\r\n" + body + "\r\n"
	}
	granted := func(tag string) string {
		return one("204 No Content", "X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\nETag: "+tag+"\r\n", "")
	}
	batch := func(parts ...string) string {
		return "--batchresponse_1\r\nContent-Type: multipart/mixed; boundary=changesetresponse_1\r\n\r\n" + strings.Join(parts, "") + "--changesetresponse_1--\r\n--batchresponse_1--\r\n"
	}
	const follow, attempt = history.Follow, history.Attempt
	events := func(outcome history.Outcome, status int, code string) []toldEvent {
		e := toldEvent{Key: "r0", Outcome: outcome, Status: status, Code: code, Value: value, Joined: true, Flags: attempt}
		other := e
		other.Key, other.Flags = "r1", attempt|follow
		return []toldEvent{e, other}
	}
	blamed := func(outcome history.Outcome, status int, code string, key, other string) []toldEvent {
		list := events(outcome, status, code)
		list[0].Key, list[1].Key, list[1].Outcome = key, other, refused
		return list
	}
	both := events(won, 202, "")
	both[0].Tag, both[1].Tag = tagA, tagB
	stale := func(message string) string {
		return batch(one("412 Precondition Failed", "Content-Type: application/json\r\n", tableError("UpdateConditionNotSatisfied", message)))
	}
	const condition = "UpdateConditionNotSatisfied"
	for _, test := range []struct {
		name  string
		reply *transport.Reply
		want  []toldEvent
	}{
		{"granted", replied(202, batch(granted(tagA), granted(tagB))), both},
		{"granted, lines without returns", replied(202, strings.ReplaceAll(batch(granted(tagA), granted(tagB)), "\r", "")), both},
		{"one answer for two", replied(202, batch(granted(tagA))), events(unknown, 202, noAnswers)},
		{"three answers for two", replied(202, batch(granted(tagA), granted(tagB), granted(tagB))), events(unknown, 202, noAnswers)},
		{"no tag", replied(202, batch(granted(tagA), granted(""))), events(unknown, 202, noETag)},
		{"an empty answer", replied(202, ""), events(unknown, 202, noAnswers)},
		{"the first refused", replied(202, stale("0:The update condition")), blamed(lost, 412, condition, "r0", "r1")},
		{"the second refused", replied(202, stale("1:The update condition")), blamed(lost, 412, condition, "r1", "r0")},
		{"somebody refused", replied(202, stale("The update condition")), events(refused, 412, condition)},
		{"a third refused", replied(202, stale("2:The update condition")), events(refused, 412, condition)},
		{"gone", replied(202, batch(one("404 Not Found", "", tableError("ResourceNotFound", "1:no")))), blamed(absent, 404, "ResourceNotFound", "r1", "r0")},
		{"malformed", replied(202, batch(one("400 Bad Request", "", tableError("InvalidInput", "1:no")))), events(wrong, 400, "InvalidInput")},
		{"a change timed out", replied(202, batch(one("500 Internal Server Error", "", tableError("OperationTimedOut", "1:late")))), events(unknown, 500, "OperationTimedOut")},
		{"a change was too much", replied(202, batch(one("503 Busy", "", tableError("ServerBusy", "1:late")))), events(busy, 503, "ServerBusy")},
		{"one granted, one refused", replied(202, batch(granted(tagA), one("412 Precondition Failed", "", tableError(condition, "1:no")))), events(unknown, 202, mixedAnswer)},
		{"the batch refused", replied(412, tableError(condition, "0:no")), events(wrong, 412, condition)},
		{"the batch forbidden", replied(403, tableError("AuthenticationFailed", "no")), events(wrong, 403, "AuthenticationFailed")},
		{"the batch with 200", replied(200, batch(granted(tagA), granted(tagB))), events(unknown, 200, unexpectedStatus)},
		{"busy", answer(503, "ServerBusy"), events(busy, 503, "ServerBusy")},
		{"no answer", nil, events(unknown, 0, "")},
	} {
		exchange := batchExchange{set: set}
		for _, e := range set.partitions[0][:2] {
			exchange.changes = append(exchange.changes, change{entity: e, named: &version{text: tagA, token: d.env.Book.Token(tagA)}})
		}
		list := exchange.judge(answered(test.reply), nil)
		if diff := cmp.Diff(test.want, tell(d.env, list...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		for _, e := range list {
			if e.If == history.None {
				t.Errorf("%s: an event names no version", test.name)
			}
		}
	}
	exchange := batchExchange{set: set, changes: []change{{entity: set.partitions[0][0], named: &version{}}}}
	if e := exchange.judge(answered(replied(202, stale("The update condition"))), nil)[0]; e.Outcome != lost {
		t.Errorf("a transaction of one change needs no number: outcome %d", e.Outcome)
	}
}

func TestAnswersAboutMessages(t *testing.T) {
	t.Parallel()
	d := drive(t, queueConsume, nil)
	run := d.instance.(*queueRun)
	text := string(payload.FillText(nil, d.env.Options.Size, testRun, 99))
	one := func(receipt, text string) string {
		return "<QueueMessage><MessageId>5974b586-0df3-4e2d-ad0c-18e3892bfca2</MessageId><InsertionTime>Fri, 09 Oct 2026 21:04:30 GMT</InsertionTime>" + receipt +
			"<DequeueCount>2</DequeueCount><MessageText>" + text + "</MessageText></QueueMessage>"
	}
	const receipt = "<PopReceipt>YzQ4Yzg1MDItYTc0Ny0+/A==</PopReceipt>"
	list := func(messages ...string) string {
		return "\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"utf-8\"?><QueueMessagesList>" + strings.Join(messages, "") + "</QueueMessagesList>"
	}
	got := toldEvent{Outcome: won, Status: 200, Tag: "YzQ4Yzg1MDItYTc0Ny0+/A==", Value: 99, Got: 2}
	joined := func(e toldEvent, flags history.Flags) toldEvent { e.Joined, e.Flags = true, flags; return e }
	value := history.ValueOf(3, 7)
	for _, test := range []struct {
		name  string
		op    history.Op
		reply *transport.Reply
		want  []toldEvent
	}{
		{"one", history.Get, replied(200, list(one(receipt, text))), []toldEvent{got}},
		{"one, escaped", history.Get, replied(200, list(one(receipt, "&#x"+hexOf(text[0])+";"+text[1:]))), []toldEvent{got}},
		{"two", history.Get, replied(200, list(one(receipt, text), one(receipt, text))), []toldEvent{joined(got, 0), joined(got, history.Follow)}},
		{"nothing", history.Get, replied(200, list()), []toldEvent{{Outcome: won, Status: 200}}},
		{"nothing, in short", history.Get, replied(200, "<QueueMessagesList />"), []toldEvent{{Outcome: won, Status: 200}}},
		{"more than asked for", history.Get, replied(200, list(one(receipt, text), one(receipt, text), one(receipt, text))), []toldEvent{{Outcome: unknown, Status: 200, Code: notSoMany}}},
		{"no receipt", history.Get, replied(200, list(one(receipt, text), one("", text))), []toldEvent{{Outcome: unknown, Status: 200, Code: noReceipt}}},
		{"no list", history.Get, replied(200, "<html>"), []toldEvent{{Outcome: unknown, Status: 200, Code: notMessages}}},
		{"no text", history.Get, replied(200, list("<QueueMessage><MessageId>a</MessageId><DequeueCount>1</DequeueCount></QueueMessage>")), []toldEvent{{Outcome: unknown, Status: 200, Code: notMessages}}},
		{"a count that is none", history.Get, replied(200, strings.Replace(list(one(receipt, text)), ">2<", ">two<", 1)), []toldEvent{{Outcome: unknown, Status: 200, Code: notMessages}}},
		{"a damaged text", history.Get, replied(200, list(one(receipt, text[4:]))), []toldEvent{{Outcome: won, Status: 200, Tag: got.Tag, Got: 2, Flags: history.Torn}}},
		{"an empty text", history.Get, replied(200, list(strings.Replace(one(receipt, ""), "<MessageText></MessageText>", "<MessageText />", 1))), []toldEvent{{Outcome: won, Status: 200, Tag: got.Tag, Got: 2, Flags: history.Torn}}},
		{"no queue", history.Get, answer(404, "QueueNotFound"), []toldEvent{{Outcome: absent, Status: 404, Code: "QueueNotFound"}}},
		{"no answer", history.Get, nil, []toldEvent{{Outcome: unknown}}},
		{"peeked", history.Peek, replied(200, list(one("", text))), []toldEvent{{Outcome: won, Status: 200, Value: 99, Got: 2}}},
		{"put", history.Put, replied(201, list()), []toldEvent{{Outcome: won, Status: 201, Value: value}}},
		{"put with 200", history.Put, replied(200, ""), []toldEvent{{Outcome: unknown, Status: 200, Code: unexpectedStatus, Value: value}}},
		{"put, busy", history.Put, answer(503, "ServerBusy"), []toldEvent{{Outcome: busy, Status: 503, Code: "ServerBusy", Value: value}}},
		{"updated", history.Update, replied(204, "", "x-ms-popreceipt", "bmV3"), []toldEvent{{Outcome: won, Status: 204, Tag: "bmV3", Value: 5}}},
		{"updated, no receipt", history.Update, replied(204, ""), []toldEvent{{Outcome: unknown, Status: 204, Code: noReceipt, Value: 5}}},
		{"too late to update", history.Update, answer(404, "MessageNotFound"), []toldEvent{{Outcome: lost, Status: 404, Code: "MessageNotFound", Value: 5}}},
		{"deleted", history.Remove, replied(204, ""), []toldEvent{{Outcome: won, Status: 204, Value: 5, Flags: history.Attempt}}},
		{"deleted with 202", history.Remove, replied(202, ""), []toldEvent{{Outcome: unknown, Status: 202, Code: unexpectedStatus, Value: 5, Flags: history.Attempt}}},
		{"too late to delete", history.Remove, answer(404, "MessageNotFound"), []toldEvent{{Outcome: lost, Status: 404, Code: "MessageNotFound", Value: 5, Flags: history.Attempt}}},
		{"another receipt", history.Remove, answer(400, "PopReceiptMismatch"), []toldEvent{{Outcome: lost, Status: 400, Code: "PopReceiptMismatch", Value: 5, Flags: history.Attempt}}},
	} {
		exchange := run.exchange()
		exchange.queue, exchange.op, exchange.number = run.queues[0], test.op, 2
		exchange.message = message{id: "a", receipt: "b2xk", token: d.env.Book.Token("b2xk"), value: 5}
		for i := range test.want {
			test.want[i].Key = "queue /ifm-5f3a1b2c-q0"
		}
		if diff := cmp.Diff(test.want, tell(d.env, exchange.judge(answered(test.reply), nil)...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestActorsFindTheirWayAgain gives actors nonsensical answers, and checks that afterwards they behave as before.
func TestActorsFindTheirWayAgain(t *testing.T) {
	t.Parallel()
	for _, w := range patterns {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, w.Workload, func(o *Options) { o.Keys = 1 })
			d.prepare()
			players := []*player{d.player(0), d.player(1), d.player(2)}
			nonsense := nonsensical(d.rng)
			if w.Name == containerLease.Name {
				nonsense = sparing(nonsense)
			}
			for round := range max(4, thorough.Of(25)) {
				d.meddle = nonsense
				for range 20 {
					players[d.rng.IntN(3)].step()
				}
				d.meddle = nil
				d.pass(max(d.env.Options.Lease, time.Second) + d.env.Options.Visibility)
				served := map[uint16]int{}
				for range 150 {
					p := players[d.rng.IntN(3)]
					d.pass(p.step().Pause)
					for _, e := range p.events {
						if e.Outcome == won {
							served[e.Name]++
						}
						if e.Outcome == wrong || e.Outcome.Uncertain() {
							t.Fatalf("round %d, afterwards: %s %d %s", round, d.env.Book.NameText(e.Name), e.Status, d.env.Book.CodeText(e.Code))
						}
					}
				}
				if len(served) < 2 {
					t.Fatalf("round %d: afterwards nothing but %v went well", round, served)
				}
			}
		})
	}
}

// sparing keeps a meddler's clients from deleting a container. A client that received a false answer that its lease
// was released considers the id worthless. It tests this with a deletion, which succeeds while the lease is held, and
// there is no way back from there.
func sparing(m meddler) meddler {
	return func(x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		if x.Step.Method == "DELETE" {
			send = func() (*transport.Reply, error) { return answer(412, "LeaseIdMismatchWithContainerOperation"), nil }
		}
		return m(x, send)
	}
}

// nonsensical replaces the service's answers, or changes them.
func nonsensical(rng *rand.Rand) meddler {
	return func(x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		codes := []string{"", "LeaseLost", "ConditionNotMet", "BlobNotFound", "MessageNotFound", "LeaseIsBrokenAndCannotBeRenewed", "ResourceNotFound"}
		statuses := []int{200, 201, 202, 204, 206, 304, 400, 403, 404, 409, 412, 500, 503}
		switch rng.IntN(4) {
		case 0:
			return answer(statuses[rng.IntN(len(statuses))], codes[rng.IntN(len(codes))]), nil
		case 1:
			return nil, errCut
		}
		r, err := send()
		if err != nil {
			return nil, err
		}
		altered := &transport.Reply{Status: r.Status, Header: slices.Clone(r.Header), Body: slices.Clone(r.Body)}
		switch rng.IntN(3) {
		case 0:
			altered.Status = statuses[rng.IntN(len(statuses))]
		case 1:
			if n := len(altered.Header); n > 0 {
				altered.Header = slices.Delete(altered.Header, n/2, n/2+1)
			}
		default:
			if n := len(altered.Body); n > 0 {
				altered.Body = altered.Body[:rng.IntN(n)]
			}
		}
		return altered, nil
	}
}
