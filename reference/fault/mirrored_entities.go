package fault

import (
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/messages"
)

var ofEntities = kind[entities.Entity]{
	service: op.TableService,
	early: func(e early[entities.Entity]) Fault {
		return Fault{Entities: partitions{draft: entitiesEarly(e)}.before}
	},
	gone:  func(e *entities.Entity) bool { return e == nil },
	parts: []part[entities.Entity]{{"etag", "TABLE-PAIR-01", func(e *entities.Entity) any { return &e.ETag }, readsTag}},
	wholes: []whole[entities.Entity]{
		{"properties", "TABLE-PAIR-03", merging(func(e *entities.Entity) *[]entities.Property { return &e.Properties }, func(p entities.Property) string { return p.Name }, 100),
			[]op.Operation{op.UpdateEntity, op.InsertOrReplaceEntity}},
	},
	shown: "TABLE-PAIR-04",
	alike: []op.Operation{op.InsertOrReplaceEntity},
}

var ofTables = kind[entities.Table]{
	service: op.TableService,
	early: func(e early[entities.Table]) Fault {
		return Fault{Entities: partitions{table: looking[entities.Table, time.Time](e)}.before}
	},
	gone:   deleted[entities.Table],
	wholes: []whole[entities.Table]{{"policies", "TABLE-PAIR-05", mergingPolicies(func(t *entities.Table) *[]document.Policy { return &t.Policies }), []op.Operation{op.SetTableACL}}},
	shown:  "TABLE-PAIR-05",
	unseen: []op.Operation{op.CreateTable}, // its path does not say what would have to be hidden
}

func readsTag(o op.Operation) bool {
	return rules.Documented().Table.Entities[o].IfMatch != rules.Unheeded
}

func (g *group) ofEntities() {
	for _, o := range op.Of(op.TableService) {
		at := "TABLE-PAIR-02"
		switch tagged := readsTag(o); {
		case o.ReadOnly() || !tagged && !rules.Documented().Table.Entities[o].Stamped: // it changes no entity
			continue
		case tagged:
			at = "TABLE-PAIR-07"
		}
		ofEntities.mirror(g, o, at)
	}
	ofTables.mirror(g, op.CreateTable, "TABLE-PAIR-02")
	ofTables.mirror(g, op.SetTableACL, "TABLE-PAIR-02")
}

var ofQueues = kind[messages.Queue]{
	service: op.QueueService,
	early: func(e early[messages.Queue]) Fault {
		return Fault{Messages: posts{queue: looking[messages.Queue, time.Time](e)}.before}
	},
	gone:   deleted[messages.Queue],
	wholes: []whole[messages.Queue]{{"metadata", "QUEUE-PAIR-03", mergingMetadata(func(q *messages.Queue) *metadata.List { return &q.Metadata }), []op.Operation{op.SetQueueMetadata}}},
	shown:  "QUEUE-PAIR-04",
	alike:  []op.Operation{op.CreateQueue, op.DeleteQueue},     // a second may be answered as the first
	unseen: []op.Operation{op.UpdateMessage, op.DeleteMessage}, // what becomes of a hidden message
}

func (g *group) ofQueues() {
	for _, o := range []op.Operation{op.CreateQueue, op.DeleteQueue, op.SetQueueMetadata, op.SetQueueACL} {
		ofQueues.mirror(g, o, "QUEUE-PAIR-02")
	}
	twoSteps := Fault{Messages: checkThenActMessages}
	g.checked(op.UpdateMessage, "receipt", "QUEUE-PAIR-01", twoSteps)
	g.checked(op.DeleteMessage, "receipt", "QUEUE-PAIR-01", twoSteps)
	g.checked(op.GetMessages, "visibility", "QUEUE-PAIR-02", twoSteps)
	for _, o := range []op.Operation{op.PutMessage, op.GetMessages, op.ClearMessages, op.UpdateMessage, op.DeleteMessage} {
		ofQueues.shows(g, o)
		at := "QUEUE-PAIR-02"
		if o == op.UpdateMessage || o == op.DeleteMessage {
			at = "QUEUE-PAIR-05"
		}
		g.checked(o, "existence", at, reviving(func(s Stores, queue string) func() {
			return restoring(queue, s.Messages.Queue, s.Messages.UpdateQueue)
		}, o))
	}
}
