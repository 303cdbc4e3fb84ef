package workload

import (
	"bytes"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// ShardBeacons let the shards of a run compare their clocks. Each shard has one, which it alone writes and the others read.
// A value that was read had been written before, whatever the clocks show. A beacon is the metadata of a container,
// queue or share of its own, or an entity of the run's table, so every target that can run a workload has them.
type ShardBeacons struct {
	env     Env
	service target.Service
	tell    uint16
	hear    uint16
}

// NewShardBeacons returns the beacons of a run, at a service that it uses.
func NewShardBeacons(env Env, service target.Service) *ShardBeacons {
	return &ShardBeacons{env, service, env.Book.Name("write the clock"), env.Book.Name("read the clock")}
}

// place returns the path of a shard's beacon, and the query that creates it.
func (b *ShardBeacons) place(shard int) (path, query string) {
	name := "/" + b.env.Prefix + b.env.Run + "-clock" + strconv.Itoa(shard)
	switch b.service {
	case target.Table:
		return "/" + tableName(b.env.Prefix+b.env.Run) + "(PartitionKey='clock',RowKey='s" + strconv.Itoa(shard) + "')", ""
	case target.Queue:
		return name, ""
	case target.File:
		return name, "restype=share"
	}
	return name, "restype=container"
}

// Step returns the request that writes or reads a shard's beacon.
func (b *ShardBeacons) Step(shard int, write bool) Step {
	method := "GET"
	if write {
		method = "PUT"
	}
	path, query := b.place(shard)
	switch {
	case b.service == target.Table:
		return Step{Service: b.service, Method: method, Path: path}
	case query != "":
		query += "&"
	}
	return Step{Service: b.service, Method: method, Path: path + "?" + query + "comp=metadata"}
}

// beacon is the name of the metadata, and of the property, that holds the value.
const beacon = "Told"

// Fill completes a request that writes a beacon.
func (b *ShardBeacons) Fill(r *Request, id Identity) {
	value := strconv.FormatUint(id.Value(), 10)
	if b.service != target.Table {
		r.set("x-ms-meta-"+beacon, value)
		return
	}
	tableHeader(r, "nometadata")
	r.set("Content-Type", "application/json")
	r.Body = append(append(append(r.Body[:0], `{"`+beacon+`":"`...), value...), `"}`...)
}

// Ask completes a request that reads a beacon.
func (b *ShardBeacons) Ask(r *Request, _ Identity) {
	if b.service == target.Table {
		tableHeader(r, "nometadata")
	}
}

// Told returns the event of a written beacon. The value may be seen from the send on, whatever the outcome.
func (b *ShardBeacons) Told(x *Exchange, shard int) history.Event {
	e := b.event(x, shard, history.Tell, b.tell)
	e.Value = x.ID.Value()
	return e
}

// Heard returns the event of a beacon that was read; ok is false if it held nothing.
func (b *ShardBeacons) Heard(x *Exchange, shard int) (e history.Event, ok bool) {
	if e = b.event(x, shard, history.Hear, b.hear); e.Outcome != history.Won {
		return e, false
	}
	text := field(x.Reply.Header, "x-ms-meta-"+beacon)
	if b.service == target.Table {
		_, rest, _ := bytes.Cut(x.Reply.Body, []byte(`"`+beacon+`":"`))
		value, _, _ := bytes.Cut(rest, []byte(`"`))
		text = string(value)
	}
	value, err := strconv.ParseUint(text, 10, 64)
	e.Value = value
	return e, err == nil && value != 0
}

func (b *ShardBeacons) event(x *Exchange, shard int, op history.Op, name uint16) history.Event {
	path, _ := b.place(shard)
	e := told(b.env.Book, x, b.env.Book.Key("clock "+path), op, name, field(x.Reply.Header, "x-ms-error-code"))
	e.Flags = history.Outside
	return e
}
