package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tiny is a corpus of one session: a blob is created, and a second creation is refused.
const tiny = `{"session":"made.up","service":"blob","exchanges":[
{"t":1600000000,"method":"PUT","path":"/box","query":"restype=container","header":{"x-ms-version":"2020-10-02"},"status":201,"answerHeader":{"etag":"\"C1\""}},
{"t":1600000001,"method":"PUT","path":"/box/b","header":{"x-ms-version":"2020-10-02","x-ms-blob-type":"BlockBlob","if-match":"\"0x8D0\""},"status":412,"answerHeader":{"x-ms-error-code":"ConditionNotMet"}}]}`

func TestRun(t *testing.T) {
	t.Parallel()
	file := write(t, "tiny.jsonl", []byte(strings.ReplaceAll(tiny, "\n", "")))
	for _, c := range []struct {
		name   string
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{"a corpus that agrees", []string{file}, 0, "tiny", ""},
		{"a faulty reference", []string{"-fault", "if-match-ignored", file}, 1, "tiny", "0 of 1 exchanges are agreeing among those about concurrency, 0.00 %, want at least 99.5 %"},
		{"what differs", []string{"-v", "-fault", "if-match-ignored", file}, 1, "status: recorded 412 ConditionNotMet, got 201", ""},
		{"no session of that name", []string{"-session", "other*", "-fault", "if-match-ignored", file}, 0, "tiny          0", ""},
		{"a fault that is none", []string{"-fault", "none", file}, 2, "", "there is no such fault"},
		{"a broken pattern", []string{"-session", "[", file}, 2, "", "is no pattern"},
		{"a missing file", []string{filepath.Join(t.TempDir(), "none")}, 2, "", "finding recordings"},
		{"a record of a part", []string{"-update", "-session", "x", file}, 2, "", "leave -session"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			if got := run(append([]string{"-seen=false"}, c.args...), &out, &errs); got != c.code {
				t.Errorf("exit code %d, want %d", got, c.code)
			}
			if !strings.Contains(out.String(), c.stdout) || !strings.Contains(errs.String(), c.stderr) {
				t.Errorf("wrote\n%s\n%s\nwant %q and %q", &out, &errs, c.stdout, c.stderr)
			}
		})
	}
}

func TestThresholds(t *testing.T) {
	t.Parallel()
	enough := Tally{Exchanges: 1000, Playable: 900, Agree: 873, Concurrent: 200, AgreeConcurrent: 199}
	if short := enough.Short("x", wanted); short != nil {
		t.Errorf("Short = %v, want nothing", short)
	}
	for name, less := range map[string]Tally{
		"are playable":                               {Exchanges: 1000, Playable: 899, Agree: 873, Concurrent: 200, AgreeConcurrent: 199},
		"are agreeing among the playable":            {Exchanges: 1000, Playable: 900, Agree: 872, Concurrent: 200, AgreeConcurrent: 199},
		"are agreeing among those about concurrency": {Exchanges: 1000, Playable: 900, Agree: 873, Concurrent: 200, AgreeConcurrent: 198},
	} {
		if short := less.Short("x", wanted); len(short) != 1 || !strings.Contains(short[0], name) {
			t.Errorf("Short = %v, want one line that says %q", short, name)
		}
	}
}

func TestTallyCountsByReason(t *testing.T) {
	t.Parallel()
	var tally Tally
	for _, m := range []Replayed{
		{Exchange: &Exchange{Status: 200}},
		{Exchange: &Exchange{Status: 412}},
		{Exchange: &Exchange{Status: 200, Header: map[string]string{"if-match": "*"}}, Differences: []Difference{{"tag", "", ""}}},
		{Exchange: &Exchange{Status: 409}, Unplayable: "busy"},
	} {
		tally.Add(&m)
	}
	want := Tally{Exchanges: 4, Playable: 3, Agree: 2, Concurrent: 2, AgreeConcurrent: 1, Reasons: map[string]int{"busy": 1}}
	if diff := cmp.Diff(want, tally); diff != "" {
		t.Error(diff)
	}
}

// TestARecordedCorpusLosesNothing turns the stage red for one exchange, of however many.
func TestARecordedCorpusLosesNothing(t *testing.T) {
	t.Parallel()
	const hash = "0123456789abcdef"
	file := filepath.Join(t.TempDir(), "record.tsv")
	if err := (Record{hash: {Playable: 11000, AgreeConcurrent: 3000, Agree: 10900}}).Write(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	record, err := ParseRecord(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for now, want := range map[[3]int]int{{11000, 3000, 10900}: 0, {11001, 3001, 10901}: 0, {11000, 2999, 10900}: 1, {10999, 2999, 10899}: 3} {
		got := record.Fewer("x", hash, &Tally{Playable: now[0], AgreeConcurrent: now[1], Agree: now[2]})
		if len(got) != want {
			t.Errorf("Fewer of %v = %v, want %d lines", now, got, want)
		}
	}
	if got := record.Fewer("x", "another", &Tally{}); got != nil {
		t.Errorf("Fewer of an unknown corpus = %v", got)
	}
	for _, bad := range []string{recordHead + "short\t1\t2\t3\n", recordHead + fmt.Sprintf("%s\t1\t2\n", hash)} {
		if _, err := ParseRecord(bad); err == nil {
			t.Errorf("ParseRecord accepts %q", bad)
		}
	}
	if _, err := ParseRecord(recordFile); err != nil {
		t.Error(err)
	}
}
