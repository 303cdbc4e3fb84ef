package smb

import (
	"bytes"
	"context"
	"fmt"

	"ifmatch/internal/smbclient"
	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// some matches the kinds of access in a sentence.
const some = `(None|(?:Read|Write|Delete)(?:/(?:Read|Write|Delete))*)`

// Phrases are the sentences about what clients have open over SMB. They keep the last read state of a
// resource: under a share mode it may be unreadable for now.
func Phrases() []scenario.Phrase {
	const cache = `(RWH|RH|RW)`
	const with = ` over SMB for ` + some + ` and shares ` + some + `( until it deletes it on close)?`
	return []scenario.Phrase{
		{Keyword: "Given", Pattern: `{who} has the {resource}{named} open` + with, Example: `Given Bob has the file open over SMB for Write and shares None`, Read: opens(true)},
		{Keyword: "Given", Pattern: `{who} has the {resource}{named} open over SMB for ` + some + ` and shares ` + some + ` and caches ` + cache,
			Example: `Given Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches RWH`, Read: caches},
		{Keyword: "Given", Pattern: `{who} (closes|keeps silent about|writes "([^"]+)" to) the {resource}{named} when its cache breaks`,
			Example: `Given Bob closes the file when its cache breaks`, Read: answers},
		{Keyword: "Given", Pattern: `{who} watches the {resource}{named} over SMB`, Example: `Given Bob watches the directory over SMB`, Read: watches},
		{Keyword: "Given", Pattern: `{who} has locked the first (\d+) bytes of the {resource}{named} over SMB`, Example: `Given Bob has locked the first 512 bytes of the file over SMB`, Read: locks},
		{Keyword: "When", Pattern: `{who} opens the {resource}{named}` + with, Example: `When Carol opens the file over SMB for Read and shares Read/Write/Delete`, Read: opens(false)},
		{Keyword: "When", Pattern: `{who} (closes|marks for deletion|takes the mark off) the {resource}{named} over SMB`, Example: `When Bob closes the file over SMB`, Read: uses},
		{Keyword: "When", Pattern: `{who} writes "([^"]+)" to the {resource}{named} over SMB`, Example: `When Bob writes "new" to the file over SMB`, Read: writes},
		{Keyword: "When", Pattern: `the connection of {who} over SMB breaks`, Example: `When the connection of Bob over SMB breaks`, Read: breaks},
		{Keyword: "Then", Pattern: `{who} is told (ok|STATUS_[A-Z_]+) over SMB`, Example: `Then Carol is told STATUS_SHARING_VIOLATION over SMB`, Read: isTold},
		{Keyword: "Then", Pattern: `{who} is told that the cache of the {resource}{named} breaks from ` + cache + ` to (RH|RW|R|nothing)(, and was waited for)?`,
			Example: `Then Bob is told that the cache of the file breaks from RWH to RH, and was waited for`, Read: breaksTo},
		{Keyword: "Then", Pattern: `{who} is told that the cache of the {resource}{named} loses H`, Example: `Then Bob is told that the cache of the file loses H`, Read: losesHandles},
		{Keyword: "Then", Pattern: `{who} is told of no (?:further )?break of the cache of the {resource}{named}`, Example: `Then Bob is told of no break of the cache of the file`, Read: unbroken},
		{Keyword: "Then", Pattern: `{who} is told first that the {resource}{named} has changed over SMB`, Example: `Then Bob is told first that the file has changed over SMB`, Read: isShown},
		{Keyword: "Then", Pattern: `{who} reads "([^"]+)" from the {resource}{named} over SMB`, Example: `Then Bob reads "new" from the file over SMB`, Read: reads},
	}
}

func opens(setUp bool) func(s *scenario.Sentence) scenario.Body {
	return func(s *scenario.Sentence) scenario.Body {
		o := smbclient.Opening{Access: scenario.ReadAs(s, 4, smbclient.ParseKinds), Share: scenario.ReadAs(s, 5, smbclient.ParseKinds), DeleteOnClose: s.Text(6) != ""}
		return acting(s, 1, 2, 3, func(_ *scenario.World, p *person, t *scenario.Thing) error {
			err := p.open(t, o)
			if err == nil && setUp {
				err = p.needs()
			}
			return err
		})
	}
}

func locks(s *scenario.Sentence) scenario.Body {
	n := s.Count(2)
	return acting(s, 1, 3, 4, func(_ *scenario.World, p *person, t *scenario.Thing) error {
		h, err := p.held(t)
		if err != nil {
			return err
		}
		if err := p.note("lock a range", h.Lock(0, uint64(n))); err != nil {
			return err
		}
		if err := p.lacks("byte-range locks"); err != nil {
			return err
		}
		return p.needs()
	})
}

func uses(s *scenario.Sentence) scenario.Body {
	what := s.Text(2)
	return acting(s, 1, 3, 4, func(_ *scenario.World, p *person, t *scenario.Thing) error {
		h, err := p.held(t)
		if err != nil {
			return err
		}
		switch what {
		case "closes":
			delete(p.handles, t)
			err = h.Close()
		case "marks for deletion":
			err = h.SetDeletePending(true)
		default:
			err = h.SetDeletePending(false)
		}
		return p.note(what+" the "+t.Label, err)
	})
}

func writes(s *scenario.Sentence) scenario.Body {
	text := s.Text(2)
	return acting(s, 1, 3, 4, func(_ *scenario.World, p *person, t *scenario.Thing) error {
		h, err := p.held(t)
		if err != nil {
			return err
		}
		return p.note("write to the "+t.Label, h.Write([]byte(text)))
	})
}

// breaks drops a connection without closing anything first.
func breaks(s *scenario.Sentence) scenario.Body {
	who := s.Text(1)
	return func(_ context.Context, w *scenario.World) error {
		a := w.Actor(who)
		p, connected := a.Own.(*person)
		if !connected {
			return verdict.Miswritten("%s is not connected over SMB", a.Name)
		}
		p.client.Break()
		a.Own = nil
		return nil
	}
}

func isTold(s *scenario.Sentence) scenario.Body {
	who, want := s.Text(1), scenario.ReadAs(s, 2, smbclient.ParseStatus)
	return func(_ context.Context, w *scenario.World) error {
		a := w.Actor(who)
		p, connected := a.Own.(*person)
		if !connected {
			return verdict.Miswritten("%s has asked nothing over SMB yet", a.Name)
		}
		return p.judge(want)
	}
}

func reads(s *scenario.Sentence) scenario.Body {
	want := []byte(words.Unquote(s.Text(2)))
	return acting(s, 1, 3, 4, func(_ *scenario.World, p *person, t *scenario.Thing) error {
		h, err := p.held(t)
		if err != nil {
			return err
		}
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
