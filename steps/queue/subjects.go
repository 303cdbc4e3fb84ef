package queue

import (
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/sdk"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// subjects are what a response can carry. A statement about messages holds for every message of
// the answer.
func subjects() []scenario.Subject {
	header := scenario.HeaderSubject
	return []scenario.Subject{
		header("ETag", "ETag", "the header; a queue has none"),
		header("Last-Modified", "Last-Modified", "the header; a queue has none"),
		header("lease state", "x-ms-lease-state", "the header; a queue has none"),
		header("lease status", "x-ms-lease-status", "the header; a queue has none"),
		header("lease duration", "x-ms-lease-duration", "the header; a queue has none"),
		header("error code", "x-ms-error-code", "the header with the code of an error"),
		header("content type", "Content-Type", "the header"),
		{Subject: words.Subject{Name: "body", Words: []string{"empty", "XML"}, Only: true,
			Means: "empty: no body; XML: an error document that repeats the code"}, Judge: sdk.JudgeBody},
		{Subject: words.Subject{Name: "message count", Header: "x-ms-approximate-messages-count", Check: scenario.CheckNumber,
			Means: "the approximate number of messages in the queue: at least that many"}, Judge: judgeCount},
		{Subject: words.Subject{Name: listed, Check: scenario.CheckNumber, Means: "the number of messages in the answer, or none"}, Judge: inList(judgeMessages)},
		{Subject: words.Subject{Name: "pop receipt", Words: []string{judge.New},
			Means: "the receipt of each message, or of an update; new: one that no message of the scenario had before"}, Judge: judgeReceipts},
		{Subject: words.Subject{Name: "message id", Means: "the id of the message"}, Judge: judgeText(func(m message) string { return m.ID }), Value: func(r scenario.Response) string { return firstOf(r).ID }},
		{Subject: words.Subject{Name: "dequeue count", Check: scenario.CheckNumber, Means: "how often the message was dequeued"}, Judge: judgeText(message.retrievals)},
		{Subject: words.Subject{Name: "message text", Means: "the text of the message"}, Judge: judgeText(func(m message) string { return m.Text })},
		{Subject: words.Subject{Name: "next visible", Check: scenario.CheckNumber, Means: "when the message becomes visible, in seconds after the answer"},
			Judge: judgeNextVisible},
		{Subject: words.Subject{Name: insertion, Check: scenario.CheckNumber, Words: []string{judge.Same}, Means: "when the message was put, in seconds after the answer; same: as the answer to Put Message said"},
			Judge: judgeTime(func(m message) rfcTime { return m.Inserted })},
		{Subject: words.Subject{Name: "expires", Check: scenario.CheckNumber, Words: []string{judge.Same}, Means: "when the message expires, in seconds after the answer; same: as the answer to Put Message said"},
			Judge: judgeTime(func(m message) rfcTime { return m.Expires })},
		{Subject: words.Subject{Name: "parameter", Means: "the query parameter at fault, as the body of the refusal names it"},
			Judge: refused(func(p parameter) string { return p.Name })},
		{Subject: words.Subject{Name: "minimum", Means: "the smallest value that the parameter may have"}, Judge: refused(func(p parameter) string { return p.Min })},
		{Subject: words.Subject{Name: "maximum", Means: "the largest value that the parameter may have"}, Judge: refused(func(p parameter) string { return p.Max })},
	}
}

// listed is the subject that every answer with messages has.
const listed = "messages"

// judgeCount: QUEUE-CNT-01
func judgeCount(j *scenario.Judging) error {
	n, err := strconv.Atoi(j.Got)
	want, bad := strconv.Atoi(j.Value)
	switch {
	case bad != nil:
		return verdict.Miswritten("%q is not a number of messages", j.Value)
	case err != nil || n < want:
		return j.Wrong("at least " + j.Value)
	}
	return nil
}

// nextVisible is the header of the answer to an update.
const nextVisible = "x-ms-time-next-visible"

// messagesIn are the messages in an answer. That to an update is about the message that was addressed, in headers.
func messagesIn(ac *scenario.Act) ([]message, error) {
	if ac.Op.Name != "Update Message" {
		return parseMessages(ac.Resp.Body)
	}
	at, _ := http.ParseTime(ac.Resp.Header.Get(nextVisible)) // none if it is no time
	return []message{{ID: ac.Resource.Address.(Address).Message, PopReceipt: ac.Resp.Header.Get("x-ms-popreceipt"), NextVisible: rfcTime{at}}}, nil
}

// inList judges the list of messages in an answer. An answer without such a list says nothing about
// a part of its messages: it is a finding of its own.
func inList(judge func(j *scenario.Judging, list []message) error) func(*scenario.Judging) error {
	return func(j *scenario.Judging) error {
		list, err := messagesIn(j.Act)
		switch {
		case err != nil && j.Subject == listed:
			return j.Other("body", "a list of messages", err.Error())
		case err != nil:
			f := j.World.Findings.Add(j.Act.Resource, verdict.Finding{Operation: j.Act.Op.Name, Respect: listed, Want: "a list of messages", Got: err.Error(),
				Reason: j.Act.Op.Name + " returned no list of messages", Differs: reports.InResponse})
			return verdict.BlockedBy("judging the "+j.Subject+": "+f.Reason+": "+f.Got, f.Operation, f.Respect)
		case len(list) == 0 && j.Subject != listed:
			return verdict.Failed(j.Act.Op.Name+" returned no message", "some message with a "+j.Subject, "none")
		}
		return judge(j, list)
	}
}

func judgeMessages(j *scenario.Judging, list []message) error {
	want := map[bool]string{true: "0", false: j.Value}[j.Word == words.No]
	if got := strconv.Itoa(len(list)); got != want {
		return j.Other("number of messages", want, got)
	}
	return nil
}

// inEach judges one value of each message: that it is present, or absent, and then what else is said of it.
func inEach(shown func(message) string, judge func(j *scenario.Judging, m message) error) func(*scenario.Judging) error {
	return inList(func(j *scenario.Judging, list []message) error {
		for _, m := range list {
			text := shown(m)
			if (text != "") == (j.Word == words.No) {
				return j.Other(j.Subject, j.Word+" "+j.Subject, fmt.Sprintf("%q", text))
			}
			if err := judge(j, m); err != nil {
				return err
			}
		}
		return nil
	})
}

// firstOf is the first message of an answer; zero if there is none.
func firstOf(r scenario.Response) message {
	list, err := parseMessages(r.Body)
	if err != nil || len(list) == 0 {
		return message{}
	}
	return list[0]
}

// judgeText judges one of the texts of each message.
func judgeText(shown func(message) string) func(*scenario.Judging) error {
	return inEach(shown, func(j *scenario.Judging, m message) error {
		if text := shown(m); j.Word == words.Value && text != words.Unquote(j.Value) {
			return j.Other(j.Subject, j.Value, text)
		}
		return nil
	})
}

// judgeTime judges one of the times of each message.
func judgeTime(shown func(message) rfcTime) func(*scenario.Judging) error {
	return inEach(func(m message) string { return shown(m).String() }, func(j *scenario.Judging, m message) error {
		switch j.Word {
		case words.Value:
			return secondsAfter(j, shown(m).Time, m.ID)
		case judge.Same:
			return asPut(j, m.ID, shown, shown(m).String())
		}
		return nil
	})
}

// insertion is the subject that cannot be its own witness.
const insertion = "inserted"

// asPut compares a time of a message with the answer to its put. It uses no clock, so the time
// that a slow service took in between does not count.
// QUEUE-TIME-17
func asPut(j *scenario.Judging, id string, shown func(message) rfcTime, text string) error {
	t := find(j.World, id)
	if t == nil {
		return j.Other("message", "the message of the scenario", id)
	}
	was := shown(of(t).put)
	if was.IsZero() {
		return verdict.Blocked("learning "+j.Subject, errors.New("the answer to Put Message did not say it"))
	}
	if want := was.String(); text != want {
		return j.Other(j.Subject, "as Put Message said: "+want, text)
	}
	return nil
}

func judgeNextVisible(j *scenario.Judging) error {
	if j.Act.Op.Name == "Update Message" {
		if _, err := http.ParseTime(j.Act.Resp.Header.Get(nextVisible)); err != nil {
			return verdict.Failed(j.Act.Op.Name+" returned no time of next visibility", "an "+nextVisible, err.Error())
		}
	}
	return judgeTime(func(m message) rfcTime { return m.NextVisible })(j)
}

// secondsAfter judges a time of a message by its distance from the moment of the answer: within
// one second, because times are whole seconds (QUEUE-TIME-06). It may be earlier by as much as
// the exchange took, because it is unknown when during it the service looked at its clock. It
// must be exact if the clock stands still in between.
func secondsAfter(j *scenario.Judging, at time.Time, id string) error {
	n, _ := strconv.Atoi(j.Value) // checked when the sentence was read
	most := time.Second
	if j.World.Time.Movable() {
		most = 0
	}
	told := answersOf(j, id)
	for _, now := range told {
		if off := at.Sub(now.at) - seconds(n); -most-now.unsure <= off && off <= most {
			return nil
		}
	}
	return verdict.Failed(j.Act.Op.Name+" returned the wrong time: "+j.Subject, fmt.Sprintf("%d s after the answer, within %.0f", n, most.Seconds()), fmt.Sprintf("%.0f s after", at.Sub(told[0].at).Seconds()))
}

// answer is the latest moment at which an answer was given, by some clock. It may have been
// earlier by up to unsure.
type answer struct {
	at     time.Time
	unsure time.Duration
}

// answersOf returns when the answer was given by each clock that may be the service's, the
// likeliest clock first.
func answersOf(j *scenario.Judging, id string) []answer {
	ours := answer{at: j.Act.Answered}
	if !j.World.Time.Movable() {
		ours.unsure = j.Act.Answered.Sub(j.Act.Sent)
	}
	date, err := http.ParseTime(j.Act.Resp.Header.Get("Date"))
	if err != nil {
		return []answer{ours}
	}
	told := []answer{{date, ours.unsure}}
	if j.World.Time.Movable() {
		return told
	}
	// A proxy such as nginx dates answers by its own clock. If that is wrong, ours may be
	// right. If both are wrong, the service itself said when the message was put.
	told = append(told, ours)
	if t := find(j.World, id); t != nil && j.Subject != insertion {
		if own := of(t); !own.put.Inserted.IsZero() {
			told = append(told, answer{own.put.Inserted.Add(ours.at.Sub(own.sent)), ours.unsure + own.answered.Sub(own.sent)})
		}
	}
	return told
}

// judgeReceipts judges the receipts of an answer: none, some, or receipts that were never given
// out before for any message of the scenario. QUEUE-RCPT-01
func judgeReceipts(j *scenario.Judging) error {
	seen := map[string]bool{}
	return inEach(func(m message) string { return m.PopReceipt }, func(j *scenario.Judging, m message) error {
		old := seen[m.PopReceipt]
		if t := find(j.World, m.ID); t != nil {
			// The newest is the one in this very answer.
			given := of(t).given
			old = old || slices.Contains(given[:max(0, len(given)-1)], m.PopReceipt)
		}
		seen[m.PopReceipt] = true
		if j.Word == judge.New && old {
			return verdict.Failed(j.Act.Op.Name+" returned a pop receipt that was given out before", "a new one", m.PopReceipt)
		}
		return nil
	})(j)
}

// parameter is what the body of a refusal says about the query parameter at fault.
type parameter struct {
	Name string `xml:"QueryParameterName"`
	Min  string `xml:"MinimumAllowed"`
	Max  string `xml:"MaximumAllowed"`
}

// refused judges one value of that body. QUEUE-ERR-02
func refused(of func(parameter) string) func(*scenario.Judging) error {
	return func(j *scenario.Judging) error {
		var p parameter
		_ = xml.Unmarshal(j.Act.Resp.Body, &p) // no XML: the body says nothing
		if got := of(p); got != j.Value {
			return j.Other("body", j.Subject+" "+j.Value, fmt.Sprintf("%q", got))
		}
		return nil
	}
}
