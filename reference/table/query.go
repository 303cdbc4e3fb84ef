package table

import (
	"net/http"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/odata"
	"ifmatch/reference/store/entities"
)

// getEntity is Query Entities with both keys.
func getEntity(c *call, w http.ResponseWriter) error {
	form, err := formatOf(c.Header, c.Query)
	if err != nil {
		return err
	}
	var selected []string
	if v := c.Query.Get("$select"); v != "" {
		selected = selection(v)
	}
	if c.Query.Has("$filter") { // no page says how it applies to one entity
		return errcode.Newf(errcode.NotImplemented, "The reference server does not filter a single entity.")
	}
	limits := &c.Rules.Table.Limits
	if err := checkKey("PartitionKey", c.partition, limits); err != nil {
		return err
	}
	if err := checkKey("RowKey", c.row, limits); err != nil {
		return err
	}
	if err := c.covers(c.partition, c.row); err != nil {
		return err
	}
	p, err := c.store().Partition(c.table, c.partition)
	if err != nil {
		return err
	}
	e := p.Entity(c.row)
	if e == nil {
		return errcode.New(errcode.ResourceNotFound) // TABLE-QRY-07
	}
	if c.Rules.Table.Entities[c.Op].Stamped {
		header.Set(w.Header(), header.ETag, e.ETag) // TABLE-OCC-03 TABLE-QRY-01
	}
	header.Set(w.Header(), hDataServiceVersion, "3.0;")
	d := c.document(form)
	d.single(c.table, e, selected)
	return frontend.Send(w, http.StatusOK, form.contentType(), d.b)
}

// queryEntities is Query Entities without keys: one page of the entities selected by the filter, in the order of their
// keys.
func queryEntities(c *call, w http.ResponseWriter) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	q := query{call: c, options: o, partitions: o.filter.Bounds("PartitionKey"), rows: o.filter.Bounds("RowKey")}
	if err := q.start(); err != nil {
		return err
	}
	if err := q.run(); err != nil {
		return err
	}
	h := w.Header()
	header.Set(h, hDataServiceVersion, "3.0;")
	if q.more {
		header.Set(h, hNextPartition, continuation(q.next[0]))
		header.Set(h, hNextRow, continuation(q.next[1]))
	}
	d := c.document(o.form)
	d.set(c.table, len(q.found), func(i int) { d.entity(c.table, q.found[i], o.selected) })
	return frontend.Send(w, http.StatusOK, o.form.contentType(), d.b) // TABLE-QRY-05 TABLE-QRY-08
}

// query collects one page.
type query struct {
	*call
	options
	partitions, rows odata.Bounds // the ranges to search
	from             [2]string    // the keys at which the page begins
	resumed          bool         // whether from comes from a continuation
	deadline         time.Time
	scanned          int
	found            []*entities.Entity
	more             bool
	next             [2]string // the keys at which the next page begins
}

// start determines where the query begins.
func (q *query) start() error {
	partition, found, err := q.parseContinuation("NextPartitionKey")
	if err != nil {
		return err
	}
	row, rowFound, err := q.parseContinuation("NextRowKey")
	if err != nil {
		return err
	}
	if rowFound && !found {
		return errcode.BadQuery("NextPartitionKey", "")
	}
	q.from, q.resumed = [2]string{partition, row}, found
	q.deadline = q.Clock.Now().Add(q.Rules.Table.Limits.QueryTime)
	return nil
}

// run visits the partitions. It sees one committed version of each. Between two partitions, and between two pages,
// other clients may write. // TABLE-QRY-09 TABLE-QRY-10 TABLE-QRY-11
func (q *query) run() error {
	if q.partitions.Empty || q.rows.Empty {
		_, err := q.store().Partition(q.table, "") // the table must still exist
		return err
	}
	return q.store().ListPartitions(q.table, max(q.from[0], q.partitions.From), func(key string, p entities.Partition) bool {
		if q.partitions.Limited && key > q.partitions.To {
			return false
		}
		from := q.rows.From
		if q.resumed && key == q.from[0] {
			from = max(from, q.from[1])
		}
		p.Ascend(from, func(e *entities.Entity) bool {
			return !(q.rows.Limited && e.Row > q.rows.To) && q.visit(e)
		})
		return !q.more
	})
}

// clockEvery is the number of entities after which a query looks at the clock.
const clockEvery = 256

// visit adds an entity to the page if it is selected, and ends the page when it is full or has taken too long.
func (q *query) visit(e *entities.Entity) bool {
	if q.scanned++; q.scanned%clockEvery == 0 && !q.Clock.Now().Before(q.deadline) {
		q.more, q.next = true, [2]string{e.Partition, e.Row}
		return false
	}
	if !q.Sender.Covers(e.Partition, e.Row) || !q.filter.Match(e.Property) {
		return true
	}
	if len(q.found) == q.page {
		q.more, q.next = true, [2]string{e.Partition, e.Row}
		return false
	}
	q.found = append(q.found, e)
	return true
}
