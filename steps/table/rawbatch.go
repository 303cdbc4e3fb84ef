package table

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// getInBatch is the one read that a batch may hold.
const getInBatch = "Get Entity"

// batched are the operations that a batch may hold: what the SDK calls them, and their methods. It has no query:
// rawBatch replaces the insert in its place.
var batched = map[string]struct {
	kind aztables.TransactionType
	verb string
}{
	getInBatch:                 {aztables.TransactionTypeAdd, "GET"},
	"Insert Entity":            {aztables.TransactionTypeAdd, "POST"},
	"Update Entity":            {aztables.TransactionTypeUpdateReplace, "PUT"},
	"Merge Entity":             {aztables.TransactionTypeUpdateMerge, "MERGE"},
	"Delete Entity":            {aztables.TransactionTypeDelete, "DELETE"},
	"Insert Or Replace Entity": {aztables.TransactionTypeInsertReplace, "PUT"},
	"Insert Or Merge Entity":   {aztables.TransactionTypeInsertMerge, "MERGE"},
}

// The boundaries of a batch written by hand: no entity of the suite contains them.
const (
	batchBoundary     = "batch_ifmatch"
	changesetBoundary = "changeset_ifmatch"
)

// rawBatch writes a batch as the reference prints it: change sets between boundaries, and queries
// outside them.
func rawBatch(endpoint string, r Address, actions []Action) (contentType string, body []byte) {
	var b bytes.Buffer
	open := false
	end := func() {
		if open {
			fmt.Fprintf(&b, "--%s--\r\n", changesetBoundary)
		}
		open = false
	}
	for i, a := range actions {
		if a.Operation == getInBatch || a.OwnChangeSet {
			end()
		}
		if a.Operation == getInBatch {
			fmt.Fprintf(&b, "--%s\r\n", batchBoundary)
			rawOperation(&b, endpoint, r, a, i+1)
			continue
		}
		if !open {
			fmt.Fprintf(&b, "--%s\r\nContent-Type: multipart/mixed; boundary=%s\r\n\r\n", batchBoundary, changesetBoundary)
			open = true
		}
		fmt.Fprintf(&b, "--%s\r\n", changesetBoundary)
		rawOperation(&b, endpoint, r, a, i+1)
	}
	end()
	fmt.Fprintf(&b, "--%s--\r\n", batchBoundary)
	return "multipart/mixed; boundary=" + batchBoundary, b.Bytes()
}

// rawOperation writes one request of a batch with the headers of its part. Those of a change set have an id, as .NET gives them.
func rawOperation(b *bytes.Buffer, endpoint string, r Address, a Action, id int) {
	row := a.on(r)
	where := fmt.Sprintf("%s/%s(PartitionKey='%s',RowKey='%s')", endpoint, r.Table, url.PathEscape(quoteKey(row.Partition)), url.PathEscape(quoteKey(row.Row)))
	if a.Operation == "Insert Entity" {
		where = endpoint + "/" + r.Table
	}
	fmt.Fprintf(b, "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n%s %s HTTP/1.1\r\n", batched[a.Operation].verb, where)
	h := http.Header{"Accept": {"application/json;odata=minimalmetadata"}, "DataServiceVersion": {"3.0"}}
	var entity []byte
	switch a.Operation {
	case getInBatch:
	case "Delete Entity":
		h.Set("If-Match", "*")
	default:
		entity = entityJSON(row, a.Entity)
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", fmt.Sprint(len(entity)))
	}
	if a.IfMatch != nil {
		h.Set("If-Match", *a.IfMatch)
	}
	if a.Operation != getInBatch {
		h["Content-ID"] = []string{fmt.Sprint(id)} // spelt as .NET spells it
	}
	_ = h.Write(b) // writing to a buffer never fails
	fmt.Fprintf(b, "\r\n%s\r\n", entity)
}
