package fault

import (
	"strings"

	op "ifmatch/reference/operation"
)

// chapter lists the clauses about one operation, by topic. Ids are separated by spaces.
type chapter struct {
	conditions string // that it evaluates conditional headers, or does not
	stamp      string // that it answers with an ETag, or does not
	lease      string // how it treats a lease id
	restamps   string // that the resource has a new ETag afterwards, or has not
}

// chapters lists the clauses of the Blob service, numbered like the article's tables and lists.
var chapters = map[op.Operation]chapter{
	op.CreateContainer:        {"CONT-TAB-01C", "CONT-TAB-01E CONT-ETAG-01", "CONT-USE-06", ""},
	op.GetContainerProperties: {"CONT-TAB-02C CONT-TAB-12", "CONT-TAB-02E", "CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le", ""},
	op.GetContainerMetadata:   {"CONT-TAB-03C CONT-TAB-12", "CONT-TAB-03E", "CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le", ""},
	op.SetContainerMetadata:   {"CONT-TAB-04C CONT-TAB-14", "CONT-TAB-04E CONT-ETAG-02", "CONT-USE-04 CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le", "CONT-TAB-04E CONT-ETAG-02"},
	op.GetContainerACL:        {"CONT-TAB-05C CONT-TAB-12", "CONT-TAB-05E", "CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le", ""},
	op.SetContainerACL:        {"CONT-TAB-06C CONT-TAB-14", "CONT-TAB-06E CONT-ETAG-03", "CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le", "CONT-TAB-06E CONT-ETAG-03"},
	op.DeleteContainer:        {"CONT-TAB-07C CONT-TAB-14", "CONT-TAB-07E", "CONT-USE-01 CONT-USE-02 CONT-UM-D-0-Le CONT-UM-D-B-Le", ""},
	op.LeaseContainerAcquire:  {"CONT-TAB-08C CONT-TAB-14", "CONT-TAB-08E CONT-LEASE-02", "", "CONT-LEASE-05 CONT-TAB-08E"},
	op.LeaseContainerRenew:    {"CONT-TAB-08C CONT-TAB-14", "CONT-TAB-08E CONT-LEASE-02", "", "CONT-LEASE-05 CONT-TAB-08E"},
	op.LeaseContainerChange:   {"CONT-TAB-08C CONT-TAB-14", "CONT-TAB-08E CONT-LEASE-02", "", "CONT-LEASE-05 CONT-TAB-08E"},
	op.LeaseContainerRelease:  {"CONT-TAB-08C CONT-TAB-14", "CONT-TAB-08E CONT-LEASE-02", "", "CONT-LEASE-05 CONT-TAB-08E"},
	op.LeaseContainerBreak:    {"CONT-TAB-08C CONT-TAB-14", "CONT-TAB-08E CONT-LEASE-02", "", "CONT-LEASE-05 CONT-TAB-08E"},

	op.PutBlob:            {"BLOB-TAB-01C", "BLOB-TAB-01E BLOB-ETAG-02", "BLOB-USE-20 BLOB-USE-03 BLOB-LEASE-07", "BLOB-ETAG-20 BLOB-ETAG-12 BLOB-TAB-01E"},
	op.GetBlob:            {"BLOB-TAB-02C", "BLOB-TAB-02E BLOB-ETAG-01", "BLOB-USE-21", ""},
	op.GetBlobProperties:  {"BLOB-TAB-03C", "BLOB-TAB-03E", "BLOB-USE-22", ""},
	op.SetBlobProperties:  {"BLOB-TAB-04C", "BLOB-TAB-04E", "BLOB-USE-23 BLOB-LEASE-07", "BLOB-ETAG-25 BLOB-TAB-04E"},
	op.GetBlobMetadata:    {"BLOB-TAB-05C", "BLOB-TAB-05E", "BLOB-USE-24", ""},
	op.SetBlobMetadata:    {"BLOB-TAB-06C", "BLOB-TAB-06E", "BLOB-USE-25 BLOB-LEASE-07", "BLOB-ETAG-24 BLOB-TAB-06E"},
	op.LeaseBlobAcquire:   {"BLOB-TAB-07C BLOB-LEASE-71", "BLOB-TAB-07E BLOB-LEASE-30", "BLOB-USE-35", "BLOB-ETAG-29 BLOB-TAB-07E"},
	op.LeaseBlobRenew:     {"BLOB-TAB-07C", "BLOB-TAB-07E BLOB-LEASE-31", "BLOB-USE-35", "BLOB-ETAG-29 BLOB-TAB-07E"},
	op.LeaseBlobChange:    {"BLOB-TAB-07C", "BLOB-TAB-07E BLOB-LEASE-32", "BLOB-USE-35", "BLOB-ETAG-29 BLOB-TAB-07E"},
	op.LeaseBlobRelease:   {"BLOB-TAB-07C", "BLOB-TAB-07E BLOB-LEASE-33", "BLOB-USE-35", "BLOB-ETAG-29 BLOB-TAB-07E"},
	op.LeaseBlobBreak:     {"BLOB-TAB-07C", "BLOB-TAB-07E BLOB-LEASE-34", "BLOB-USE-35", "BLOB-ETAG-29 BLOB-TAB-07E"},
	op.SnapshotBlob:       {"BLOB-TAB-08C", "BLOB-TAB-08E", "BLOB-USE-32", "BLOB-ETAG-32 BLOB-ETAG-33"},
	op.CopyBlob:           {"BLOB-TAB-09C BLOB-COPY-02 BLOB-COPY-03", "BLOB-TAB-09E", "BLOB-USE-33 BLOB-USE-50 BLOB-USE-52", "BLOB-ETAG-26 BLOB-COPY-10"},
	op.AbortCopyBlob:      {"BLOB-TAB-10C", "BLOB-TAB-10E", "BLOB-USE-34", ""},
	op.DeleteBlob:         {"BLOB-TAB-11C", "BLOB-TAB-11E", "BLOB-USE-26 BLOB-LEASE-07", ""},
	op.PutBlock:           {"BLOB-TAB-12C", "BLOB-TAB-12E", "BLOB-USE-27 BLOB-LEASE-07", "BLOB-ETAG-31 BLOB-CONS-07"},
	op.PutBlockList:       {"BLOB-TAB-13C", "BLOB-TAB-13E BLOB-ETAG-21", "BLOB-USE-28 BLOB-USE-03 BLOB-LEASE-07", "BLOB-ETAG-21 BLOB-TAB-13E"},
	op.GetBlockList:       {"BLOB-TAB-14C", "BLOB-TAB-14E", "BLOB-USE-29", ""},
	op.PutPage:            {"BLOB-TAB-15C", "BLOB-TAB-15E", "BLOB-USE-30 BLOB-LEASE-07", "BLOB-ETAG-22 BLOB-TAB-15E"},
	op.GetPageRanges:      {"BLOB-TAB-16C", "BLOB-TAB-16E", "BLOB-USE-31", ""},
	op.AppendBlock:        {"BLOB-TAB-17", "BLOB-TAB-17 BLOB-APPEND-03", "BLOB-USE-36", "BLOB-ETAG-23 BLOB-APPEND-03"},
	op.PutBlockFromURL:    {"BLOB-TAB-18", "", "BLOB-USE-01", ""},
	op.PutBlobFromURL:     {"BLOB-TAB-19", "", "BLOB-USE-01", ""},
	op.AppendBlockFromURL: {"BLOB-TAB-19", "", "BLOB-USE-01", ""},
	op.PutPageFromURL:     {"BLOB-TAB-19", "", "BLOB-USE-01", ""},
	op.GetBlobTags:        {"BLOB-TAB-20", "BLOB-TAB-20", "BLOB-USE-38", ""},
	op.SetBlobTags:        {"BLOB-TAB-20", "BLOB-TAB-20", "BLOB-USE-37", "BLOB-ETAG-36"},
	op.SetBlobTier:        {"BLOB-TAB-20", "BLOB-TAB-20", "BLOB-USE-39", "BLOB-ETAG-35"},
	op.AppendBlobSeal:     {"BLOB-SEAL-03", "", "BLOB-SEAL-01", ""},
	op.GetPageRangesDiff:  {"BLOB-DIFF-02", "BLOB-DIFF-01", "BLOB-DIFF-02", ""},
}

// slug returns an operation's name as it is spelled in names of faults.
func slug(o op.Operation) string { return strings.ReplaceAll(strings.ToLower(o.String()), " ", "-") }

func ofContainer(o op.Operation) bool { return o >= op.CreateContainer && o <= op.ContainerBatch }
