package main

import (
	"net/http"
	"strings"

	"ifmatch/reference/fault"
)

// Play plays a session against a fresh server and shows each exchange to an observer.
func Play(s *Session, kept map[string]bool, reasons Reasons, faults []fault.Fault, observe func(*Replayed)) error {
	p := &player{session: s, reasons: reasons, kept: kept, bound: newBindings(), names: map[string]bool{}, histories: map[string]*history{}, foreign: map[string]bool{}, made: map[string]bool{}}
	p.target = newTarget(s.Exchanges[0].Second, faults)
	for i := range s.Exchanges {
		m := &Replayed{Session: s, Index: i, Exchange: &s.Exchanges[i]}
		if err := p.play(m); err != nil {
			return err
		}
		observe(m)
	}
	return nil
}

// play plays one exchange.
func (p *player) play(m *Replayed) error {
	e := m.Exchange
	m.Request = p.request(e)
	if p.unplayable != "" || p.diverged != nil {
		m.Unplayable, m.Differences = p.unplayable, p.diverged
		return nil
	}
	p.target.advanceTo(e.Second)
	p.target.server.HoldCopies(e.AnswerHeader["x-ms-copy-status"] == "pending")
	p.furnish(e)
	for try := 0; ; try++ {
		if !e.Beside {
			m.Coordinates = p.coordinates(e, m.Request)
		}
		var err error
		if m.Answer, err = p.target.Send(m.Request); err != nil {
			return err
		}
		if try == 3 || !p.setUp(e, m.Answer) {
			break
		}
	}
	m.situate()
	p.judge(m)
	p.remember(m)
	p.bind(e, m.Answer)
	p.name(e)
	return nil
}

// judge compares the answers of an exchange, and decides whether what follows can be compared.
func (p *player) judge(m *Replayed) {
	e := m.Exchange
	writes := e.Method != http.MethodGet && e.Method != http.MethodHead
	if m.Unplayable = p.cannot(m); m.Unplayable != "" {
		if writes && m.Unplayable != leftovers && e.Path != "/" { // settings of the account change nothing else
			p.unplayable = m.Unplayable
		}
		return
	}
	for _, d := range p.compare(e, m.Answer) {
		if !p.reasons.Accepts(m, d) {
			m.Differences = append(m.Differences, d)
		}
	}
	if writes && (e.Status < 300) != (m.Answer.Status < 300) {
		p.diverged = []Difference{{"earlier", m.Differences[0].Recorded, m.Differences[0].Got}}
	}
}

// cannot says why an exchange cannot be compared.
func (p *player) cannot(m *Replayed) string {
	if m.Answer.Status == http.StatusNotImplemented && m.Exchange.Status != http.StatusNotImplemented {
		return "not offered: " + m.Answer.Operation.String()
	}
	if p.leftover(m.Exchange, m.Answer) {
		if strings.HasSuffix(m.Exchange.ErrorCode(), "BeingDeleted") {
			p.forget(m)
		}
		return leftovers
	}
	return p.reasons.Unplayable(m)
}

// forget deletes again what the recording shows as being deleted.
func (p *player) forget(m *Replayed) {
	r := m.Request
	r.Method, r.Body = http.MethodDelete, nil
	if a, err := p.target.Send(r); err == nil && a.Status < http.StatusMultipleChoices {
		p.lose(p.key(m.Exchange, r))
	}
}

const leftovers = "leftovers of earlier tests in the account"
