package hazard_test

import (
	"testing"
	"time"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// What a refusal was taken for shows by what comes when nothing is lost.
func TestHazardsAgainstWhatIsUsual(t *testing.T) {
	t.Parallel()
	type lines = []history.Line
	const work, other = "blob /data/work", "blob /data/other"
	get := line("ann", op.GetBlob, blob, 200)
	create := func(resource string, status int, changes ...func(*history.Line)) history.Line {
		return line("ann", op.PutBlob, resource, status, append(changes, ifNew)...)
	}
	insert := func(status int, changes ...func(*history.Line)) history.Line {
		return line("ann", op.InsertEntity, row, status, changes...)
	}
	result := line("ann", op.PutBlob, work, 201)
	update := func(n uint64, status int, changes ...func(*history.Line)) history.Line {
		return line("ann", op.PutBlob, blob, status, append(changes, ifMatch, text(n))...)
	}
	page := func(status int, at string, n uint64, changes ...func(*history.Line)) history.Line {
		return line("ann", op.PutPage, blob, status, append(changes, ifMatch, text(n), func(l *history.Line) { l.Range = at })...)
	}
	jump := history.Line{Fate: history.Passed, Elapsed: time.Minute, Chosen: "time jumps"}
	batch := func(status int, changes ...func(*history.Line)) history.Line {
		return line("ann", op.EntityGroupTransaction, "table /$batch", status, append(changes, func(l *history.Line) {
			l.Rows = []history.Request{insert(201).Request}
		})...)
	}
	for _, tt := range []struct {
		name  string
		want  string
		usual lines
		has   lines
	}{
		{"a create that is given up", "own write taken for another's 1 2", lines{create(blob, 201), result}, lines{create(blob, 201, lost), create(blob, 409)}},
		{"a create that is as good as done", "", lines{create(blob, 201), result}, lines{create(blob, 201, lost), create(blob, 409), result}},
		{"a create after which nothing comes", "", lines{create(blob, 201)}, lines{create(blob, 201, lost), create(blob, 409)}},
		{"a create whose maker looks", "", lines{create(blob, 201), result}, lines{create(blob, 201, lost), create(blob, 409), get}},
		{"a create of something else instead", "own write taken for another's 1 2", lines{create(blob, 201)}, lines{create(blob, 201, lost), create(blob, 409), create(other, 201)}},
		{"a create that has run out of time", "", lines{create(blob, 201), result}, lines{create(blob, 201, lost), jump, create(blob, 409)}},
		{"a create that was never seen to succeed", "", lines{get, create(blob, 201), result}, lines{create(blob, 201, lost), create(blob, 409)}},
		{"an insert that is given up", "own write taken for another's 1 2", lines{insert(201), result}, lines{insert(201, lost), insert(409)}},
		{"an insert that is as good as done", "", lines{insert(201), result}, lines{insert(201, lost), insert(409), result}},
		{"a transaction that is given up", "own write taken for another's 1 2", lines{batch(202), result}, lines{batch(202, lost), batch(409)}},
		{"a transaction that is as good as done", "", lines{batch(202), result}, lines{batch(202, lost), batch(409), result}},

		{"an update", "done twice 1 4", lines{update(1, 201)}, lines{update(1, 201, lost), update(1, 412), get, update(2, 201)}},
		{"an update with the same bytes", "", lines{update(1, 201)}, lines{update(1, 201, lost), update(1, 412), get, update(1, 201)}},
		{"an update after several reads", "done twice 3 7", lines{get, get, update(1, 201)}, lines{get, get, update(1, 201, lost), update(1, 412), get, get, update(2, 201)}},
		{"an update that comes anyway", "", lines{create(blob, 201), get, update(2, 201)}, lines{create(blob, 201, lost), create(blob, 409), get, update(2, 201)}},
		{"an update that somebody else has replaced", "", lines{update(1, 201)}, lines{update(1, 201, lost), update(1, 412), line("bob", op.PutBlob, blob, 201, ifMatch, text(3)), get, update(2, 201)}},
		{"one of two updates", "done twice 1 4", lines{update(1, 201), get, update(2, 201)}, lines{update(1, 201, lost), update(1, 412), get, update(2, 201), get, update(3, 201)}},
		{"a page", "", lines{page(201, "bytes=512-1023", 1), page(201, "bytes=0-511", 2)},
			lines{page(201, "bytes=512-1023", 1, lost), page(412, "bytes=512-1023", 1), get, page(201, "bytes=512-1023", 1), page(201, "bytes=0-511", 2)}},
	} {
		judge(t, tt.name, hazard.Find(tt.has, nil, func(int) lines { return tt.usual }), tt.want)
		judge(t, tt.name+", with nothing known", hazard.Find(tt.has, nil, nil), "")
	}
}
