// Package hazard finds what is wrong in a history of named clients, though no assertion says so: an update that was lost
// without anybody noticing, a write under a lease that had ended, a message that was handled twice. It judges clients, and
// takes it for granted that the store is right.
package hazard

import (
	"net/http"
	"regexp"
	"slices"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// Kind is what went wrong.
type Kind string

// Hazard is one thing that went wrong between two lines of a history. Lines count from 0.
type Hazard struct {
	Kind
	First      int
	FirstNote  string // about this line
	Second     int
	SecondNote string
	Remedy     string // what would have prevented it, with the header
}

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

// acquires reports whether the act gets a lease.
func (a *act) acquires() bool { return a.of.Succeeded() && a.LeaseAction() == "acquire" }

// story is one history, and how to find out what comes when an answer is not lost.
type story struct {
	lines   []history.Line
	acts    []act // what the store has executed, in order
	without func(line int) []history.Line
}

func newStory(lines []history.Line, without func(line int) []history.Line) *story {
	s := &story{lines, make([]act, 0, len(lines)), without}
	for i := range lines {
		if l := &lines[i]; l.Effective() {
			for _, r := range l.Parts() {
				s.acts = append(s.acts, act{r, l, i})
			}
		}
	}
	return s
}

// last returns the last thing of a kind that the store has executed before a line; nil: it has not.
func (s *story) last(before int, is func(*act) bool) *act {
	for i := len(s.acts) - 1; i >= 0; i-- {
		if a := &s.acts[i]; a.line < before && is(a) {
			return a
		}
	}
	return nil
}

// parentOf is the container, table or queue that a resource is in.
func parentOf(resource string) string { return places.FindString(resource) }

var places = regexp.MustCompile(`^\w+ /[^/(]*`)
