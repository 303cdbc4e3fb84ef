package hazard

import (
	"net/http"
	"slices"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// view is a resource as a client knows it.
type view struct{ client, resource string }

// operations is a kind of them.
type operations []op.Operation

func (all operations) has(o op.Operation) bool { return slices.Contains(all, o) }

var (
	// makes replace a version of a resource, or write what does not exist.
	makes = operations{op.PutBlob, op.PutBlobFromURL, op.CopyBlob, op.CopyBlobFromURL, op.PutBlockList}
	// replaces replace a version of a resource, or remove it.
	replaces = append(operations{op.SetBlobMetadata, op.SetBlobProperties, op.SetBlobTags, op.DeleteBlob, op.PutPage, op.SetContainerMetadata,
		op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrReplaceEntity, op.InsertOrMergeEntity,
		op.CreateFile, op.SetFileMetadata, op.SetFileProperties, op.PutRange, op.DeleteFile, op.RenameFile}, makes...)
	// deletes leave nothing.
	deletes = operations{op.DeleteBlob, op.DeleteEntity, op.DeleteFile}
	// merges leave alone what they do not mention. Nothing is lost if their writer has read nothing.
	merges = operations{op.MergeEntity, op.InsertOrMergeEntity, op.PutPage, op.PutRange, op.SetBlobTags}
	// adds add something each time, whatever is there already.
	adds = operations{op.AppendBlock, op.AppendBlockFromURL, op.PutMessage}
	// claims are no effect of their own: they hold something, or prepare it.
	claims = operations{op.GetMessages, op.UpdateMessage, op.DeleteMessage, op.PutBlock}
)

// bookkeeping reports whether a write is no effect of its own: it makes room, or holds a claim.
func bookkeeping(r *history.Request) bool {
	return claims.has(r.Operation) || r.MakesRoom() || r.LeaseAction() != ""
}

// refusal reports whether a status tells a client that things are not as it has thought.
func refusal(status int) bool {
	return status == http.StatusConflict || status == http.StatusPreconditionFailed
}

// act is what a line asks for about one resource: a transaction is several.
type act struct {
	*history.Request
	of   *history.Line
	line int
}

// story is one history, and how to find out what comes when an answer is not lost.
type story struct {
	lines   []history.Line
	acts    []act // what the store has executed, in order
	without func(line int) []history.Line
}

func newStory(lines []history.Line, without func(line int) []history.Line) *story {
	s := &story{lines, make([]act, 0, len(lines)), without}
	for i := range lines {
		l := &lines[i]
		if !l.Effective() {
			continue
		}
		if len(l.Rows) == 0 {
			s.acts = append(s.acts, act{&l.Request, l, i})
		}
		for r := range l.Rows {
			s.acts = append(s.acts, act{&l.Rows[r], l, i})
		}
	}
	return s
}

// some reports whether the store has executed something of a kind.
func (s *story) some(is func(*act) bool) bool {
	for i := range s.acts {
		if is(&s.acts[i]) {
			return true
		}
	}
	return false
}

// about reports whether an act is about a resource that a line writes.
func (a *act) about(l *history.Line) bool {
	return a.Resource == l.Resource || slices.ContainsFunc(l.Rows, func(r history.Request) bool { return r.Resource == a.Resource })
}

// creating reports whether a line is refused if there is something already. Whoever only wants that it is there is right
// not to look who made it.
func creating(l *history.Line) bool {
	is := func(r history.Request) bool { return r.Operation == op.InsertEntity || r.IfNoneMatch == "*" }
	return is(l.Request) || slices.ContainsFunc(l.Rows, is)
}

// alike reports whether two requests are the same operation on a resource, or on something else in the same place.
func alike(a, b *history.Line) bool {
	return a.Operation == b.Operation && place(a.Resource) == place(b.Resource)
}

// place is the container, table or queue that a resource is in.
func place(resource string) string {
	service, path, _ := strings.Cut(resource, " /")
	if end := strings.IndexAny(path, "/("); end >= 0 {
		path = path[:end]
	}
	return service + " " + path
}
