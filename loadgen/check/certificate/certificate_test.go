package certificate

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
)

const run = "5f3a1b2c"

func origin() Origin {
	return Origin{Run: run, Book: history.NewDictionary(run), Endpoints: map[string]string{
		"blob":  "http://127.0.0.1:10000/devstoreaccount1",
		"table": "http://127.0.0.1:10002/devstoreaccount1/",
		"queue": "http://127.0.0.1:10001/devstoreaccount1?sig=secret",
	}}
}

func TestCertificate(t *testing.T) {
	t.Parallel()
	o := origin()
	key := o.Book.Key("blob /ifm-5f3a1b2c/b0")
	old, young := o.Book.Token(`"0x8DC0000000001AB"`), o.Book.Token(`"0x8DC0000000001AC"`)
	v := finding.Violation{
		Rule: "stale read", Sentence: "client 7 read an old version", Clauses: []string{"BLOB-GEN-04"},
		Evidence: []finding.Evidence{
			{Role: "replaced the version", Event: history.Event{
				Op: history.Swap, Name: o.Book.Name("Put Blob"), Key: key, Client: 3, Seq: 9, Invoke: 1000, Return: 2000, Outcome: history.Won, Status: 201,
				If: old, Tag: young, Value: history.ValueOf(3, 9),
			}},
			{Role: "was never answered", Event: history.Event{
				Op: history.Swap, Name: o.Book.Name("Put Blob"), Key: key, Client: 4, Seq: 1, Invoke: 1500, Return: history.Open, Outcome: history.Throttled, Status: 503, Code: o.Book.Code("ServerBusy"),
				If: old, Value: history.ValueOf(4, 1),
			}},
		},
	}
	answered := time.Duration(2000)
	want := load.Certificate{
		Rule: "stale read", Sentence: "client 7 read an old version", Clauses: []string{"BLOB-GEN-04"}, Key: "blob /ifm-5f3a1b2c/b0",
		Steps: []load.Step{
			{
				Client: 3, Who: "client 3", Seq: 9, Operation: "Put Blob", Invoke: 1000, Return: &answered, Outcome: "won", Status: 201,
				Named: `"0x8DC0000000001AB"`, Answered: `"0x8DC0000000001AC"`, Value: "written by client 3, exchange 9", Role: "replaced the version", RequestID: "5f3a1b2c-3-9",
				Curl: `curl --include --request PUT --header 'x-ms-version: '"$VERSION"` +
					` --header 'x-ms-client-request-id: 5f3a1b2c-3-9' --header 'If-Match: "0x8DC0000000001AB"' --header 'x-ms-blob-type: BlockBlob'` +
					` --header 'Content-Type:' --data-binary @body 'http://127.0.0.1:10000/devstoreaccount1/ifm-5f3a1b2c/b0?'"$SAS"`,
			},
			{
				Client: 4, Who: "client 4", Seq: 1, Operation: "Put Blob", Invoke: 1500, Outcome: "throttled", Status: 503, Code: "ServerBusy",
				Named: `"0x8DC0000000001AB"`, Value: "written by client 4, exchange 1", Role: "was never answered", RequestID: "5f3a1b2c-4-1",
				Curl: `curl --include --request PUT --header 'x-ms-version: '"$VERSION"` +
					` --header 'x-ms-client-request-id: 5f3a1b2c-4-1' --header 'If-Match: "0x8DC0000000001AB"' --header 'x-ms-blob-type: BlockBlob'` +
					` --header 'Content-Type:' --data-binary @body 'http://127.0.0.1:10000/devstoreaccount1/ifm-5f3a1b2c/b0?'"$SAS"`,
			},
		},
	}
	if diff := cmp.Diff(want, o.Of(v)); diff != "" {
		t.Errorf("certificate (-want +got):\n%s", diff)
	}
}

func TestKeyOfSeveralResources(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		keys []string
		want string
	}{
		"one":            {[]string{"blob /c/b", "blob /c/b"}, "blob /c/b"},
		"a partition":    {[]string{"table /t(PartitionKey='p',RowKey='b')", "table /t(PartitionKey='p',RowKey='a')"}, "table /t(PartitionKey='p')"},
		"two partitions": {[]string{"table /t(PartitionKey='p',RowKey='a')", "table /t(PartitionKey='q',RowKey='a')"}, "table /t(PartitionKey='p',RowKey='a') and table /t(PartitionKey='q',RowKey='a')"},
		"none":           {nil, ""},
	} {
		o := origin()
		var v finding.Violation
		for _, k := range tt.keys {
			v.Evidence = append(v.Evidence, finding.Evidence{Event: history.Event{Key: o.Book.Key(k)}})
		}
		c := o.Of(v)
		if c.Key != tt.want {
			t.Errorf("%s: %q, want %q", name, c.Key, tt.want)
		}
		for i, s := range c.Steps {
			if s.Key != "" && s.Key != tt.keys[i] || s.Key == "" && tt.keys[i] != c.Key {
				t.Errorf("%s: step %d is about %q", name, i, s.Key)
			}
		}
	}
}

func TestCurl(t *testing.T) {
	t.Parallel()
	o := origin()
	b := o.Book
	lease, id := b.LeaseID(3, 4)
	entity := b.Key("table /t5f3a1b2c(PartitionKey='p0',RowKey='r1')")
	file := b.Key("file /s/f")
	blob, container, queue := b.Key("blob /c/b0"), b.Key("blob /c"), b.Key("queue /q0")
	tests := []struct {
		name  string
		event history.Event
		want  []string // parts of the line
		not   string
	}{
		{"read", history.Event{Key: blob, Op: history.Read, Name: b.Name("Get Blob"), If: b.Token(`"0x8DC1"`), Flags: history.IfNoneMatch},
			[]string{`--header 'If-None-Match: "0x8DC1"'`, ` 'http://127.0.0.1:10000/devstoreaccount1/c/b0?'"$SAS"`}, "--request"},
		{"head", history.Event{Key: blob, Op: history.Read, Name: b.Name("Get Blob Properties")}, []string{"curl --include --head "}, "--request"},
		{"create", history.Event{Key: blob, Op: history.Create, Name: b.Name("Put Blob")}, []string{"--request PUT", "'If-None-Match: *'", "'x-ms-blob-type: BlockBlob'"}, "If-Match:"},
		{"blocks", history.Event{Key: blob, Op: history.Swap, Name: b.Name("Put Block List"), If: b.Token(`"0x8DC1"`)}, []string{"/c/b0?comp=blocklist&'"}, ""},
		{"list", history.Event{Key: blob, Op: history.Read, Name: b.Name("List Blobs"), Tag: b.Token(`"0x8DC1"`)},
			[]string{"/devstoreaccount1/c?restype=container&comp=list&include=metadata&prefix=b0&'"}, "--request"},
		{"blob metadata", history.Event{Key: blob, Op: history.Swap, Name: b.Name("Set Blob Metadata"), If: b.Token(`"0x8DC1"`)},
			[]string{"--request PUT", `'If-Match: "0x8DC1"'`, "/c/b0?comp=metadata&'", "'x-ms-meta-body: contents'", "'Content-Length: 0'"}, "@body"},
		{"write of a range", history.Event{Key: file, Op: history.PutRange, Name: b.Name("Put Range"), If: b.Position(512), Arg: 256, Lease: id},
			[]string{"--request PUT", "'x-ms-range: bytes=512-767'", "'x-ms-write: update'", "/s/f?comp=range&'", "@body", "'x-ms-lease-id: " + lease + "'"}, "If-Match"},
		{"read of a range", history.Event{Key: file, Op: history.GetRange, Name: b.Name("Get File"), If: b.Position(0), Arg: 16}, []string{"'x-ms-range: bytes=0-15'", "/s/f"}, "If-Match"},
		{"creation of a file", history.Event{Key: file, Op: history.PutRange, Name: b.Name("Create File"), If: b.Position(0), Arg: 4096, Got: 512},
			[]string{"--request PUT", "'x-ms-type: file'", "'x-ms-content-length: 4096'", "'Content-Length: 0'"}, "x-ms-range"},
		{"lease of a file", history.Event{Key: file, Op: history.Acquire, Name: b.Name("Lease File acquire"), Lease: id, Arg: history.Infinite}, []string{"/s/f?comp=lease&'", "'x-ms-lease-duration: -1'"}, ""},
		{"append", history.Event{Key: blob, Op: history.Append, Name: b.Name("Append Block"), If: b.Position(128)},
			[]string{"'x-ms-blob-condition-appendpos: 128'", "?comp=appendblock&'"}, "If-Match"},
		{"delete", history.Event{Key: blob, Op: history.Delete, Name: b.Name("Delete Blob"), Lease: id}, []string{"--request DELETE", "'x-ms-lease-id: " + lease + "'"}, "Content-Length"},
		{"acquire", history.Event{Key: blob, Op: history.Acquire, Name: b.Name("Lease Blob acquire"), Lease: id, Arg: int64(15 * time.Second)},
			[]string{"'x-ms-lease-action: acquire'", "'x-ms-lease-duration: 15'", "'x-ms-proposed-lease-id: " + lease + "'", "/c/b0?comp=lease&'", "'Content-Length: 0'"}, "@body"},
		{"acquire without end", history.Event{Key: container, Op: history.Acquire, Name: b.Name("Lease Container acquire"), Lease: id, Arg: history.Infinite},
			[]string{"'x-ms-lease-duration: -1'", "/c?restype=container&comp=lease&'"}, ""},
		{"break", history.Event{Key: blob, Op: history.Break, Name: b.Name("Lease Blob break"), Arg: history.Infinite}, []string{"'x-ms-lease-action: break'"}, "period"},
		{"break later", history.Event{Key: blob, Op: history.Break, Name: b.Name("Lease Blob break"), Arg: int64(5 * time.Second)}, []string{"'x-ms-lease-break-period: 5'"}, ""},
		{"change", history.Event{Key: blob, Op: history.Change, Name: b.Name("Lease Blob change"), Lease: id, Next: id}, []string{"'x-ms-proposed-lease-id: " + lease}, ""},
		{"release", history.Event{Key: blob, Op: history.Release, Name: b.Name("Lease Blob release"), Lease: id}, []string{"'x-ms-lease-id: " + lease}, "proposed"},
		{"metadata", history.Event{Key: container, Op: history.Write, Name: b.Name("Set Container Metadata")}, []string{"/c?restype=container&comp=metadata&'"}, ""},
		{"a condition on a date", history.Event{Key: container, Op: history.Swap, Name: b.Name("Set Container ACL"), If: b.Token(`"0x8DC1"`), Arg: int64(history.UnmodifiedSince), Got: 1795266001},
			[]string{"'If-Unmodified-Since: Sat, 21 Nov 2026 13:00:01 GMT'", "/c?restype=container&comp=acl'", "@body"}, "If-Match"},
		{"a condition on a number", history.Event{Key: blob, Op: history.Swap, Name: b.Name("Put Page"), Arg: int64(history.SequenceEqual), Got: 7},
			[]string{"'x-ms-if-sequence-number-eq: 7'", "/c/b0?comp=page&'"}, "If-"},
		{"a snapshot", history.Event{Key: blob, Op: history.Read, Name: b.Name("Snapshot Blob"), If: b.Token(`"0x8DC1"`)}, []string{"--request PUT", "/c/b0?comp=snapshot&'"}, "@body"},
		{"metadata that is read", history.Event{Key: blob, Op: history.Read, Name: b.Name("Get Blob Metadata")}, []string{"/c/b0?comp=metadata&'"}, "x-ms-meta"},
		{"access policies of a queue", history.Event{Key: b.Key("queue /q0?comp=acl"), Op: history.Read, Name: b.Name("Get Queue ACL")}, []string{"/q0?comp=acl'"}, "--request"},
		{"effect", history.Event{Key: queue, Op: history.Apply, Name: b.Name("Insert Entity"), Arg: int64(entity), Next: b.Token("id")},
			[]string{"--request POST", "/devstoreaccount1/t5f3a1b2c", "@body"}, "PartitionKey"},
		{"entity", history.Event{Key: entity, Op: history.Swap, Name: b.Name("Update Entity"), If: b.Token(`W/"x"`)},
			[]string{"--request PUT", `'If-Match: W/"x"'`, `10002/devstoreaccount1/t5f3a1b2c(PartitionKey='\''p0'\'',RowKey='\''r1'\'')?'`}, ""},
		{"insert", history.Event{Key: entity, Op: history.Create, Name: b.Name("Insert Entity")}, []string{"--request POST", "/t5f3a1b2c"}, "If-None-Match"},
		{"transaction of a mix", history.Event{Key: entity, Op: history.Swap, Name: b.Name("Entity Group Transaction")}, []string{"--request POST", "/$batch?'", "@body"}, ""},
		{"transaction", history.Event{Key: entity, Op: history.Swap, Name: b.Name("Entity Group Transaction"), Group: 7}, []string{"--request POST", "/$batch?'", "@body"}, ""},
		{"page", history.Event{Key: entity, Op: history.Read, Name: b.Name("Query Entities"), Group: 7}, []string{"/t5f3a1b2c()?$filter=PartitionKey%20eq%20%27p0%27&'"}, "--request"},
		{"get messages", history.Event{Key: queue, Op: history.Get, Name: b.Name("Get Messages"), Arg: int64(30 * time.Second)}, []string{"/q0/messages?visibilitytimeout=30&'"}, "--request"},
		{"peek", history.Event{Key: queue, Op: history.Peek, Name: b.Name("Peek Messages")}, []string{"/q0/messages?peekonly=true&'"}, ""},
		{"remove", history.Event{Key: queue, Op: history.Remove, Name: b.Name("Delete Message"), If: b.Token("a+b/c==")},
			[]string{"--request DELETE", "/q0/messages/MESSAGEID?popreceipt=a%2Bb%2Fc%3D%3D&'"}, "a+b"},
		{"update", history.Event{Key: queue, Op: history.Update, Name: b.Name("Update Message"), If: b.Token("r"), Arg: int64(time.Second)}, []string{"?visibilitytimeout=1&popreceipt=r&'"}, ""},
		{"a service that is not told", history.Event{Key: b.Key("file /s/f"), Op: history.GetRange, Name: b.Name("Get File"), Arg: 16}, []string{`"$ENDPOINT"'/s/f?'`}, ""},
	}
	for _, tt := range tests {
		line := o.curl(&tt.event)
		credential := `'"$SAS"`
		if strings.Contains(strings.Join(tt.want, " "), "comp=acl") {
			credential = `SharedKey '"$SIGNATURE"` // no SAS reaches access policies
		}
		for _, part := range append(tt.want, credential, "'x-ms-client-request-id: 5f3a1b2c-0-0'") {
			if !strings.Contains(line, part) {
				t.Errorf("%s: %s\nlacks %s", tt.name, line, part)
			}
		}
		if tt.not != "" && strings.Contains(line, tt.not) {
			t.Errorf("%s: %s\nhas %s", tt.name, line, tt.not)
		}
		if strings.Contains(line, "secret") {
			t.Errorf("%s: %s\nholds a secret", tt.name, line)
		}
	}
}

func TestEveryOperationHasAWay(t *testing.T) {
	t.Parallel()
	o := origin()
	for name := range requests {
		e := history.Event{Op: history.Read, Name: o.Book.Name(name), Key: o.Book.Key("blob /c/b")}
		if strings.HasPrefix(name, "Lease ") {
			e.Op, e.Name = history.Renew, o.Book.Name(name+" renew")
		}
		if line := o.curl(&e); !strings.HasPrefix(line, "curl ") || strings.Contains(line, "--request  ") {
			t.Errorf("%s: %s", name, line)
		}
	}
	for op, want := range map[history.Op]string{
		history.Restart: "", history.Closing: "", // no request that could be sent alone
		history.Opening: "ifmatch smb hold --target env --access Write --share Read c/b",
	} {
		e := history.Event{Op: op, Key: o.Book.Key("blob /c/b"), Arg: history.OpeningAs(history.WriteAccess, history.ReadAccess)}
		if line := o.curl(&e); line != want {
			t.Errorf("operation %d: %s", op, line)
		}
	}
}

func TestVerdictShowsEveryResourceFirst(t *testing.T) {
	t.Parallel()
	o := origin()
	some := func(rules ...string) finding.Result {
		r := finding.Result{State: finding.Invalid}
		for _, rule := range rules {
			r.Violations = append(r.Violations, finding.Violation{Rule: rule})
		}
		return r
	}
	v := check.Verdict{
		State: finding.Invalid, Operations: 10, Keys: 2, Violations: 4, Observed: map[string]int{"reads": 3}, NotObserved: []string{"x"}, Assumptions: []string{"y"},
		Results: []check.Result{{Key: "a", Result: some("a1", "a2", "a3")}, {Key: "b", Result: some("b1")}},
	}
	got := o.Verdict(v, 3)
	var rules []string
	for _, c := range got.Certificates {
		rules = append(rules, c.Rule)
	}
	if diff := cmp.Diff([]string{"a1", "b1", "a2"}, rules); diff != "" {
		t.Errorf("certificates (-want +got):\n%s", diff)
	}
	got.Certificates = nil
	want := load.Verdict{State: "invalid", Operations: 10, Keys: 2, Violations: 4, Observed: v.Observed, NotObserved: v.NotObserved, Assumptions: v.Assumptions}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdict (-want +got):\n%s", diff)
	}
}
