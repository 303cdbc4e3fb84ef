package file

import (
	"context"
	"slices"

	"ifmatch/steps/lease"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// operation is an operation on a share, a directory or a file.
type (
	operation = scenario.Typed[*client, Address, Request, State]
	facts     = scenario.Facts
	fields    = []scenario.Field
)

// everything is what a new file replaces of the old one.
var everything = fields{scenario.FieldExistence, scenario.FieldContent, scenario.FieldMetadata, scenario.FieldProperties, scenario.FieldETag, FieldRanges}

// operations lists the File service in the order of the reference. The article has no table of
// them, because none takes a condition. FILE-LWW-02
func operations() []scenario.Operation {
	var out []scenario.Operation
	for _, group := range []struct {
		list  []operation
		kinds []string
	}{{shareOperations(), []string{kindShare}}, {directoryOperations(), []string{kindDirectory}}, {fileOperations(), []string{kindFile}}, {handleOperations(), []string{kindFile, kindDirectory}}} {
		for _, op := range group.list {
			if op.Kinds == nil {
				op.Kinds = group.kinds
			}
			out = append(out, op.Operation())
		}
	}
	return out
}

func shareOperations() []operation {
	list := []operation{
		{Facts: facts{Name: "Create Share", Writes: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldPolicies, scenario.FieldProperties}, Fresh: true, Verb: "PUT", SAS: "c:cw", Success: 201, ReturnsETag: true},
			Do: createShare, Effect: afterCreateShare, Sign: signMetadata},
		{Facts: facts{Name: "Get Share Properties", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldProperties, scenario.FieldLease, lease.FieldTaken}, Verb: "GET", SAS: "c:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getShareProperties},
		{Facts: facts{Name: "Set Share Properties", Writes: fields{scenario.FieldProperties}, Verb: "PUT", SAS: "c:w", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withQuota, Do: setShareProperties, Effect: afterSetShareProperties, Sign: signQuota},
		{Facts: facts{Name: "Get Share Metadata", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata}, Verb: "GET", SAS: "c:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getShareMetadata},
		{Facts: facts{Name: "Set Share Metadata", Writes: fields{scenario.FieldMetadata}, Verb: "PUT", SAS: "c:w", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withMetadata, Do: setShareMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		{Facts: facts{Name: "Get Share ACL", Shows: fields{scenario.FieldExistence, scenario.FieldPolicies}, Verb: "GET", SAS: "c:key", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getShareACL},
		{Facts: facts{Name: "Set Share ACL", Writes: fields{scenario.FieldPolicies}, Verb: "PUT", SAS: "c:key", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired, Changes: []scenario.Field{scenario.FieldPolicies}},
			Complete: withPolicies, Do: setShareACL, Effect: afterSetShareACL, Sign: signPolicies},
		{Facts: facts{Name: "Get Share Stats", NoPair: "what it shows follows in its own time", Verb: "GET", SAS: "c:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getShareStats},
		{Facts: facts{Name: "Snapshot Share", Writes: fields{FieldSnapshots}, Verb: "PUT", SAS: "c:cw", Success: 201, ReturnsETag: true, Changes: []scenario.Field{FieldSnapshots}},
			Do: snapshotShare, Effect: afterSnapshotShare, Sign: signNothing},
		{Facts: facts{Name: "Delete Share", Writes: fields{scenario.FieldExistence}, Verb: "DELETE", SAS: "c:d", Success: 202, Lease: scenario.LeaseRequired},
			Do: deleteShare, Effect: afterDelete, Sign: signNothing},
	}
	list = append(append(list, shareLeases...), operation{ // on an account with soft delete
		Facts: facts{Name: "Restore Share", Writes: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldPolicies, scenario.FieldProperties},
			NoPair: "it needs a share that was deleted softly: see features/file/soft_delete", Fresh: true, Since: "2019-12-12", Verb: "PUT", SAS: "c:w", Success: 201, ReturnsETag: true},
		Do: restoreShare, Effect: afterRestoreShare, Sign: signNothing})
	return append(list, operation{Facts: facts{Name: "List Shares", Verb: "GET", SAS: "s:l", Kinds: []string{kindAccount}, On: kindShare, Success: 200, Reads: true}, Do: listShares})
}

func directoryOperations() []operation {
	return []operation{
		{Facts: facts{Name: "List Directories and Files", NoPair: "what it shows is written by operations on other resources", Verb: "GET", SAS: "c:l", Success: 200, Reads: true},
			Do: listEntries},
		{Facts: facts{Name: "Create Directory", Writes: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldProperties, scenario.FieldETag}, Fresh: true, Verb: "PUT", SAS: "o:cw", Success: 201, ReturnsETag: true},
			Do: createDirectory, Effect: afterCreateDirectory, Sign: signMetadata},
		{Facts: facts{Name: "Get Directory Properties", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldProperties, scenario.FieldETag}, Verb: "GET", SAS: "o:r", Success: 200, ReturnsETag: true, Reads: true},
			Do: getDirectoryProperties},
		{Facts: facts{Name: "Set Directory Properties", Writes: fields{scenario.FieldProperties, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true},
			Complete: withAttributes, Do: setDirectoryProperties, Effect: afterSetDirectoryProperties, Sign: signNothing},
		{Facts: facts{Name: "Get Directory Metadata", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldETag}, Verb: "GET", SAS: "o:r", Success: 200, ReturnsETag: true, Reads: true},
			Do: getDirectoryMetadata},
		{Facts: facts{Name: "Set Directory Metadata", Writes: fields{scenario.FieldMetadata, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true},
			Complete: withMetadata, Do: setDirectoryMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		{Facts: facts{Name: "Rename Directory", NoPair: "it takes the name of another resource: see features/file/renames", Since: "2021-04-10", Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true, Source: true},
			Complete: withSource, Prepare: prepare, Do: renameDirectory, Effect: afterRename, Sign: signNothing},
		{Facts: facts{Name: "Delete Directory", Writes: fields{scenario.FieldExistence}, Verb: "DELETE", SAS: "o:d", Success: 202},
			Do: deleteDirectory, Effect: afterDelete, Sign: signNothing},
	}
}

func fileOperations() []operation {
	return append([]operation{
		{Facts: facts{Name: "Create File", Writes: everything, Verb: "PUT", SAS: "o:w", Success: 201, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withSize, Do: createFile, Effect: afterCreateFile, Sign: signSize},
		{Facts: facts{Name: "Get File", Shows: fields{scenario.FieldExistence, scenario.FieldContent, scenario.FieldMetadata, scenario.FieldProperties, scenario.FieldLease, lease.FieldTaken}, Verb: "GET", SAS: "o:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getFile},
		{Facts: facts{Name: "Get File Properties", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldProperties, scenario.FieldETag, scenario.FieldLease, lease.FieldTaken}, Verb: "HEAD", SAS: "o:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getFileProperties},
		{Facts: facts{Name: "Set File Properties", Writes: fields{scenario.FieldProperties, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withProperties, Do: setFileProperties, Effect: afterSetFileProperties, Sign: signProperties},
		{Facts: facts{Name: "Get File Metadata", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldETag}, Verb: "HEAD", SAS: "o:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getFileMetadata},
		{Facts: facts{Name: "Set File Metadata", Writes: fields{scenario.FieldMetadata, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withMetadata, Do: setFileMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		{Facts: facts{Name: "Copy File", Writes: everything, Verb: "PUT", SAS: "o:w", Success: 202, ReturnsETag: true, Source: true, Lease: scenario.LeaseRequired},
			Complete: withSource, Prepare: prepare, Do: copyFile, Effect: afterCopy, Sign: signMetadata},
		{Facts: facts{Name: "Abort Copy File", NoPair: "it needs a copy that is still pending", Verb: "PUT", SAS: "o:w", Success: 204, Lease: scenario.LeaseRequired},
			Complete: withCopyID, Do: abortCopy, Sign: signNothing},
		{Facts: facts{Name: "Rename File", NoPair: "it takes the name of another resource: see features/file/renames", Since: "2021-04-10", Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true, Source: true},
			Complete: withSource, Prepare: prepare, Do: renameFile, Effect: afterRename, Sign: signNothing},
		{Facts: facts{Name: "Delete File", Writes: fields{scenario.FieldExistence}, Verb: "DELETE", SAS: "o:d", Success: 202, Lease: scenario.LeaseRequired},
			Do: deleteFile, Effect: afterDelete, Sign: signNothing},
		{Facts: facts{Name: "Put Range", Writes: fields{scenario.FieldBytes, FieldRanges, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Success: 201, ReturnsETag: true, Lease: scenario.LeaseRequired, Changes: []scenario.Field{FieldRanges}},
			Complete: withRange, Do: putRange, Effect: afterPutRange, Sign: signRange},
		{Facts: facts{Name: "Put Range clear", Writes: fields{scenario.FieldBytes, FieldRanges, scenario.FieldETag}, Verb: "PUT", SAS: "o:w", Success: 201, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withCount, Do: clearRange, Effect: afterClearRange, Sign: signNothing},
		{Facts: facts{Name: "Put Range from URL", Writes: fields{scenario.FieldBytes, FieldRanges, scenario.FieldETag}, Since: "2019-02-02", Verb: "PUT", SAS: "o:w", Success: 201, ReturnsETag: true, Source: true, Lease: scenario.LeaseRequired},
			Complete: withSourceRange, Prepare: prepare, Do: putRangeFromURL, Effect: afterPutRangeFromURL, Sign: signNothing},
		{Facts: facts{Name: "List Ranges", Shows: fields{scenario.FieldExistence, FieldRanges, scenario.FieldETag}, Verb: "GET", SAS: "o:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: listRanges},
	}, fileLeases...)
}

// handleOperations are the operations on the handles that SMB clients have open.
func handleOperations() []operation {
	return []operation{
		// No page says which permission the list takes.
		{Facts: facts{Name: "List Handles", NoPair: "handles are SMB clients'", Since: "2018-11-09", Verb: "GET", SAS: "o:l+r", Success: 200, Reads: true},
			Do: either(listFileHandles, listDirectoryHandles)},
		{Facts: facts{Name: "Force Close Handles", NoPair: "handles are SMB clients'", Since: "2018-11-09", Verb: "PUT", SAS: "o:w", Success: 200},
			Complete: withHandle, Do: either(closeFileHandles, closeDirectoryHandles), Sign: signNothing},
	}
}

// seeAccount looks at what the File service shows of the kind of its account: there is no operation for
// that, but it shows in a share, and in what becomes of one that is deleted.
func seeAccount(ctx context.Context, with scenario.Client, name string, see *scenario.Sight) {
	c, share := with.(*client), Address{Kind: kindShare, Share: name}
	if !see.Depends(plan.PremiumShares, plan.ShareSoftDelete) {
		return
	}
	resp, err := createShare(ctx, c, share, Request{})
	if !see.Answered("Create Share", resp, err) {
		return
	}
	if resp, err = getShareProperties(ctx, c, share, Request{}); see.Answered("Get Share Properties", resp, err) {
		see.Is(plan.PremiumShares, resp.Header.Get("x-ms-access-tier") == "Premium")
	}
	if resp, err = deleteShare(ctx, c, share, Request{}); !see.Answered("Delete Share", resp, err) {
		return
	}
	resp, err = listShares(ctx, c, Address{Kind: kindAccount}, Request{Prefix: name, Include: []string{"deleted"}})
	if !see.Answered("List Shares", resp, err) {
		return
	}
	if list, err := parse(shareList, resp.Body); err == nil {
		see.Is(plan.ShareSoftDelete, slices.ContainsFunc(list.Shares, func(l listedShare) bool { return l.Name == name && l.Deleted }))
	}
}
