package hazard_test

import (
	"strings"
	"testing"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

func properties(all ...string) func(*history.Line) {
	return func(l *history.Line) { l.Properties = all }
}

func written(at string) func(*history.Line) { return func(l *history.Line) { l.Range = at } }

func rows(all ...history.Line) func(*history.Line) {
	return func(l *history.Line) {
		for _, r := range all {
			l.Rows = append(l.Rows, r.Request)
		}
	}
}

// An update is lost only if something of it is.
func TestWhatIsLost(t *testing.T) {
	t.Parallel()
	type lines = []history.Line
	get := func(who string, status int) history.Line { return line(who, op.GetBlob, blob, status) }
	put := func(who string, changes ...func(*history.Line)) history.Line {
		return line(who, op.PutBlob, blob, 201, changes...)
	}
	read := func(who string) history.Line { return line(who, op.GetEntity, row, 200) }
	merge := func(who string, changes ...func(*history.Line)) history.Line {
		return line(who, op.MergeEntity, row, 204, append([]func(*history.Line){whatever}, changes...)...)
	}
	acquire := func(who string) history.Line { return line(who, op.LeaseBlobAcquire, blob, 201) }
	batch := func(who string, changes ...func(*history.Line)) history.Line {
		return line(who, op.EntityGroupTransaction, "table /$batch", 202, rows(merge(who, changes...), line(who, op.InsertEntity, row+who, 201)))
	}
	page := func(who, at string) history.Line {
		return line(who, op.PutPage, blob, 201, written(at), text(uint64(len(who+at))))
	}
	for _, tt := range []struct {
		name string
		want string
		has  lines
	}{
		{"the same bytes once more", "", lines{put("ann", text(1), lost), put("bob", text(1)), put("ann", text(1))}},
		{"the same bytes by whoever found nothing", "", lines{get("ann", 404), get("bob", 404), put("ann", text(1)), put("bob", text(1))}},
		{"other bytes by whoever found nothing", "lost update 3 4", lines{get("ann", 404), get("bob", 404), put("ann", text(1)), put("bob", text(2))}},
		{"other properties", "", lines{merge("ann", properties("Mail"), lost), merge("bob", properties("Phone")), merge("ann", properties("Mail"))}},
		{"other properties, after a read", "", lines{read("ann"), merge("bob", properties("Phone")), merge("ann", properties("Mail"))}},
		{"the same property, after a read", "lost update 2 3", lines{read("ann"), merge("bob", properties("N"), text(1)), merge("ann", properties("M", "N"))}},
		{"a property read before its writer wrote another", "lost update 2 4", lines{read("ann"), merge("bob", properties("N"), text(1)), merge("ann", properties("M")), merge("ann", properties("N"))}},
		{"other pages", "", lines{get("ann", 200), page("bob", "bytes=0-511"), page("ann", "bytes=512-1023")}},
		{"the same page", "lost update 2 3", lines{get("ann", 200), page("robert", "bytes=0-511"), page("ann", "bytes=0-511")}},
		{"tags and metadata", "", lines{get("ann", 200), line("bob", op.SetBlobTags, blob, 204), line("ann", op.SetBlobMetadata, blob, 200)}},
		{"tags under a condition", "", lines{get("ann", 200), line("bob", op.SetBlobTags, blob, 204), line("ann", op.SetBlobTags, blob, 204, text(1), func(l *history.Line) { l.IfTags = `"a"='1'` })}},
		{"a snapshot", "", lines{get("ann", 200), line("bob", op.SnapshotBlob, blob, 201), put("ann")}},
		{"a transaction", "lost update 3 4", lines{read("ann"), read("bob"), batch("bob", properties("N")), batch("ann", properties("N"), text(1))}},
		{"a transaction with If-Match", "", lines{read("ann"), read("bob"), batch("bob", properties("N")), batch("ann", properties("N"), ifMatch)}},
		{"over a transaction", "lost update 2 3", lines{read("ann"), batch("bob", properties("N")), merge("ann", properties("N"), text(1))}},
		{"read under the lease", "", lines{acquire("ann"), get("ann", 200), put("ann", leased)}},
		{"a lease that it got again", "", lines{acquire("ann"), put("ann", leased), acquire("bob"), put("bob", leased, text(1)), acquire("ann"), put("ann", leased, text(2))}},
		{"read before the lease", "lost update 2 4", lines{get("ann", 200), put("bob"), acquire("ann"), put("ann", leased, text(1))}},
	} {
		judge(t, tt.name, hazard.Find(tt.has, nil, nil), tt.want)
	}
}

func TestRemediesCanBeFollowed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		o       op.Operation
		on      string
		read    int // 0: never
		want    string
		changes []func(*history.Line)
	}{
		{op.PutBlob, blob, 200, "If-Match with the ETag from line 1", nil},
		{op.PutBlob, blob, 404, "If-None-Match: *", nil},
		{op.PutBlob, blob, 0, "If-None-Match: * if it is to be created, or If-Match with the ETag of a read", nil},
		{op.DeleteBlob, blob, 0, "If-Match with the ETag of a read", nil},
		{op.SetBlobMetadata, blob, 0, "If-Match with the ETag of a read", nil},
		{op.SetBlobTags, blob, 200, "x-ms-if-tags with what was read, or a lease from before the read (the ETag does not change with tags)", nil},
		{op.UpdateEntity, row, 200, "If-Match with the ETag from line 1", []func(*history.Line){whatever}},
		{op.InsertOrReplaceEntity, row, 200, "Update Entity and If-Match with the ETag from line 1", nil},
		{op.InsertOrMergeEntity, row, 200, "Merge Entity and If-Match with the ETag from line 1", nil},
		{op.InsertOrReplaceEntity, row, 404, "Insert Entity, which is refused if there is one", nil},
		{op.InsertOrReplaceEntity, row, 0, "Insert Entity if it is to be created, or Update Entity and If-Match with the ETag of a read", nil},
	} {
		var lines []history.Line
		if tt.read > 0 {
			o := op.GetBlob
			if tt.on == row {
				o = op.GetEntity
			}
			lines = append(lines, line("ann", o, tt.on, tt.read))
		}
		lines = append(lines, line("bob", tt.o, tt.on, 201, tt.changes...), line("ann", tt.o, tt.on, 201, append(tt.changes, text(1))...))
		if deleted := tt.o == op.DeleteBlob; deleted {
			lines[len(lines)-2].Operation = op.PutBlob
		}
		found := hazard.Find(lines, nil, nil)
		if len(found) != 1 || found[0].Remedy != tt.want {
			t.Errorf("%v after %d: %+v, want %q", tt.o, tt.read, found, tt.want)
		}
	}
}

// The effects of a message need not be in one place.
func TestMessagesHandledTwice(t *testing.T) {
	t.Parallel()
	type lines = []history.Line
	dequeue := func(who string) history.Line { return line(who, op.GetMessages, queue, 200, got("m")) }
	to := func(who, name string, changes ...func(*history.Line)) history.Line {
		return line(who, op.PutBlob, "blob /data/"+name, 201, changes...)
	}
	insert := func(who, key string, status int) history.Line {
		return line(who, op.InsertEntity, "table /t(PartitionKey='p',RowKey='"+key+"')", status)
	}
	drop := line("bob", op.DeleteBlob, "blob /data/bob", 202)
	batch := func(who string) history.Line {
		return line(who, op.EntityGroupTransaction, "table /$batch", 202, rows(insert(who, who, 201)))
	}
	for _, tt := range []struct {
		name string
		want string
		has  lines
	}{
		{"rows of their own", "message handled twice 3 4", lines{dequeue("ann"), dequeue("bob"), insert("bob", "b", 201), insert("ann", "a", 201)}},
		{"blobs of their own", "message handled twice 2 4", lines{dequeue("ann"), to("ann", "a"), dequeue("bob"), to("bob", "b")}},
		{"in transactions", "message handled twice 2 4", lines{dequeue("ann"), batch("ann"), dequeue("bob"), batch("bob")}},
		{"by one owner, who got it again", "message handled twice 2 4", lines{dequeue("ann"), to("ann", "a1"), dequeue("ann"), to("ann", "a2")}},
		{"before a mark that is refused", "message handled twice 2 5", lines{dequeue("ann"), to("ann", "a"), insert("ann", "m", 201), dequeue("bob"), to("bob", "b"), insert("bob", "m", 409)}},
		{"after a mark that is refused", "", lines{dequeue("ann"), insert("ann", "m", 201), to("ann", "a"), dequeue("bob"), insert("bob", "m", 409), to("bob", "b")}},
		{"the same blobs, one after the other", "", lines{dequeue("ann"), to("ann", "1"), dequeue("bob"), to("bob", "1"), to("bob", "2")}},
		{"other containers", "", lines{dequeue("ann"), to("ann", "a"), dequeue("bob"), line("bob", op.PutBlob, "blob /other/b", 201)}},
		{"rows of workers, that tell their state", "", lines{to("ann", "ann"), dequeue("ann"), to("ann", "ann", text(1)), to("bob", "bob"), dequeue("bob"), to("bob", "bob", text(1))}},
		{"what does not stay", "", lines{dequeue("ann"), to("ann", "ann"), dequeue("bob"), to("bob", "bob"), drop}},
		{"other messages", "", lines{dequeue("ann"), to("ann", "a"), line("bob", op.GetMessages, queue, 200, got("n")), to("bob", "b")}},
	} {
		judge(t, tt.name, hazard.Find(tt.has, nil, nil), tt.want)
	}
}

func TestTheWorstComesFirst(t *testing.T) {
	t.Parallel()
	lines := []history.Line{
		line("ann", op.GetMessages, queue, 200, got("m")), line("bob", op.GetMessages, queue, 200, got("m")),
		line("ann", op.GetBlob, blob, 200), line("bob", op.PutBlob, blob, 201), line("ann", op.PutBlob, blob, 201, text(1)),
	}
	var all []string
	for _, h := range hazard.Find(lines, nil, nil) {
		all = append(all, string(h.Kind))
	}
	if got := strings.Join(all, ", "); got != "message handled twice, lost update" {
		t.Error(got)
	}
}
