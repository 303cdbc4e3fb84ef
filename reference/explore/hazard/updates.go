package hazard

import (
	"fmt"
	"net/http"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// lostUpdate finds a write that undid another one which its writer had not read.
func lostUpdate(lines []history.Line) (Hazard, bool) {
	v := follow(lines)
	for i := range lines {
		l := &lines[i]
		if l.Wrote() {
			for w := range writes(l) {
				if !replaces[w.Operation] {
					continue
				}
				if by, lost := v.unread(w); lost {
					return v.lost(by, i, w), true
				}
			}
		}
		v.add(i)
	}
	return Hazard{}, false
}

// lost tells a lost update.
func (v *versions) lost(by, i int, w *history.Request) Hazard {
	h := Hazard{
		First: by, FirstNote: v.lines[by].Client + "'s update is lost",
		Second: i, SecondNote: fmt.Sprintf("%s replaces line %d without having read it", w.Client, by+1),
		Remedy: v.remedy(w),
	}
	if at, ever := v.read[view{w.Client, w.Resource}]; ever {
		h.SecondNote += fmt.Sprintf(" (what it knows is from line %d)", at+1)
	}
	if at, found := v.unnamed[view{w.Client, w.Resource}]; found {
		h.SecondNote += fmt.Sprintf(", and the 304 in line %d carries no ETag", at+1)
	}
	return h
}

// remedy is what makes a write refuse to undo what its writer has not read.
func (v *versions) remedy(w *history.Request) string {
	at, ever := v.read[view{w.Client, w.Resource}]
	missing := ever && v.lines[at].Status == http.StatusNotFound
	tag := "the ETag of a read"
	if ever && !missing {
		tag = fmt.Sprintf("the ETag from line %d", at+1)
	}
	switch {
	case w.Operation == op.SetBlobTags:
		return "x-ms-if-tags with what was read, or a lease from before the read (the ETag does not change with tags)"
	case w.Lease != "" && ever:
		return "reading under the lease, or If-Match with " + tag
	case w.Operation == op.InsertOrReplaceEntity || w.Operation == op.InsertOrMergeEntity:
		if missing {
			return "Insert Entity, which is refused if there is one"
		}
		update := "Update Entity"
		if w.Operation == op.InsertOrMergeEntity {
			update = "Merge Entity"
		}
		if ever {
			return update + " and If-Match with " + tag
		}
		return "Insert Entity if it is to be created, or " + update + " and If-Match with " + tag
	case missing:
		return "If-None-Match: *"
	case ever || !makes[w.Operation]:
		return "If-Match with " + tag
	}
	return "If-None-Match: * if it is to be created, or If-Match with " + tag
}

// makes are the operations that also write what does not exist.
var makes = of(op.PutBlob, op.PutBlobFromURL, op.CopyBlob, op.CopyBlobFromURL, op.PutBlockList)
