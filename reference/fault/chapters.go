package fault

import (
	"strings"

	op "ifmatch/reference/operation"
)

// chapter is where the clauses of an operation stand.
type chapter struct {
	conditions []string // that it evaluates conditional headers, or does not
	stamp      []string // that it answers with an ETag, or does not
	lease      []string // what it makes of a lease id
	restamps   []string // that the resource has a new ETag afterwards, or has not
}

func clauses(text string) []string { return strings.Fields(text) }

// chapters are those of the Blob service, as the article's tables and lists number them.
var chapters = map[op.Operation]chapter{
	op.CreateContainer:        {clauses("CONT-TAB-01C"), clauses("CONT-TAB-01E CONT-ETAG-01"), clauses("CONT-USE-06"), nil},
	op.GetContainerProperties: {clauses("CONT-TAB-02C CONT-TAB-12"), clauses("CONT-TAB-02E"), clauses("CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le"), nil},
	op.GetContainerMetadata:   {clauses("CONT-TAB-03C CONT-TAB-12"), clauses("CONT-TAB-03E"), clauses("CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le"), nil},
	op.SetContainerMetadata:   {clauses("CONT-TAB-04C CONT-TAB-14"), clauses("CONT-TAB-04E CONT-ETAG-02"), clauses("CONT-USE-04 CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le"), clauses("CONT-TAB-04E CONT-ETAG-02")},
	op.GetContainerACL:        {clauses("CONT-TAB-05C CONT-TAB-12"), clauses("CONT-TAB-05E"), clauses("CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le"), nil},
	op.SetContainerACL:        {clauses("CONT-TAB-06C CONT-TAB-14"), clauses("CONT-TAB-06E CONT-ETAG-03"), clauses("CONT-USE-05 CONT-UM-O-B-Le CONT-UM-O-B-Bi CONT-UM-O-0-Le"), clauses("CONT-TAB-06E CONT-ETAG-03")},
	op.DeleteContainer:        {clauses("CONT-TAB-07C CONT-TAB-14"), clauses("CONT-TAB-07E"), clauses("CONT-USE-01 CONT-USE-02 CONT-UM-D-0-Le CONT-UM-D-B-Le"), nil},
	op.LeaseContainerAcquire:  {clauses("CONT-TAB-08C CONT-TAB-14"), clauses("CONT-TAB-08E CONT-LEASE-02"), nil, clauses("CONT-LEASE-05")},
	op.LeaseContainerRenew:    {clauses("CONT-TAB-08C CONT-TAB-14"), clauses("CONT-TAB-08E CONT-LEASE-02"), nil, clauses("CONT-LEASE-05")},
	op.LeaseContainerChange:   {clauses("CONT-TAB-08C CONT-TAB-14"), clauses("CONT-TAB-08E CONT-LEASE-02"), nil, clauses("CONT-LEASE-05")},
	op.LeaseContainerRelease:  {clauses("CONT-TAB-08C CONT-TAB-14"), clauses("CONT-TAB-08E CONT-LEASE-02"), nil, clauses("CONT-LEASE-05")},
	op.LeaseContainerBreak:    {clauses("CONT-TAB-08C CONT-TAB-14"), clauses("CONT-TAB-08E CONT-LEASE-02"), nil, clauses("CONT-LEASE-05")},

	op.PutBlob:            {clauses("BLOB-TAB-01C"), clauses("BLOB-TAB-01E BLOB-ETAG-02"), clauses("BLOB-USE-20 BLOB-USE-03"), clauses("BLOB-ETAG-20 BLOB-ETAG-12 BLOB-TAB-01E")},
	op.GetBlob:            {clauses("BLOB-TAB-02C"), clauses("BLOB-TAB-02E BLOB-ETAG-01"), clauses("BLOB-USE-21"), nil},
	op.GetBlobProperties:  {clauses("BLOB-TAB-03C"), clauses("BLOB-TAB-03E"), clauses("BLOB-USE-22"), nil},
	op.SetBlobProperties:  {clauses("BLOB-TAB-04C"), clauses("BLOB-TAB-04E"), clauses("BLOB-USE-23"), clauses("BLOB-ETAG-25 BLOB-TAB-04E")},
	op.GetBlobMetadata:    {clauses("BLOB-TAB-05C"), clauses("BLOB-TAB-05E"), clauses("BLOB-USE-24"), nil},
	op.SetBlobMetadata:    {clauses("BLOB-TAB-06C"), clauses("BLOB-TAB-06E"), clauses("BLOB-USE-25"), clauses("BLOB-ETAG-24 BLOB-TAB-06E")},
	op.LeaseBlobAcquire:   {clauses("BLOB-TAB-07C BLOB-LEASE-71"), clauses("BLOB-TAB-07E BLOB-LEASE-30"), clauses("BLOB-USE-35"), clauses("BLOB-ETAG-29 BLOB-TAB-07E")},
	op.LeaseBlobRenew:     {clauses("BLOB-TAB-07C"), clauses("BLOB-TAB-07E BLOB-LEASE-31"), clauses("BLOB-USE-35"), clauses("BLOB-ETAG-29 BLOB-TAB-07E")},
	op.LeaseBlobChange:    {clauses("BLOB-TAB-07C"), clauses("BLOB-TAB-07E BLOB-LEASE-32"), clauses("BLOB-USE-35"), clauses("BLOB-ETAG-29 BLOB-TAB-07E")},
	op.LeaseBlobRelease:   {clauses("BLOB-TAB-07C"), clauses("BLOB-TAB-07E BLOB-LEASE-33"), clauses("BLOB-USE-35"), clauses("BLOB-ETAG-29 BLOB-TAB-07E")},
	op.LeaseBlobBreak:     {clauses("BLOB-TAB-07C"), clauses("BLOB-TAB-07E BLOB-LEASE-34"), clauses("BLOB-USE-35"), clauses("BLOB-ETAG-29 BLOB-TAB-07E")},
	op.SnapshotBlob:       {clauses("BLOB-TAB-08C"), clauses("BLOB-TAB-08E"), clauses("BLOB-USE-32"), clauses("BLOB-ETAG-32 BLOB-ETAG-33")},
	op.CopyBlob:           {clauses("BLOB-TAB-09C BLOB-COPY-02 BLOB-COPY-03"), clauses("BLOB-TAB-09E"), clauses("BLOB-USE-33 BLOB-USE-50 BLOB-USE-52"), clauses("BLOB-ETAG-26 BLOB-COPY-10")},
	op.AbortCopyBlob:      {clauses("BLOB-TAB-10C"), clauses("BLOB-TAB-10E"), clauses("BLOB-USE-34"), nil},
	op.DeleteBlob:         {clauses("BLOB-TAB-11C"), clauses("BLOB-TAB-11E"), clauses("BLOB-USE-26"), nil},
	op.PutBlock:           {clauses("BLOB-TAB-12C"), clauses("BLOB-TAB-12E"), clauses("BLOB-USE-27"), clauses("BLOB-ETAG-31 BLOB-CONS-07")},
	op.PutBlockList:       {clauses("BLOB-TAB-13C"), clauses("BLOB-TAB-13E BLOB-ETAG-21"), clauses("BLOB-USE-28 BLOB-USE-03"), clauses("BLOB-ETAG-21 BLOB-TAB-13E")},
	op.GetBlockList:       {clauses("BLOB-TAB-14C"), clauses("BLOB-TAB-14E"), clauses("BLOB-USE-29"), nil},
	op.PutPage:            {clauses("BLOB-TAB-15C"), clauses("BLOB-TAB-15E"), clauses("BLOB-USE-30"), clauses("BLOB-ETAG-22 BLOB-TAB-15E")},
	op.GetPageRanges:      {clauses("BLOB-TAB-16C"), clauses("BLOB-TAB-16E"), clauses("BLOB-USE-31"), nil},
	op.AppendBlock:        {clauses("BLOB-TAB-17"), clauses("BLOB-TAB-17 BLOB-APPEND-03"), clauses("BLOB-USE-36"), clauses("BLOB-ETAG-23 BLOB-APPEND-03")},
	op.PutBlockFromURL:    {clauses("BLOB-TAB-18"), nil, clauses("BLOB-USE-01"), nil},
	op.PutBlobFromURL:     {clauses("BLOB-TAB-19"), nil, clauses("BLOB-USE-01"), nil},
	op.AppendBlockFromURL: {clauses("BLOB-TAB-19"), nil, clauses("BLOB-USE-01"), nil},
	op.PutPageFromURL:     {clauses("BLOB-TAB-19"), nil, clauses("BLOB-USE-01"), nil},
	op.GetBlobTags:        {clauses("BLOB-TAB-20"), clauses("BLOB-TAB-20"), clauses("BLOB-USE-38"), nil},
	op.SetBlobTags:        {clauses("BLOB-TAB-20"), clauses("BLOB-TAB-20"), clauses("BLOB-USE-37"), clauses("BLOB-ETAG-36")},
	op.SetBlobTier:        {clauses("BLOB-TAB-20"), clauses("BLOB-TAB-20"), clauses("BLOB-USE-39"), clauses("BLOB-ETAG-35")},
	op.AppendBlobSeal:     {clauses("BLOB-SEAL-03"), nil, clauses("BLOB-SEAL-01"), nil},
	op.GetPageRangesDiff:  {clauses("BLOB-DIFF-02"), clauses("BLOB-DIFF-01"), clauses("BLOB-DIFF-02"), nil},
}

// slug is an operation's name in the name of a fault.
func slug(o op.Operation) string { return strings.ReplaceAll(strings.ToLower(o.String()), " ", "-") }

func ofContainer(o op.Operation) bool { return o >= op.CreateContainer && o <= op.ContainerBatch }
