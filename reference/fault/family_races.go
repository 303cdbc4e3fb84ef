package fault

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/files"
	"ifmatch/reference/store/messages"
)

// The family "race" has servers of testdata/races.tsv, which were described before the facts of operations from which
// the suite makes its pairs. Those that are faults of another family are not repeated here.

// reviving makes a fault in which what a resource lies in is restored if it is deleted while an operation is performed.
func reviving(look func(s Stores, name string) (restore func()), of ...op.Operation) Fault {
	return Fault{WithStores: knowing(of, func(s Stores, w http.ResponseWriter, r *http.Request, next http.Handler) {
		restore := look(s, strings.FieldsFunc(r.URL.Path, func(c rune) bool { return c == '/' || c == '(' })[1])
		a := held.By(w, r, next)
		if time.Sleep(pause); a.Status < 300 {
			restore()
		}
		a.Send(w)
	})}
}

// compareEarly compares a condition of a request with the ETag of a blob on arrival, so that the request is performed later
// without it.
func compareEarly(b *store.Blob, r *http.Request, header string) {
	if b != nil && r.Header.Get(header) == b.Stamp.ETag {
		r.Header.Del(header)
		time.Sleep(pause)
	}
}

func racesOfBlobs(g *group) {
	sourceComparedEarly := func(s Stores, r *http.Request) {
		compareEarly(standing(s.Blobs, sourceOf(r)), r, "x-ms-source-if-match")
	}
	g.using("snapshot-metadata-after-content", "Snapshot Blob freezes the content, and copies metadata and ETag some milliseconds later.", "BLOB-CONS-10 BLOB-PAIR-02",
		stale(func(b *store.Blob) any { return &b.Content }), every, op.SnapshotBlob)
	g.using("delete-blob-include-misses-snapshot", "Delete Blob with its snapshots deletes those that it found on arrival.", "BLOB-CONS-17 BLOB-PAIR-02",
		early[store.Blob]{gone: keepingNewSnapshots}, having("x-ms-delete-snapshots"), op.DeleteBlob)
	g.early("append-max-size-before-body", "Append Block compares x-ms-blob-condition-maxsize with the length on arrival.", "BLOB-APPEND-02 BLOB-PAIR-02", having("x-ms-blob-condition-maxsize"), op.AppendBlock)
	g.late("new-blob-listed-late", "A new blob enters the index of List Blobs 20 ms after Put Blob returns.", "BLOB-CONS-03 BLOB-PAIR-04", []op.Operation{op.PutBlob}, op.ListBlobs)
	g.late("deleted-blob-shown-late", "Get Blob Properties hears of a deletion 20 ms after Delete Blob returns.", together("BLOB-CONS-04 BLOB-PAIR-04", undone(op.DeleteBlob)), []op.Operation{op.DeleteBlob}, op.GetBlobProperties)
	g.asked("batch-delete-checks-all-first", "A batch of deletions evaluates conditions, and deletes some milliseconds later.", "BLOB-BATCH-02 BLOB-PAIR-01", func(s Stores, r *http.Request) {
		if op.Outer(r.Context()) != op.Unrecognized {
			compareEarly(standing(s.Blobs, r), r, "If-Match")
		}
	}, op.DeleteBlob)
	g.asked("copy-blob-source-if-match-early", "Copy Blob compares x-ms-source-if-match, and reads the source some milliseconds later.", "BLOB-PAIR-12", sourceComparedEarly, op.CopyBlob)
	g.asked("copy-source-if-match-before-read", "Copy Blob From URL compares x-ms-source-if-match, and reads the source some milliseconds later.", "BLOB-PAIR-13", sourceComparedEarly, op.CopyBlobFromURL)
	g.asked("block-from-url-source-if-match-early", "Put Block From URL compares x-ms-source-if-match on one look at the source, and stages the bytes of a second look.", "BLOB-PAIR-13", sourceComparedEarly, op.PutBlockFromURL)
	g.add("put-blob-resurrects-container", "Put Blob makes the container again if it is deleted meanwhile.", "BLOB-PAIR-08", reviving(func(s Stores, container string) func() {
		return restoring(container, s.Blobs.Container, s.Blobs.UpdateContainer)
	}, op.PutBlob))
}

// keepingNewSnapshots leaves the snapshots that were taken since a deletion came.
func keepingNewSnapshots(came, now *store.Blob) *store.Blob {
	left := slices.DeleteFunc(slices.Clone(now.Snapshots), func(s store.Snapshot) bool { return came.Snapshot(s.Time) != nil })
	if len(left) == 0 {
		return nil
	}
	return &store.Blob{Kind: now.Kind, Snapshots: left}
}

func racesOfEntities(g *group) {
	g.add("transaction-insert-checked-first", "A transaction looks for the entities to insert, and stores its own some milliseconds later.", "TABLE-COND-09 TABLE-BATCH-02", ofEntities.early(existing(ofEntities.gone)).by(op.EntityGroupTransaction))
	g.add("insert-or-replace-entity-resurrects-table", "Insert Or Replace Entity makes the table again if it is deleted meanwhile.", "TABLE-PAIR-06", reviving(func(s Stores, table string) func() {
		return restoring(table, s.Entities.Table, s.Entities.UpdateTable)
	}, op.InsertOrReplaceEntity))
	g.late("query-entities-index-late", "Query Entities shows a write 20 ms after it returned.", "TABLE-OCC-13 TABLE-PAIR-04",
		[]op.Operation{op.InsertEntity, op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrReplaceEntity, op.InsertOrMergeEntity}, op.QueryEntities)
}

func racesOfMessages(g *group) {
	g.messages("update-message-over-deletion", "Update Message compares the receipt, and some milliseconds later stores the message even if it is deleted meanwhile.", "QUEUE-RCPT-20 QUEUE-PAIR-01", resurrectingMessages, op.UpdateMessage)
	g.messages("clear-messages-by-arrival-list", "Clear Messages keeps a message that is updated after it listed them.", "QUEUE-PAIR-05", func(s messages.Store) messages.Store { return clearingListed{&rememberedMessages{Store: s}} }, op.ClearMessages, op.PutMessage)
	g.late("update-message-content-late", "Peek Messages shows the new text of a message 20 ms after Update Message returns.", "QUEUE-CONS-01 QUEUE-LWW-04 QUEUE-PAIR-04", []op.Operation{op.UpdateMessage}, op.PeekMessages)
}

// resurrectingMessages lets an update that was permitted bring a deleted message back.
func resurrectingMessages(s messages.Store) messages.Store {
	return posts{message: func(name string, publish messageUpdate, by messageChange) (*messages.Message, error) {
		drafted, err := ackWithoutStoring[messages.Message, time.Time](always)(name, publish, by)
		if err != nil {
			return drafted, err
		}
		time.Sleep(pause)
		m, err := publish(by)
		if errors.Is(err, messages.ErrNoMessage) {
			queue, _ := parts(name)
			*m, err = s.Put(queue, func(time.Time) messages.Message { return *drafted })
		}
		return m, err
	}}.before(s)
}

// clearingListed is a store that clears the messages that it listed, as they were then.
type clearingListed struct{ *rememberedMessages }

func (s clearingListed) Clear(queue string) error {
	listed := s.all(queue)
	time.Sleep(pause)
	there := s.all(queue)
	err := s.Store.Clear(queue)
	for _, m := range there {
		if err == nil && !slices.Contains(listed, m) {
			_, err = s.Store.Put(queue, func(time.Time) messages.Message { return m })
		}
	}
	return err
}

func racesOfFiles(g *group) {
	g.files("create-file-in-two-steps", "Create File over a file stores size and properties, and metadata some milliseconds later.", "FILE-LWW-05 FILE-PAIR-02 FILE-PAIR-03", changing(creatingInSteps), op.CreateFile)
	g.files("rename-file-by-copy", "Rename File copies the file as it was on arrival, and removes the old name some milliseconds later.", "FILE-PAIR-05",
		filesEarly(early[files.File]{finds: partly(func(now, came *files.File) { now.Content = came.Content })}), op.RenameFile)
}

// creatingInSteps gives a file that replaces another its metadata in a second step.
func creatingInSteps(s files.Store, share string, change treeChange) error {
	half := early[files.File]{finds: current[files.File], leaves: func(_, now, next *files.File) { next.Metadata = now.Metadata }}
	var whole map[string]*files.File
	err := s.Change(share, func(t *files.Tree, at files.Moment) error {
		return half.among(tree{t}, tree{t}.all(), func() error {
			err := change(t, at)
			whole = tree{t}.all()
			return err
		})
	})
	if err != nil {
		return err
	}
	waiting()
	return s.Change(share, func(t *files.Tree, _ files.Moment) error {
		now := tree{t}.all()
		for path, f := range now {
			if w := whole[path]; w != nil && w != f && w.Stamp == f.Stamp {
				now[path] = changed(f, func(late *files.File) { late.Metadata = w.Metadata })
			}
		}
		tree{t}.hold(now)
		return nil
	})
}
