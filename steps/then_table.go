package steps

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// carriesRows judges what only answers of the Table service carry; handled is
// false for everything else.
func (w *world) carriesRows(ac *act, c cell.Carried, wrong func(string) error) (handled bool, err error) {
	if ac.op.Service != target.Table {
		return false, nil
	}
	switch {
	case c.Subject == "index":
		return true, failureIndex(ac, c)
	case c.Word == "JSON", c.Word == "XML":
		return true, errorBody(ac, c.Word)
	case c.Word == "datetime":
		if got := ac.resp.Header.Get("ETag"); !datetimeETag.MatchString(got) {
			return true, wrong(`an ETag of the form W/"datetime'2026-01-01T00%3A00%3A00.1234567Z'"`)
		}
		return true, nil
	case c.Word == "trimmed":
		if m := datetimeETag.FindStringSubmatch(ac.resp.Header.Get("ETag")); m == nil || strings.HasSuffix(m[2], "0") {
			return true, wrong("an ETag whose fraction of a second has up to seven digits and no zero at its end")
		}
		return true, nil
	case slices.Contains([]string{"odata.etag", "Timestamp", "entities", "properties"}, c.Subject):
		rows, err := ops.Entities(ac.op, ac.resp)
		if err != nil {
			return true, failed(ac.op.Name+" answered with another body", "entities in JSON", fmt.Sprintf("%q", first(ac.resp.Body, 80)))
		}
		return true, w.carriedInRows(ac, c, rows)
	}
	return false, nil
}

// datetimeETag is the form that the service's ETags have been seen in
// (TABLE-ETAG-02): the instant, and the fraction of its second.
var datetimeETag = regexp.MustCompile(`^W/"datetime'(\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d(?:\.(\d{1,7}))?Z)'"$`)

// instantOf is the instant that an ETag holds, as a Timestamp writes it; empty if
// it holds none.
func instantOf(etag string) string {
	m := datetimeETag.FindStringSubmatch(etag)
	if m == nil {
		return ""
	}
	return strings.ReplaceAll(m[1], "%3A", ":")
}

func (w *world) carriedInRows(ac *act, c cell.Carried, rows []ops.Row) error {
	wrong := func(want, got string) error {
		return failed(ac.op.Name+" answered with other "+c.Subject, want, got)
	}
	if c.Subject == "entities" {
		var keys []string
		for _, r := range rows {
			_, row, _ := strings.Cut(r.Key, "/")
			keys = append(keys, row)
		}
		want, got := unquote(c.Value), strings.Join(keys, " ")
		if c.Word == "any" && got == "" || c.Word != "any" && want != got {
			return wrong(fmt.Sprintf("%q", want), fmt.Sprintf("%q", got))
		}
		return nil
	}
	if len(rows) == 0 {
		return wrong("some entity", "none")
	}
	for _, r := range rows {
		if err := w.carriedInRow(ac, c, r, wrong); err != nil {
			return err
		}
	}
	return nil
}

// carriedInRow judges one entity of an answer.
func (w *world) carriedInRow(ac *act, c cell.Carried, r ops.Row, wrong func(want, got string) error) error {
	header := ac.resp.Header.Get("ETag")
	t := ac.thing
	if t.res.Kind == ops.Table {
		_, row, _ := strings.Cut(r.Key, "/")
		t = w.things[row]
	}
	switch c.Subject {
	case "properties":
		var names []string
		for name := range r.Properties {
			names = append(names, name)
		}
		slices.Sort(names)
		want := strings.Fields(unquote(c.Value))
		slices.Sort(want)
		if !slices.Equal(names, want) {
			return wrong(strings.Join(want, " "), strings.Join(names, " "))
		}
		return nil
	case "Timestamp":
		if header == "" {
			header = r.ETag
		}
		return timestamp(c, ac.memory.lastModified, r.Timestamp, instantOf(header), wrong)
	}
	switch c.Word {
	case "no":
		if r.ETag != "" || bytes.Contains(ac.resp.Body, []byte("odata.etag")) {
			return wrong("no odata.etag", r.ETag)
		}
	case "any":
		if r.ETag == "" {
			return wrong("some odata.etag", "none")
		}
	case "matching":
		if r.ETag != header || header == "" {
			return wrong("the ETag of the header, "+header, r.ETag)
		}
	case "current", "same":
		if t == nil || len(t.etags) == 0 {
			return miswritten("nothing is known of the ETags of %s", r.Key)
		}
		if want := t.etags[len(t.etags)-1]; r.ETag != want {
			return wrong(want, r.ETag)
		}
	default:
		return miswritten("an odata.etag is not %s", c.Word)
	}
	return nil
}

// timestamp judges the Timestamp of an entity: against the ETag beside it, or
// against the one that the client had read before.
func timestamp(c cell.Carried, before, got, inETag string, wrong func(want, got string) error) error {
	at, err := time.Parse(time.RFC3339Nano, got)
	switch {
	case c.Word == "no":
		if got != "" {
			return wrong("no Timestamp", got)
		}
	case err != nil:
		return wrong("an instant", got)
	case c.Word == "matching":
		if got != inETag {
			return wrong("the instant of the ETag, "+inETag, got)
		}
	case c.Word == "later" || c.Word == "same" || c.Word == "remembered":
		was, err := time.Parse(time.RFC3339Nano, before)
		if err != nil {
			return miswritten("nobody has read the Timestamp before")
		}
		if at.After(was) != (c.Word == "later") || c.Word != "later" && !at.Equal(was) {
			return wrong(map[bool]string{true: "after ", false: ""}[c.Word == "later"]+before, got)
		}
	case c.Word != "any":
		return miswritten("a Timestamp is not %s", c.Word)
	}
	return nil
}

// indexPrefix is how the message of a transaction that failed begins.
var indexPrefix = regexp.MustCompile(`^(\d+):`)

// failureIndex judges which operation the message of a transaction names. The index
// is all of a message that is ever judged (TABLE-BATCH-05).
func failureIndex(ac *act, c cell.Carried) error {
	got := ""
	for _, p := range ac.resp.Parts {
		if m := indexPrefix.FindStringSubmatch(p.Message); p.Status >= 300 && m != nil {
			got = m[1]
			break
		}
	}
	ok := map[string]bool{"no": got == "", "any": got != "", "value": got == c.Value}[c.Word]
	if !ok {
		return failed(ac.op.Name+" named another operation as the one that failed", c.Word+" index "+c.Value, fmt.Sprintf("index %q", got))
	}
	return nil
}

// errorBody judges in which format an error of the Table service is described.
func errorBody(ac *act, format string) error {
	body := bytes.TrimPrefix(ac.resp.Body, []byte("\xef\xbb\xbf"))
	wrong := func(want string) error {
		return failed(ac.op.Name+" answered with another body", want, fmt.Sprintf("%q", first(body, 160)))
	}
	if format == "XML" {
		var doc struct {
			XMLName xml.Name `xml:"http://schemas.microsoft.com/ado/2007/08/dataservices/metadata error"`
			Code    string   `xml:"code"`
			Message string   `xml:"message"`
		}
		if xml.Unmarshal(body, &doc) != nil || doc.Code == "" || strings.TrimSpace(doc.Message) == "" {
			return wrong("an XML error element with code and message")
		}
		return nil
	}
	var doc struct {
		Error struct {
			Code    string `json:"code"`
			Message struct {
				Lang  string `json:"lang"`
				Value string `json:"value"`
			} `json:"message"`
		} `json:"odata.error"`
	}
	if json.Unmarshal(body, &doc) != nil || doc.Error.Code == "" || doc.Error.Message.Lang == "" || doc.Error.Message.Value == "" {
		return wrong("a JSON odata.error with code, and a message with its language")
	}
	return nil
}

// transactionAnswers judges the answers inside the answer to a transaction: that
// there is one for each that is stated, and none beside, and that the batch as a
// whole was accepted. TABLE-BATCH-01, TABLE-BATCH-03
func (w *world) transactionAnswers(_ context.Context, words string) error {
	want, each, err := cell.ParseInnerAnswers(words)
	if err != nil {
		return miswritten("%v", err)
	}
	if w.last == nil || w.last.last == nil || w.last.last.op.Name != "Entity Group Transaction" {
		return miswritten("nobody has sent an Entity Group Transaction last")
	}
	ac := w.last.last
	if ac.resp.Outer != http.StatusAccepted {
		return failed("the transaction as a whole was answered differently", "202", describe(ac.resp))
	}
	parts := ac.resp.Parts
	for each && len(want) < len(ac.req.Actions) {
		want = append(want, want[0])
	}
	if len(parts) != len(want) {
		return failed("the transaction holds another number of answers", fmt.Sprint(len(want)), fmt.Sprint(len(parts)))
	}
	for i, in := range want {
		p := parts[i]
		if !in.Accepts(p.Status, p.Code, w.run.strict()) {
			return failed(fmt.Sprintf("answer %d of the transaction differs", i), in.Answer.String(), describe(ops.Response{Status: p.Status, Code: p.Code}))
		}
		if in.With != "" && p.Header.Get(in.With) == "" {
			return failed(fmt.Sprintf("answer %d of the transaction lacks a header", i), "some "+in.With, "none")
		}
		if got := p.Header.Get(in.Without); in.Without != "" && got != "" {
			return failed(fmt.Sprintf("answer %d of the transaction has a header too many", i), "no "+in.Without, got)
		}
	}
	return nil
}

// receivedRows tells the old version of an entity, or of a whole table, from the
// new one.
func (w *world) receivedRows(ac *act, which string) error {
	rows, err := ops.Entities(ac.op, ac.resp)
	if err != nil || ac.resp.Status != http.StatusOK {
		return failed(ac.op.Name+" answered with no entities", "200", describe(ac.resp))
	}
	t := ac.thing
	want := t.before
	if which == "new" {
		wrote := t.act
		if wrote == nil || wrote.op.Reads {
			wrote = w.writer(t)
		}
		if wrote == nil || wrote.before == nil {
			return miswritten("nobody has written a new version of the %s", t.label)
		}
		want = ptr(wrote.op.After(*wrote.before, wrote.req, wrote.resp))
	}
	if want == nil {
		return miswritten("the %s version of the %s is not known", which, t.label)
	}
	got := ops.State{Resource: t.res, Exists: true, Rows: rows}
	if t.res.Kind == ops.Entity {
		got = ops.State{Resource: t.res, Exists: true, ETag: rows[0].ETag, Properties: rows[0].Properties}
	}
	return difference(t, "was received in another version", ops.Compare(*want, got,
		ops.CompareOptions{Ignore: []ops.Field{ops.FieldLastModified, ops.FieldPolicies, ops.FieldConsistency}}))
}
