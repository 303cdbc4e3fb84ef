package cli

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// restReference is the address of Microsoft's REST reference of the storage services. Microsoft
// redirects readers to the page in their own language.
const restReference = "https://learn.microsoft.com/rest/api/storageservices/"

// operationPages are the pages of the operations, by Microsoft's names. The five actions of a
// lease share a page, and so do an operation and its variants.
var operationPages = map[string]string{
	"Create Container":         "create-container",
	"Get Container Properties": "get-container-properties",
	"Get Container Metadata":   "get-container-metadata",
	"Set Container Metadata":   "set-container-metadata",
	"Get Container ACL":        "get-container-acl",
	"Set Container ACL":        "set-container-acl",
	"Delete Container":         "delete-container",
	"Lease Container":          "lease-container",
	"List Blobs":               "list-blobs",
	"List Containers":          "list-containers2",

	"Put Blob":                         "put-blob",
	"Get Blob":                         "get-blob",
	"Get Blob Properties":              "get-blob-properties",
	"Set Blob Properties":              "set-blob-properties",
	"Get Blob Metadata":                "get-blob-metadata",
	"Set Blob Metadata":                "set-blob-metadata",
	"Lease Blob":                       "lease-blob",
	"Snapshot Blob":                    "snapshot-blob",
	"Copy Blob":                        "copy-blob",
	"Abort Copy Blob":                  "abort-copy-blob",
	"Delete Blob":                      "delete-blob",
	"Get Blob Service Properties":      "get-blob-service-properties",
	"Set Blob Service Properties":      "set-blob-service-properties",
	"Put Block":                        "put-block",
	"Put Block List":                   "put-block-list",
	"Get Block List":                   "get-block-list",
	"Put Page":                         "put-page",
	"Get Page Ranges":                  "get-page-ranges",
	"Append Block":                     "append-block",
	"Append Block From URL":            "append-block-from-url",
	"Copy Blob From URL":               "copy-blob-from-url",
	"Put Blob From URL":                "put-blob-from-url",
	"Put Block From URL":               "put-block-from-url",
	"Put Page From URL":                "put-page-from-url",
	"Set Blob Tier":                    "set-blob-tier",
	"Get Blob Tags":                    "get-blob-tags",
	"Set Blob Tags":                    "set-blob-tags",
	"Append Blob Seal":                 "append-blob-seal",
	"Get Page Ranges Diff":             "get-page-ranges",
	"Find Blobs by Tags":               "find-blobs-by-tags",
	"Find Blobs by Tags in Container":  "find-blobs-by-tags-container",
	"Blob Batch of Delete Blob":        "blob-batch",
	"Blob Batch of Set Blob Tier":      "blob-batch",
	"Container Batch of Delete Blob":   "blob-batch",
	"Container Batch of Set Blob Tier": "blob-batch",

	"Query Entities":               "query-entities",
	"Get Entity":                   "query-entities",
	"Insert Entity":                "insert-entity",
	"Update Entity":                "update-entity2",
	"Merge Entity":                 "merge-entity",
	"Delete Entity":                "delete-entity1",
	"Insert Or Replace Entity":     "insert-or-replace-entity",
	"Insert Or Merge Entity":       "insert-or-merge-entity",
	"Entity Group Transaction":     "performing-entity-group-transactions",
	"Create Table":                 "create-table",
	"Query Tables":                 "query-tables",
	"Delete Table":                 "delete-table",
	"Get Table ACL":                "get-table-acl",
	"Set Table ACL":                "set-table-acl",
	"Get Table Service Properties": "get-table-service-properties",
	"Set Table Service Properties": "set-table-service-properties",

	"List Queues":                  "list-queues1",
	"Get Queue Service Properties": "get-queue-service-properties",
	"Set Queue Service Properties": "set-queue-service-properties",
	"Create Queue":                 "create-queue4",
	"Delete Queue":                 "delete-queue3",
	"Get Queue Metadata":           "get-queue-metadata",
	"Set Queue Metadata":           "set-queue-metadata",
	"Get Queue ACL":                "get-queue-acl",
	"Set Queue ACL":                "set-queue-acl",
	"Put Message":                  "put-message",
	"Get Messages":                 "get-messages",
	"Peek Messages":                "peek-messages",
	"Clear Messages":               "clear-messages",
	"Update Message":               "update-message",
	"Delete Message":               "delete-message2",

	"List Shares":          "list-shares",
	"Create Share":         "create-share",
	"Get Share Properties": "get-share-properties",
	"Set Share Properties": "set-share-properties",
	"Get Share Metadata":   "get-share-metadata",
	"Set Share Metadata":   "set-share-metadata",
	"Get Share ACL":        "get-share-acl",
	"Set Share ACL":        "set-share-acl",
	"Get Share Stats":      "get-share-stats",
	"Snapshot Share":       "snapshot-share",
	"Delete Share":         "delete-share",
	"Lease Share":          "lease-share",

	"List Directories and Files": "list-directories-and-files",
	"Create Directory":           "create-directory",
	"Get Directory Properties":   "get-directory-properties",
	"Set Directory Properties":   "set-directory-properties",
	"Get Directory Metadata":     "get-directory-metadata",
	"Set Directory Metadata":     "set-directory-metadata",
	"Rename Directory":           "rename-directory",
	"Delete Directory":           "delete-directory",

	"Create File":         "create-file",
	"Get File":            "get-file",
	"Get File Properties": "get-file-properties",
	"Set File Properties": "set-file-properties",
	"Get File Metadata":   "get-file-metadata",
	"Set File Metadata":   "set-file-metadata",
	"Copy File":           "copy-file",
	"Abort Copy File":     "abort-copy-file",
	"Rename File":         "rename-file",
	"Delete File":         "delete-file2",
	"Put Range":           "put-range",
	"Put Range from URL":  "put-range-from-url",
	"List Ranges":         "list-ranges",
	"Lease File":          "lease-file",
	"List Handles":        "list-handles",
	"Force Close Handles": "force-close-handles",
}

// otherPages are the documents of the register that are pages of the reference but not about a
// single operation.
var otherPages = map[string]string{
	"Specifying conditional headers for Blob service operations": "specifying-conditional-headers-for-blob-service-operations",
	"Performing entity group transactions":                       "performing-entity-group-transactions",
	"Understanding the Table service data model":                 "understanding-the-table-service-data-model",
	"Blob service error codes":                                   "blob-service-error-codes",
	"Table Storage error codes":                                  "table-service-error-codes",
	"Queue Storage error codes":                                  "queue-service-error-codes",
	"Common REST API error codes":                                "common-rest-api-error-codes",
	"Version 2011-08-18":                                         "version-2011-08-18",
	"Azure Files error codes":                                    "file-service-error-codes",
	"Managing file locks":                                        "managing-file-locks",
}

// errorCodes is the document that lists the error codes of a service.
var errorCodes = map[string]string{
	"blob": "Blob service error codes", "table": "Table Storage error codes", "queue": "Queue Storage error codes", "file": "Azure Files error codes",
}

// pageName is the name under which an operation's page is listed: without the action or variant,
// which the suite writes in lower case.
func pageName(operation string) string {
	if i := strings.LastIndexByte(operation, ' '); i > 0 && operation[i+1] >= 'a' {
		return operation[:i]
	}
	return operation
}

// pageOf is the address of Microsoft's page about an operation or a document; empty if the
// reference has none.
func pageOf(name string) string {
	for _, pages := range []map[string]string{operationPages, otherPages} {
		for _, n := range []string{name, pageName(name)} {
			if slug, ok := pages[n]; ok {
				return restReference + slug
			}
		}
	}
	return ""
}

// operationName matches operations in running text; the longest name wins.
var operationName = sync.OnceValue(func() *regexp.Regexp {
	var names []string
	for n := range operationPages {
		names = append(names, regexp.QuoteMeta(n))
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	return regexp.MustCompile(`\b(?:` + strings.Join(names, "|") + `)\b`)
})

// operationsIn lists the operations that text names, each once.
func operationsIn(text string) []string {
	var out []string
	for _, n := range operationName().FindAllString(text, -1) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
