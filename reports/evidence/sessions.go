package evidence

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports"
)

// Session is what one case and one service said to each other: the form in which recordings of
// Azure Storage are kept. Names of headers are in lower case.
type Session struct {
	Session   string     `json:"session"` // the id of the case
	Service   string     `json:"service"`
	Exchanges []Recorded `json:"exchanges"`
}

// Recorded is one request and its answer.
type Recorded struct {
	Second       int64             `json:"t"` // of the answer's Date, in Unix time
	Step         string            `json:"step"`
	Method       string            `json:"method"`
	Path         string            `json:"path"` // within the account, escaped
	Query        string            `json:"query"`
	Header       map[string]string `json:"header"`
	Body         any               `json:"body"` // a text, or {"len": n}; null: none
	Status       int               `json:"status"`
	AnswerHeader map[string]string `json:"answerHeader"`
	Answer       any               `json:"answer"`
}

// WriteSessions renders the exchanges of all cases, one session a line: the form of recordings, which
// make recordings plays. It leaves out the cases that used a SAS or no credential, and those with an
// exchange that got no answer: nobody could play them.
func WriteSessions(w io.Writer, r reports.Run) error {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	for _, s := range r.Scenarios {
		s, err := s.Unpacked()
		if err != nil {
			return err
		}
		all, err := sessions(s, r.Target)
		if err != nil {
			return fmt.Errorf("write the session %s: %w", s.ID, err)
		}
		for _, session := range all {
			if err := lines.Encode(session); err != nil {
				return fmt.Errorf("write the session %s: %w", s.ID, err)
			}
		}
	}
	return nil
}

// sessions are those of a case, one for each service that it used.
func sessions(s reports.Scenario, t reports.Target) (list []Session, err error) {
	for _, x := range s.Exchanges {
		u, err := url.Parse(x.URL)
		if err != nil || !repeatable(x, u) {
			return nil, err
		}
		service, address := at(u, t, s.Service)
		others := t
		others.Endpoints = maps.Clone(t.Endpoints)
		delete(others.Endpoints, service)
		account := "storagename." + service + ".core.windows.net"
		one := new(File).taken(x, anonymous(others, u.Scheme+"://"+address, "https://"+account, address, account).Replace)
		if err := secretless(one); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(list, func(have Session) bool { return have.Service == service })
		if i < 0 {
			i, list = len(list), append(list, Session{Session: s.ID, Service: service})
		}
		list[i].Exchanges = append(list[i].Exchanges, recorded(one, x))
	}
	return list, nil
}

// repeatable reports whether others can send a request again: it got an answer, and the account's
// own key or token signed it.
func repeatable(x reports.Exchange, u *url.URL) bool {
	signed := slices.ContainsFunc(x.RequestHeader, func(h reports.Header) bool { return strings.EqualFold(h.Name, "Authorization") })
	return signed && x.Error == "" && x.Status > 0 && !u.Query().Has("sig")
}

// at is the service that a request was for, and the address of the account there, without the scheme.
// On an emulator the name of the account is the beginning of the path.
func at(u *url.URL, t reports.Target, service string) (name, address string) {
	address = u.Host
	if strings.HasPrefix(u.Path, "/"+t.Account+"/") {
		address += "/" + t.Account
	}
	for name, endpoint := range t.Endpoints {
		if strings.TrimSuffix(endpoint, "/") == u.Scheme+"://"+address {
			service = name
		}
	}
	return service, address
}

// recorded is an exchange without names, in the form of recordings; x is the exchange as it was.
func recorded(one, x reports.Exchange) Recorded {
	_, rest, _ := strings.Cut(one.URL, "://")
	target := rest[strings.Index(rest, "/"):]
	path, query, _ := strings.Cut(target, "?")
	out := Recorded{Step: x.Step, Method: x.Method, Path: path, Query: query, Header: headers(one.RequestHeader),
		Body: body(one.RequestBody), Status: x.Status, AnswerHeader: headers(one.ResponseHeader), Answer: body(one.ResponseBody)}
	for _, h := range x.ResponseHeader {
		if date, err := http.ParseTime(h.Value); strings.EqualFold(h.Name, "Date") && err == nil {
			out.Second = date.Unix()
		}
	}
	return out
}

// fleeting are headers that no two exchanges have in common, or that t says.
var fleeting = []string{"date", "x-ms-date", "x-ms-request-id"}

func headers(list []reports.Header) map[string]string {
	out := map[string]string{}
	for _, h := range list {
		if name := strings.ToLower(h.Name); !slices.Contains(fleeting, name) {
			out[name] = h.Value
		}
	}
	return out
}

// shortened are bodies of which the result kept only a part.
var shortened = regexp.MustCompile(`\((\d+) bytes(?: in all|, not text)\)$`)

// body is a text, its length where the result has not all of it, or nothing.
func body(text string) any {
	if m := shortened.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return map[string]int{"len": n}
	}
	if text == "" {
		return nil
	}
	return text
}
