package main

import (
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"ifmatch/reference/operation"
)

// ask sends a request of the tool's own, which changes nothing.
func (p *player) ask(method, path, query string, header ...string) Answer {
	h := http.Header{"X-Ms-Version": {latest}}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	a, _ := p.target.Send(Request{Service: p.session.Service, Method: method, Path: path, Query: query, Header: h})
	return a
}

// key names what a request is about, a snapshot apart from what it is of.
func (p *player) key(e *Exchange, r Request) string {
	q, _ := url.ParseQuery(r.Query)
	at := unescaped(r.Path)
	if p.session.Service == operation.TableService {
		if at = p.resource(e); strings.HasPrefix(at, "/Tables") {
			at = "/Tables" + p.container(e)
		}
	}
	return at + "?" + q.Get("snapshot") + q.Get("sharesnapshot")
}

func (p *player) past(key string) *history {
	if p.histories[key] == nil {
		p.histories[key] = &history{}
	}
	return p.histories[key]
}

// look looks at what a request is about, and at what that lies in.
func (p *player) look(e *Exchange, r Request) *view {
	asked := p.target.asked
	defer func() { p.target.asked = asked }()
	v := &view{history: p.past(p.key(e, r)), state: map[string]string{}, now: p.target.clock.Now(), method: r.Method, sent: e.sent()}
	at, query := r.Path, properties(r)
	if p.session.Service == operation.TableService {
		at = p.entity(e, r)
	}
	if path.Base(at) != "messages" {
		p.lookAt(v, at, query)
	}
	p.around(v, at, query)
	p.contents(v, at, query)
	if in := path.Base(at); path.Base(path.Dir(at)) == "messages" {
		p.message(v, path.Dir(at), in)
	}
	return v
}

// lookAt fills in what a resource's own properties show.
func (p *player) lookAt(v *view, at, query string) {
	method := http.MethodHead
	if p.session.Service == operation.TableService || strings.Contains(query, "comp=") {
		method = http.MethodGet
	}
	a := p.ask(method, at, query)
	if p.session.Service == operation.FileService && a.Status == http.StatusNotFound && !strings.Contains(query, "restype=") {
		if d := p.ask(method, at, query+"&restype=directory"); d.Status < 300 {
			a, v.state["its kind"] = d, "directory"
		}
	}
	v.header = a.Header
	v.state["exists"] = exists(a)
	if a.Status >= 300 {
		v.gone(strings.Count(at, "/") == 1 && !strings.Contains(at, "(P") || strings.HasPrefix(at, "/Tables"))
	} else {
		v.tags = appendNew(v.tags, a.Header.Get("etag"))
		v.modified, _ = http.ParseTime(a.Header.Get("last-modified"))
		for name, values := range a.Header {
			name = strings.ToLower(name)
			if r := ruleOf("state", name); r.where != "" && matches(r.of, values[0]) {
				v.state["its "+strings.TrimPrefix(name, "x-ms-")], _ = relations[r.relation](v, values[0], "")
			}
		}
	}
	v.meets = func(tags string) bool { return p.ask(method, at, query, "x-ms-if-tags", tags).Status < 300 }
	if p.session.Service != operation.BlobService || strings.Contains(query, "restype=") || strings.Contains(query, "snapshot=") {
		return
	}
	if list := p.ask(http.MethodGet, at, "comp=blocklist&blocklisttype=all"); list.Status < 300 {
		v.blocks = list.Body
		if _, some, _ := strings.Cut(string(list.Body), "<UncommittedBlocks><"); strings.HasPrefix(some, "Block") {
			v.state["uncommitted blocks"] = "yes"
		}
	}
}

// gone tells of what is not there how it went. Only of what holds others the name stays taken for a while.
func (v *view) gone(holds bool) {
	if len(v.leases) > 0 {
		v.state["was leased"] = "yes"
	}
	switch passed := v.now.Sub(v.deleted); {
	case v.deleted.IsZero() || !holds:
	case passed < time.Second:
		v.state["was deleted"] = "this second"
	case passed < deletion:
		v.state["was deleted"] = "lately"
	default:
		v.state["was deleted"] = "long ago"
	}
}

// deletion is how long the name of what was deleted stays taken, at least.
const deletion = 30 * time.Second

// exists is the word for whether a resource is there.
func exists(a Answer) string {
	if a.Status < 300 {
		return "yes"
	}
	return orElse(a.Code(), "no")
}

// properties is the query that shows the properties of what a request is about.
func properties(r Request) string {
	q, _ := url.ParseQuery(r.Query)
	shows := url.Values{}
	for _, name := range []string{"restype", "snapshot", "sharesnapshot"} {
		if q.Has(name) {
			shows.Set(name, q.Get(name))
		}
	}
	switch {
	case r.Service == operation.QueueService && r.Path != "/":
		shows.Set("comp", "metadata")
	case r.Path == "/" && q.Get("restype") != "account":
		shows.Set("restype", "service")
	}
	return shows.Encode()
}

// entity is the path at which the entity or the table that a request is about can be read.
func (p *player) entity(e *Exchange, r Request) string {
	at := p.resource(e)
	parts := strings.SplitN(strings.TrimPrefix(at, "/"), "/", 3)
	escape := func(key string) string { return url.PathEscape(strings.ReplaceAll(key, "'", "''")) }
	switch {
	case len(parts) == 3:
		return "/" + parts[0] + "(PartitionKey='" + escape(parts[1]) + "',RowKey='" + escape(parts[2]) + "')"
	case strings.HasPrefix(at, "/Tables"):
		return "/Tables('" + strings.TrimPrefix(p.container(e), "/") + "')"
	}
	return r.Path
}

// around fills in the state of what a resource lies in.
func (p *player) around(v *view, at, query string) {
	outer := "/" + strings.Split(strings.Trim(at, "/"), "/")[0]
	var a Answer
	switch {
	case at == "/" || strings.Contains(query, "restype=container"), strings.Contains(query, "restype=share"), strings.HasPrefix(at, "/Tables"):
		return
	case p.session.Service == operation.BlobService:
		a = p.ask(http.MethodHead, outer, "restype=container")
	case p.session.Service == operation.FileService:
		a = p.ask(http.MethodHead, outer, "restype=share")
		if dir := path.Dir(at); dir != outer && a.Status < 300 {
			a = p.ask(http.MethodHead, dir, "restype=directory")
		}
	case p.session.Service == operation.TableService:
		table, _, _ := strings.Cut(outer, "(")
		a = p.ask(http.MethodGet, "/Tables('"+strings.TrimPrefix(table, "/")+"')", "")
	case at != outer:
		a = p.ask(http.MethodGet, outer, "comp=metadata")
	default:
		return
	}
	v.state["what it is in exists"] = exists(a)
	if h := p.histories[unescaped(outer)+"?"]; h != nil && !h.deleted.IsZero() && a.Status >= 300 {
		v.state["what it is in was deleted"] = "yes"
	}
	if lease := a.Header.Get("x-ms-lease-state"); lease != "" && lease != "available" {
		v.state["what it is in is"] = lease
	}
}

// contents fills in what would go with a resource that is deleted: its snapshots, with their leases, or its entries.
func (p *player) contents(v *view, at, query string) {
	outer, name, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/")
	states := map[string]bool{}
	switch {
	case p.session.Service == operation.BlobService && name != "":
		list := p.ask(http.MethodGet, "/"+outer, "restype=container&comp=list&include=snapshots&prefix="+url.QueryEscape(unescaped(name)))
		for _, l := range Leaves(list.Body) {
			if l.Name == "Snapshot" {
				states["yes"] = true
			}
		}
	case strings.Contains(query, "restype=share"):
		list := p.ask(http.MethodGet, "/", "comp=list&include=snapshots&prefix="+outer)
		of := ""
		for _, l := range Leaves(list.Body) {
			switch entry := path.Dir(l.Path); {
			case l.Name == "Snapshot":
				of, states["yes"] = entry, true
			case l.Name == "LeaseState" && of != "" && strings.HasPrefix(l.Path, of+"/"):
				states[l.Value] = true
			}
		}
	case strings.Contains(query, "restype=directory"):
		if list := p.ask(http.MethodGet, at, "restype=directory&comp=list"); strings.Contains(string(list.Body), "<Name>") {
			states["entries"] = true
		}
	}
	if len(states) > 0 {
		v.state["what goes with it"] = strings.Join(sortedKeys(states), ", ")
	}
}

// message fills in the state of a message.
func (p *player) message(v *view, at, id string) {
	state := "hidden"
	for _, l := range Leaves(p.ask(http.MethodGet, at, "peekonly=true&numofmessages=32").Body) {
		if l.Name == "MessageId" && l.Value == unescaped(id) {
			state = "visible"
		}
	}
	if state == "hidden" && (!v.deleted.IsZero() || len(v.receipts) == 0) {
		state = "absent"
	}
	v.state["exists"] = state
	v.state["was retrieved"] = map[bool]string{true: "yes", false: "no"}[v.retrieved]
	v.state["its id is"] = map[bool]string{true: "well-formed", false: "malformed"}[guidForm.MatchString(strings.ToLower(id))]
}

func unescaped(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}

// source looks at what a request copies from. It reports false if that is in no account of the session.
func (p *player) source(e *Exchange, r Request) (*view, bool) {
	u := sourceOf(e)
	if u == nil {
		return nil, true
	}
	if !strings.HasPrefix(u.Host, account+"."+string(r.Service)) {
		return nil, false
	}
	from := Exchange{Method: http.MethodGet, Path: u.EscapedPath(), Query: u.RawQuery}
	if strings.Contains(r.Query, "restype=directory") {
		from.Query = "restype=directory"
	}
	v := p.look(&from, Request{Service: r.Service, Method: http.MethodGet, Path: p.bound.In(from.Path), Query: p.bound.In(from.Query)})
	return v, true
}

// lose notes that something was deleted, and all messages with the way to them.
func (p *player) lose(key string) {
	p.past(key).deleted = p.target.clock.Now()
	for inner, h := range p.histories {
		if strings.HasPrefix(inner, strings.TrimSuffix(key, "?")+"/") && p.session.Service == operation.QueueService {
			h.deleted = p.target.clock.Now()
		}
	}
}

// remember keeps what an answer gives out.
func (p *player) remember(m *Replayed) {
	e, a := m.Exchange, m.Answer
	if a.Status >= 300 {
		return
	}
	own := p.past(p.key(e, m.Request))
	if e.Method == http.MethodDelete {
		p.lose(p.key(e, m.Request))
	}
	own.tags = appendNew(own.tags, a.Header.Get("etag"))
	own.receipts = appendNew(own.receipts, a.Header.Get("x-ms-popreceipt"))
	if strings.Contains(m.Request.Query, "comp=lease") {
		own.leases = appendNew(own.leases, strings.ToLower(a.Header.Get("x-ms-lease-id")))
	}
	if p.session.Service != operation.QueueService {
		return
	}
	id := ""
	for _, l := range Leaves(a.Body) {
		switch l.Name {
		case "MessageId":
			id = l.Value
		case "PopReceipt":
			of := p.past(unescaped(m.Request.Path) + "/" + id + "?")
			of.receipts = appendNew(of.receipts, l.Value)
			of.retrieved = of.retrieved || e.Method == http.MethodGet
		}
	}
}
