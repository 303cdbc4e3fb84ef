package fault

import (
	"net/http"
	"slices"
	"strings"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/files"
	"ifmatch/reference/store/messages"
)

// group collects the faults of one family. The clauses of a fault are separated by spaces.
type group struct {
	family string
	faults *[]Fault
}

// as collects into the same list under the name of another family.
func (g *group) as(family string) *group { return &group{family, g.faults} }

func (g *group) add(name, sentence, at string, f Fault) {
	f.Name, f.Family, f.Sentence, f.Clauses = name, g.family, sentence, strings.Fields(at)
	*g.faults = append(*g.faults, f)
}

// by is a fault of some operations only.
func (f Fault) by(of ...op.Operation) Fault {
	f.Scope = of
	return f
}

func (g *group) rules(name, sentence, at string, alter func(*rules.Rules)) {
	g.add(name, sentence, at, Fault{Rules: alter})
}

func (g *group) gate(name, sentence, at string, before func(auth.Gate) auth.Gate) {
	g.add(name, sentence, at, Fault{Gate: before})
}

// requests adds a fault that alters requests on their way in.
func (g *group) requests(name, sentence, at string, alter func(*http.Request), of ...op.Operation) {
	g.add(name, sentence, at, Fault{Middleware: asking(of, alter)})
}

// serving adds a fault that wraps the handlers of operations.
func (g *group) serving(name, sentence, at string, m func() op.Middleware) {
	g.add(name, sentence, at, Fault{Middleware: m})
}

// knowing adds a fault that wraps the handlers of operations and can see the stored blobs.
func (g *group) knowing(name, sentence, at string, serve func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler), of ...op.Operation) {
	g.add(name, sentence, at, Fault{WithStores: knowing(of, func(s Stores, w http.ResponseWriter, r *http.Request, next http.Handler) { serve(s.Blobs, w, r, next) })})
}

// asked adds a fault that alters requests on their way in, and can see what is stored.
func (g *group) asked(name, sentence, at string, alter func(s Stores, r *http.Request), of ...op.Operation) {
	g.add(name, sentence, at, Fault{WithStores: knowing(of, func(s Stores, w http.ResponseWriter, r *http.Request, next http.Handler) {
		serveAltered(func(r *http.Request) { alter(s, r) })(w, r, next)
	})})
}

// answered adds a fault that alters answers or stored blobs before requests are answered.
func (g *group) answered(name, sentence, at string, alter func(s store.Blobs, a *held.Answer, r *http.Request), of ...op.Operation) {
	g.knowing(name, sentence, at, func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := held.By(w, r, next)
		alter(s, a, r)
		a.Send(w)
	}, of...)
}

// refuses adds a fault that answers some requests itself, with a status and perhaps a code.
func (g *group) refuses(name, sentence, at string, status int, code errcode.Code, some func(s store.Blobs, r *http.Request) bool, of ...op.Operation) {
	g.knowing(name, sentence, at, func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		if some(s, r) {
			refuse(w, status, code)
			return
		}
		next.ServeHTTP(w, r)
	}, of...)
}

// early adds a fault in which the chosen requests for some operations use the version that they found on arrival.
func (g *group) early(name, sentence, at string, chosen func(http.Header) bool, of ...op.Operation) {
	g.using(name, sentence, at, early[store.Blob]{}, chosen, of...)
}

func (g *group) blobs(name, sentence, at string, before func(store.Blobs) store.Blobs, of ...op.Operation) {
	g.add(name, sentence, at, Fault{Store: before, Scope: of})
}

func (g *group) entities(name, sentence, at string, before func(entities.Store) entities.Store, of ...op.Operation) {
	g.add(name, sentence, at, Fault{Entities: before, Scope: of})
}

func (g *group) messages(name, sentence, at string, before func(messages.Store) messages.Store, of ...op.Operation) {
	g.add(name, sentence, at, Fault{Messages: before, Scope: of})
}

// overSMB adds a fault in how SMB clients see the files of a share, and what they do to them.
func (g *group) overSMB(name, sentence, at string, before func(files.Store) files.Store) {
	g.add(name, sentence, at, Fault{Files: before, OverSMB: true})
}

func (g *group) files(name, sentence, at string, before func(files.Store) files.Store, of ...op.Operation) {
	g.add(name, sentence, at, Fault{Files: before, Scope: of})
}

// together joins the clauses of several texts, each once.
func together(texts ...string) string {
	var all []string
	for id := range strings.FieldsSeq(strings.Join(texts, " ")) {
		if !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return strings.Join(all, " ")
}
