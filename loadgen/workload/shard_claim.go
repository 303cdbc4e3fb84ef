package workload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

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
	path, query := b.place(shard)
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
