package fault

import (
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/messages"
)

// likeness is how a careless server mixes up two names, which are paths below the account.
type likeness struct {
	name, sentence string
	same           func(a, b string) bool
}

var (
	noCase    = likeness{"case", "whose name differs only in case", strings.EqualFold}
	beginning = likeness{"beginning", "whose name begins alike", func(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }}
	lastName  = likeness{"last-name", "whose last name is the same", func(a, b string) bool { return path.Base(a) == path.Base(b) }}
)

// names returns servers that find a guard by a part of the name, by another form of it, or by its spelling.
func names(g *group) {
	for l, at := range map[*likeness]string{&noCase: "BLOB-NAME-02", &beginning: "BLOB-NAME-01", &lastName: "BLOB-NAME-01"} {
		g.serving("blob-lease-covers-same-"+l.name, "The lease of a blob also covers a blob "+l.sentence+".", at, l.leases(op.LeaseBlobAcquire, op.LeaseBlobRelease, writesOfBlobs...))
		g.answered("blob-etag-shared-by-same-"+l.name, "A write of a blob also gives a new ETag to a blob "+l.sentence+".", at, l.alters(func(old *store.Blob, at store.Moment) (*store.Blob, error) {
			return changed(old, func(next *store.Blob) { next.Stamp = at.Stamp() }), nil
		}), writesOfBlobs...)
		g.refuses("blob-created-once-per-same-"+l.name, "A create under If-None-Match: * is refused while there is a blob "+l.sentence+".", at, http.StatusConflict, errcode.BlobAlreadyExists, func(s store.Blobs, r *http.Request) bool {
			return r.Header.Get("If-None-Match") == "*" && len(l.others(s, r)) > 0
		}, op.PutBlob)
	}
	g.serving("container-lease-covers-same-beginning", "The lease of a container also covers a container whose name begins alike.", "CONT-NAME-01", beginning.leases(op.LeaseContainerAcquire, op.LeaseContainerRelease, op.DeleteContainer))
	g.answered("container-deletion-covers-same-beginning", "Delete Container also deletes the blobs of a container whose name begins alike.", "CONT-NAME-02", beginning.alters(func(*store.Blob, store.Moment) (*store.Blob, error) { return nil, nil }), op.DeleteContainer)
	g.serving("file-lease-covers-same-last-name", "The lease of a file also covers a file of the same name elsewhere.", "FILE-NAME-01", lastName.leases(op.LeaseFileAcquire, op.LeaseFileRelease, op.CreateFile, op.DeleteFile, op.PutRange, op.SetFileMetadata))
	g.serving("share-lease-covers-same-beginning", "The lease of a share also covers a share whose name begins alike.", "FILE-NAME-02", beginning.leases(op.LeaseShareAcquire, op.LeaseShareRelease, op.DeleteShare))
	g.messages("clear-messages-covers-same-beginning", "Clear Messages also clears a queue whose name begins alike.", "QUEUE-NAME-01", func(s messages.Store) messages.Store { return clearingAlike{s} })
	g.entities("entity-etag-shared-by-same-row", "A write of an entity also gives a new ETag to an entity of the same RowKey in another partition.", "TABLE-NAME-01", restamping(func(_, row, _, other string) bool { return row == other }))
	g.entities("entity-etag-shared-by-joined-keys", "A write of an entity also gives a new ETag to an entity whose keys, joined, are the same.", "TABLE-NAME-01", restamping(func(key, row, key2, row2 string) bool { return key+row == key2+row2 }))
	g.entities("entity-etag-shared-by-case", "A write of an entity also gives a new ETag to an entity whose keys differ only in case.", "TABLE-NAME-02", restamping(func(key, row, key2, row2 string) bool {
		return strings.EqualFold(key, key2) && strings.EqualFold(row, row2)
	}))
	g.misspelled("blob-guards-by-spelling", "A write of a blob ignores If-Match if its address is in upper case, ends in a dot or has a percent-encoded letter.", "BLOB-NAME-04", heedless, op.PutBlob, op.SetBlobMetadata)
	g.misspelled("entity-guards-by-spelling", "A write of an entity ignores its ETag if its address is in upper case, ends in a dot or has a percent-encoded letter.", "TABLE-NAME-03", heedless, op.InsertEntity, op.UpdateEntity, op.MergeEntity, op.DeleteEntity)
	g.misspelled("entity-found-by-spelling", "An entity is not found if its address is in upper case, ends in a dot or has a percent-encoded letter.", "TABLE-NAME-04", unfound(errcode.ResourceNotFound), op.UpdateEntity, op.GetEntity, op.DeleteEntity)
	g.misspelled("message-found-by-spelling", "A message is not found if its address is in upper case, ends in a dot or has a percent-encoded letter.", "QUEUE-NAME-02", unfound(errcode.MessageNotFound), op.UpdateMessage, op.DeleteMessage)
	g.misspelled("file-found-by-spelling", "A file is not found if its address is in upper case, ends in a dot or has a percent-encoded letter.", "FILE-NAME-03 FILE-NAME-04", unfound(errcode.ResourceNotFound), op.CreateFile, op.PutRange, op.SetFileMetadata, op.DeleteFile)
}

// below is the path below the account.
func below(r *http.Request) string {
	container, rest, _ := addressed(r.URL.Path)
	return strings.TrimSuffix(container+"/"+rest, "/")
}

// leases refuses writes without a lease id while another resource that is alike is leased.
func (l *likeness) leases(acquire, release op.Operation, writes ...op.Operation) func() op.Middleware {
	return aroundAll(func() serveAll {
		var leased sync.Map // by path
		return func(o op.Operation, w http.ResponseWriter, r *http.Request, next http.Handler) {
			covered := false
			leased.Range(func(other, _ any) bool {
				covered = other != below(r) && l.same(other.(string), below(r))
				return !covered
			})
			switch {
			case o == acquire, o == release:
				a := held.By(w, r, next)
				if leased.Delete(below(r)); o == acquire && a.Status < 300 {
					leased.Store(below(r), true)
				}
				a.Send(w)
			case covered && slices.Contains(writes, o) && r.Header.Get("x-ms-lease-id") == "":
				refuse(w, http.StatusPreconditionFailed, errcode.LeaseIDMissing)
			default:
				next.ServeHTTP(w, r)
			}
		}
	})
}

// others are the names of the blobs that are like the one that the request addresses.
func (l *likeness) others(s store.Blobs, r *http.Request) (found []string) {
	s.ListContainers("", func(container string, c *store.Container) bool {
		listed, _ := entries(s, container, "") // it may have been deleted
		for _, e := range listed {
			if at := container + "/" + e.name; at != below(r) && l.same(at, below(r)) {
				found = append(found, at)
			}
		}
		return true
	})
	return found
}

// alters alters the blobs that are like the one that was changed.
func (l *likeness) alters(alter store.BlobChange) func(s store.Blobs, a *held.Answer, r *http.Request) {
	return func(s store.Blobs, a *held.Answer, r *http.Request) {
		if a.Status >= 300 {
			return
		}
		for _, other := range l.others(s, r) {
			container, name := parts(other)
			_, _ = s.UpdateBlob(container, name, alter)
		}
	}
}

// clearingAlike is a store that clears every queue whose name begins with that of the one to clear.
type clearingAlike struct{ messages.Store }

func (s clearingAlike) Clear(queue string) error {
	s.ListQueues(queue, func(name string, _ *messages.Queue) bool {
		if name != queue && strings.HasPrefix(name, queue) {
			_ = s.Store.Clear(name) // it may have been deleted
		}
		return true
	})
	return s.Store.Clear(queue)
}

// restamping gives new ETags to the entities whose keys are the same as those of a changed one.
func restamping(same func(key, row, key2, row2 string) bool) func(entities.Store) entities.Store {
	return func(s entities.Store) entities.Store {
		return partitions{draft: func(name string, publish draftUpdate, by draftChange) (*entities.Draft, error) {
			var made, others []*entities.Entity
			next, err := replacing(func(old, next *entities.Draft, _ time.Time) { made = changedIn(old.Version(), next) })(name, publish, by)
			if err != nil {
				return next, err
			}
			table, key := parts(name)
			_ = s.ListPartitions(table, "", func(key2 string, p entities.Partition) bool { // the table was there just now
				each(p, func(o *entities.Entity) {
					if slices.ContainsFunc(made, func(e *entities.Entity) bool { return (key2 != key || o.Row != e.Row) && same(key, e.Row, key2, o.Row) }) {
						others = append(others, o)
					}
				})
				return true
			})
			for _, o := range others {
				_ = s.UpdatePartition(table, o.Partition, func(d *entities.Draft) error {
					if e := d.Entity(o.Row); e != nil {
						d.Put(changed(e, d.Stamp))
					}
					return nil
				})
			}
			return next, nil
		}}.before(s)
	}
}

// misspelled adds a fault that treats a request in another way if the last name of its path is spelled oddly.
func (g *group) misspelled(name, sentence, at string, serve func(w http.ResponseWriter, r *http.Request, next http.Handler), of ...op.Operation) {
	g.serving(name, sentence, at, wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if odd(r.URL.EscapedPath()) {
			serve(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}))
}

var encodedLetter = regexp.MustCompile(`%[46][1-9A-F]|%[57][0-9A]`)

// odd reports whether the last name of a path is in upper case, ends in a dot or has a percent-encoded letter.
func odd(escaped string) bool {
	name, _, _ := strings.Cut(path.Base(escaped), "(")
	return encodedLetter.MatchString(escaped) || strings.HasSuffix(name, ".") || strings.ToUpper(name) == name
}

// heedless ignores what If-Match asks for.
var heedless = serveAltered(func(r *http.Request) {
	if r.Header.Get("If-Match") != "" {
		r.Header.Set("If-Match", "*")
	}
})

// unfound answers that there is nothing under the address.
func unfound(code errcode.Code) func(w http.ResponseWriter, r *http.Request, next http.Handler) {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { refuse(w, http.StatusNotFound, code) }
}
