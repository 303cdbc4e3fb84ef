package fault

import (
	"net/http"
	"strings"

	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// reach are faults of servers that apply a change, a lock or a time to more than it is about.
func reach(g *group) {
	g.knowing("copy-shares-content", "A copy of a blob shares the content of its source, and later writes into the source change it, too.", "BLOB-COPY-15 BLOB-PAIR-07", func(s store.Blobs, w http.ResponseWriter, r *http.Request, next http.Handler) {
		a := held.By(w, r, next)
		defer a.Send(w)
		container, blob, ok := addressed(r.URL.Path)
		source := standing(s, r)
		if !ok || a.Status != http.StatusCreated || source == nil {
			return
		}
		for _, name := range copiesOf(s, container, "/"+container+"/"+blob) {
			_, _ = s.UpdateBlob(container, name, func(old *store.Blob, _ store.Moment) (*store.Blob, error) {
				shared := *old
				shared.Content = source.Content
				return &shared, nil
			})
		}
	}, op.PutPage, op.AppendBlock, op.PutBlockList)
}

// copiesOf are the names of the blobs of a container that were copied from an address, which is a path in the account.
func copiesOf(s store.Blobs, container, path string) (names []string) {
	_ = s.List(container, "", func(name string, b *store.Blob) bool {
		if b.Copy != nil && strings.HasSuffix(b.Copy.Source, path) {
			names = append(names, name)
		}
		return true
	})
	return names
}
