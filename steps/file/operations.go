package file

import (
	"context"
	"embed"
	"maps"
	"slices"

	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// What the documents say about each operation stands in operations.tsv, in the order of the reference. The article has
// no list of them, because none takes a condition. FILE-LWW-02. No page says which permission List Handles takes.
//
//go:embed operations.tsv
var facts embed.FS

// operation is an operation on a share, a directory or a file.
type operation = scenario.Typed[*client, Address, Request, State]

// operations lists the File service.
func operations() []scenario.Operation {
	how := map[string]operation{
		"Create Share":         {Do: createShare, Effect: afterCreateShare, Sign: signMetadata},
		"Get Share Properties": {Do: getShareProperties},
		"Set Share Properties": {Complete: or(Request{Quota: new(int32(7))}), Do: setShareProperties, Effect: afterSetShareProperties, Sign: signQuota},
		"Get Share Metadata":   {Do: getShareMetadata},
		"Set Share Metadata":   {Complete: withMetadata, Do: setShareMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		"Get Share ACL":        {Do: getShareACL},
		"Set Share ACL":        {Complete: withPolicies, Do: setShareACL, Effect: afterSetShareACL, Sign: signPolicies},
		"Get Share Stats":      {Do: getShareStats},
		"Snapshot Share":       {Do: snapshotShare, Effect: afterSnapshotShare, Sign: signNothing},
		"Delete Share":         {Do: deleteShare, Effect: afterDelete, Sign: signNothing},
		"Restore Share":        {Do: restoreShare, Effect: afterRestoreShare, Sign: signNothing}, // on an account with soft delete
		"List Shares":          {Do: listShares},

		"List Directories and Files": {Do: listEntries},
		"Create Directory":           {Do: createDirectory, Effect: afterCreateDirectory, Sign: signMetadata},
		"Get Directory Properties":   {Do: getDirectoryProperties},
		"Set Directory Properties":   {Complete: or(Request{Attributes: new("Directory|Hidden")}), Do: setDirectoryProperties, Effect: afterSetDirectoryProperties, Sign: signNothing},
		"Get Directory Metadata":     {Do: getDirectoryMetadata},
		"Set Directory Metadata":     {Complete: withMetadata, Do: setDirectoryMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		"Rename Directory":           {Complete: withSource, Prepare: prepare, Do: renameDirectory, Effect: afterRename, Sign: signNothing},
		"Delete Directory":           {Do: deleteDirectory, Effect: afterDelete, Sign: signNothing},

		"Create File":         {Complete: or(Request{Size: new(int64(3 * block))}), Do: createFile, Effect: afterCreateFile, Sign: signSize},
		"Get File":            {Do: getFile},
		"Get File Properties": {Do: getFileProperties},
		"Set File Properties": {Complete: withProperties, Do: setFileProperties, Effect: afterSetFileProperties, Sign: signProperties},
		"Get File Metadata":   {Do: getFileMetadata},
		"Set File Metadata":   {Complete: withMetadata, Do: setFileMetadata, Effect: afterSetMetadata, Sign: signMetadata},
		"Copy File":           {Complete: withSource, Prepare: prepare, Do: copyFile, Effect: afterCopy, Sign: signMetadata},
		"Abort Copy File":     {Complete: or(Request{CopyID: new("11111111-2222-3333-4444-555555555555")}), Do: abortCopy, Effect: afterNothing, Sign: signNothing},
		"Rename File":         {Complete: withSource, Prepare: prepare, Do: renameFile, Effect: afterRename, Sign: signNothing},
		"Delete File":         {Do: deleteFile, Effect: afterDelete, Sign: signNothing},
		"Put Range":           {Complete: withRange, Do: putRange, Effect: afterPutRange, Sign: signRange},
		"Put Range clear":     {Complete: withCount, Do: clearRange, Effect: afterClearRange, Sign: signNothing},
		"Put Range from URL":  {Complete: withSourceRange, Prepare: prepare, Do: putRangeFromURL, Effect: afterPutRangeFromURL, Sign: signNothing},
		"List Ranges":         {Do: listRanges},

		// On the handles that SMB clients have open.
		"List Handles":        {Do: either(listFileHandles, listDirectoryHandles)},
		"Force Close Handles": {Complete: or(Request{HandleID: new("*")}), Do: either(closeFileHandles, closeDirectoryHandles), Effect: afterNothing, Sign: signNothing},
	}
	maps.Copy(how, shareLeases)
	maps.Copy(how, fileLeases)
	return scenario.Catalogue(facts, how)
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
