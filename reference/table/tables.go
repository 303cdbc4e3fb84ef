package table

import (
	"net/http"
	"strings"
	"time"

	"ifmatch/reference/edm"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store/entities"
)

// createTable is Create Table. Tables have no ETag. // TABLE-TBL-01 TABLE-OCC-02
func createTable(c *call, w http.ResponseWriter) error {
	form, err := formatOf(c.Header, c.Query)
	if err != nil {
		return err
	}
	name, err := c.tableName()
	if err != nil {
		return err
	}
	_, err = c.store().UpdateTable(name, func(old *entities.Table, now time.Time) (*entities.Table, error) {
		switch {
		case old == nil:
		case !old.Deleted():
			return nil, errcode.New(errcode.TableAlreadyExists) // TABLE-TBL-02 TABLE-TBL-03
		case now.Before(old.DeletedAt.Add(c.Rules.Table.Limits.TablePurges)):
			return nil, errcode.New(errcode.TableBeingDeleted) // TABLE-TBL-06
		}
		return &entities.Table{Name: name}, nil
	})
	if err != nil {
		return err
	}
	h := w.Header()
	d := c.document(form)
	at := d.endpoint + "Tables('" + name + "')"
	header.Set(h, hDataServiceVersion, "3.0;")
	header.Set(h, hLocation, at)
	noContent, applied := wantsNoContent(c.Header)
	header.Set(h, hPreferenceApplied, applied)
	if noContent {
		header.Set(h, hDataServiceID, at)
		return frontend.Answer(w, http.StatusNoContent)
	}
	d.singleTable(name)
	return frontend.Send(w, http.StatusCreated, form.contentType(), d.b)
}

// tableName reads the body of Create Table.
func (c *call) tableName() (string, error) {
	body, err := c.Body(c.Rules.Table.Limits.Body)
	if err != nil {
		return "", err
	}
	members, err := parseObject(body)
	if err != nil {
		return "", err
	}
	for _, m := range members {
		if name, ok := m.value.(string); ok && m.name == "TableName" {
			if strings.EqualFold(name, "Tables") {
				return "", errcode.New(errcode.InvalidResourceName)
			}
			return name, checkTableName(name)
		}
	}
	return "", errcode.Newf(errcode.PropertiesNeedValue, "The body has no TableName.")
}

// deleteTable is Delete Table. Afterwards nothing in the table can be found, and its name stays taken for a while.
// // TABLE-TBL-05
func deleteTable(c *call, w http.ResponseWriter) error {
	missing := errcode.New(errcode.ResourceNotFound) // TABLE-TBL-08
	if c.store().Table(c.table) == nil {
		return missing
	}
	_, err := c.store().UpdateTable(c.table, func(old *entities.Table, now time.Time) (*entities.Table, error) {
		if old == nil || old.Deleted() {
			return nil, missing
		}
		return &entities.Table{Name: old.Name, DeletedAt: now}, nil
	})
	return frontend.Answered(w, http.StatusNoContent, err)
}

// queryTables is Query Tables, of all tables or of one.
func queryTables(c *call, w http.ResponseWriter) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	header.Set(w.Header(), hDataServiceVersion, "3.0;")
	d := c.document(o.form)
	if c.kind == oneTable {
		t := c.store().Table(c.table)
		if t == nil {
			return errcode.New(errcode.ResourceNotFound)
		}
		d.singleTable(t.Name)
		return frontend.Send(w, http.StatusOK, o.form.contentType(), d.b)
	}
	from, _, err := c.parseContinuation("NextTableName")
	if err != nil {
		return err
	}
	var names []string
	c.store().ListTables(from, func(t *entities.Table) bool {
		lookup := func(property string) (edm.Value, bool) { return edm.OfString(t.Name), property == "TableName" }
		if !o.filter.Match(lookup) {
			return true
		}
		if len(names) == o.page {
			header.Set(w.Header(), hNextTable, continuation(t.Name))
			return false
		}
		names = append(names, t.Name)
		return true
	})
	d.set("Tables", len(names), func(i int) { d.table(names[i]) })
	return frontend.Send(w, http.StatusOK, o.form.contentType(), d.b)
}

// singleTable writes one table as the whole document.
func (d *document) singleTable(name string) {
	d.raw("{")
	if d.form != noMetadata {
		d.textMember("odata.metadata", d.endpoint+"$metadata#Tables/@Element")
	}
	d.table(name)
	d.raw("}")
}

// table writes the members of a table.
func (d *document) table(name string) {
	if d.form == fullMetadata {
		at := "Tables('" + name + "')"
		d.textMember("odata.type", d.account+".Tables")
		d.textMember("odata.id", d.endpoint+at)
		d.textMember("odata.editLink", at)
	}
	d.textMember("TableName", name)
}

// getACL is Get Table ACL.
func getACL(c *call, w http.ResponseWriter) error {
	t := c.store().Table(c.table)
	if t == nil {
		return errcode.New(errcode.TableNotFound)
	}
	return frontend.SendPolicies(w, t.Policies)
}

// setACL is Set Table ACL. It replaces the whole list, unconditionally. // TABLE-TBL-09
func setACL(c *call, w http.ResponseWriter) error {
	policies, err := c.Policies()
	if err != nil {
		return err
	}
	if c.store().Table(c.table) == nil {
		return errcode.New(errcode.TableNotFound)
	}
	_, err = c.store().UpdateTable(c.table, func(old *entities.Table, _ time.Time) (*entities.Table, error) {
		if old == nil || old.Deleted() {
			return nil, errcode.New(errcode.TableNotFound)
		}
		next := *old
		next.Policies = policies
		return &next, nil
	})
	return frontend.Answered(w, http.StatusNoContent, err)
}
