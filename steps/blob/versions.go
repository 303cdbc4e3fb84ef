package blob

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// answered compares the answer to a read with the state before it.
func answered(ac *scenario.Act) (scenario.Difference, bool) {
	return stateOf(ac.Before).Answered(ac.Op.Name, ac.Req.(*ops.Request), ac.Resp)
}

// versions is how a blob, a container or a part of a blob is replaced again and again while
// others read it: each write uses one letter.
var versions = &scenario.Versions{Draft: draft, Shows: which}

// draft is version v of what the operation writes.
func draft(op string, v int) scenario.Request {
	letter := string(rune('a' + v%26))
	marks := map[string]string{"first": letter, "second": letter, "third": letter}
	long := []byte(strings.Repeat(letter, 4096+v))
	switch op {
	case "Set Blob Metadata", "Set Container Metadata":
		return &ops.Request{Base: scenario.Base{Metadata: marks}}
	case "Set Blob Properties":
		return &ops.Request{ContentType: "text/" + letter}
	case "Set Blob Tags":
		return &ops.Request{Tags: marks}
	case "Set Container ACL":
		return &ops.Request{Base: scenario.Base{Policies: []scenario.Policy{{ID: "first " + letter, Permission: "r"}, {ID: "second " + letter, Permission: "r"}}}}
	case "Put Page":
		return &ops.Request{Base: scenario.Base{Body: bytes.Repeat([]byte(letter), 2048)}, Count: 2048}
	case "Append Block":
		return &ops.Request{Base: scenario.Base{Body: long[:64]}}
	}
	return &ops.Request{Base: scenario.Base{Body: long, Metadata: marks}, ContentType: "text/" + letter}
}

// look sends a read. For a snapshot the reader makes the snapshot first. A list is asked for one
// name, with its metadata and snapshots.
func look(ctx context.Context, w *scenario.World, reader *scenario.Actor, op scenario.Operation, t *scenario.Resource) (*scenario.Act, error) {
	r, req := t.Address.(ops.Address), &ops.Request{}
	switch op.Name {
	case "List Blobs":
		req.Prefix, req.Include = r.Blob, []string{"metadata", "snapshots"}
		r = ops.Address{Kind: ops.Container, Container: r.Container}
	case "List Containers":
		req.Prefix, req.Include = r.Container, []string{"metadata"}
		r = ops.Address{Kind: ops.Account}
	case "Snapshot Blob":
		made, err := perform.Exchange(ctx, w, reader, op, t, req)
		if err != nil {
			return nil, err
		}
		if err := made.MustSucceed(); err != nil {
			return nil, err
		}
		r.Snapshot, op = made.Resp.Header.Get("x-ms-snapshot"), w.Language.Must("Get Blob")
	}
	return perform.Exchange(ctx, w, reader, op, &scenario.Resource{Label: t.Label, Kind: t.Kind, Address: r}, req)
}

// which finds the version that a read shows.
func which(_ *scenario.World, _ *scenario.Resource, versions []scenario.State) func(*scenario.Act) (int, error) {
	return func(ac *scenario.Act) (int, error) {
		var least scenario.Difference
		for n, st := range slices.Backward(versions) {
			d, differs := stateOf(st).Answered(ac.Op.Name, ac.Req.(*ops.Request), ac.Resp)
			if !differs {
				return n, nil
			}
			if least.Field == "" || least.Field == scenario.FieldETag {
				least = d // the difference to the version with the ETag shown is the most useful one
			}
		}
		return 0, verdict.In(verdict.Failed("a read returned something that was never one version", least.Want, least.Got), reports.InResponse, ac.Op.Name, string(least.Field))
	}
}
