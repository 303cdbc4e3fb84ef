package file

import (
	"net/http"
	"strconv"
	"strings"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store/files"
)

// listFiles is List Directories and Files: the entries of one directory, in the order of their names. It leaves out
// entries that wait for their deletion. // FILE-ACC-01 FILE-DEL-06
func listFiles(c *call, w http.ResponseWriter) error {
	p, err := c.paging("timestamps", "etag", "attributes", "permissionkey")
	if err != nil {
		return err
	}
	if v := c.Get(hExtendedInfo); v != "" { // adds the file's number, which is always shown; other details have to be named
		if _, err := strconv.ParseBool(v); err != nil {
			return errcode.BadHeader("x-ms-file-extended-info", v)
		}
	}
	prefix := strings.ToLower(p.prefix)
	var entries []found
	var names []string
	var directory found
	next := ""
	err = c.read(func(t *files.Tree) error {
		_, n, err := c.find(t, true)
		if err != nil {
			return err
		}
		if _, err := c.check(t, n, c.Clock.Now()); err != nil {
			return err
		}
		directory = foundAt(n)
		n.List(max(prefix, p.from), func(n *files.Node) bool {
			switch {
			case !strings.HasPrefix(strings.ToLower(n.Name), prefix):
				return false
			case t.Handles.DeletePending(n.ID) && !c.Rules.File.ListsPending:
				return true
			case len(entries) == p.limit:
				next = strings.ToLower(n.Name)
				return false
			}
			entries, names = append(entries, foundAt(n)), append(names, n.Name)
			return true
		})
		return nil
	})
	if err != nil {
		return err
	}
	var x document.Writer
	attributes := []string{"ServiceEndpoint", c.Endpoint(), "ShareName", c.share, "DirectoryPath", strings.Join(c.path, "/")}
	if at := c.snapshot(); at != "" {
		attributes = append(attributes, "ShareSnapshot", at)
	}
	x.Open("EnumerationResults", attributes...)
	p.head(&x)
	if c.Version >= idsSince {
		x.Element("DirectoryId", strconv.FormatUint(directory.id, 10))
	}
	x.Open("Entries")
	for i, f := range entries {
		c.writeEntry(&x, &p, names[i], f)
	}
	x.Close("Entries")
	tail(&x, next)
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}

// idsSince is the first version of the protocol whose lists show the numbers of files.
// // D:List Directories and Files, x-ms-file-extended-info
const idsSince = "2020-10-02"

func (c *call) writeEntry(x *document.Writer, p *paging, name string, f found) {
	element := "File"
	if f.IsDirectory() {
		element = "Directory"
	}
	x.Open(element)
	if c.Version >= idsSince {
		x.Element("FileId", strconv.FormatUint(f.id, 10))
	}
	frontend.WriteName(x, "Name", name)
	x.Open("Properties")
	if !f.IsDirectory() {
		x.Number("Content-Length", f.Content.Len())
	}
	if p.includes("timestamps") {
		x.Element("CreationTime", timeOf(f.SMB.Created))
		x.Element("LastAccessTime", timeOf(f.SMB.LastWrite))
		x.Element("LastWriteTime", timeOf(f.SMB.LastWrite))
		x.Element("ChangeTime", timeOf(f.SMB.Changed))
		x.Element("Last-Modified", etag.HTTPDate(f.Stamp.Modified))
	}
	if p.includes("etag") {
		x.Element("Etag", f.Stamp.ETag)
	}
	x.Close("Properties")
	if p.includes("attributes") {
		x.Element("Attributes", f.SMB.Attributes.String())
	}
	if p.includes("permissionkey") {
		x.Element("PermissionKey", f.SMB.Permission)
	}
	x.Close(element)
}
