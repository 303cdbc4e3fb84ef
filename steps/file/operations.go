package file

import (
	"ifmatch/steps/scenario"
)

// operation is an operation on a share, a directory or a file.
type (
	operation = scenario.Typed[*client, Address, Request, State]
	facts     = scenario.Facts
)

// operations lists the File service in the order of the reference. The article has no table of
// them, because none takes a condition. FILE-LWW-02
func operations() []scenario.Operation {
	var out []scenario.Operation
	for _, group := range [][]operation{shareOperations(), directoryOperations(), fileOperations(), handleOperations()} {
		for _, op := range group {
			out = append(out, op.Operation())
		}
	}
	return out
}

func shareOperations() []operation {
	kinds := []string{kindShare}
	list := []operation{
		{Facts: facts{Name: "Create Share", Verb: "PUT", SAS: "c:cw", Success: 201, ReturnsETag: true},
			Do: createShare, Effect: afterCreateShare, Sign: signMetadata},
		{Facts: facts{Name: "Get Share Properties", Verb: "GET", SAS: "c:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getShareProperties},
		{Facts: facts{Name: "Set Share Properties", Verb: "PUT", SAS: "c:w", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withQuota, Do: setShareProperties, Effect: afterSetShareProperties, Sign: signQuota},
		{Facts: facts{Name: "Get Share Metadata", Verb: "GET", SAS: "c:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getShareMetadata},
		{Facts: facts{Name: "Set Share Metadata", Verb: "PUT", SAS: "c:w", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withMetadata, Do: setShareMetadata, Effect: afterSetShareMetadata, Sign: signMetadata},
		{Facts: facts{Name: "Get Share ACL", Verb: "GET", SAS: "c:key", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getShareACL},
		{Facts: facts{Name: "Set Share ACL", Verb: "PUT", SAS: "c:key", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired, Changes: []scenario.Field{scenario.FieldPolicies}},
			Complete: withPolicies, Do: setShareACL, Effect: afterSetShareACL, Sign: signPolicies},
		{Facts: facts{Name: "Get Share Stats", Verb: "GET", SAS: "c:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getShareStats},
		{Facts: facts{Name: "Snapshot Share", Verb: "PUT", SAS: "c:cw", Success: 201, ReturnsETag: true, Changes: []scenario.Field{FieldSnapshots}},
			Do: snapshotShare, Effect: afterSnapshotShare, Sign: signNothing},
		{Facts: facts{Name: "Delete Share", Verb: "DELETE", SAS: "c:d", Success: 202, Lease: scenario.LeaseRequired},
			Do: deleteShare, Effect: afterDelete, Sign: signNothing},
	}
	list = append(list, shareLeases...)
	for i := range list {
		list[i].Kinds = kinds
	}
	return append(list, operation{Facts: facts{Name: "List Shares", Verb: "GET", SAS: "s:l", Kinds: []string{kindAccount}, On: kindShare, Success: 200, Reads: true}, Do: listShares})
}

func directoryOperations() []operation {
	kinds := []string{kindDirectory}
	list := []operation{
		{Facts: facts{Name: "List Directories and Files", Verb: "GET", SAS: "c:l", Success: 200, Reads: true},
			Do: listEntries},
		{Facts: facts{Name: "Create Directory", Verb: "PUT", SAS: "o:cw", Success: 201, ReturnsETag: true},
			Do: createDirectory, Effect: afterCreateDirectory, Sign: signMetadata},
		{Facts: facts{Name: "Get Directory Properties", Verb: "GET", SAS: "o:r", Success: 200, ReturnsETag: true, Reads: true},
			Do: getDirectoryProperties},
		{Facts: facts{Name: "Set Directory Properties", Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true},
			Complete: withAttributes, Do: setDirectoryProperties, Effect: afterSetDirectoryProperties, Sign: signNothing},
		{Facts: facts{Name: "Get Directory Metadata", Verb: "GET", SAS: "o:r", Success: 200, ReturnsETag: true, Reads: true},
			Do: getDirectoryMetadata},
		{Facts: facts{Name: "Set Directory Metadata", Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true},
			Complete: withMetadata, Do: setDirectoryMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		{Facts: facts{Name: "Rename Directory", Since: "2021-04-10", Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true, Source: true},
			Complete: withSource, Prepare: prepare, Do: renameDirectory, Effect: afterRename, Sign: signNothing},
		{Facts: facts{Name: "Delete Directory", Verb: "DELETE", SAS: "o:d", Success: 202},
			Do: deleteDirectory, Effect: afterDelete, Sign: signNothing},
	}
	for i := range list {
		list[i].Kinds = kinds
	}
	return list
}

func fileOperations() []operation {
	list := []operation{
		{Facts: facts{Name: "Create File", Verb: "PUT", SAS: "o:w", Success: 201, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withSize, Do: createFile, Effect: afterCreateFile, Sign: signSize},
		{Facts: facts{Name: "Get File", Verb: "GET", SAS: "o:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getFile},
		{Facts: facts{Name: "Get File Properties", Verb: "HEAD", SAS: "o:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getFileProperties},
		{Facts: facts{Name: "Set File Properties", Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withProperties, Do: setFileProperties, Effect: afterSetFileProperties, Sign: signProperties},
		{Facts: facts{Name: "Get File Metadata", Verb: "HEAD", SAS: "o:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: getFileMetadata},
		{Facts: facts{Name: "Set File Metadata", Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withMetadata, Do: setFileMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		{Facts: facts{Name: "Copy File", Verb: "PUT", SAS: "o:w", Success: 202, ReturnsETag: true, Source: true, Lease: scenario.LeaseRequired},
			Complete: withSource, Prepare: prepare, Do: copyFile, Effect: afterCopy, Sign: signMetadata},
		{Facts: facts{Name: "Abort Copy File", Verb: "PUT", SAS: "o:w", Success: 204, Lease: scenario.LeaseRequired},
			Complete: withCopyID, Do: abortCopy, Effect: afterNothing, Sign: signNothing},
		{Facts: facts{Name: "Rename File", Since: "2021-04-10", Verb: "PUT", SAS: "o:w", Success: 200, ReturnsETag: true, Source: true},
			Complete: withSource, Prepare: prepare, Do: renameFile, Effect: afterRename, Sign: signNothing},
		{Facts: facts{Name: "Delete File", Verb: "DELETE", SAS: "o:d", Success: 202, Lease: scenario.LeaseRequired},
			Do: deleteFile, Effect: afterDelete, Sign: signNothing},
		{Facts: facts{Name: "Put Range", Verb: "PUT", SAS: "o:w", Success: 201, ReturnsETag: true, Lease: scenario.LeaseRequired, Changes: []scenario.Field{FieldRanges}},
			Complete: withRange, Do: putRange, Effect: afterPutRange, Sign: signRange},
		{Facts: facts{Name: "Put Range clear", Verb: "PUT", SAS: "o:w", Success: 201, ReturnsETag: true, Lease: scenario.LeaseRequired},
			Complete: withCount, Do: clearRange, Effect: afterClearRange, Sign: signNothing},
		{Facts: facts{Name: "Put Range from URL", Since: "2019-02-02", Verb: "PUT", SAS: "o:w", Success: 201, ReturnsETag: true, Source: true, Lease: scenario.LeaseRequired},
			Complete: withSourceRange, Prepare: prepare, Do: putRangeFromURL, Effect: afterPutRangeFromURL, Sign: signNothing},
		{Facts: facts{Name: "List Ranges", Verb: "GET", SAS: "o:r", Success: 200, ReturnsETag: true, Lease: scenario.LeaseShared, Reads: true},
			Do: listRanges},
	}
	list = append(list, fileLeases...)
	for i := range list {
		list[i].Kinds = []string{kindFile}
	}
	return list
}

// handleOperations are the operations on the handles that SMB clients have open.
func handleOperations() []operation {
	kinds := []string{kindFile, kindDirectory}
	return []operation{
		// No page says which permission the list takes.
		{Facts: facts{Name: "List Handles", Since: "2018-11-09", Verb: "GET", SAS: "o:l+r", Kinds: kinds, Success: 200, Reads: true},
			Do: either(listFileHandles, listDirectoryHandles)},
		{Facts: facts{Name: "Force Close Handles", Since: "2018-11-09", Verb: "PUT", SAS: "o:w", Kinds: kinds, Success: 200},
			Complete: withHandle, Do: either(closeFileHandles, closeDirectoryHandles), Effect: afterNothing, Sign: signNothing},
	}
}
