package table

import (
	"net/http"

	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
)

// writeEntity is Insert, Update, Merge, Delete, Insert Or Replace and Insert Or Merge Entity. The rules hold their
// differences.
func writeEntity(c *call, w http.ResponseWriter) error {
	form, err := c.insertForm()
	if err != nil {
		return err
	}
	ch, err := c.prepare()
	if err != nil {
		return err
	}
	var done *entities.Entity
	err = c.store().UpdatePartition(ch.table, ch.partition, func(d *entities.Draft) (err error) {
		done, err = ch.apply(d)
		return err
	})
	if err != nil {
		return err
	}
	status, body := c.written(ch, done, form, w.Header())
	if body == nil {
		return frontend.Answer(w, status)
	}
	return frontend.Send(w, status, form.contentType(), body)
}

// insertForm returns the form of the entity in the answer to an insert. The other operations answer without a body.
func (c *call) insertForm() (format, error) {
	if c.Op != op.InsertEntity {
		return minimalMetadata, nil
	}
	return formatOf(c.Header, c.Query)
}

// written answers a successful write: headers, status and body, if there is one.
func (c *call) written(ch *change, done *entities.Entity, form format, h http.Header) (status int, body []byte) {
	if done != nil && ch.rule.Stamped {
		header.Set(h, header.ETag, done.ETag)
	}
	header.Set(h, hDataServiceVersion, "3.0;")
	if c.Op != op.InsertEntity {
		return http.StatusNoContent, nil
	}
	at := c.Endpoint() + location(ch.table, ch.partition, ch.row)
	header.Set(h, hLocation, at)
	noContent, applied := wantsNoContent(c.Header)
	header.Set(h, hPreferenceApplied, applied)
	if noContent { // TABLE-QRY-14
		header.Set(h, hDataServiceID, at)
		return http.StatusNoContent, nil
	}
	d := c.document(form) // TABLE-QRY-13
	d.single(ch.table, done, nil)
	return http.StatusCreated, d.b
}
