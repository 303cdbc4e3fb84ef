package steps

import (
	"context"
	"encoding/xml"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// shown is what a sentence says of a visible message.
var shown = regexp.MustCompile(`^(?:content "([^"]*)")?(?:, )?(?:dequeue count (\d+))?$`)

// messageIs looks whether a message can be seen, and what it looks like. Inside a
// window no read shows it (QUEUE-PEEK-03).
func (w *world) messageIs(ctx context.Context, name, state, how string) error {
	t, err := w.thing(labelOf("message", name))
	if err != nil {
		return err
	}
	want := shown.FindStringSubmatch(how)
	if want == nil || how != "" && state == "hidden" {
		return miswritten(`%q says nothing of a %s message: want content "…", dequeue count n`, how, state)
	}
	t.now = nil
	st, err := w.read(ctx, t)
	if err != nil {
		return unknown("look for the "+t.label, err)
	}
	if err := w.time.judge(); err != nil {
		return err
	}
	switch {
	case st.Exists != (state == "visible"):
		return failed("the "+t.label+" is not "+state, state, map[bool]string{true: "visible", false: "no read shows it"}[st.Exists])
	case !st.Exists:
		return nil
	case want[1] != "" && st.Messages[0].Text != want[1]:
		return failed("the "+t.label+" holds another text", strconv.Quote(want[1]), strconv.Quote(st.Messages[0].Text))
	case want[2] != "" && strconv.FormatInt(st.Messages[0].Count, 10) != want[2]:
		return failed("the "+t.label+" has another dequeue count", want[2], strconv.FormatInt(st.Messages[0].Count, 10))
	}
	return nil
}

// ofMessages lists what carriesMessages judges.
var ofMessages = []string{"message count", "messages", "pop receipt", "dequeue count", "message text",
	"next visible", "inserted", "expires", "parameter", "minimum", "maximum"}

// carriesMessages judges what an answer says of messages, or of a parameter that
// was refused. It tells whether c is about those.
func (w *world) carriesMessages(ac *act, c cell.Carried, got string, wrong func(string) error) (bool, error) {
	if !slices.Contains(ofMessages, c.Subject) {
		return false, nil
	}
	switch c.Subject {
	case "message count":
		n, err := strconv.Atoi(got)
		want, bad := strconv.Atoi(c.Value)
		switch {
		case bad != nil:
			return true, miswritten("%q is no number of messages", c.Value)
		case err != nil || n < want:
			return true, wrong("at least " + c.Value) // QUEUE-CNT-01
		}
		return true, nil
	case "parameter", "minimum", "maximum":
		return true, refusedParameter(ac, c)
	case "pop receipt":
		if r := ac.resp.Header.Get("x-ms-popreceipt"); r != "" || ac.op.Name == "Update Message" {
			return true, w.receiptIs(ac, c, []ops.QueueMessage{{ID: ac.thing.res.Message, PopReceipt: r}})
		}
	case "next visible":
		if ac.op.Name == "Update Message" {
			at, err := http.ParseTime(ac.resp.Header.Get("x-ms-time-next-visible"))
			if err != nil {
				return true, failed(ac.op.Name+" answered with no time of next visibility", "an x-ms-time-next-visible", err.Error())
			}
			return true, w.secondsAfter(ac, c, at)
		}
	}
	list, err := ops.ParseMessages(ac.resp.Body)
	if err != nil {
		return true, failed(ac.op.Name+" answered with another body", "a list of messages", err.Error())
	}
	if c.Subject == "messages" {
		if c.Word == "no" {
			c.Value = "0"
		}
		if strconv.Itoa(len(list)) != c.Value {
			return true, failed(ac.op.Name+" answered with another number of messages", c.Value, strconv.Itoa(len(list)))
		}
		return true, nil
	}
	if len(list) == 0 {
		return true, failed(ac.op.Name+" answered without a message", "some message with a "+c.Subject, "none")
	}
	return true, w.eachMessage(ac, c, list)
}

// eachMessage judges every message of an answer.
func (w *world) eachMessage(ac *act, c cell.Carried, list []ops.QueueMessage) error {
	if c.Subject == "pop receipt" {
		return w.receiptIs(ac, c, list)
	}
	for _, m := range list {
		text, at := "", time.Time{}
		switch c.Subject {
		case "dequeue count":
			if m.Count != nil {
				text = strconv.FormatInt(*m.Count, 10)
			}
		case "message text":
			text = m.Text
		case "next visible":
			at = m.NextVisible.Time
		case "inserted":
			at = m.Inserted.Time
		case "expires":
			at = m.Expires.Time
		}
		if !at.IsZero() {
			text = at.UTC().Format(http.TimeFormat)
		}
		switch {
		case (text != "") == (c.Word == "no"):
			return failed(ac.op.Name+" answered with another "+c.Subject, c.Word+" "+c.Subject, fmt.Sprintf("%q", text))
		case c.Word != "value":
		case !at.IsZero():
			if err := w.secondsAfter(ac, c, at); err != nil {
				return err
			}
		case text != unquote(c.Value):
			return failed(ac.op.Name+" answered with another "+c.Subject, c.Value, text)
		}
	}
	return nil
}

// receiptIs judges the receipts of an answer: none, some, or such as were never
// given out before for any message of the scenario. QUEUE-RCPT-01
func (w *world) receiptIs(ac *act, c cell.Carried, list []ops.QueueMessage) error {
	seen := map[string]bool{}
	for _, m := range list {
		t := w.message(m.ID)
		old := seen[m.PopReceipt]
		if t != nil && c.Word == "new" {
			// The newest is the one of this very answer.
			old = old || slices.Contains(t.receipts[:max(0, len(t.receipts)-1)], m.PopReceipt)
		}
		seen[m.PopReceipt] = true
		switch {
		case c.Word == "no" && m.PopReceipt != "", c.Word != "no" && m.PopReceipt == "":
			return failed(ac.op.Name+" answered with another pop receipt", c.Word+" pop receipt", fmt.Sprintf("%q", m.PopReceipt))
		case c.Word == "new" && old:
			return failed(ac.op.Name+" answered with a pop receipt that was given out before", "a new one", m.PopReceipt)
		}
	}
	return nil
}

// secondsAfter judges a time by its distance from the moment of the answer: within
// one second, because times are whole seconds (QUEUE-TIME-06); exactly where the
// clock stands still in between.
func (w *world) secondsAfter(ac *act, c cell.Carried, at time.Time) error {
	n, err := strconv.Atoi(c.Value)
	if err != nil {
		return miswritten("%q is no number of seconds", c.Value)
	}
	// The service's own clock counts, which its answer dates.
	now, err := http.ParseTime(ac.resp.Header.Get("Date"))
	if err != nil {
		now = ac.answered
	}
	most := 1.0
	if w.time.clock.Movable() {
		most = 0
	}
	if off := at.Sub(now).Seconds() - float64(n); math.Abs(off) > most {
		return failed(ac.op.Name+" answered with another time: "+c.Subject, fmt.Sprintf("%d s after the answer, within %.0f", n, most), fmt.Sprintf("%.0f s after", at.Sub(now).Seconds()))
	}
	return nil
}

// refusedParameter reads what the body of a refusal says of the query parameter at
// fault. QUEUE-ERR-02
func refusedParameter(ac *act, c cell.Carried) error {
	var doc struct {
		Name string `xml:"QueryParameterName"`
		Min  string `xml:"MinimumAllowed"`
		Max  string `xml:"MaximumAllowed"`
	}
	_ = xml.Unmarshal(ac.resp.Body, &doc) // no XML: nothing is said
	got := map[string]string{"parameter": doc.Name, "minimum": doc.Min, "maximum": doc.Max}[c.Subject]
	if got != c.Value {
		return failed(ac.op.Name+" answered with another body", c.Subject+" "+c.Value, fmt.Sprintf("%q", got))
	}
	return nil
}
