package table

import (
	"ifmatch/reference/edm"
	"ifmatch/reference/store/entities"
)

// document is a JSON document under construction.
type document struct {
	form     format
	endpoint string // of the service, with a trailing slash
	account  string
	b        []byte
}

func (c *call) document(f format) document {
	return document{form: f, endpoint: c.Endpoint(), account: c.Account}
}

func (d *document) raw(s string) { d.b = append(d.b, s...) }

func (d *document) text(s string) { d.b = edm.AppendString(d.b, s) }

// member begins a member of an object.
func (d *document) member(name string) {
	if d.b[len(d.b)-1] != '{' {
		d.raw(",")
	}
	d.text(name)
	d.raw(":")
}

func (d *document) textMember(name, value string) {
	d.member(name)
	d.text(value)
}

// single writes one entity as the whole document.
func (d *document) single(table string, e *entities.Entity, selected []string) {
	d.raw("{")
	if d.form != noMetadata {
		d.textMember("odata.metadata", d.endpoint+"$metadata#"+table+"/@Element")
	}
	d.entity(table, e, selected)
	d.raw("}")
}

// set writes a list as the whole document: n items, each by one call.
func (d *document) set(of string, n int, item func(i int)) {
	d.raw("{")
	if d.form != noMetadata {
		d.textMember("odata.metadata", d.endpoint+"$metadata#"+of)
	}
	d.member("value")
	d.raw("[")
	for i := range n {
		if i > 0 {
			d.raw(",")
		}
		d.raw("{")
		item(i)
		d.raw("}")
	}
	d.raw("]}")
}

// entity writes the selected members of an entity, or all members if selected is nil.
func (d *document) entity(table string, e *entities.Entity, selected []string) {
	if d.form == fullMetadata {
		at := location(table, e.Partition, e.Row)
		d.textMember("odata.type", d.account+"."+table)
		d.textMember("odata.id", d.endpoint+at)
		d.textMember("odata.etag", e.ETag)
		d.textMember("odata.editLink", at)
	} else if d.form == minimalMetadata { // TABLE-QRY-02 TABLE-QRY-03 TABLE-QRY-04 TABLE-ETAG-07
		d.textMember("odata.etag", e.ETag)
	}
	if selected == nil {
		d.textMember("PartitionKey", e.Partition)
		d.textMember("RowKey", e.Row)
		d.property("Timestamp", edm.OfTime(e.Timestamp)) // TABLE-ETAG-03
		for _, p := range e.Properties {
			d.property(p.Name, p.Value)
		}
		return
	}
	for _, name := range selected {
		v, _ := e.Property(name)
		d.property(name, v) // null if the entity has no such property
	}
}

func (d *document) property(name string, v edm.Value) {
	annotated := d.form != noMetadata && v.Annotated()
	if name == "Timestamp" {
		annotated = d.form == fullMetadata // every entity has a Timestamp, so its type is known
	}
	if annotated {
		d.textMember(name+"@odata.type", v.Type().String())
	}
	d.member(name)
	d.b = v.AppendJSON(d.b)
}
