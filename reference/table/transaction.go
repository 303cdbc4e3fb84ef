package table

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"ifmatch/reference/changeset"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
)

// transact is Entity Group Transaction: one change set, or one query. A request that is bad as a whole is answered with
// its own status. A change set that fails is answered 202, with the failure inside. // TABLE-BATCH-22
func transact(c *call, w http.ResponseWriter) error {
	body, err := c.Body(c.Rules.Table.Limits.Transaction)
	if err != nil {
		return err // TABLE-BATCH-16
	}
	parts, err := changeset.Parse(c.Get(header.ContentType), body)
	switch {
	case errors.Is(err, changeset.ErrMalformed):
		return invalid(sentence(err))
	case err != nil:
		return err
	case len(parts) == 0:
		return invalid("The batch is empty.")
	}
	for _, p := range parts {
		if p.Alone != nil && len(parts) > 1 {
			return invalid("A batch must contain either one query or change sets.") // TABLE-BATCH-20
		}
	}
	answers := make([]changeset.Answer, len(parts))
	for i, p := range parts {
		switch {
		case p.Alone != nil:
			r := c.alone(p.Alone, header.Get(w.Header(), header.RequestID))
			answers[i].Alone = &r
		case i > 0:
			answers[i].Changes = []changeset.Response{c.failed(nil, invalid("A batch can contain only one change set."), header.Get(w.Header(), header.RequestID), "")} // TABLE-BATCH-19
		default:
			answers[i].Changes = c.changes(p.Changes, header.Get(w.Header(), header.RequestID))
		}
	}
	kind, text := changeset.Write(answers)
	return frontend.Send(w, http.StatusAccepted, kind, text) // TABLE-BATCH-01 TABLE-BATCH-02
}

// step is one request of a change set and its result.
type step struct {
	call   *call
	change *change
	form   format
	done   *entities.Entity
}

// failure is the first request of a change set that failed, and its error.
type failure struct {
	at  int
	err error
}

// changes executes a change set. It prepares every request, and then applies all of them to one draft of their
// partition, which is published if none failed. // TABLE-BATCH-02 TABLE-BATCH-17 TABLE-BATCH-18
func (c *call) changes(requests []changeset.Request, id string) []changeset.Response {
	steps, failed := c.prepareAll(requests)
	if len(steps) > 0 {
		first := steps[0].change
		err := c.store().UpdatePartition(first.table, first.partition, func(d *entities.Draft) (err error) {
			for i := range steps {
				if steps[i].done, err = steps[i].change.apply(d); err != nil {
					failed = &failure{i, err}
					return err
				}
			}
			if failed != nil {
				return failed.err // the first request that could not be prepared comes after all that could
			}
			return nil
		})
		if err != nil && failed == nil {
			failed = &failure{0, err}
		}
		if errors.Is(err, entities.ErrNoTable) {
			failed = &failure{0, err} // TABLE-BATCH-21
		}
	}
	if failed != nil {
		return []changeset.Response{c.failedAt(requests, failed, id)} // TABLE-BATCH-03
	}
	responses := make([]changeset.Response, len(steps))
	for i, s := range steps {
		responses[i] = s.succeeded(requests[i].ID)
	}
	return responses
}

// prepareAll prepares the requests in order, up to the first that is invalid by itself or together with earlier ones.
func (c *call) prepareAll(requests []changeset.Request) ([]step, *failure) {
	if len(requests) == 0 {
		return nil, &failure{0, invalid("The change set is empty.")}
	}
	limits := &c.Rules.Table.Limits
	if len(requests) > limits.Operations {
		return nil, &failure{limits.Operations - 1, errcode.Newf(errcode.InvalidInput,
			"The batch request operation exceeds the maximum "+strconv.Itoa(limits.Operations)+" changes per change set.")} // TABLE-BATCH-15
	}
	steps := make([]step, 0, len(requests))
	rows := make(map[string]bool, len(requests))
	for i := range requests {
		s, err := c.prepareStep(&requests[i])
		if err == nil && i > 0 {
			first := steps[0].change
			switch {
			case s.change.partition != first.partition || !strings.EqualFold(s.change.table, first.table):
				err = errcode.New(errcode.CommandsInBatchActOnDifferentPartitions) // TABLE-BATCH-13
			case rows[s.change.row]:
				err = errcode.New(errcode.InvalidDuplicateRow) // TABLE-BATCH-12
			}
		}
		if err != nil {
			return steps, &failure{i, err}
		}
		rows[s.change.row] = true
		steps = append(steps, s)
	}
	return steps, nil
}

// prepareStep makes a call from a request inside the transaction and prepares its change. // TABLE-BATCH-09
func (c *call) prepareStep(request *changeset.Request) (s step, err error) {
	if s.call, err = c.inner(request); err != nil {
		return s, err
	}
	switch s.call.Op {
	case op.InsertEntity, op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrReplaceEntity, op.InsertOrMergeEntity:
	default:
		return s, invalid("A change set can contain only operations that write entities, not " + s.call.Op.String() + ".") // TABLE-BATCH-20
	}
	if s.form, err = s.call.insertForm(); err != nil {
		return s, err
	}
	s.change, err = s.call.prepare()
	return s, err
}

// inner makes a call from a request inside the transaction. Its URI may be absolute, as most clients write it.
func (c *call) inner(request *changeset.Request) (*call, error) {
	u, err := url.Parse(request.URI)
	if err != nil {
		return nil, errcode.New(errcode.InvalidURI)
	}
	r := &http.Request{
		Method: request.Method, URL: u, Host: u.Host, Header: request.Header, TLS: c.Request.TLS,
		Body: io.NopCloser(bytes.NewReader(request.Body)), ContentLength: int64(len(request.Body)),
	}
	if r.Host == "" {
		r.Host = c.Request.Host
	}
	in, err := c.service.Classify(r)
	if err != nil {
		return nil, err
	}
	in.Version, in.Sender = c.Version, c.Sender
	return in, c.service.Permit(in)
}

// succeeded answers one request of a change set that was applied.
func (s *step) succeeded(id string) changeset.Response {
	h := http.Header{}
	header.Set(h, header.CacheControl, "no-cache")
	header.Set(h, header.ContentTypeOptions, "nosniff")
	status, body := s.call.written(s.change, s.done, s.form, h)
	if body != nil {
		header.Set(h, header.ContentType, s.form.contentType())
	}
	return changeset.Response{Status: status, Header: h, Body: body, ID: id}
}

// failedAt answers the request that failed, and with it the change set. The message begins with the request's index. If
// the change set has only one request, it does so only if the table is missing. // TABLE-BATCH-05 TABLE-BATCH-06
func (c *call) failedAt(requests []changeset.Request, f *failure, id string) changeset.Response {
	if len(requests) == 0 {
		return c.failed(nil, f.err, id, "")
	}
	prefix := ""
	if len(requests) > 1 || errors.Is(f.err, entities.ErrNoTable) {
		prefix = strconv.Itoa(f.at) + ":"
	}
	return c.failed(&requests[f.at], f.err, id, prefix)
}

// failed answers a request inside the transaction with an error: the error's own status, and no header with the code.
// // TABLE-BATCH-04 TABLE-BATCH-24
func (c *call) failed(request *changeset.Request, err error, id, prefix string) changeset.Response {
	e := *c.service.Refusal(err)
	e.Message = prefix + e.Message
	json, contentID := true, ""
	if request != nil {
		var query url.Values
		if u, err := url.Parse(request.URI); err == nil {
			query = u.Query()
		}
		json, contentID = wantsJSON(request.Header, query), request.ID
	}
	kind, body := errorBody(&e, json, id, c.Clock.Now())
	h := http.Header{}
	header.Set(h, header.CacheControl, "no-cache")
	header.Set(h, header.ContentTypeOptions, "nosniff")
	header.Set(h, header.ContentType, kind)
	header.Set(h, hDataServiceVersion, "3.0;")
	return changeset.Response{Status: e.Status, Header: h, Body: body, ID: contentID}
}

// alone executes the only query of a batch.
func (c *call) alone(request *changeset.Request, id string) changeset.Response {
	q, err := c.inner(request)
	if err == nil && q.Op != op.GetEntity && q.Op != op.QueryEntities {
		err = invalid("Outside a change set, a batch can contain only a query, not " + q.Op.String() + ".")
	}
	w := held.Empty()
	if err == nil {
		err = c.service.Execute(q, w)
	}
	if err != nil {
		return c.failed(request, err, id, "")
	}
	return changeset.Response{Status: w.Status, Header: w.Header(), Body: w.Body.Bytes(), ID: request.ID}
}
