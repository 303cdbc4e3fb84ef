package main

import (
	"net/http"
	"strings"
)

// Some tests find a container, a share or a file that they did not record the making of. What the recording takes for
// granted is made when the target says that it is missing, provided that no earlier exchange has named it.

// setUp makes what is missing for an exchange. It reports whether it made something, so that the request is worth
// another try.
func (p *player) setUp(e *Exchange, got Answer) bool {
	if got.Status != http.StatusNotFound || e.Status == http.StatusNotFound {
		return false
	}
	at, query := p.resource(e), e.Query
	outside := got.Code() == "ContainerNotFound" || got.Code() == "ShareNotFound"
	switch u := sourceOf(e); {
	case u != nil && !p.named(u.Path) && !outside:
		at, query = u.Path, u.RawQuery
	case p.named(top(at)) && (at == top(at) || p.named(at)), e.Method == http.MethodDelete && at == top(at):
		return false
	}
	made := false
	for _, r := range granted(p.session.Service, e, at, query) {
		a, err := p.target.Send(r)
		made = made || err == nil && a.Status < http.StatusMultipleChoices
	}
	p.inferred = p.inferred || made
	return made
}

// named reports whether an earlier exchange has been about a path.
func (p *player) named(path string) bool { return p.names[path] }

// name remembers what an exchange was about.
func (p *player) name(e *Exchange) {
	p.names[p.resource(e)], p.names[p.container(e)] = true, true
	if u := sourceOf(e); u != nil {
		p.names[u.Path] = true
	}
}

// leftover reports whether an exchange tells of what an earlier test left in the account: it is about a container,
// share, queue or table that this session has not named before, and that was there, or just deleted.
func (p *player) leftover(e *Exchange, got Answer) bool {
	at := p.container(e)
	creates := e.Status == http.StatusCreated && p.resource(e) == at
	switch {
	case creates:
		delete(p.foreign, at)
		return false
	case p.foreign[at]:
		return true
	case p.made[at] && e.Status >= 400 && got.Status < 300: // leases are not in every list
		p.foreign[at] = true
		return true
	case p.named(at):
		return false
	}
	exists := strings.HasSuffix(e.ErrorCode(), "AlreadyExists") || strings.HasSuffix(e.ErrorCode(), "BeingDeleted")
	deletes := e.Method == http.MethodDelete && e.Status != http.StatusNotFound
	p.foreign[at] = deletes && got.Status == http.StatusNotFound
	return exists && got.Status < 300 || p.foreign[at]
}

// container is the container, share, queue or table that an exchange is about.
func (p *player) container(e *Exchange) string {
	at := p.resource(e)
	if at == "/Tables" {
		for _, l := range Leaves(e.sent()) {
			if l.Name == "TableName" {
				return "/" + l.Value
			}
		}
	}
	if name, ok := strings.CutPrefix(at, "/Tables('"); ok {
		return "/" + strings.TrimSuffix(name, "')")
	}
	return top(at)
}
