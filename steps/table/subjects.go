package table

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/sdk"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// What else a sentence can say of stamps in an entity.
const (
	matching = "matching" // the same as the ETag header
	datetime = "datetime"
	trimmed  = "trimmed"
)

// subjects are what a response can carry. A statement about entities holds for every entity in the
// answer.
func subjects() []scenario.Subject {
	header := scenario.HeaderSubject
	return []scenario.Subject{
		{Subject: words.Subject{Name: "ETag", Header: "ETag", Words: append(slices.Clone(judge.StampWords), datetime, trimmed),
			Means: "the header; datetime: it holds a time, as the service's ETags do; trimmed: the fraction of its second has no trailing zero"}, Judge: judgeETag},
		{Subject: words.Subject{Name: "Last-Modified", Header: "Last-Modified", Words: judge.DateWords, Means: "the header"}, Judge: judge.LastModified},
		header("error code", "x-ms-error-code", "the header with the code of an error, which the Table service lacks"),
		header("content type", "Content-Type", "the header"),
		header("location", "Location", "the header with the address of what was created"),
		header("applied preference", "Preference-Applied", "the header"),
		header("next page", "x-ms-continuation-NextPartitionKey", "where the query continues"),
		{Subject: words.Subject{Name: "body", Words: []string{"empty", "XML", "JSON"}, Only: true,
			Means: "empty: no body; XML, JSON: an error in that format, with code and message"}, Judge: judgeBody},
		{Subject: words.Subject{Name: "odata.etag", Words: []string{matching, judge.Current, judge.Same},
			Means: "the ETag inside each entity; matching: that of the header; current: the latest that the scenario has seen"}, Judge: inRows(judgeInnerETag)},
		{Subject: words.Subject{Name: "Timestamp", Words: []string{matching, judge.Later, judge.Same, judge.Remembered},
			Means: "the Timestamp inside each entity; matching: the time in its ETag; later, same, remembered: compared with the one that the client read before"}, Judge: inRows(judgeTimestamp)},
		{Subject: words.Subject{Name: "entities", Means: `the row keys of the entities, in their order: "a b"`}, Judge: judgeEntities},
		{Subject: words.Subject{Name: "properties", Means: `the names of the properties of each entity, in any order: "Colour Size"`}, Judge: inRows(judgeProperties)},
		{Subject: words.Subject{Name: "index", Means: "the operation on which the transaction failed, counted from 0", Check: scenario.CheckNumber}, Judge: judgeIndex},
	}
}

// instantETag is the form in which the service's ETags have been seen (TABLE-ETAG-02): the
// instant, and the fraction of its second.
var instantETag = regexp.MustCompile(`^W/"datetime'(\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d(?:\.(\d{1,7}))?Z)'"$`)

// instantOf is the instant in an ETag, in the form of a Timestamp; empty if there is none.
func instantOf(etag string) string {
	m := instantETag.FindStringSubmatch(etag)
	if m == nil {
		return ""
	}
	return strings.ReplaceAll(m[1], "%3A", ":")
}

func judgeETag(j *scenario.Judging) error {
	switch m := instantETag.FindStringSubmatch(j.Got); {
	case j.Word == datetime && m == nil:
		return j.Wrong(`an ETag of the form W/"datetime'2026-01-01T00%3A00%3A00.1234567Z'"`)
	case j.Word == trimmed && (m == nil || strings.HasSuffix(m[2], "0")):
		return j.Wrong("an ETag whose fraction of a second has up to seven digits and no zero at its end")
	case j.Word == datetime, j.Word == trimmed:
		return nil
	}
	return judge.ETag(j)
}

// judgeBody judges the format in which an error of the Table service is described.
func judgeBody(j *scenario.Judging) error {
	body := sdk.TrimBOM(j.Act.Resp.Body)
	wrong := func(want string) error { return j.Other("body", want, fmt.Sprintf("%q", scenario.First(body, 160))) }
	switch j.Word {
	case "XML":
		var doc struct {
			XMLName xml.Name `xml:"http://schemas.microsoft.com/ado/2007/08/dataservices/metadata error"`
			Code    string   `xml:"code"`
			Message string   `xml:"message"`
		}
		if xml.Unmarshal(body, &doc) != nil || doc.Code == "" || strings.TrimSpace(doc.Message) == "" {
			return wrong("an XML error element with code and message")
		}
		return nil
	case "JSON":
		if e := sdk.ODataError(body); e.Code == "" || e.Message.Lang == "" || e.Message.Value == "" {
			return wrong("a JSON odata.error with code, and a message with its language")
		}
		return nil
	}
	return judge.Empty(j)
}

func judgeEntities(j *scenario.Judging) error {
	rows, err := rowsOf(j.Act)
	if err != nil {
		return err
	}
	var names []string
	for _, r := range rows {
		names = append(names, r.name())
	}
	want, got := words.Unquote(j.Value), strings.Join(names, " ")
	if j.Word == words.Any && got == "" || j.Word != words.Any && want != got {
		return j.Other(j.Subject, fmt.Sprintf("%q", want), fmt.Sprintf("%q", got))
	}
	return nil
}

// inRows judges every entity of an answer, which must contain at least one.
func inRows(judge func(*scenario.Judging, Row) error) func(*scenario.Judging) error {
	return func(j *scenario.Judging) error {
		rows, err := rowsOf(j.Act)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return j.Other(j.Subject, "some entity", "none")
		}
		for _, r := range rows {
			if err := judge(j, r); err != nil {
				return err
			}
		}
		return nil
	}
}

func judgeProperties(j *scenario.Judging, r Row) error {
	names, want := slices.Sorted(maps.Keys(r.Properties)), strings.Fields(words.Unquote(j.Value))
	slices.Sort(want)
	if !slices.Equal(names, want) {
		return j.Other(j.Subject, strings.Join(want, " "), strings.Join(names, " "))
	}
	return nil
}

func judgeInnerETag(j *scenario.Judging, r Row) error {
	j.Got = r.ETag
	header, t := j.Act.Resp.Header.Get("ETag"), j.Act.Resource
	if t.Kind.Word == "table" {
		t = j.World.Resources.Get(r.name())
	}
	switch {
	case j.Word == words.No && bytes.Contains(j.Act.Resp.Body, []byte("odata.etag")):
		return j.Wrong("no odata.etag")
	case j.Word == matching && (r.ETag != header || header == ""):
		return j.Other(j.Subject, "the ETag of the header, "+header, r.ETag)
	case j.Word == judge.Current, j.Word == judge.Same:
		if t == nil || len(t.ETags) == 0 {
			return verdict.Miswritten("nothing is known of the ETags of %s", r.Key)
		}
		if want := t.Current(); r.ETag != want {
			return j.Wrong(want)
		}
	case j.Word != matching:
		return judge.Header(j)
	}
	return nil
}

// judgeTimestamp judges the Timestamp of an entity: against the ETag next to it, or against the
// one that the client had read before.
func judgeTimestamp(j *scenario.Judging, r Row) error {
	j.Got = r.Timestamp
	instant, before := instantOf(cmp.Or(j.Act.Resp.Header.Get("ETag"), r.ETag)), j.Act.Memory.LastModified
	at, err := time.Parse(time.RFC3339Nano, r.Timestamp)
	switch {
	case j.Word == words.No:
	case err != nil:
		return j.Other(j.Subject, "an instant", r.Timestamp)
	case j.Word == matching:
		if r.Timestamp != instant {
			return j.Wrong("the instant of the ETag, " + instant)
		}
		return nil
	case j.Word == judge.Later, j.Word == judge.Same, j.Word == judge.Remembered:
		was, err := time.Parse(time.RFC3339Nano, before)
		if err != nil {
			return verdict.Miswritten("no client has read the Timestamp before")
		}
		later := j.Word == judge.Later
		if at.After(was) != later || !later && !at.Equal(was) {
			return j.Wrong(map[bool]string{true: "after "}[later] + before)
		}
		return nil
	}
	return judge.Header(j)
}

// indexPrefix is the beginning of the message of a failed transaction.
var indexPrefix = regexp.MustCompile(`^(\d+):`)

// judgeIndex judges which operation the message of a transaction names. The index is the only
// part of a message that is ever judged (TABLE-BATCH-05).
func judgeIndex(j *scenario.Judging) error {
	got := ""
	for _, p := range j.Act.Resp.Parts {
		if m := indexPrefix.FindStringSubmatch(p.Message); p.Status >= 300 && m != nil {
			got = m[1]
			break
		}
	}
	if !map[string]bool{words.No: got == "", words.Any: got != "", words.Value: got == j.Value}[j.Word] {
		return verdict.Failed(j.Act.Op.Name+" named the wrong operation as the one that failed", j.Word+" index "+j.Value, fmt.Sprintf("index %q", got))
	}
	return nil
}
