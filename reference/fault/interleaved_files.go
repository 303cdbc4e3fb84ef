package fault

import (
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// interleavedFiles are the faults of the File service.
func interleavedFiles(g *group) {
	g.files("file-write-apart", "A change of a file is made to the version that it finds, and overwrites whatever came meanwhile.", "FILE-CONS-01 FILE-LWW-10 FILE-LEASE-03 FILE-LEASE-05 FILE-LEASE-06 FILE-LEASE-12", filesEarly(early[files.File]{finds: partly(func(now, came *files.File) { *now = *came })}))
	g.late("share-metadata-shown-late", "Get Share Properties shows metadata 20 ms after Set Share Metadata returns.", "FILE-PAIR-03 FILE-CONS-01 FILE-LWW-05", []op.Operation{op.SetShareMetadata}, op.GetShareProperties)
}
