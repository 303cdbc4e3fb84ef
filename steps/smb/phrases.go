package smb

import (
	"bytes"
	"context"
	"fmt"

	"ifmatch/internal/oversmb"
	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Phrases are the sentences about what clients have open over SMB. They keep the last read state of a
// resource: under a share mode it may be unreadable for now.
func Phrases() []scenario.Phrase {
	const cache = `(RWH|RH|RW)`
	const with = ` over SMB for ` + some + ` and shares ` + some + `( and deletes it on close)?`
	return []scenario.Phrase{
		{Keyword: "Given", Pattern: `{who} has the {resource}{named} open` + with, Example: `Given Bob has the file open over SMB for Write and shares None`, Read: opens},
		{Keyword: "Given", Pattern: `{who} has the {resource}{named} open over SMB for ` + some + ` and shares ` + some + ` and caches ` + cache,
			Example: `Given Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches RWH`, Read: caches},
		{Keyword: "Given", Pattern: `{who} (closes|does nothing with|writes "([^"]+)" to) the {resource}{named} when its oplock breaks`,
			Example: `Given Bob closes the file when its oplock breaks`, Read: answers},
		{Keyword: "Given", Pattern: `{who} watches the {resource}{named} over SMB`, Example: `Given Bob watches the directory over SMB`, Read: watches},
		{Keyword: "Given", Pattern: `{who} has locked the first (\d+) bytes? of the {resource}{named} over SMB`, Example: `Given Bob has locked the first 512 bytes of the file over SMB`, Read: locks},
		{Keyword: "Given", Pattern: `{who} has marked the {resource}{named} for deletion over SMB`, Example: `Given Bob has marked the file for deletion over SMB`, Read: marks},
		{Keyword: "When", Pattern: `{who} creates the {resource}{named} over SMB`, Example: `When Bob creates the file over SMB`, Read: creates},
		{Keyword: "When", Pattern: `{who} renames the {resource}{named} to the {resource}{named} over SMB`, Example: `When Bob renames the file "source" to the file over SMB`, Read: renames},
		{Keyword: "When", Pattern: `{who} opens the {resource}{named}` + with, Example: `When Carol opens the file over SMB for Read and shares Read/Write/Delete`, Read: opens},
		{Keyword: "When", Pattern: `{who} (closes|clears the deletion mark of) the {resource}{named} over SMB`, Example: `When Bob closes the file over SMB`, Read: uses},
		{Keyword: "When", Pattern: `{who} marks the {resource}{named} for deletion over SMB`, Example: `When Bob marks the file for deletion over SMB`, Read: marks},
		{Keyword: "When", Pattern: `{who} writes "([^"]+)" to the {resource}{named} over SMB`, Example: `When Bob writes "new" to the file over SMB`, Read: writes},
		{Keyword: "When", Pattern: `{who}'s SMB connection drops`, Example: `When Bob's SMB connection drops`, Read: breaks},
		{Keyword: "Then", Pattern: `{who} gets (ok|STATUS_[A-Z_]+) over SMB`, Example: `Then Carol gets STATUS_SHARING_VIOLATION over SMB`, Read: getsOverSMB},
		{Keyword: "Then", Pattern: `exactly (\d+) gets ok over SMB and the rest (STATUS_[A-Z_]+)`, Example: `Then exactly 1 gets ok over SMB and the rest STATUS_SHARING_VIOLATION`, Read: exactly},
		{Keyword: "Then", Pattern: `{who}'s oplock on the {resource}{named} breaks from ` + cache + ` to (RH|RW|R|nothing)(, and the service waits for the acknowledgment)?`,
			Example: `Then Bob's oplock on the file breaks from RWH to RH, and the service waits for the acknowledgment`, Read: breaksTo},
		{Keyword: "Then", Pattern: `{who}'s oplock on the {resource}{named} loses H`, Example: `Then Bob's oplock on the file loses H`, Read: losesHandles},
		{Keyword: "Then", Pattern: `{who}'s oplock on the {resource}{named} does not break(?: again)?`, Example: `Then Bob's oplock on the file does not break`, Read: unbroken},
		{Keyword: "Then", Pattern: `{who}'s first notification over SMB is about the {resource}{named}`, Example: `Then Bob's first notification over SMB is about the file`, Read: isShown},
		{Keyword: "Then", Pattern: `{who} reads "([^"]+)" from the {resource}{named} over SMB`, Example: `Then Bob reads "new" from the file over SMB`, Read: reads},
	}
}

func opens(s *scenario.Sentence) scenario.Body {
	o := oversmb.Opening{Access: scenario.ReadAs(s, 4, oversmb.ParseKinds), Share: scenario.ReadAs(s, 5, oversmb.ParseKinds), DeleteOnClose: s.Text(6) != ""}
	return acting(s, 1, 2, 3, func(_ context.Context, _ *scenario.World, p *person, t *scenario.Resource) error { return p.open(t, o) })
}

// all is a share mode that hinders no other client.
const all = oversmb.Read | oversmb.Write | oversmb.Delete

// creates makes a new file, and leaves it open.
func creates(s *scenario.Sentence) scenario.Body {
	return acting(s, 1, 2, 3, func(_ context.Context, _ *scenario.World, p *person, t *scenario.Resource) error {
		return p.open(t, oversmb.Opening{Access: oversmb.Read | oversmb.Write, Share: all, Create: true})
	})
}

// renames gives a file the path of another resource, on a handle that is open only for this.
func renames(s *scenario.Sentence) scenario.Body {
	to := s.Label(4, 5)
	return acting(s, 1, 2, 3, func(_ context.Context, w *scenario.World, p *person, t *scenario.Resource) error {
		target, err := w.Resources.Named(to)
		if err != nil {
			return err
		}
		_, path, _ := target.Address.(Located).OnSMB()
		if h := p.handles[t]; h != nil { // the one that it holds, which stays open under the new name
			delete(p.handles, t)
			p.handles[target] = h
			return p.note("rename the "+t.Label+" to the "+target.Label, h.Rename(path))
		}
		if err := p.open(t, oversmb.Opening{Access: oversmb.Delete, Share: all}); err != nil || p.told != 0 {
			return err
		}
		h := p.handles[t]
		delete(p.handles, t)
		renamed := h.Rename(path)
		if err := h.Close(); renamed == nil {
			renamed = err
		}
		return p.note("rename the "+t.Label+" to the "+target.Label, renamed)
	})
}

func locks(s *scenario.Sentence) scenario.Body {
	n := s.Count(2)
	return holding(s, 3, 4, func(p *person, t *scenario.Resource, h oversmb.Handle) error {
		if err := p.note("lock a range", h.Lock(0, uint64(n))); err != nil {
			return err
		}
		return p.lacks("byte-range locks")
	})
}

func uses(s *scenario.Sentence) scenario.Body {
	what := s.Text(2)
	return holding(s, 3, 4, func(p *person, t *scenario.Resource, h oversmb.Handle) error {
		var err error
		if what == "closes" {
			delete(p.handles, t)
			err = h.Close()
		} else {
			err = h.SetDeletePending(false)
		}
		return p.note(what+" the "+t.Label, err)
	})
}

func marks(s *scenario.Sentence) scenario.Body {
	return holding(s, 2, 3, func(p *person, t *scenario.Resource, h oversmb.Handle) error {
		return p.note("mark the "+t.Label+" for deletion", h.SetDeletePending(true))
	})
}

func writes(s *scenario.Sentence) scenario.Body {
	text := s.Text(2)
	return holding(s, 3, 4, func(p *person, t *scenario.Resource, h oversmb.Handle) error {
		return p.note("write to the "+t.Label, h.Write([]byte(text)))
	})
}

// breaks drops a connection without closing anything first.
func breaks(s *scenario.Sentence) scenario.Body {
	return connected(s, func(a *scenario.Actor, p *person) error {
		p.client.Break()
		a.Own = nil
		return nil
	})
}

func getsOverSMB(s *scenario.Sentence) scenario.Body {
	want := scenario.ReadAs(s, 2, oversmb.ParseStatus)
	return connected(s, func(_ *scenario.Actor, p *person) error { return p.judge(want) })
}

func reads(s *scenario.Sentence) scenario.Body {
	want := []byte(words.Unquote(s.Text(2)))
	return holding(s, 3, 4, func(p *person, t *scenario.Resource, h oversmb.Handle) error {
		got, err := h.Read(len(want))
		if err := p.note("read the "+t.Label, err); err != nil {
			return err
		}
		if err := p.judge(0); err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			return verdict.In(verdict.Failed("SMB shows different content", fmt.Sprintf("%q", want), fmt.Sprintf("%q", got)), reports.InEffect, "SMB", "content")
		}
		return nil
	})
}
