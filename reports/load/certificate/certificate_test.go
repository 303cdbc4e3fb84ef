package certificate

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/golden"
	"ifmatch/reports/console"
	"ifmatch/reports/load"
)

func answered(d time.Duration) *time.Duration { return &d }

// examples are certificates of every shape.
var examples = map[string]load.Certificate{
	"stale": {
		Rule: "stale read", Key: "blob /ifm-5f3a1b2c/b0", Clauses: []string{"BLOB-GEN-04"},
		Sentence: "client 7 (exchange 12) read a version that client 3 (exchange 9) had replaced before the read began",
		Steps: []load.Step{
			{Client: 3, Seq: 9, Operation: "Put Blob", Invoke: 412345 * time.Microsecond, Return: answered(412901 * time.Microsecond), Outcome: "won", Status: 201,
				Named: `"0x8DC0000000001AB"`, Answered: `"0x8DC0000000001AC"`, Value: "written by client 3, exchange 9", Role: "replaced what client 5 (exchange 2) wrote",
				RequestID: "5f3a1b2c-3-9", Curl: `curl --include --request PUT 'http://127.0.0.1:10000/devstoreaccount1/ifm-5f3a1b2c/b0?'"$SAS"`},
			{Client: 7, Seq: 12, Operation: "Get Blob", Invoke: 413007 * time.Microsecond, Return: answered(413377 * time.Microsecond), Outcome: "won", Status: 200,
				Answered: `"0x8DC0000000001AB"`, Value: "written by client 5, exchange 2", Role: "saw what client 5 (exchange 2) wrote and client 3 (exchange 9) replaced",
				RequestID: "5f3a1b2c-7-12", Curl: `curl --include 'http://127.0.0.1:10000/devstoreaccount1/ifm-5f3a1b2c/b0?'"$SAS"`},
		},
	},
	"half": {
		Rule: "half a transaction", Key: "table /t5f3a1b2c(PartitionKey='p0')", Clauses: []string{"TABLE-BATCH-18", "TABLE-QRY-11"},
		Sentence: "the page of client 2 (exchange 8) saw the transaction of client 1 (exchange 30) on one entity and missed it on another",
		Steps: []load.Step{
			{Client: 1, Seq: 30, Operation: "Update Entity", Key: "table /t5f3a1b2c(PartitionKey='p0',RowKey='r1')", Invoke: 1500 * time.Millisecond, Outcome: "unknown",
				Named: `W/"datetime'2026-11-21T08%3A00%3A00.0000001Z'"`, Role: "replaced what client 4 (exchange 1) wrote", RequestID: "5f3a1b2c-1-30"},
			{Client: 1, Seq: 30, Operation: "Update Entity", Key: "table /t5f3a1b2c(PartitionKey='p0',RowKey='r2')", Invoke: 1500 * time.Millisecond, Outcome: "unknown",
				Role: "replaced what client 4 (exchange 1) wrote", RequestID: "5f3a1b2c-1-30"},
			{Client: 2, Seq: 8, Operation: "Query Entities", Key: "table /t5f3a1b2c(PartitionKey='p0',RowKey='r1')", Invoke: 1501 * time.Millisecond, Return: answered(1503 * time.Millisecond),
				Outcome: "won", Status: 200, Role: "saw what client 1 (exchange 30) wrote", RequestID: "5f3a1b2c-2-8"},
			{Client: 2, Seq: 8, Operation: "Query Entities", Key: "table /t5f3a1b2c(PartitionKey='p0',RowKey='r2')", Invoke: 1501 * time.Millisecond, Return: answered(1503 * time.Millisecond),
				Outcome: "won", Status: 200, Role: "saw what client 4 (exchange 1) wrote and client 1 (exchange 30) replaced", RequestID: "5f3a1b2c-2-8"},
		},
	},
	"refused": {
		Rule: "two holders", Key: "blob /ifm-5f3a1b2c/<lock>&\x1b[31m", Sentence: "client 4 was refused although nobody held the lease",
		Steps: []load.Step{
			{Client: 1, Seq: 1, Operation: "Lease Blob release", Invoke: 10 * time.Millisecond, Return: answered(11 * time.Millisecond), Outcome: "won", Status: 200,
				Lease: "00000000-0000-4000-8000-000000000001", Role: "gave the lease back", RequestID: "5f3a1b2c-1-1"},
			{Client: 4 + 2<<20, Who: "client 4.2", Seq: 2, Operation: "Lease Blob acquire", Invoke: 90 * time.Second, Return: answered(90*time.Second + 40*time.Microsecond), Outcome: "refused", Status: 409,
				Code: "LeaseAlreadyPresent", Role: "was refused <long> after & before", RequestID: "5f3a1b2c-4-2"},
		},
	},
	"single": {
		Rule: "torn read", Key: "blob /ifm-5f3a1b2c/b0", Sentence: "client 7 read contents that were never written as a whole",
		Steps: []load.Step{{Client: 1<<20 - 1, Who: "the final check", Seq: 12, Operation: "Get Blob", Invoke: time.Second, Return: answered(time.Second), Outcome: "won", Status: 200, Role: "saw mixed contents", RequestID: "5f3a1b2c-7-12"}},
	},
	"empty": {Rule: "message lost", Sentence: "a message was put and never seen"},
}

func TestText(t *testing.T) {
	t.Parallel()
	for name, c := range examples {
		for form, o := range map[string]Options{
			"": {Curl: true}, "-narrow": {Width: 48}, "-ascii": {Width: 100, ASCII: true},
		} {
			var b bytes.Buffer
			if err := Text(&b, c, o); err != nil {
				t.Fatal(err)
			}
			golden.Same(t, "testdata/"+name+form+".txt", b.String())
		}
	}
}

func TestBarsFitTheWidth(t *testing.T) {
	t.Parallel()
	for name, c := range examples {
		for width := 40; width < 200; width += 7 {
			var b strings.Builder
			if len(c.Steps) == 0 {
				continue
			}
			bars(&b, c.Steps, width, false)
			for line := range strings.Lines(b.String()) {
				if n := console.Width(strings.TrimRight(line, "\n")); n > width {
					t.Errorf("%s at %d columns: %d in %q", name, width, n, line)
				}
			}
		}
	}
}

func TestSVG(t *testing.T) {
	t.Parallel()
	for name, c := range examples {
		for form, write := range map[string]func(io.Writer, load.Certificate) error{"": SVG, "-upright": UprightSVG} {
			var b bytes.Buffer
			if err := write(&b, c); err != nil {
				t.Fatal(err)
			}
			d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
			for {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s%s: %v", name, form, err)
				}
			}
			golden.Same(t, "testdata/"+name+form+".svg", b.String())
		}
	}
}

func TestOrderIsKept(t *testing.T) {
	t.Parallel()
	for name, c := range examples {
		s := newScale(c.Steps)
		for i := 1; i < len(s.at); i++ {
			if s.at[i] <= s.at[i-1] || s.at[i] > 1 {
				t.Errorf("%s: moment %d lies at %v, after %v", name, i, s.at[i], s.at[i-1])
			}
		}
	}
}
