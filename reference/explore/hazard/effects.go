package hazard

import (
	"iter"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// view is a resource as a client knows it.
type view struct{ client, resource string }

// replaces are the operations that replace a version of a resource, or remove it.
var replaces = of(op.PutBlob, op.PutBlobFromURL, op.CopyBlob, op.CopyBlobFromURL, op.PutBlockList, op.SetBlobMetadata,
	op.SetBlobProperties, op.SetBlobTags, op.DeleteBlob, op.PutPage, op.SetContainerMetadata,
	op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrReplaceEntity, op.InsertOrMergeEntity,
	op.CreateFile, op.SetFileMetadata, op.SetFileProperties, op.PutRange, op.DeleteFile, op.RenameFile)

// deletes are those that leave nothing.
var deletes = of(op.DeleteBlob, op.DeleteEntity, op.DeleteFile)

// merges are those that leave alone what they do not mention. Nothing is lost if their writer has read nothing.
var merges = of(op.MergeEntity, op.InsertOrMergeEntity, op.PutPage, op.PutRange, op.SetBlobTags)

// adds are the operations that add something each time, whatever is there already.
var adds = of(op.AppendBlock, op.AppendBlockFromURL, op.PutMessage)

// creates are the operations that are refused if there is something already.
var creates = of(op.InsertEntity)

// bookkeeping are the writes that are no effect of their own: they make room, or hold a claim.
func bookkeeping(o op.Operation) bool {
	switch o {
	case op.CreateContainer, op.CreateTable, op.CreateQueue, op.CreateShare, op.CreateDirectory, op.GetMessages, op.UpdateMessage,
		op.DeleteMessage, op.PutBlock:
		return true
	}
	return strings.HasPrefix(o.String(), "Lease ")
}

func of(all ...op.Operation) map[op.Operation]bool {
	set := make(map[op.Operation]bool, len(all))
	for _, o := range all {
		set[o] = true
	}
	return set
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
			return
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
	return some(l, func(w *history.Request) bool { return creates[w.Operation] || w.IfNoneMatch == "*" })
}
