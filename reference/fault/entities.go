package fault

import (
	"io"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"time"

	"ifmatch/reference/etag"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/messages"
)

// entityChapter lists the clauses about an operation on entities, by topic.
type entityChapter struct{ all, ifMatch, absent, effect, batch string }

var entityChapters = []struct {
	of op.Operation
	entityChapter
}{
	{op.GetEntity, entityChapter{"TABLE-OPS-01 TABLE-OCC-03 TABLE-QRY-01", "", "", "", ""}},
	{op.InsertEntity, entityChapter{"TABLE-OPS-02 TABLE-OCC-08 TABLE-QRY-13", "TABLE-VERB-12", "TABLE-OPS-02 TABLE-QRY-13", "TABLE-COND-08 TABLE-BATCH-10", ""}},
	{op.UpdateEntity, entityChapter{"TABLE-OPS-03 TABLE-OCC-09 TABLE-OCC-04", "TABLE-COND-01 TABLE-OCC-05 TABLE-VERB-09", "TABLE-COND-04 TABLE-VERB-05", "TABLE-VERB-13", ""}},
	{op.MergeEntity, entityChapter{"TABLE-OPS-04 TABLE-OCC-09 TABLE-OCC-04", "TABLE-COND-02 TABLE-OCC-05 TABLE-VERB-09", "TABLE-COND-05 TABLE-VERB-06", "TABLE-VERB-14", ""}},
	{op.DeleteEntity, entityChapter{"TABLE-OPS-05", "TABLE-COND-03 TABLE-OCC-07 TABLE-VERB-09 TABLE-VERB-04", "TABLE-COND-06 TABLE-VERB-07", "TABLE-QRY-12", ""}},
	{op.InsertOrReplaceEntity, entityChapter{"TABLE-OPS-06 TABLE-OCC-12", "TABLE-OPS-06 TABLE-VERB-01", "TABLE-VERB-01", "TABLE-VERB-13 TABLE-VERB-01", "TABLE-BATCH-09"}},
	{op.InsertOrMergeEntity, entityChapter{"TABLE-OPS-07 TABLE-OCC-12", "TABLE-OPS-07 TABLE-VERB-02", "TABLE-VERB-02 TABLE-VERB-03", "TABLE-VERB-14 TABLE-VERB-02", "TABLE-BATCH-09"}},
}

// entityRules alters each datum of the operations on entities.
func entityRules(g *group) {
	for _, c := range entityChapters {
		rule := rules.Documented().Table.Entities[c.of]
		add := func(name, sentence, at string, alter func(*rules.Entity)) {
			g.rules(slug(c.of)+"-"+name, c.of.String()+" "+sentence+".", at, func(r *rules.Rules) { alter(&r.Table.Entities[c.of]) })
		}
		for to, name := range map[rules.Match][2]string{
			rules.Unheeded: {"if-match-ignored", "ignores If-Match"},
			rules.Heeded:   {"if-match-optional", "is accepted without If-Match"},
			rules.Demanded: {"if-match-demanded", "is refused without If-Match"},
		} {
			// Insert and the upserts are defined by having no If-Match; Update and Merge by having one.
			demands := to == rules.Demanded && rule.IfMatch == rules.Unheeded && c.of != op.GetEntity
			if rule.IfMatch == rules.Heeded && to == rules.Unheeded || rule.IfMatch == rules.Demanded && to != rules.Demanded || demands {
				add(name[0], name[1], together(c.ifMatch, c.all), func(e *rules.Entity) { e.IfMatch = to })
			}
		}
		if rule.Stamped {
			add("answers-no-stamp", "answers without an ETag", c.all, func(e *rules.Entity) { e.Stamped = false })
		}
		if c.of == op.GetEntity {
			continue
		}
		switch {
		case rule.Absent == rules.Adds:
			add("adds-nothing", "returns 404 if the entity does not exist", c.absent, func(e *rules.Entity) { e.Absent = rules.Fails })
		case c.of != op.DeleteEntity:
			add("adds", "creates a missing entity", together(c.absent, "TABLE-COND-19"), func(e *rules.Entity) { e.Absent = rules.Adds })
		}
		if rule.Present == rules.Conflicts {
			add("replaces", "replaces an existing entity", c.effect, func(e *rules.Entity) { e.Present = rules.Changes })
		} else {
			add("conflicts", "returns 409 if the entity exists", together(c.all, c.batch), func(e *rules.Entity) { e.Present = rules.Conflicts })
		}
		if c.of != op.InsertEntity {
			for effect, name := range map[rules.Effect][2]string{
				rules.Replaces: {"replaces", "drops properties that the request omits"},
				rules.Merges:   {"merges", "keeps properties that the request omits"},
			} {
				if effect != rule.Effect && rule.Effect != rules.Removes {
					add(name[0], name[1], c.effect, func(e *rules.Entity) { e.Effect = effect })
				}
			}
		}
		if rule.Restamps && c.of != op.InsertEntity {
			add("stamp-kept", "leaves ETag and Timestamp as they were", together(c.all, "TABLE-ETAG-05 TABLE-OPS-10"), func(e *rules.Entity) { e.Restamps = false })
		}
	}
}

// messageRules alters each datum of the operations on messages.
func messageRules(g *group) {
	const halfAnHour = 30 * time.Minute
	for _, d := range []struct {
		name, sentence, at string
		of                 op.Operation
		alter              func(*rules.Message)
	}{
		{"keeps-receipt", "leaves the pop receipt as it was", "QUEUE-RCPT-01 QUEUE-RCPT-07 QUEUE-RCPT-21a", op.GetMessages, func(m *rules.Message) { m.Renews = false }},
		{"shows-no-count", "does not count as a dequeue", "QUEUE-DEQ-01", op.GetMessages, func(m *rules.Message) { m.Counts = false }},
		{"shows-all", "does not hide what it returns", "QUEUE-POP-04 QUEUE-POP-08", op.GetMessages, func(m *rules.Message) { m.Hides = false }},
		{"default-shorter", "hides messages for 20 s if no time is given", "QUEUE-TIME-01 QUEUE-TIME-01a", op.GetMessages, func(m *rules.Message) { m.Window.Default = 20 * time.Second }},
		{"default-longer", "hides messages for 31 s if no time is given", "QUEUE-TIME-01", op.GetMessages, func(m *rules.Message) { m.Window.Default = 31 * time.Second }},
		{"default-zero", "hides nothing if no time is given", "QUEUE-TIME-01", op.GetMessages, func(m *rules.Message) { m.Window.Default = 0 }},
		{"takes-zero", "accepts a visibility timeout of 0", "QUEUE-TIME-03", op.GetMessages, func(m *rules.Message) { m.Window.Min = 0 }},
		{"refuses-one", "refuses a visibility timeout of 1", "QUEUE-TIME-02", op.GetMessages, func(m *rules.Message) { m.Window.Min = 2 * time.Second }},
		{"refuses-a-week", "refuses the longest visibility timeout", "QUEUE-TIME-02", op.GetMessages, func(m *rules.Message) { m.Window.Max -= time.Second }},
		{"takes-more-than-a-week", "accepts a visibility timeout of more than a week", "QUEUE-TIME-03", op.GetMessages, func(m *rules.Message) { m.Window.Max += halfAnHour }},
		{"demands-window", "is refused without a visibility timeout", "QUEUE-TIME-01", op.GetMessages, func(m *rules.Message) { m.Window.Demanded = true }},
		{"refuses-32", "refuses to return 32 messages", "QUEUE-TIME-12 QUEUE-DEQ-02", op.GetMessages, func(m *rules.Message) { m.Number = 31 }},
		{"takes-33", "returns more than 32 messages", "QUEUE-TIME-12", op.GetMessages, func(m *rules.Message) { m.Number = 64 }},
		{"counts", "counts as a dequeue", "QUEUE-PEEK-01 QUEUE-PEEK-02", op.PeekMessages, func(m *rules.Message) { m.Counts = true }},
		{"renews", "invalidates pop receipts", "QUEUE-PEEK-01", op.PeekMessages, func(m *rules.Message) { m.Renews = true }},
		{"refuses-32", "refuses to return 32 messages", "QUEUE-TIME-12 QUEUE-PEEK-01", op.PeekMessages, func(m *rules.Message) { m.Number = 31 }},
		{"takes-33", "returns more than 32 messages", "QUEUE-TIME-12", op.PeekMessages, func(m *rules.Message) { m.Number = 64 }},
		{"counts", "counts as a dequeue", "QUEUE-TIME-17", op.UpdateMessage, func(m *rules.Message) { m.Counts = true }},
		{"keeps-receipt", "leaves the pop receipt as it was", "QUEUE-RCPT-05 QUEUE-RCPT-06", op.UpdateMessage, func(m *rules.Message) { m.Renews = false }},
		{"keeps-window", "leaves the time of next visibility as it was", "QUEUE-TIME-05 QUEUE-TIME-07 QUEUE-LWW-04", op.UpdateMessage, func(m *rules.Message) { m.Hides = false }},
		{"refuses-zero", "refuses a visibility timeout of 0", "QUEUE-TIME-05 QUEUE-TIME-07", op.UpdateMessage, func(m *rules.Message) { m.Window.Min = time.Second }},
		{"refuses-a-week", "refuses the longest visibility timeout", "QUEUE-TIME-05", op.UpdateMessage, func(m *rules.Message) { m.Window.Max -= time.Second }},
		{"takes-more-than-a-week", "accepts a visibility timeout of more than a week", "QUEUE-TIME-11", op.UpdateMessage, func(m *rules.Message) { m.Window.Max += halfAnHour }},
		{"counts", "counts as a dequeue", "QUEUE-DEQ-01", op.PutMessage, func(m *rules.Message) { m.Counts = true }},
		{"ignores-window", "shows the message at once, whatever visibility timeout is given", "QUEUE-TIME-04", op.PutMessage, func(m *rules.Message) { m.Hides = false }},
		{"hides-by-default", "hides the message for 5 s if no time is given", "QUEUE-TIME-04", op.PutMessage, func(m *rules.Message) { m.Window.Default = 5 * time.Second }},
		{"refuses-a-week", "refuses the longest visibility timeout", "QUEUE-TIME-04", op.PutMessage, func(m *rules.Message) { m.Window.Max -= time.Second }},
		{"takes-more-than-a-week", "accepts a visibility timeout of more than a week", "QUEUE-TIME-11", op.PutMessage, func(m *rules.Message) { m.Window.Max += halfAnHour }},
		{"demands-window", "is refused without a visibility timeout", "QUEUE-TIME-04", op.PutMessage, func(m *rules.Message) { m.Window.Demanded = true }},
	} {
		g.rules(slug(d.of)+"-"+d.name, d.of.String()+" "+d.sentence+".", d.at, func(r *rules.Rules) { d.alter(&r.Queue.Messages[d.of]) })
	}
	g.messages("visibility-from-insertion", "The visibility timeout of Get Messages counts from when the message was put.", "QUEUE-POP-07", alteringMessages(func(m, _ *messages.Message, now time.Time) {
		m.NextVisible = m.Inserted.Add(m.NextVisible.Sub(now))
	}), op.GetMessages)
}

// limits alters the bounds that clauses name.
func limits(g *group) {
	g.rules("lease-minimum-14", "A lease of 14 s can be acquired.", "BLOB-LEASE-15 CONT-LEASE-03", func(r *rules.Rules) { r.Limits.LeaseMin = 14 * time.Second })
	g.rules("lease-minimum-1", "A lease of 1 s can be acquired.", "BLOB-LEASE-15 BLOB-LEASE-02", func(r *rules.Rules) { r.Limits.LeaseMin = time.Second })
	g.rules("lease-minimum-16", "A lease of 15 s cannot be acquired.", "BLOB-LEASE-15 BLOB-LEASE-02", func(r *rules.Rules) { r.Limits.LeaseMin = 16 * time.Second })
	g.rules("lease-maximum-61", "A lease of 61 s can be acquired.", "BLOB-LEASE-15 CONT-LEASE-03", func(r *rules.Rules) { r.Limits.LeaseMax = 61 * time.Second })
	g.rules("lease-maximum-59", "A lease of 60 s cannot be acquired.", "BLOB-LEASE-15 BLOB-LEASE-02", func(r *rules.Rules) { r.Limits.LeaseMax = 59 * time.Second })
	g.rules("break-maximum-61", "A break period of 61 s is accepted.", "BLOB-LEASE-17 CONT-LEASE-03", func(r *rules.Rules) { r.Limits.BreakMax = 61 * time.Second })
	g.rules("break-maximum-59", "A break period of 60 s is refused.", "BLOB-LEASE-17 BLOB-LEASE-61", func(r *rules.Rules) { r.Limits.BreakMax = 59 * time.Second })
	g.rules("container-name-free-at-once", "The name of a deleted container can be used at once.", "BLOB-CONS-14", func(r *rules.Rules) { r.Limits.ContainerPurges = 0 })
	g.rules("container-name-free-early", "The name of a deleted container can be used after 15 s.", "BLOB-CONS-14", func(r *rules.Rules) { r.Limits.ContainerPurges = 15 * time.Second })
	g.rules("queue-name-free-at-once", "The name of a deleted queue can be used at once.", "QUEUE-LIFE-02", func(r *rules.Rules) { r.Queue.Limits.QueuePurges = 0 })
	g.rules("queue-name-free-early", "The name of a deleted queue can be used after 15 s.", "QUEUE-LIFE-02", func(r *rules.Rules) { r.Queue.Limits.QueuePurges = 15 * time.Second })
	g.rules("table-name-free-at-once", "The name of a deleted table can be used at once.", "TABLE-TBL-06", func(r *rules.Rules) { r.Table.Limits.TablePurges = 0 })
	g.rules("message-lives-a-day", "A message lives for a day unless its time to live says otherwise.", "QUEUE-TIME-13", func(r *rules.Rules) { r.Queue.Limits.TimeToLive = 24 * time.Hour })
	g.rules("message-lives-eight-days", "A message lives for eight days unless its time to live says otherwise.", "QUEUE-TIME-13", func(r *rules.Rules) { r.Queue.Limits.TimeToLive = 8 * 24 * time.Hour })
	g.rules("message-lives-a-week-at-most", "A time to live of more than a week is refused.", "QUEUE-TIME-13", func(r *rules.Rules) { r.Queue.EndlessSince = "9999" })
	g.rules("put-message-gives-no-receipt", "Put Message answers without a receipt.", "QUEUE-RCPT-16", func(r *rules.Rules) { r.Queue.ReceiptSince = "9999" })
	g.rules("transaction-of-99", "A transaction of 100 operations is refused.", "TABLE-BATCH-14", func(r *rules.Rules) { r.Table.Limits.Operations = 99 })
	g.rules("transaction-of-101", "A transaction of 101 operations is accepted.", "TABLE-BATCH-15", func(r *rules.Rules) { r.Table.Limits.Operations = 101 })
	g.rules("transaction-of-more-than-4-mib", "A transaction of more than 4 MiB is accepted.", "TABLE-BATCH-16", func(r *rules.Rules) { r.Table.Limits.Transaction = 64 << 20 })
	g.rules("no-upserts", "An entity cannot be written without If-Match.", "TABLE-VERB-01 TABLE-VERB-02 TABLE-OPS-06 TABLE-OPS-07", func(r *rules.Rules) { r.Table.UpsertSince = "9999" })
	g.rules("upserts-in-old-versions", "Upserts work in versions before 2011-08-18.", "TABLE-VERB-10", func(r *rules.Rules) { r.Table.UpsertSince = "" })
	g.rules("batch-of-255", "A batch of 256 requests is refused.", "BLOB-BATCH-03", func(r *rules.Rules) { r.Limits.BatchParts = 255 })
	g.rules("batch-of-257", "A batch of 257 requests is accepted.", "BLOB-BATCH-03", func(r *rules.Rules) { r.Limits.BatchParts = 257 })
	g.rules("six-policies", "A queue accepts six stored access policies.", "QUEUE-LWW-08", func(r *rules.Rules) { r.Limits.SignedPolicies = 6 })
	g.rules("four-policies", "A queue accepts only four stored access policies.", "QUEUE-LWW-08 QUEUE-LWW-07", func(r *rules.Rules) { r.Limits.SignedPolicies = 4 })
}

// tableEmulators returns bugs that an emulator of the Table service might well have.
func tableEmulators(g *group) {
	g.requests("tunnelled-method-unconditional", "A POST with X-HTTP-Method is performed without its If-Match.", "TABLE-VERB-20", func(r *http.Request) {
		if r.Header.Get("X-HTTP-Method") != "" {
			r.Header.Set("If-Match", "*")
		}
	}, op.UpdateEntity, op.MergeEntity, op.DeleteEntity)
	g.entities("table-etag-millisecond-collision", "Timestamps and ETags are precise only to the millisecond, so two of the same millisecond are equal.", "TABLE-ETAG-05 TABLE-ETAG-09 TABLE-ETAG-09a", altered(func(_ string, was entities.Partition, d *entities.Draft) {
		for _, e := range changedIn(was, d) {
			d.Put(changed(e, func(cut *entities.Entity) {
				cut.Timestamp = cut.Timestamp.Truncate(time.Millisecond)
				cut.ETag = etag.Entity(cut.Timestamp)
			}))
		}
	}).before)
	g.entities("insert-or-replace-keeps-etag-if-equal", "A write that changes no property leaves ETag and Timestamp as they were.", "TABLE-ETAG-05 TABLE-OPS-10 TABLE-OCC-04", altered(func(_ string, was entities.Partition, d *entities.Draft) {
		for _, old := range replaced(was, d) {
			if reflect.DeepEqual(old.Properties, d.Entity(old.Row).Properties) {
				d.Put(old)
			}
		}
	}).before)
	g.entities("batch-update-not-rolled-back", "A transaction that fails undoes its inserts and deletes, but not its updates.", "TABLE-BATCH-02 TABLE-BATCH-07", partitions{draft: storeDespiteError(func(old, d *entities.Draft, _ error, _ time.Time) *entities.Draft {
		was := old.Version()
		for _, e := range changedIn(was, d) {
			if was.Entity(e.Row) == nil {
				d.Delete(e.Row)
			}
		}
		for _, e := range goneFrom(was, d) {
			d.Put(e)
		}
		return d
	})}.before, op.EntityGroupTransaction)

	conditions := regexp.MustCompile(`(?mi)^If-Match:[^\r\n]*`)
	g.requests("batch-if-match-ignored", "If-Match is ignored inside a transaction.", "TABLE-BATCH-07 TABLE-BATCH-23", func(r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil {
			replaceBody(r, conditions.ReplaceAllString(string(body), "If-Match: *"))
		}
	}, op.EntityGroupTransaction)
	second := func(tag string) string {
		text, _, _ := strings.Cut(tag, ".")
		return text
	}
	g.asked("table-etag-decoded-comparison", "ETags are compared only up to the fraction of the second.", "TABLE-COND-01 TABLE-COND-02 TABLE-COND-03 TABLE-RACE-01", func(s Stores, r *http.Request) {
		if e := entityOf(s, r); e != nil && second(e.ETag) == second(r.Header.Get("If-Match")) {
			r.Header.Set("If-Match", e.ETag)
		}
	}, op.UpdateEntity, op.MergeEntity, op.DeleteEntity)
}

// keys matches the table and the keys in the address of an entity.
var keys = regexp.MustCompile(`/([^/(]+)\(PartitionKey='([^']*)',RowKey='([^']*)'\)$`)

// entityOf returns the entity that a request addresses, or nil if there is none.
func entityOf(s Stores, r *http.Request) *entities.Entity {
	at := keys.FindStringSubmatch(r.URL.Path)
	if at == nil {
		return nil
	}
	p, _ := s.Entities.Partition(at[1], at[2]) // it is empty if there is no table
	return p.Entity(at[3])
}
