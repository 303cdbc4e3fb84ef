package ops_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

func TestNotModifiedIsAnAnswer(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Get Blob", "Get Blob Properties", "Get Blob Metadata", "Get Page Ranges"} {
		op := lookup(t, name)
		wire := always(304, "", "x-ms-error-code: ConditionNotMet")
		resp, err := op.Do(t.Context(), client(t, wire, "", scenario.Access{}), some(op.Kinds[0]), &ops.Request{Base: scenario.Base{IfNoneMatch: new(`"0x1"`)}})
		if err != nil || resp.Status != 304 || resp.Code != "ConditionNotMet" || len(resp.Body) != 0 {
			t.Errorf("%s: got %d %s %q, %v; want 304 ConditionNotMet without body", name, resp.Status, resp.Code, resp.Body, err)
		}
	}
}

func TestErrorCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		resp *http.Response
		want string
	}{
		{"header", answer(412, "", "x-ms-error-code: LeaseIdMissing"), "LeaseIdMissing"},
		{"body", answer(412, refusal), "ConditionNotMet"},
		{"body behind a byte order mark", answer(412, "\ufeff"+refusal), "ConditionNotMet"},
		{"header before body", answer(412, refusal, "x-ms-error-code: LeaseIdMissing"), "LeaseIdMissing"},
		{"neither", answer(412, "<html>no</html>"), ""},
		{"a broken body", answer(412, "<Error><Code>Cond"), ""},
	} {
		wire := &canned{answer: func(*http.Request) (*http.Response, error) { return c.resp, nil }}
		resp, err := lookup(t, "Put Blob").Do(t.Context(), client(t, wire, "", scenario.Access{}), some(ops.BlockBlob), &ops.Request{})
		if err != nil || resp.Code != c.want {
			t.Errorf("%s: got %q, %v; want %q", c.name, resp.Code, err, c.want)
		}
	}
}

func TestUnexpectedSuccessIsAnAnswer(t *testing.T) {
	t.Parallel()
	for _, op := range ops.Operations() {
		wire := always(299, "")
		resp, err := op.Do(t.Context(), client(t, wire, "", scenario.Access{}), some(op.Kinds[0]), &ops.Request{})
		if err != nil || resp.Status != 299 {
			t.Errorf("%s answered 299: got %d, %v", op.Name, resp.Status, err)
		}
	}
}

func TestBodiesArriveWhole(t *testing.T) {
	t.Parallel()
	content := strings.Repeat("0123456789", 50_000)
	for _, status := range []int{200, 206} {
		resp, err := lookup(t, "Get Blob").Do(t.Context(), client(t, always(status, content), "", scenario.Access{}), some(ops.BlockBlob), &ops.Request{})
		if err != nil || string(resp.Body) != content {
			t.Errorf("%d: got %d bytes, %v; want %d", status, len(resp.Body), err, len(content))
		}
	}
	list := `<EnumerationResults><Blobs/><NextMarker/></EnumerationResults>`
	resp, err := lookup(t, "List Blobs").Do(t.Context(), client(t, always(200, list), "", scenario.Access{}), some(ops.Container), &ops.Request{})
	if err != nil || string(resp.Body) != list {
		t.Errorf("List Blobs: got %q, %v", resp.Body, err)
	}
}

func TestUnreadableAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		op   string
		resp *http.Response
	}{
		{"Get Blob", answer(200, "", "Last-Modified: the other day")},
		{"Put Blob", answer(201, "", "Last-Modified: the other day")},
		{"Get Block List", answer(200, "no XML")},
		{"List Blobs", answer(200, "<EnumerationResults>")},
	} {
		op := lookup(t, c.op)
		wire := &canned{answer: func(*http.Request) (*http.Response, error) { return c.resp, nil }}
		resp, err := op.Do(t.Context(), client(t, wire, "", scenario.Access{}), some(op.Kinds[0]), &ops.Request{})
		var unreadable *scenario.UnreadableError
		if !errors.As(err, &unreadable) {
			t.Errorf("%s: got %d, %v; want an UnreadableError", c.op, resp.Status, err)
			continue
		}
		if unreadable.Operation != c.op || unreadable.Response.Status != c.resp.StatusCode {
			t.Errorf("%s: the error speaks of %s answered %d", c.op, unreadable.Operation, unreadable.Response.Status)
		}
	}
}

type brokenBody struct{ read bool }

func (b *brokenBody) Read(p []byte) (int, error) {
	if !b.read {
		b.read = true
		return copy(p, "half"), nil
	}
	return 0, errors.New("connection reset by peer")
}

func (*brokenBody) Close() error { return nil }

func TestBodiesThatBreakOffAreErrors(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Get Blob", "List Blobs"} {
		op := lookup(t, name)
		wire := &canned{answer: func(*http.Request) (*http.Response, error) {
			resp := answer(200, "")
			resp.Body = &brokenBody{}
			return resp, nil
		}}
		_, err := op.Do(t.Context(), client(t, wire, "", scenario.Access{}), some(op.Kinds[0]), &ops.Request{})
		if err == nil || !strings.Contains(err.Error(), "connection reset by peer") {
			t.Errorf("%s: got %v, want the reason why the body ended", name, err)
		}
		wire.last(t)
	}
}

func TestErrorsKeepSecrets(t *testing.T) {
	t.Parallel()
	const sig = "sv=2021-12-02&sig=dmVyeSBzZWNyZXQ%3D&sp=r"
	wire := &canned{answer: func(r *http.Request) (*http.Response, error) {
		return nil, fmt.Errorf("dial %s with %s failed", r.URL, key)
	}}
	for _, o := range []scenario.Access{{}, {SAS: sig}} {
		_, err := lookup(t, "Get Blob").Do(t.Context(), client(t, wire, "", o), some(ops.BlockBlob), &ops.Request{})
		if err == nil || strings.Contains(err.Error(), "dmVyeSBzZWNyZXQ") || strings.Contains(err.Error(), key) {
			t.Errorf("got %v, want an error without secrets", err)
		}
	}
	s := session("")
	s.Credential.Key = "not base64: tell nobody"
	_, err := lookup(t, "Get Blob").Do(t.Context(), ops.NewClient(sdk.Connect(s, target.Blob, wire, scenario.Access{})), some(ops.BlockBlob), &ops.Request{})
	if err == nil || strings.Contains(err.Error(), "tell nobody") {
		t.Errorf("got %v, want an error without the key", err)
	}
}

func BenchmarkGetBlob(b *testing.B) {
	wire := &canned{answer: func(*http.Request) (*http.Response, error) {
		return answer(200, "content", `ETag: "0x1"`, "Last-Modified: Tue, 06 May 2031 07:08:09 GMT"), nil
	}}
	c := client(b, wire, "", scenario.Access{})
	op := lookup(b, "Get Blob")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := op.Do(b.Context(), c, some(ops.BlockBlob), &ops.Request{Base: scenario.Base{IfMatch: new(`"0x1"`)}}); err != nil {
			b.Fatal(err)
		}
		wire.sent, wire.bodies = wire.sent[:0], wire.bodies[:0]
	}
}

func BenchmarkNewClient(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		client(b, &canned{answer: refuse}, "", scenario.Access{})
	}
}
