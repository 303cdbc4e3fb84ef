package workload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// ErrClaimed is the error of a process that cannot be a shard of a run, because another process is that shard.
var ErrClaimed = errors.New("another process is that shard of the run")

// owned is the name of the metadata, and of the property, that says which process created a beacon.
const owned = "Owner"

// Claim makes this process a shard of a run: it creates the shard's beacon, which only one process can. owner is
// unique to this process, so that a process whose answer was lost recognises its own beacon. Without claims, two loads
// with the same flags and start would write the same contents under the same names. That would look like a service
// that loses updates. The error is ErrClaimed if another process was first.
func (b *ShardBeacons) Claim(ctx context.Context, c Conn, shard int, owner string) error {
	create, fill := b.create(shard, owner)
	if b.service == target.Table {
		if err := createTable(ctx, c, b.env.Book, tableName(b.env.Prefix+b.env.Run)); err != nil {
			return fmt.Errorf("claim shard %d: %w", shard, err)
		}
	}
	status, code := 0, ""
	answered := func(x *Exchange) history.Event {
		status, code = x.Reply.Status, answeredCode(x)
		return b.event(x, shard, history.Tell, b.tell)
	}
	if _, err := retry(ctx, c, create, fill, answered, false); err != nil {
		return fmt.Errorf("claim shard %d: %w", shard, err)
	}
	switch status {
	case http.StatusCreated:
		return nil
	case http.StatusConflict, http.StatusNoContent: // an existing queue is answered 204, and so may be a new entity
	default:
		return fmt.Errorf("claim shard %d: the service answered %d %s", shard, status, code)
	}
	mine := false
	_, err := retry(ctx, c, b.Step(shard, false), b.Ask, func(x *Exchange) history.Event {
		mine = x.Err == nil && b.ownedBy(x, owner)
		return answered(x)
	}, false)
	switch {
	case err != nil:
		return fmt.Errorf("claim shard %d: %w", shard, err)
	case status != http.StatusOK:
		return fmt.Errorf("claim shard %d: the service answered %d %s when asked who has it", shard, status, code)
	case !mine:
		return fmt.Errorf("claim shard %d: %w", shard, ErrClaimed)
	}
	return nil
}

// create returns the request that creates a shard's beacon unless it exists.
func (b *ShardBeacons) create(shard int, owner string) (Step, func(*Request, Identity)) {
	path, query := b.address(shard)
	switch {
	case b.service == target.Table:
		table, _, _ := bytes.Cut([]byte(path), []byte("("))
		return Step{Service: b.service, Method: "POST", Path: string(table)}, func(r *Request, _ Identity) {
			tableHeader(r, "nometadata")
			r.set("Content-Type", "application/json")
			r.set("Prefer", "return-no-content")
			r.Body = fmt.Appendf(r.Body[:0], `{"PartitionKey":"clock","RowKey":"s%d","%s":"%s"}`, shard, owned, owner)
		}
	case query != "":
		path += "?" + query
	}
	return Step{Service: b.service, Method: "PUT", Path: path}, func(r *Request, _ Identity) { r.set("x-ms-meta-"+owned, owner) }
}

// ownedBy reports whether the beacon that was read belongs to a process.
func (b *ShardBeacons) ownedBy(x *Exchange, owner string) bool {
	if b.service == target.Table {
		return bytes.Contains(x.Reply.Body, fmt.Appendf(nil, `"%s":"%s"`, owned, owner))
	}
	return field(x.Reply.Header, "x-ms-meta-"+owned) == owner
}

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

// address returns the path of a shard's beacon, and the query that creates it.
func (b *ShardBeacons) address(shard int) (path, query string) {
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
	path, query := b.address(shard)
	switch {
	case b.service == target.Table:
		return Step{Service: b.service, Method: method, Path: path}
	case query != "":
		query += "&"
	}
	return Step{Service: b.service, Method: method, Path: path + "?" + query + "comp=metadata"}
}

// beaconProperty is the name of the metadata, and of the property, that holds the value.
const beaconProperty = "Told"

// Fill completes a request that writes a beacon.
func (b *ShardBeacons) Fill(r *Request, id Identity) {
	value := strconv.FormatUint(id.Value(), 10)
	if b.service != target.Table {
		r.set("x-ms-meta-"+beaconProperty, value)
		return
	}
	tableHeader(r, "nometadata")
	r.set("Content-Type", "application/json")
	r.Body = append(append(append(r.Body[:0], `{"`+beaconProperty+`":"`...), value...), `"}`...)
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
	text := field(x.Reply.Header, "x-ms-meta-"+beaconProperty)
	if b.service == target.Table {
		_, rest, _ := bytes.Cut(x.Reply.Body, []byte(`"`+beaconProperty+`":"`))
		value, _, _ := bytes.Cut(rest, []byte(`"`))
		text = string(value)
	}
	value, err := strconv.ParseUint(text, 10, 64)
	e.Value = value
	return e, err == nil && value != 0
}

func (b *ShardBeacons) event(x *Exchange, shard int, op history.Op, name uint16) history.Event {
	path, _ := b.address(shard)
	e := told(b.env.Book, x, b.env.Book.Key("clock "+path), op, name, field(x.Reply.Header, "x-ms-error-code"))
	e.Flags = history.Outside
	return e
}
