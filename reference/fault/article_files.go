package fault

import (
	"net/http"
	"sync"

	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// articleOfFiles contradicts what the article says of files over REST.
func articleOfFiles() []Fault {
	g := group{family: "article"}
	writes := []op.Operation{op.CreateFile, op.PutRange, op.SetFileMetadata, op.SetFileProperties, op.DeleteFile}
	g.serving("file-writes-conditional", "Writes of the File service evaluate conditional headers.", "FILE-LWW-02 FILE-ETAG-06", conditionsRefused(writes, everyCondition...))
	g.serving("get-file-locks", "A file that has been read with Get File cannot be written until it is read with Get File Properties.", "FILE-LWW-03", lockingReaders(writes))
	g.files("file-first-writer-wins", "A second change of a file's content or properties returns success but does nothing.", "FILE-LWW-04 FILE-LWW-05 FILE-LWW-06 FILE-LWW-07 FILE-CONS-01", func(s files.Store) files.Store { return &firstWins{Store: s} })
	g.serving("delete-file-twice", "Delete File of a missing file succeeds.", "FILE-DEL-19", wrapping([]op.Operation{op.DeleteFile}, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if a := held.By(w, r, next); a.Status != http.StatusNotFound {
			a.Send(w)
			return
		}
		w.WriteHeader(http.StatusAccepted)
	}))
	g.serving("refused-directory-missing", "A directory returns 404 once its deletion was refused because it holds a file.", "FILE-ERR-03", missingOnceRefused())
	return g.faults
}

// lockingReaders refuses writes of a file after Get File.
func lockingReaders(writes []op.Operation) func() op.Middleware {
	return func() op.Middleware {
		var read sync.Map
		return func(o op.Operation, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				for _, write := range writes {
					if _, locked := read.Load(r.URL.Path); locked && o == write {
						refuse(w, http.StatusConflict, errcode.SharingViolation)
						return
					}
				}
				switch o {
				case op.GetFile:
					read.Store(r.URL.Path, true)
				case op.GetFileProperties:
					read.Delete(r.URL.Path)
				}
				next.ServeHTTP(w, r)
			})
		}
	}
}

// missingOnceRefused answers reads of a directory with 404 once its deletion has been refused.
func missingOnceRefused() func() op.Middleware {
	return func() op.Middleware {
		var refused sync.Map
		return func(o op.Operation, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if _, gone := refused.Load(r.URL.Path); gone && o == op.GetDirectoryProperties {
					refuse(w, http.StatusNotFound, errcode.ResourceNotFound)
					return
				}
				a := held.By(w, r, next)
				if o == op.DeleteDirectory && a.Status == http.StatusConflict {
					refused.Store(r.URL.Path, true)
				}
				a.Send(w)
			})
		}
	}
}

// firstWins is a store in which a file keeps its first content and properties.
type firstWins struct {
	files.Store
	mu      sync.Mutex
	changed map[string]int
}

func (s *firstWins) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	return s.Store.Change(share, func(t *files.Tree, at files.Moment) error {
		were := nodes(t)
		err := change(t, at)
		s.mu.Lock()
		defer s.mu.Unlock()
		for id, was := range were {
			n := t.ByID(id)
			if n == nil || n.File == was.file {
				continue
			}
			name := share + "/" + n.Name
			if s.changed == nil {
				s.changed = map[string]int{}
			}
			if s.changed[name]++; s.changed[name] > 1 {
				t.Set(n, was.file)
			}
		}
		return err
	})
}
