package steps

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/steps/ops"
)

// action is the lease action of an operation, empty for any other.
func action(op ops.Operation) string {
	if op.Lease != ops.LeaseSubject {
		return ""
	}
	return op.Name[strings.LastIndex(op.Name, " ")+1:]
}

// onContainer tells whether an operation addresses a container.
func onContainer(op ops.Operation) bool {
	return slices.Equal(op.Kinds, []ops.Kind{ops.Container}) || slices.Equal(op.Kinds, []ops.Kind{ops.Account})
}

// holdsLease tells whether id is that of the active lease on r: a read that
// carries another id is refused (BLOB-UM-R-B-Le, CONT-UM-O-B-Le).
func (w *world) holdsLease(ctx context.Context, r ops.Resource, id string) (bool, error) {
	name := "Get Blob Properties"
	if r.Kind == ops.Container {
		name = "Get Container Properties"
	}
	op, _ := ops.Lookup(name)
	resp, err := op.Do(ctx, w.keeper, r, ops.Request{LeaseID: &id})
	if err != nil {
		return false, err
	}
	return resp.OK(), nil
}

// removeContainer deletes a container whatever its lease: clean-up, best effort.
func removeContainer(ctx context.Context, c *ops.Client, name string) error {
	r := ops.Resource{Kind: ops.Container, Container: name}
	del, _ := ops.Lookup("Delete Container")
	resp, err := del.Do(ctx, c, r, ops.Request{})
	if err == nil && resp.Status == http.StatusPreconditionFailed {
		brk, _ := ops.Lookup("Lease Container break")
		if _, err = brk.Do(ctx, c, r, ops.Request{BreakPeriod: ptr("0")}); err == nil {
			resp, err = del.Do(ctx, c, r, ops.Request{})
		}
	}
	switch {
	case err != nil:
		return err
	case !resp.OK() && resp.Status != http.StatusNotFound:
		return errors.New("Delete Container was answered " + describe(resp))
	}
	return nil
}

// removeTable deletes a table: clean-up, best effort.
func removeTable(ctx context.Context, c *ops.Client, name string) error {
	del, _ := ops.Lookup("Delete Table")
	resp, err := del.Do(ctx, c, ops.Resource{Kind: ops.Table, Table: name}, ops.Request{})
	switch {
	case err != nil:
		return err
	case !resp.OK() && resp.Status != http.StatusNotFound:
		return errors.New("Delete Table was answered " + describe(resp))
	}
	return nil
}

// removeQueue deletes a queue with all messages: clean-up, best effort.
func removeQueue(ctx context.Context, c *ops.Client, name string) error {
	del, _ := ops.Lookup("Delete Queue")
	resp, err := del.Do(ctx, c, ops.Resource{Kind: ops.Queue, Queue: name}, ops.Request{})
	switch {
	case err != nil:
		return err
	case !resp.OK() && resp.Status != http.StatusNotFound:
		return errors.New("Delete Queue was answered " + describe(resp))
	}
	return nil
}

// answerOf turns the error of an operation into a verdict: an answer that the
// official SDK cannot read is the service's fault, silence is nobody's.
func answerOf(op ops.Operation, err error) error {
	var bad *ops.UnreadableError
	if errors.As(err, &bad) {
		return failed(op.Name+" was answered with what the official SDK cannot read", "an answer as documented", err.Error())
	}
	return unknown("send "+op.Name, err)
}

// httpDate writes a stamp as headers do; empty for none.
func httpDate(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(http.TimeFormat)
}

// repeats tells whether body is an XML error document with that code; how it is
// laid out is the service's affair.
func repeats(body []byte, code string) bool {
	var doc struct {
		XMLName xml.Name `xml:"Error"`
		Code    string   `xml:"Code"`
	}
	err := xml.Unmarshal(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")), &doc)
	return err == nil && code != "" && strings.TrimSpace(doc.Code) == code
}

// describe puts an answer into words: "412 ConditionNotMet".
func describe(r ops.Response) string {
	switch {
	case r.Code != "":
		return fmt.Sprintf("%d %s", r.Status, r.Code)
	case r.Status >= 400:
		return fmt.Sprintf("%d without an error code", r.Status)
	}
	return fmt.Sprintf("%d %s", r.Status, http.StatusText(r.Status))
}
