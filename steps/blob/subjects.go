package blob

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/sdk"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// subjects are what responses can carry.
func subjects() []scenario.Subject {
	header := scenario.HeaderSubject
	return slices.Concat([]scenario.Subject{
		{Subject: words.Subject{Name: "ETag", Header: "ETag", Words: append(slices.Clone(judge.StampWords), "quoted", "hexadecimal"),
			Means: "the ETag header, always strong and quoted; new: one that the resource never had"}, Judge: judgeETag},
		{Subject: words.Subject{Name: "Last-Modified", Header: "Last-Modified", Words: judge.DateWords,
			Means: "the Last-Modified header, an HTTP date; new: not before the last one; later: after it"}, Judge: judge.LastModified},
	}, lease.Subjects(), []scenario.Subject{
		header("snapshot time", "x-ms-snapshot", "the id of a snapshot"),
		header("copy id", "x-ms-copy-id", "the id of a copy"),
		header("copy status", "x-ms-copy-status", "success, pending, aborted or failed"),
		{Subject: words.Subject{Name: "copy description", Header: "x-ms-copy-status-description", Means: "why a copy failed: the beginning of the text", Check: checkDescription}, Judge: judgeDescription},
		header("sequence number", "x-ms-blob-sequence-number", "of a page blob"),
		header("append offset", "x-ms-blob-append-offset", "where an appended block begins"),
		header("block count", "x-ms-blob-committed-block-count", "of an append blob"),
		header("seal", "x-ms-blob-sealed", "true, if an append blob is sealed"),
		header("tier", "x-ms-access-tier", "of a block blob"),
		{Subject: words.Subject{Name: "written pages", Means: "the ranges that Get Page Ranges Diff shows as written, such as 0-511 or 0-511+1024-1535, or none", Check: checkPages}, Judge: judgePages(false)},
		{Subject: words.Subject{Name: "cleared pages", Means: "the ranges that it shows as cleared", Check: checkPages}, Judge: judgePages(true)},
		header("error code", "x-ms-error-code", "in the header"),
		header("content type", "Content-Type", "of the blob"),
		{Subject: words.Subject{Name: "header name", Means: "in the body of a refusal: the name of the invalid header"}, Judge: judgeElement("HeaderName")},
		{Subject: words.Subject{Name: "header value", Means: "in the body of a refusal: the value of that header"}, Judge: judgeElement("HeaderValue")},
		{Subject: words.Subject{Name: "body", Words: []string{"empty", "XML"}, Only: true, Means: "empty, or an XML error that repeats the code of the header"}, Judge: sdk.JudgeBody},
	})
}

// hexadecimal is the form in which the service's ETags have been seen
// (BLOB-ETAG-15).
var hexadecimal = regexp.MustCompile(`^"0x8[0-9A-F]{14}"$`)

func judgeETag(j *scenario.Judging) error {
	if j.Word == "hexadecimal" {
		if !hexadecimal.MatchString(j.Got) {
			return j.Wrong(`an ETag of the form "0x8D…" in hexadecimal digits`)
		}
		return nil
	}
	return judge.Quoted(j)
}

// description is how the value of a copy description begins.
var description = regexp.MustCompile(`^\d{3} [A-Z][A-Za-z]*$`)

func checkDescription(value string) error {
	if !description.MatchString(value) {
		return fmt.Errorf("%q: a copy description begins with a status and a code", value)
	}
	return nil
}

func judgeDescription(j *scenario.Judging) error {
	if j.Word == words.Value && strings.HasPrefix(j.Got, j.Value) {
		return nil
	}
	return judge.Header(j)
}

// checkPages checks ranges as a cell writes them.
func checkPages(value string) error {
	if value == "none" {
		return nil
	}
	for text := range strings.SplitSeq(value, "+") {
		if _, err := scenario.ReadRange(text); err != nil {
			return err
		}
	}
	return nil
}

// judgePages judges the ranges in an answer to Get Page Ranges Diff.
func judgePages(cleared bool) func(*scenario.Judging) error {
	return func(j *scenario.Judging) error {
		written, gone, err := ops.Changes(j.Act.Resp.Body)
		if err != nil {
			return j.Other(j.Subject, j.Value, err.Error())
		}
		if cleared {
			written = gone
		}
		var shown []string
		for _, r := range written {
			shown = append(shown, r.String())
		}
		if got := cmp.Or(strings.Join(shown, "+"), "none"); got != j.Value {
			return j.Other(j.Subject, j.Value, got)
		}
		return nil
	}
}

// judgeElement judges an element in the XML body of a refusal.
func judgeElement(element string) func(*scenario.Judging) error {
	return func(j *scenario.Judging) error {
		body := j.Act.Resp.Body
		if !bytes.Contains(bytes.ToLower(body), []byte(strings.ToLower("<"+element+">"+j.Value+"</"+element+">"))) {
			return j.Other("body", "a body whose "+element+" is "+j.Value, fmt.Sprintf("%q", scenario.First(body, 300)))
		}
		return nil
	}
}

// received distinguishes the old version from the new one by content and ETag, which must
// belong together.
func received(w *scenario.World, ac *scenario.Act, which string) error {
	if ac.Op.Name != "Get Blob" {
		return verdict.Miswritten("the last request is not Get Blob")
	}
	t := ac.Resource
	var content []byte
	var etag string
	switch {
	case which == "old" && t.Before != nil:
		content, etag = stateOf(t.Before).Content, t.Before.Common().ETag
	case which == "new":
		wrote := w.Cast.LastWrite(t)
		if wrote == nil {
			return verdict.Miswritten("no client has written a new version")
		}
		content, etag = wrote.Req.Common().Body, wrote.Resp.Header.Get("ETag")
	}
	if content == nil {
		return verdict.Miswritten("the content of the %s version is not stated", which)
	}
	got := ac.Resp
	respect := scenario.FieldContent
	if bytes.Equal(got.Body, content) {
		if respect = scenario.FieldETag; scenario.SameETag(got.Header.Get("ETag"), etag) {
			return nil
		}
	}
	return verdict.In(verdict.Failed("the reader received the wrong version", fmt.Sprintf("%q under %s", content, etag), fmt.Sprintf("%q under %s", scenario.First(got.Body, 80), scenario.ShowText(got.Header.Get("ETag")))), reports.InResponse, ac.Op.Name, string(respect))
}
