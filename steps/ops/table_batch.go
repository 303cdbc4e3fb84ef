package ops

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// Action is one operation of an entity group transaction.
type Action struct {
	Operation string // "Insert Entity", "Update Entity", "Merge Entity", "Delete Entity", "Insert Or Replace Entity", "Insert Or Merge Entity"
	Partition string // empty: the transaction's own
	Row       string
	IfMatch   *string
	Entity    map[string]any
}

// Part is the answer to one operation of a transaction.
type Part struct {
	Status  int
	Code    string
	Message string
	ETag    string
	Header  http.Header
}

var transactionTypes = map[string]aztables.TransactionType{
	"Insert Entity":            aztables.TransactionTypeAdd,
	"Update Entity":            aztables.TransactionTypeUpdateReplace,
	"Merge Entity":             aztables.TransactionTypeUpdateMerge,
	"Delete Entity":            aztables.TransactionTypeDelete,
	"Insert Or Replace Entity": aztables.TransactionTypeInsertReplace,
	"Insert Or Merge Entity":   aztables.TransactionTypeInsertMerge,
}

// submitTransaction sends an entity group transaction. The response carries the
// status and code of the operation that failed, if one did, and Outer that of the
// batch as a whole: the SDK reports the outer one only (TABLE-GO-03).
func submitTransaction(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	var actions []aztables.TransactionAction
	for _, a := range req.Actions {
		kind, ok := transactionTypes[a.Operation]
		if !ok {
			return Response{}, fmt.Errorf("preparing a transaction: %q cannot be part of one", a.Operation)
		}
		row := Resource{Kind: Entity, Table: r.Table, Partition: a.Partition, Row: a.Row}
		if row.Partition == "" {
			row.Partition = r.Partition
		}
		ifMatch := a.IfMatch
		if ifMatch == nil && (a.Operation == "Update Entity" || a.Operation == "Merge Entity") {
			// Without If-Match the SDK's update is an upsert on the wire (TABLE-GO-02).
			ifMatch = ptr("*")
		}
		actions = append(actions, aztables.TransactionAction{ActionType: kind, Entity: entityJSON(row, Request{Entity: a.Entity}), IfMatch: tag(ifMatch)})
	}
	resp, err := c.call(ctx, "Entity Group Transaction", r, req, &exchange{}, func(ctx context.Context, t *aztables.Client) error {
		_, err := t.SubmitTransaction(ctx, actions, nil)
		return err
	})
	if err != nil {
		return resp, err
	}
	resp.Outer = resp.Status
	if resp.Status != http.StatusAccepted {
		return resp, nil
	}
	if resp.Parts, err = parseBatch(resp.Header.Get("Content-Type"), resp.Body); err != nil {
		return resp, &UnreadableError{Operation: "Entity Group Transaction", Response: resp, Err: err,
			text: c.scrub(fmt.Sprintf("Entity Group Transaction on %s: the answer cannot be read: %v", r, err))}
	}
	for _, p := range resp.Parts {
		if p.Status >= 300 {
			resp.Status, resp.Code = p.Status, p.Code
			break
		}
	}
	return resp, nil
}

// parseBatch reads the multipart answer to a batch: one changeset, or a single
// error in its place.
func parseBatch(contentType string, body []byte) ([]Part, error) {
	inner, err := onePart(contentType, body)
	if err != nil {
		return nil, fmt.Errorf("reading the batch: %w", err)
	}
	boundary, err := boundaryOf(inner.header.Get("Content-Type"))
	if err != nil {
		// A batch with a single answer may come without a changeset around it.
		p, err := parsePart(inner.body)
		if err != nil {
			return nil, err
		}
		return []Part{p}, nil
	}
	var parts []Part
	r := multipart.NewReader(bytes.NewReader(inner.body), boundary)
	for {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading the changeset: %w", err)
		}
		raw, err := io.ReadAll(p)
		if err != nil {
			return nil, fmt.Errorf("reading the changeset: %w", err)
		}
		part, err := parsePart(raw)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil, errors.New("reading the changeset: it holds no answer")
	}
	return parts, nil
}

type mimePart struct {
	header textproto.MIMEHeader
	body   []byte
}

func onePart(contentType string, body []byte) (mimePart, error) {
	boundary, err := boundaryOf(contentType)
	if err != nil {
		return mimePart{}, err
	}
	p, err := multipart.NewReader(bytes.NewReader(body), boundary).NextPart()
	if err != nil {
		return mimePart{}, err
	}
	raw, err := io.ReadAll(p)
	return mimePart{p.Header, raw}, err
}

func boundaryOf(contentType string) (string, error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return "", err
	}
	if kind != "multipart/mixed" || params["boundary"] == "" {
		return "", fmt.Errorf("%q is not multipart", contentType)
	}
	return params["boundary"], nil
}

// parsePart reads one embedded HTTP answer.
func parsePart(raw []byte) (Part, error) {
	r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(raw)), nil)
	if err != nil {
		return Part{}, fmt.Errorf("reading an answer of the batch: %w", err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return Part{}, fmt.Errorf("reading an answer of the batch: %w", err)
	}
	p := Part{Status: r.StatusCode, ETag: r.Header.Get("ETag"), Header: r.Header}
	p.Code, p.Message = odataError(body)
	return p, nil
}

// odataError reads the code and message of a Table service error in JSON.
func odataError(body []byte) (code, message string) {
	var e struct {
		Error struct {
			Code    string `json:"code"`
			Message struct {
				Value string `json:"value"`
			} `json:"message"`
		} `json:"odata.error"`
	}
	if json.Unmarshal(body, &e) != nil {
		return "", ""
	}
	return e.Error.Code, e.Error.Message.Value
}
