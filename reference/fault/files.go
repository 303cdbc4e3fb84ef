package fault

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"sync"

	"ifmatch/reference/errcode"
	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/files"
)

// The File service has fewer clauses than cells: one clause may cover several cells.

// fileMatrix is a lease matrix of the File service.
type fileMatrix struct {
	matrix
	// cells are the clauses of actions, by the first word of an actionRow's name and a column. used are the clauses of
	// uses, by the name of the row.
	cells, used map[string]string
}

var fileMatrices = []fileMatrix{
	{matrix{"file", "", func(r *rules.Rules) *lease.Table { return &r.File.Lease }, func(r *rules.Rules) *lease.Uses { return &r.File.Uses }, errcode.LeaseIDMissing},
		map[string]string{
			"ACQ Av": "FILE-LEASE-01", "ACQ-0 Le": "FILE-LEASE-03", "ACQ-A Le": "FILE-LEASE-04", "ACQ-B Le": "FILE-LEASE-03", "ACQ Bo": "FILE-LEASE-09",
			"BRK-D Av": "FILE-LEASE-10", "BRK-D Le": "FILE-LEASE-08", "BRK-D Bo": "FILE-LEASE-09",
			"CHG-BC Av": "FILE-LEASE-10", "CHG-AB Le": "FILE-LEASE-05", "CHG-BA Le": "FILE-LEASE-05", "CHG-BC Le": "FILE-LEASE-05", "CHG Bo": "FILE-LEASE-11",
			"REL-B Av": "FILE-LEASE-10", "REL-A Le": "FILE-LEASE-06", "REL-B Le": "FILE-LEASE-07", "REL-A Bo": "FILE-LEASE-09", "REL-B Bo": "FILE-LEASE-11",
		},
		map[string]string{
			"W-0 Av": "FILE-LWW-04 FILE-LWW-05 FILE-ETAG-01", "W-0 Le": "FILE-LEASE-12", "W-A Le": "FILE-LEASE-13 FILE-LEASE-19", "W-A Bo": "FILE-LEASE-15", "W-B Av": "FILE-LEASE-15 FILE-LEASE-18", "W-B Le": "FILE-LEASE-14", "W-B Bo": "FILE-LEASE-15",
			"R-0 Av": "FILE-CONS-01", "R-0 Le": "FILE-LEASE-16", "R-A Le": "FILE-LEASE-17", "R-A Bo": "FILE-LEASE-15", "R-B Av": "FILE-LEASE-15", "R-B Le": "FILE-LEASE-14", "R-B Bo": "FILE-LEASE-15",
		}},
	{matrix{"share", "", func(r *rules.Rules) *lease.Table { return &r.File.ShareLease }, func(r *rules.Rules) *lease.Uses { return &r.File.ShareUses }, errcode.LeaseIDMissing},
		map[string]string{
			"ACQ Av": "FILE-SLEASE-01", "ACQ Le": "FILE-SLEASE-07", "ACQ Bi": "FILE-SLEASE-09", "ACQ Bo": "FILE-SLEASE-15", "ACQ Ex": "FILE-SLEASE-15",
			"BRK Av": "FILE-SLEASE-10", "BRK Le": "FILE-SLEASE-08", "BRK Bi": "FILE-SLEASE-09",
			"CHG-BC Av": "FILE-SLEASE-10", "CHG-AB Le": "FILE-SLEASE-13", "CHG-BC Le": "FILE-SLEASE-13", "CHG-AB Bi": "FILE-SLEASE-09",
			"REN-B Av": "FILE-SLEASE-06 FILE-SLEASE-10", "REN-A Le": "FILE-SLEASE-06", "REN-B Le": "FILE-SLEASE-06", "REN-A Bi": "FILE-SLEASE-06 FILE-SLEASE-09", "REN-A Bo": "FILE-SLEASE-06", "REN-A Ex": "FILE-SLEASE-06",
			"REL-B Av": "FILE-SLEASE-10", "REL-A Le": "FILE-SLEASE-14", "REL-B Le": "FILE-SLEASE-14", "REL-A Bi": "FILE-SLEASE-09",
		},
		map[string]string{
			"W-0 Le": "FILE-SLEASE-02 FILE-SLEASE-03", "W-A Le": "FILE-SLEASE-02 FILE-SLEASE-03", "W-B Le": "FILE-SLEASE-02", "W-B Av": "FILE-SLEASE-11",
			"R-0 Le": "FILE-SLEASE-04", "R-B Av": "FILE-SLEASE-11",
		}},
}

// at returns the clauses of a cell, or none if no document covers the cell.
func at(cells map[string]string, row string, s lease.State) string {
	action, _, _ := strings.Cut(row, "-")
	return cmp.Or(cells[row+" "+columns[s]], cells[action+" "+columns[s]])
}

// infinitely are the variants of cells that make no difference to an infinite lease.
var infinitely = map[lease.Row][]string{
	lease.AcquireSame:  {"leased old-duration", "leased not-done", "broken old-id"},
	lease.BreakNatural: {"leased at-once"},
}

// fileLeases alters each cell of the lease matrices of files and shares that a clause covers. No document promises the
// codes.
func fileLeases(g *group) {
	for _, m := range fileMatrices {
		g.leaseActions(m.matrix, func(about actionRow, s lease.State) string { return at(m.cells, about.name, s) },
			func(row lease.Row, s lease.State, variant string) bool {
				return variant == "code" || m.of == "file" && slices.Contains(infinitely[row], s.String()+" "+variant)
			})
		g.leaseUses(m.matrix, func(name string, _ useRow, s lease.State, v useVariant) string {
			if v.name == "status" || v.name == "code" || v.stores && m.of == "share" {
				return ""
			}
			return m.used[name+" "+columns[s]]
		})
	}
}

// fileClauses lists the clauses of File service operations: those that need a lease id, those that read and accept one,
// those that write, and those that set a stamp.
var fileClauses = []struct {
	of                               op.Operation
	exclusive, shared, readOnly, set string
}{
	{op.GetShareProperties, "", "FILE-SLEASE-04 FILE-SLEASE-11", "", ""},
	{op.GetShareMetadata, "", "FILE-SLEASE-04 FILE-SLEASE-11", "", ""},
	{op.GetShareACL, "", "FILE-SLEASE-04 FILE-SLEASE-11", "", ""},
	{op.SetShareProperties, "FILE-SLEASE-03 FILE-SLEASE-11", "", "", ""},
	{op.SetShareMetadata, "FILE-SLEASE-03 FILE-SLEASE-11", "", "", ""},
	{op.SetShareACL, "FILE-SLEASE-03 FILE-SLEASE-11", "", "", ""},
	{op.DeleteShare, "FILE-SLEASE-02", "", "", ""},
	{op.GetFile, "", "FILE-LEASE-15 FILE-LEASE-16", "FILE-RO-04", ""},
	{op.GetFileProperties, "", "FILE-LEASE-15 FILE-LEASE-16", "FILE-RO-04", ""},
	{op.GetFileMetadata, "", "FILE-LEASE-15 FILE-LEASE-16", "", ""},
	{op.ListRanges, "", "FILE-LEASE-15 FILE-LEASE-16", "", ""},
	{op.CreateFile, "FILE-LEASE-12 FILE-LEASE-18", "", "FILE-RO-01", ""},
	{op.SetFileProperties, "FILE-LEASE-12", "", "FILE-RO-01", "FILE-ETAG-03"},
	{op.SetFileMetadata, "FILE-LEASE-12", "", "FILE-RO-01", "FILE-ETAG-03"},
	{op.PutRange, "FILE-LEASE-12", "", "FILE-RO-01", "FILE-ETAG-03"},
	{op.CopyFile, "FILE-LEASE-12", "", "FILE-RO-02", ""},
	{op.DeleteFile, "FILE-LEASE-12", "", "", ""},
	{op.RenameFile, "FILE-REN-04", "", "", ""},
	{op.LeaseFileAcquire, "", "", "", "FILE-ETAG-04"},
	{op.LeaseFileChange, "", "", "", "FILE-ETAG-04"},
	{op.LeaseFileRelease, "", "", "", "FILE-ETAG-04"},
	{op.LeaseFileBreak, "", "", "", "FILE-ETAG-04"},
}

// fileOperations alters each datum of the File service operations that a clause covers.
func fileOperations(g *group) {
	for _, c := range fileClauses {
		rule := rules.Documented().File.Operations[c.of]
		add := func(name, sentence, at string, alter func(*rules.FileOperation)) {
			if at != "" {
				g.rules(slug(c.of)+"-"+name, c.of.String()+" "+sentence+".", at, func(r *rules.Rules) { alter(&r.File.Operations[c.of]) })
			}
		}
		add("needs-no-lease-id", "needs no lease id although there is a lease", c.exclusive, func(o *rules.FileOperation) { o.Lease = lease.Shared })
		add("lease-id-ignored", "ignores the lease", c.exclusive+c.shared, func(o *rules.FileOperation) { o.Lease = lease.Unleased })
		add("needs-lease-id", "needs the lease id", c.shared, func(o *rules.FileOperation) { o.Lease = lease.Exclusive })
		add(map[bool]string{true: "read-only-ignored", false: "refuses-read-only"}[rule.Writes], map[bool]string{true: "writes to a read-only file", false: "is refused on a read-only file"}[rule.Writes], c.readOnly,
			func(o *rules.FileOperation) { o.Writes = !rule.Writes })
		add(map[bool]string{true: "stamp-kept", false: "stamps-anew"}[rule.Restamps], map[bool]string{true: "leaves the ETag as it was", false: "gives the file a new ETag"}[rule.Restamps], c.set,
			func(o *rules.FileOperation) { o.Restamps = !rule.Restamps })
		if rule.Stamped && c.of >= op.CreateFile {
			add("answers-no-stamp", "answers without an ETag", "FILE-ETAG-01", func(o *rules.FileOperation) { o.Stamped = false })
		}
	}
	for of, at := range map[op.Operation]string{op.CreateFile: "FILE-LWW-06 FILE-LWW-08", op.CreateDirectory: "FILE-DEL-09"} {
		g.rules(slug(of)+"-creates-nothing", of.String()+" returns 404 if nothing exists at the path.", at, func(r *rules.Rules) { r.File.Operations[of].Creates = false })
	}
	fileRequests(g)
}

// fileRequests alters what requests to the File service ask for, and what happens to them.
func fileRequests(g *group) {
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header = with(r, name, value) }
	}
	g.requests("rename-file-replaces", "Rename File replaces an existing destination, whether asked to or not.", "FILE-REN-02", set("x-ms-file-rename-replace-if-exists", "true"), op.RenameFile)
	g.requests("rename-file-never-replaces", "Rename File never replaces an existing destination.", "FILE-REN-03", set("x-ms-file-rename-replace-if-exists", ""), op.RenameFile)
	g.requests("rename-file-replaces-read-only", "Rename File replaces a read-only destination, whether asked to or not.", "FILE-RO-02", set("x-ms-file-rename-ignore-readonly", "true"), op.RenameFile)
	g.requests("rename-file-source-lease-id-ignored", "Rename File ignores the lease id of the source.", "FILE-REN-04 FILE-REN-06", set("x-ms-source-lease-id", ""), op.RenameFile)
	g.requests("rename-file-destination-lease-id-ignored", "Rename File ignores the lease id of the destination.", "FILE-REN-05", set("x-ms-destination-lease-id", ""), op.RenameFile)
	g.requests("lease-file-any-duration", "Lease File acquire treats every duration as infinite.", "FILE-LEASE-02", set("x-ms-lease-duration", "-1"), op.LeaseFileAcquire)
	g.requests("lease-file-proposed-id-ignored", "Lease File acquire assigns an id of its own, whatever id is proposed.", "FILE-LEASE-01", set("x-ms-proposed-lease-id", ""), op.LeaseFileAcquire)
	g.requests("lease-share-proposed-id-ignored", "Lease Share acquire assigns an id of its own, whatever id is proposed.", "FILE-SLEASE-07", set("x-ms-proposed-lease-id", ""), op.LeaseShareAcquire)
	g.requests("lease-share-always-infinite", "Lease Share acquire treats every duration as infinite.", "FILE-SLEASE-01", set("x-ms-lease-duration", "-1"), op.LeaseShareAcquire)
	g.requests("lease-share-break-period-ignored", "Lease Share break ignores the period.", "FILE-SLEASE-08", set("x-ms-lease-break-period", ""), op.LeaseShareBreak)

	for of, at := range map[op.Operation]string{op.DeleteFile: "FILE-DEL-07", op.DeleteDirectory: "FILE-DEL-08"} {
		g.serving(slug(of)+"-not-performed", of.String()+" returns success but deletes nothing.", at,
			unperformed(of, http.StatusAccepted))
	}
	for _, of := range []op.Operation{op.CreateFile, op.GetFile, op.GetFileProperties, op.SetFileProperties, op.SetFileMetadata, op.PutRange, op.DeleteFile} {
		for _, h := range conditionals {
			g.requests(slug(of)+"-"+lower(h.header)+"-not-refused", of.String()+" ignores "+h.header+".", "FILE-ETAG-06", func(r *http.Request) { r.Header.Del(h.header) }, of)
		}
	}
	ruled := func(name, sentence, at string, alter func(*rules.File)) {
		g.rules(name, sentence, at, func(r *rules.Rules) { alter(&r.File) })
	}
	ruled("file-conditions-ignored", "All operations of the File service ignore conditional headers.", "FILE-ETAG-06", func(f *rules.File) { f.ConditionsIgnored = true })
	ruled("share-name-free-at-once", "The name of a deleted share can be used at once.", "FILE-DEL-21", func(f *rules.File) { f.Limits.SharePurges = 0 })
	for check, name := range map[rules.FileCheck][3]string{
		rules.FileLease: {"file-lease-not-checked", "All operations ignore the lease of a file.", "FILE-LEASE-12 FILE-LEASE-14 FILE-LEASE-15"},
		rules.ReadOnly:  {"file-read-only-not-checked", "All operations ignore the attribute ReadOnly.", "FILE-RO-01 FILE-RO-02"},
	} {
		ruled(name[0], name[1], name[2], func(f *rules.File) {
			f.Checks = slices.DeleteFunc(slices.Clone(f.Checks), func(c rules.FileCheck) bool { return c == check })
		})
	}
}

// articleOfFiles contradicts what the article says of files over REST.
func articleOfFiles(g *group) {
	writes := []op.Operation{op.CreateFile, op.PutRange, op.SetFileMetadata, op.SetFileProperties, op.DeleteFile}
	g.serving("file-writes-conditional", "Writes of the File service evaluate conditional headers.", "FILE-LWW-02 FILE-ETAG-06", conditionsRefused(writes, everyCondition...))
	g.serving("get-file-locks", "A file that has been read with Get File cannot be written until it is read with Get File Properties.", "FILE-LWW-03", lockingReaders(writes))
	g.files("file-first-writer-wins", "A second change of a file's content or properties returns success but does nothing.", "FILE-LWW-04 FILE-LWW-05 FILE-LWW-06 FILE-LWW-07 FILE-CONS-01", firstWins)
	g.serving("delete-file-twice", "Delete File of a missing file succeeds.", "FILE-DEL-19 FILE-DEL-05", accepting(op.DeleteFile, http.StatusNotFound))
	g.serving("refused-directory-missing", "A directory returns 404 once its deletion was refused because it holds a file.", "FILE-ERR-03 FILE-DEL-11 FILE-ERR-05", missingOnceRefused)
}

// lockingReaders refuses writes of a file after Get File.
func lockingReaders(writes []op.Operation) func() op.Middleware {
	return aroundAll(func() serveAll {
		var read sync.Map
		return func(o op.Operation, w http.ResponseWriter, r *http.Request, next http.Handler) {
			if _, locked := read.Load(r.URL.Path); locked && slices.Contains(writes, o) {
				refuse(w, http.StatusConflict, errcode.SharingViolation)
				return
			}
			switch o {
			case op.GetFile:
				read.Store(r.URL.Path, true)
			case op.GetFileProperties:
				read.Delete(r.URL.Path)
			}
			next.ServeHTTP(w, r)
		}
	})
}

// missingOnceRefused answers reads of a directory with 404 once its deletion has been refused.
var missingOnceRefused = aroundAll(func() serveAll {
	var refused sync.Map
	return func(o op.Operation, w http.ResponseWriter, r *http.Request, next http.Handler) {
		if _, gone := refused.Load(r.URL.Path); gone && o == op.GetDirectoryProperties {
			refuse(w, http.StatusNotFound, errcode.ResourceNotFound)
			return
		}
		a := held.By(w, r, next)
		if o == op.DeleteDirectory && a.Status == http.StatusConflict {
			refused.Store(r.URL.Path, true)
		}
		a.Send(w)
	}
})

// firstWins keeps the first content and properties of each file.
func firstWins(s files.Store) files.Store {
	var changed sync.Map // by number
	return afterSMB(func(t *files.Tree, n *files.Node, was fileBefore) {
		if n == nil || n.File == was.file {
			return
		}
		if _, again := changed.LoadOrStore(n.ID, true); again {
			t.Set(n, was.file)
		}
	})(s)
}
