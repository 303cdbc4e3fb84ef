package workload

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/sharedkey"
)

func FuzzParts(f *testing.F) {
	f.Add([]byte("--batchresponse_1\r\n\r\n--changesetresponse_1\r\n\r\nHTTP/1.1 204 No Content\r\nETag: W/\"x\"\r\n\r\n\r\n--changesetresponse_1--\r\n"))
	f.Add([]byte("HTTP/1.1\n\n{}\nHTTP/1.1 x\nETag:\n--"))
	f.Add([]byte("ETag: 1\n\nHTTP/1.0 412 Precondition Failed\n\n{\"a\":1}\n"))
	f.Add([]byte("HTTP/1.1 204 No Content\r\nETag: W/\"cut"))
	f.Fuzz(func(t *testing.T, body []byte) {
		total := 0
		for _, p := range parts(nil, body) {
			total += len(p.tag) + len(p.body) + len("HTTP/1.")
		}
		if total > len(body) {
			t.Errorf("%q has more in its parts than it has", body)
		}
	})
}

// TestTransactionsAreWellFormed compares the body of a transaction with one written
// out in full.
func TestTransactionsAreWellFormed(t *testing.T) {
	t.Parallel()
	d := drive(t, tableBatch, func(o *Options) { o.Size = 32 })
	d.env.Endpoints["table"] = "http://127.0.0.1:10002/devstoreaccount1/"
	set := d.instance.(*batchRun).tableSet
	exchange := batchExchange{set: set, changes: []change{
		{entity: set.partitions[1][0], named: &version{text: tagA}},
		{entity: set.partitions[1][3], named: &version{text: tagB}, merge: true},
	}}
	var r Request
	exchange.fill(&r, Identity{Client: 3, Seq: 7})
	want := sharedkey.Header{
		{Name: "Accept", Value: "application/json;odata=nometadata"}, {Name: "DataServiceVersion", Value: "3.0"},
		{Name: "MaxDataServiceVersion", Value: "3.0"}, {Name: "Content-Type", Value: "multipart/mixed; boundary=" + batchBoundary},
	}
	if diff := cmp.Diff(want, r.Header); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	head := "--" + changesBoundary + "\nContent-Type: application/http\nContent-Transfer-Encoding: binary\nContent-ID: "
	body := "--" + batchBoundary + "\nContent-Type: multipart/mixed; boundary=" + changesBoundary + "\n\n" +
		head + "0\n\nPUT http://127.0.0.1:10002/devstoreaccount1/ifmX5f3a1b2c(PartitionKey='p1',RowKey='r0') HTTP/1.1\nContent-Type: application/json\nAccept: application/json;odata=nometadata\nDataServiceVersion: 3.0\nIf-Match: " + tagA +
		"\n\n{\"PartitionKey\":\"p1\",\"RowKey\":\"r0\",\"Body\":\"" + string(exchange.text) + "\"}\n" +
		head + "1\n\nMERGE http://127.0.0.1:10002/devstoreaccount1/ifmX5f3a1b2c(PartitionKey='p1',RowKey='r3') HTTP/1.1\nContent-Type: application/json\nAccept: application/json;odata=nometadata\nDataServiceVersion: 3.0\nIf-Match: " + tagB +
		"\n\n{\"PartitionKey\":\"p1\",\"RowKey\":\"r3\",\"Body\":\"" + string(exchange.text) + "\"}\n" +
		"--" + changesBoundary + "--\n--" + batchBoundary + "--\n"
	if diff := cmp.Diff(strings.Split(body, "\n"), strings.Split(string(r.Body), "\r\n")); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
}
