package smb

import (
	"context"

	"ifmatch/internal/oversmb"
	"ifmatch/steps/scenario"
)

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
