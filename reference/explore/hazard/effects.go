package hazard

import (
	"iter"
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

// written is a change of one resource.
type written struct {
	*history.Request
	line int
}

// writes ranges over what a line changes: its resource, or the rows of a transaction.
func writes(l *history.Line) iter.Seq[*history.Request] {
	return func(yield func(*history.Request) bool) {
		if len(l.Rows) == 0 {
			yield(&l.Request)
		}
		for i := range l.Rows {
			if !yield(&l.Rows[i]) {
				return
			}
		}
	}
}

// some reports whether a line changes something of a kind.
func some(l *history.Line, kind func(*history.Request) bool) bool {
	for w := range writes(l) {
		if kind(w) {
			return true
		}
	}
	return false
}

// creating reports whether a write is refused if there is something already. Whoever only wants that it is there is right
// not to look who made it.
func creating(l *history.Line) bool {
	return some(l, func(w *history.Request) bool { return w.Operation == op.InsertEntity || w.IfNoneMatch == "*" })
}

// touches reports whether two lines write to one resource.
func touches(a, b *history.Line) bool {
	return some(a, func(x *history.Request) bool {
		return some(b, func(y *history.Request) bool { return x.Resource == y.Resource })
	})
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
