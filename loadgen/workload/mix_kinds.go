package workload

import (
	"context"
	"maps"
	"slices"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// MixKinds returns the kinds of resources that a mix can be about.
func MixKinds() []string { return slices.Sorted(maps.Keys(mixKinds)) }

// MixOperations returns the operations that a mix on a kind of resource can send.
func MixOperations(kind string) []string { return mixKinds[kind].names() }

// mixKind is a kind of resource: where it is, and how each operation on it is written on the wire.
type mixKind struct {
	service       target.Service
	usual         string           // the mix if none is given
	keys, size    int              // usual resources, and bytes of a body; where nothing is conditional, a lost write shows only while it is the last
	unit, most    int              // a body is a multiple of unit, and at most most long
	separateParts bool             // nothing joins its parts, such as an ETag: each has a history of its own
	operations    map[string]wired // by Microsoft's name
	first, last   []string         // make a resource, and read all of it
	path          func(env *Env, name string) string
	begin, end    func(context.Context, Conn, *mixRun) error // prepare and delete what the resources are in, or they themselves
}

func (k mixKind) names() []string { return slices.Sorted(maps.Keys(k.operations)) }

// wired is how an operation is written on the wire.
type wired struct {
	query       string // with "?"
	puts, shows []valuePart
	fields      []string // header fields: name and value in turn
	also        uint16   // another status of a success
	ahead       bool     // a Put Block precedes it
	ranges      bool     // may be about a part of the body
	sequence    bool     // may depend on the sequence number
	copies      bool     // from another resource
	joint       bool     // changes others too
	overSMB     bool     // a deletion over SMB: see mix_smb.go
	doomed      bool     // sent only if its condition must be refused: while a container is being deleted, further deletions succeed
}

// within names a resource, in a container or beside others.
func within(prefix string) func(*Env, string) string {
	return func(env *Env, name string) string { return "/" + env.Prefix + env.Run + prefix + name }
}

// parent sends a request about the container or share.
func parent(method, query string) func(context.Context, Conn, *mixRun) error {
	return func(ctx context.Context, c Conn, r *mixRun) error {
		step := Step{Service: r.kind.service, Method: method, Path: within(query)(&r.env, "")}
		return plain(ctx, c, step, nil, history.Lost, history.Absent) // an earlier, unanswered try did it
	}
}

// everyOne sends a request about each resource.
func everyOne(method, query string) func(context.Context, Conn, *mixRun) error {
	return func(ctx context.Context, c Conn, r *mixRun) error {
		for _, t := range r.things {
			if err := plain(ctx, c, Step{Service: r.kind.service, Method: method, Path: t.path + query}, nil, history.Lost, history.Absent); err != nil {
				return err
			}
		}
		return nil
	}
}

// ofBlobs are the operations on a kind of blob.
func ofBlobs(kind string, more map[string]wired) map[string]wired {
	out := map[string]wired{
		"Put Blob":            {puts: []valuePart{inBody, inMetadata}, fields: []string{"x-ms-blob-type", kind}},
		"Get Blob":            {shows: []valuePart{inBody, inMetadata, inProperty}, ranges: true},
		"Get Blob Properties": {shows: []valuePart{inMetadata, inProperty}},
		"Get Blob Metadata":   {query: "?comp=metadata", shows: []valuePart{inMetadata}},
		"Set Blob Metadata":   {query: "?comp=metadata", puts: []valuePart{inMetadata}},
		"Set Blob Properties": {query: "?comp=properties", puts: []valuePart{inProperty}},
		"Snapshot Blob":       {query: "?comp=snapshot"},
		"Copy Blob":           {puts: []valuePart{inMetadata}, copies: true},
		"Delete Blob":         {fields: []string{"x-ms-delete-snapshots", "include"}},
	}
	maps.Copy(out, more)
	return out
}

// ofFiles is a kind of files.
func ofFiles(keys int, usual string, more map[string]wired) mixKind {
	operations := map[string]wired{
		"Create File": {puts: []valuePart{inMetadata}, fields: []string{"x-ms-type", "file", "x-ms-file-attributes", "None", "x-ms-file-creation-time", "now",
			"x-ms-file-last-write-time", "now", "x-ms-file-permission", "inherit"}},
		"Put Range":           {query: "?comp=range", puts: []valuePart{inPages}, fields: []string{"x-ms-write", "update"}},
		"Get File":            {shows: []valuePart{inBody, inMetadata}},
		"Get File Properties": {shows: []valuePart{inMetadata}},
		"Get File Metadata":   {query: "?comp=metadata", shows: []valuePart{inMetadata}},
		"Set File Metadata":   {query: "?comp=metadata", puts: []valuePart{inMetadata}},
		"Delete File":         {},
	}
	maps.Copy(operations, more)
	return mixKind{
		service: target.File, keys: keys, size: 512, unit: 64, most: maxRange, path: within("/f"), usual: usual, operations: operations,
		first: []string{"Create File"}, last: []string{"Get File"},
		begin: parent("PUT", "?restype=share"), end: parent("DELETE", "?restype=share"),
	}
}

var mixKinds = map[string]mixKind{
	"block-blob": {
		service: target.Blob, keys: 2, size: 1024, unit: 64, most: maxBlob, path: within("/b"),
		usual: "Put Blob 3, Put Block List 3, Get Blob 6, Get Blob Properties 2, Set Blob Metadata 2, Set Blob Properties 2, Snapshot Blob 1, Copy Blob 2, Delete Blob 1",
		operations: ofBlobs("BlockBlob", map[string]wired{
			"Put Block List": {query: "?comp=blocklist", puts: []valuePart{inBlocks, inMetadata}, ahead: true},
		}),
		first: []string{"Put Blob"}, last: []string{"Get Blob"},
		begin: parent("PUT", "?restype=container"), end: parent("DELETE", "?restype=container"),
	},
	"page-blob": {
		service: target.Blob, keys: 2, size: 4 * pageSize, unit: pageSize, most: maxBlob, path: within("/p"),
		usual: "Put Page 5, Get Blob 5, Get Blob Properties 2, Set Blob Properties 2, Set Blob Metadata 1, Snapshot Blob 1",
		operations: ofBlobs("PageBlob", map[string]wired{
			"Put Blob":            {puts: []valuePart{inMetadata}, fields: []string{"x-ms-blob-type", "PageBlob"}},
			"Put Page":            {query: "?comp=page", puts: []valuePart{inPages}, fields: []string{"x-ms-page-write", "update"}, ranges: true, sequence: true},
			"Set Blob Properties": {query: "?comp=properties", puts: []valuePart{inProperty}, fields: []string{"x-ms-sequence-number-action", "increment"}},
		}),
		first: []string{"Put Blob"}, last: []string{"Get Blob"},
		begin: parent("PUT", "?restype=container"), end: parent("DELETE", "?restype=container"),
	},
	"container": {
		service: target.Blob, keys: 2, size: 64, unit: 1, most: maxMetadata, path: within("-c"),
		usual: "Set Container Metadata 3, Set Container ACL 3, Get Container Properties 3, Get Container ACL 3, Delete Container 1",
		operations: map[string]wired{
			"Create Container":         {query: "?restype=container", puts: []valuePart{inMetadata}},
			"Get Container Properties": {query: "?restype=container", shows: []valuePart{inMetadata}},
			"Get Container Metadata":   {query: "?restype=container&comp=metadata", shows: []valuePart{inMetadata}},
			"Set Container Metadata":   {query: "?restype=container&comp=metadata", puts: []valuePart{inMetadata}},
			"Get Container ACL":        {query: "?restype=container&comp=acl", shows: []valuePart{inPolicy}},
			"Set Container ACL":        {query: "?restype=container&comp=acl", puts: []valuePart{inPolicy}},
			"Delete Container":         {query: "?restype=container", doomed: true},
		},
		first: []string{"Create Container"}, last: []string{"Get Container Properties", "Get Container ACL"},
		begin: func(context.Context, Conn, *mixRun) error { return nil }, end: everyOne("DELETE", "?restype=container"),
	},
	"entity": {
		service: target.Table, keys: 8, size: 64, unit: 1, most: maxEntity,
		path: func(env *Env, name string) string {
			return "/" + tableName(env.Prefix+env.Run) + "(PartitionKey='p',RowKey='" + name + "')"
		},
		usual: "Insert Entity 1, Insert Or Replace Entity 2, Insert Or Merge Entity 2, Update Entity 2, Merge Entity 2, Delete Entity 1, Entity Group Transaction 2, Get Entity 5",
		operations: map[string]wired{
			"Insert Entity":            {puts: []valuePart{inEntity}, fields: []string{"Prefer", "return-no-content"}, also: 204},
			"Insert Or Replace Entity": {puts: []valuePart{inEntity}},
			"Insert Or Merge Entity":   {puts: []valuePart{inEntity}},
			"Update Entity":            {puts: []valuePart{inEntity}},
			"Merge Entity":             {puts: []valuePart{inEntity}},
			"Delete Entity":            {},
			"Entity Group Transaction": {puts: []valuePart{inEntity}, joint: true},
			"Get Entity":               {shows: []valuePart{inEntity}},
		},
		first: []string{"Insert Entity"}, last: []string{"Get Entity"},
		begin: func(ctx context.Context, c Conn, r *mixRun) error {
			return createTable(ctx, c, r.env.Book, tableName(r.env.Prefix+r.env.Run))
		},
		end: func(ctx context.Context, c Conn, r *mixRun) error {
			return (&tableSet{env: r.env, name: tableName(r.env.Prefix + r.env.Run)}).Clean(ctx, c)
		},
	},
	"queue": {
		service: target.Queue, keys: 8, size: 64, unit: 1, most: maxMetadata, path: within("-q"), separateParts: true,
		usual: "Set Queue Metadata 1, Get Queue Metadata 1, Set Queue ACL 1, Get Queue ACL 1",
		operations: map[string]wired{
			"Get Queue Metadata": {query: "?comp=metadata", shows: []valuePart{inMetadata}},
			"Set Queue Metadata": {query: "?comp=metadata", puts: []valuePart{inMetadata}},
			"Get Queue ACL":      {query: "?comp=acl", shows: []valuePart{inPolicy}},
			"Set Queue ACL":      {query: "?comp=acl", puts: []valuePart{inPolicy}},
		},
		first: []string{"Set Queue Metadata", "Set Queue ACL"}, last: []string{"Get Queue Metadata", "Get Queue ACL"},
		begin: everyOne("PUT", ""), end: everyOne("DELETE", ""),
	},
	"file": ofFiles(16, "Create File 1, Put Range 2, Get File 5, Get File Properties 3, Set File Metadata 2, Delete File 1", nil),
	"smb-file": ofFiles(8, "SMB DELETE 1, Create File 3, Put Range 2, Get File 4, Get File Properties 2, Set File Metadata 1, Delete File 1",
		map[string]wired{smbDelete: {overSMB: true}}),
}
