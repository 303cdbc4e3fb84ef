package blob

import (
	"context"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// signaturePhrases give clients a SAS instead of the run's credential.
func signaturePhrases() []scenario.Phrase {
	const what = `(a SAS for the container|an account SAS) that permits (read|create|write|delete|add|list)`
	return []scenario.Phrase{
		{Keyword: "Given", Pattern: `{who} holds ` + what, Example: `Given a writer holds a SAS for the container that permits create`,
			Read: func(s *scenario.Sentence) scenario.Body { return holdsPermission(s, s.Text(1), 2) }},
		{Keyword: "Given", Pattern: `every client holds ` + what, Example: `Given every client holds a SAS for the container that permits create`,
			Read: func(s *scenario.Sentence) scenario.Body { return holdsPermission(s, "", 1) }},
	}
}

// holdsPermission gives a client, or every client of a crowd if who is empty, only a SAS with one
// permission. The part of the sentence says what the SAS is for, the next part the permission, which a SAS shortens to its
// first letter.
func holdsPermission(s *scenario.Sentence, who string, part int) scenario.Body {
	account, permission := s.Text(part) == "an account SAS", s.Text(part + 1)[:1]
	s.About("container")
	return scenario.With("container", func(_ context.Context, w *scenario.World, t *scenario.Resource) error {
		sas, err := ops.ContainerSAS(w.Session, t.Address.(ops.Address).Container, permission)
		if account {
			sas, err = ops.AccountSAS(w.Session, permission)
		}
		if err != nil {
			return verdict.Blocked("sign a SAS", err)
		}
		if who != "" {
			w.Cast.Actor(who).Hold(scenario.Access{SAS: sas})
			return nil
		}
		for i := range 16 { // no more clients act at once
			w.Cast.OneOfMany("client", i).Hold(scenario.Access{SAS: sas})
		}
		return nil
	})
}
