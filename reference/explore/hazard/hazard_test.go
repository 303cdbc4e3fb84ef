package hazard_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// line is a request that was answered.
func line(client string, o op.Operation, resource string, status int, changes ...func(*history.Line)) history.Line {
	l := history.Line{Request: history.Request{Client: client, Operation: o, Resource: resource}, Answer: history.Answer{Status: status}}
	for _, change := range changes {
		change(&l)
	}
	return l
}

func lost(l *history.Line)      { l.Fate = history.Lost }
func ifMatch(l *history.Line)   { l.IfMatch = `"0x1"` }
func whatever(l *history.Line)  { l.IfMatch = "*" }
func ifNew(l *history.Line)     { l.IfNoneMatch = "*" }
func leased(l *history.Line)    { l.Lease = "id" }
func at(l *history.Line)        { l.Position = "0" }
func withdrawn(l *history.Line) { l.Fate = history.Withdrawn }

func code(code string) func(*history.Line) { return func(l *history.Line) { l.Code = code } }
func text(n uint64) func(*history.Line)    { return func(l *history.Line) { l.Digest = n } }
func got(id string) func(*history.Line) {
	return func(l *history.Line) { l.Got = []string{id} }
}

// The resources of the tables.
const (
	blob  = "blob /data/b"
	lock  = "blob /data/lock"
	row   = "table /t(PartitionKey='p',RowKey='r')"
	queue = "queue /q/messages"
	taken = queue + "/m"
	mails = "queue /mails/messages"
)

func TestHazards(t *testing.T) {
	t.Parallel()
	get := func(who string, status int) history.Line { return line(who, op.GetBlob, blob, status) }
	put := func(who string, changes ...func(*history.Line)) history.Line {
		return line(who, op.PutBlob, blob, 201, changes...)
	}
	acquire := func(who string, status int) history.Line { return line(who, op.LeaseBlobAcquire, lock, status) }
	dequeue := func(who string) history.Line { return line(who, op.GetMessages, queue, 200, got("m")) }
	remove := func(who string, status int) history.Line { return line(who, op.DeleteMessage, taken, status) }
	send := func(who string) history.Line { return line(who, op.PutMessage, mails, 201) }
	again := line("ann", op.AppendBlock, blob, 201)
	refused := func(status int, c string) history.Line {
		return line("ann", op.PutBlob, blob, status, ifMatch, code(c))
	}
	type lines = []history.Line
	for _, tt := range []struct {
		name string
		want string // the first kind with its lines, which count from 1; empty: none
		has  []history.Line
	}{
		{"a counter", "lost update 3 4", lines{get("ann", 200), get("bob", 200), put("bob"), put("ann")}},
		{"the same contents are an update, too", "lost update 3 4", lines{get("ann", 200), get("bob", 200), put("bob", text(1)), put("ann", text(1))}},
		{"read in between", "", lines{put("bob"), get("ann", 200), put("ann", text(1))}},
		{"a 304 shows no version", "lost update 2 4", lines{get("ann", 200), put("bob"), get("ann", 304), put("ann", text(1))}},
		{"with If-Match", "", lines{get("ann", 200), put("bob"), put("ann", ifMatch)}},
		{"with If-Match: *", "lost update 2 3", lines{line("ann", op.GetEntity, row, 200), line("bob", op.UpdateEntity, row, 204, ifMatch), line("ann", op.MergeEntity, row, 204, whatever)}},
		{"a merge of what was not read", "", lines{line("bob", op.MergeEntity, row, 204, whatever), line("ann", op.MergeEntity, row, 204, whatever, text(1))}},
		{"unread", "lost update 1 2", lines{put("bob"), put("ann", text(1))}},
		{"unread, with the same contents", "", lines{put("bob", text(1)), put("ann", text(1))}},
		{"over a deleted one", "", lines{put("bob"), get("bob", 200), line("bob", op.DeleteBlob, blob, 202), put("ann", text(1))}},
		{"in its turn", "", lines{put("bob"), acquire("ann", 201), put("ann", text(1))}},
		{"listed", "lost update 3 4", lines{put("bob"), line("ann", op.ListBlobs, "blob /data", 200), line("bob", op.SetBlobMetadata, blob, 200), line("ann", op.DeleteBlob, blob, 202)}},
		{"listed, and not written since", "", lines{put("bob"), line("ann", op.ListBlobs, "blob /data", 200), line("ann", op.DeleteBlob, blob, 202)}},
		{"refused", "", lines{get("ann", 200), put("bob"), line("ann", op.PutBlob, blob, 412)}},
		{"given up", "", lines{get("ann", 200), put("bob"), put("ann", withdrawn)}},

		{"a lock", "write after the lease's end 2 4", lines{acquire("ann", 201), acquire("bob", 201), put("bob", ifMatch), put("ann")}},
		{"a lock that nobody else got", "", lines{acquire("ann", 201), acquire("bob", 409), get("bob", 200), put("ann")}},
		{"a lock that was released", "", lines{acquire("ann", 201), line("ann", op.LeaseBlobRelease, lock, 200), acquire("bob", 201), get("bob", 200), put("ann")}},
		{"a lock with a guarded write", "", lines{acquire("ann", 201), acquire("bob", 201), get("bob", 200), put("ann", ifMatch)}},
		{"a leased write", "", lines{acquire("ann", 201), acquire("bob", 201), get("bob", 200), put("ann", leased)}},
		{"a write that concerns nobody else", "", lines{acquire("ann", 201), acquire("bob", 201), put("ann")}},
		{"a lock that is asked for again", "", lines{acquire("ann", 201), acquire("bob", 201), get("bob", 200), acquire("ann", 409), put("ann")}},

		{"a message", "message handled twice 3 4", lines{dequeue("ann"), dequeue("bob"), send("bob"), send("ann"), remove("bob", 204), remove("ann", 404)}},
		{"a message by one of its owners", "", lines{dequeue("ann"), dequeue("bob"), send("bob"), remove("bob", 204), remove("ann", 404)}},
		{"a message whose effect happens once", "", lines{dequeue("ann"), dequeue("bob"), put("bob", ifNew), line("ann", op.PutBlob, blob, 409, ifNew, code("BlobAlreadyExists"))}},
		{"a message whose effect is the same", "", lines{dequeue("ann"), dequeue("bob"), put("bob", text(1)), put("ann", text(1))}},
		{"a message deleted first", "deleted before the effect 2 3", lines{dequeue("ann"), remove("ann", 204), send("ann")}},
		{"a message deleted last", "", lines{dequeue("ann"), send("ann"), remove("ann", 204), line("ann", op.GetMessages, queue, 200, got("n")), send("ann")}},
		{"an outbox", "deleted before the effect 2 3", lines{line("ann", op.QueryEntities, "table /t()", 200), line("ann", op.DeleteEntity, row, 204, ifMatch), send("ann")}},
		{"an outbox in order", "", lines{line("ann", op.QueryEntities, "table /t()", 200), send("ann"), line("ann", op.DeleteEntity, row, 204, ifMatch), send("ann")}},

		{"an append", "done twice 1 2", lines{line("ann", op.AppendBlock, blob, 201, lost), again}},
		{"an append at a position", "", lines{line("ann", op.AppendBlock, blob, 201, lost, at), again}},
		{"an update, if nobody knows what comes usually", "", lines{put("ann", ifMatch, lost), refused(412, "ConditionNotMet"), get("ann", 200), put("ann", ifMatch, text(1))}},
		{"an update that is recognised", "", lines{put("ann", ifMatch, lost), refused(412, "ConditionNotMet"), get("ann", 200)}},
		{"the next update", "", lines{put("ann", ifMatch, lost), refused(412, "ConditionNotMet"), get("ann", 200), get("ann", 200), put("ann", ifMatch, text(1))}},
		{"its own", "own write taken for another's 1 2", lines{put("ann", ifMatch, lost), refused(412, "ConditionNotMet")}},
		{"really another's", "", lines{put("ann", ifMatch, lost), put("bob", ifMatch), refused(412, "ConditionNotMet")}},
		{"its lease has ended", "", lines{put("ann", ifMatch, lost), refused(412, "LeaseLost")}},
	} {
		judge(t, tt.name, hazard.Find(tt.has, nil, nil), tt.want)
	}
}

// judge checks that one of the hazards is the wanted one, or that there is none, and that each is explained.
func judge(t *testing.T, name string, found []hazard.Hazard, want string) {
	t.Helper()
	var all []string
	for _, h := range found {
		all = append(all, fmt.Sprintf("%s %d %d", h.Kind, h.First+1, h.Second+1))
		if h.FirstNote == "" || h.SecondNote == "" || !strings.Contains(hazard.Summary([]hazard.Hazard{h}), "What prevents it: ") {
			t.Errorf("%s: %+v is not explained", name, h)
		}
	}
	if want == "" && all != nil || want != "" && !slices.Contains(all, want) {
		t.Errorf("%s: %q, want %q", name, all, want)
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	if all := hazard.Kinds(); len(all) != 6 || all[0] != hazard.TwoOwners {
		t.Errorf("%q", all)
	}
}
