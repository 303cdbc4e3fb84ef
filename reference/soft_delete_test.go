package reference_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/operation"
)

// burial deletes and restores a container or a share.
type burial struct {
	service      operation.Service
	kind         string // of the resource: container or share
	inside       string // something in it
	not, exists  string // error codes
	beingDeleted string
	state        string // of the lease, while it is deleted
}

var burials = []burial{
	{operation.BlobService, "container", "books/x", "ContainerNotFound", "ContainerAlreadyExists", "ContainerBeingDeleted", "expired"},
	{operation.FileService, "share", "books/x", "ShareNotFound", "ShareAlreadyExists", "ShareBeingDeleted", "broken"},
}

// grave is a server on which deleted containers and shares can be restored for two days.
type grave struct {
	*stocked
	burial
	kept *notes
}

func dig(t *testing.T, b burial, keep time.Duration) *grave {
	g := &grave{&stocked{t: t, vars: strings.NewReplacer()}, b, new(notes)}
	g.Server = reference.New(reference.Options{Seed: 1, Clock: clock.NewVirtual(stocktaking), SoftDelete: keep})
	g.Book().Keep(g.kept)
	return g
}

// ask sends a request, and fails unless the answer has the status and the code, which may be empty.
func (g *grave) ask(want int, code, method, target, body string, headers ...string) (*http.Response, string) {
	g.t.Helper()
	d := documented{service: g.service, method: method, target: target, body: body}
	for i := 0; i < len(headers); i += 2 {
		d.headers = append(d.headers, [2]string{headers[i], headers[i+1]})
	}
	res, err := g.RoundTripper().RoundTrip(g.request(d, true))
	if err != nil {
		g.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		g.t.Fatal(err)
	}
	if got := res.Header.Get("X-Ms-Error-Code"); res.StatusCode != want || got != code {
		g.t.Fatalf("%s %s: %d %s, want %d %s\n%s", method, target, res.StatusCode, got, want, code, text)
	}
	return res, string(text)
}

func (g *grave) whole(want int, code, method, query string, headers ...string) *http.Response {
	g.t.Helper()
	res, _ := g.ask(want, code, method, "books?restype="+g.kind+query, "", headers...)
	return res
}

// fill writes something inside.
func (g *grave) fill(text string) {
	g.t.Helper()
	if g.kind == "container" {
		g.ask(201, "", "PUT", g.inside, text, "x-ms-blob-type", "BlockBlob")
		return
	}
	g.ask(201, "", "PUT", g.inside, "", "x-ms-type", "file", "x-ms-content-length", "3")
	g.ask(201, "", "PUT", g.inside+"?comp=range", text, "x-ms-write", "update", "x-ms-range", "bytes=0-2")
}

// deleted returns the versions that a list shows.
func (g *grave) deleted() (versions []string, list string) {
	g.t.Helper()
	_, list = g.ask(200, "", "GET", "?comp=list&include=deleted,metadata&prefix=books", "")
	for _, m := range regexp.MustCompile(`<Deleted>true</Deleted><Version>([0-9A-F]{16})</Version>`).FindAllStringSubmatch(list, -1) {
		versions = append(versions, m[1])
	}
	return versions, list
}

func (g *grave) restore(want int, code, version string) *http.Response {
	g.t.Helper()
	return g.whole(want, code, "PUT", "&comp=undelete", "x-ms-deleted-"+g.kind+"-name", "books", "x-ms-deleted-"+g.kind+"-version", version)
}

// TestRestore deletes containers and shares softly, uses their name again, and restores what was deleted.
func TestRestore(t *testing.T) {
	t.Parallel()
	for _, b := range burials {
		t.Run(b.kind, func(t *testing.T) {
			t.Parallel()
			g := dig(t, b, 48*time.Hour)
			before := g.whole(201, "", "PUT", "", "x-ms-meta-life", "first")
			g.fill("one")
			lease := g.whole(201, "", "PUT", "&comp=lease", "x-ms-lease-action", "acquire", "x-ms-lease-duration", "-1").Header.Get("X-Ms-Lease-Id")
			g.whole(202, "", "DELETE", "", "x-ms-lease-id", lease)
			g.whole(404, g.not, "GET", "")
			g.whole(409, g.beingDeleted, "PUT", "")
			if _, list := g.ask(200, "", "GET", "?comp=list&prefix=books", ""); strings.Contains(list, "<Name>") {
				t.Errorf("what is deleted is listed: %s", list)
			}
			versions, list := g.deleted()
			for _, want := range []string{"<LeaseState>" + g.state + "</LeaseState>", "<RemainingRetentionDays>2</RemainingRetentionDays>", "<DeletedTime>", "first"} {
				if !strings.Contains(list, want) {
					t.Errorf("the list lacks %s: %s", want, list)
				}
			}
			if len(versions) != 1 {
				t.Fatalf("%d deletions are listed", len(versions))
			}
			g.restore(404, g.not, "01D6255E4418FAAD")
			g.whole(400, "InvalidHeaderValue", "PUT", "&comp=undelete", "x-ms-deleted-"+g.kind+"-name", "other", "x-ms-deleted-"+g.kind+"-version", versions[0])
			g.whole(400, "MissingRequiredHeader", "PUT", "&comp=undelete", "x-ms-deleted-"+g.kind+"-name", "books")
			g.restore(201, "", versions[0])
			g.restore(409, g.exists, versions[0])
			if _, got := g.ask(200, "", "GET", g.inside, ""); got != "one" {
				t.Errorf("the content comes back as %q", got)
			}
			after := g.whole(200, "", "GET", "")
			if h := after.Header; h.Get("ETag") <= before.Header.Get("ETag") || h.Get("X-Ms-Lease-State") != "available" || h.Get("X-Ms-Meta-Life") != "first" {
				t.Errorf("it comes back with %v after the tag %s", h, before.Header.Get("ETag"))
			}
			if versions, list := g.deleted(); len(versions) != 0 {
				t.Errorf("after it came back, it is listed as deleted: %s", list)
			}
		})
	}
}

// TestRetentionEnds deletes two lives of a name, a day apart. The first cannot be restored when its two days are over.
func TestRetentionEnds(t *testing.T) {
	t.Parallel()
	for _, b := range burials {
		t.Run(b.kind, func(t *testing.T) {
			t.Parallel()
			g := dig(t, b, 48*time.Hour)
			for _, text := range []string{"one", "two"} {
				g.whole(201, "", "PUT", "")
				g.fill(text)
				g.whole(202, "", "DELETE", "")
				g.Advance(24 * time.Hour)
			}
			versions, list := g.deleted()
			if len(versions) != 1 || !strings.Contains(list, "<RemainingRetentionDays>1</RemainingRetentionDays>") {
				t.Fatalf("after two days are listed: %s", list)
			}
			g.Advance(24*time.Hour - 1)
			g.restore(201, "", versions[0])
			if _, got := g.ask(200, "", "GET", g.inside, ""); got != "two" {
				t.Errorf("the content comes back as %q", got)
			}
			g.whole(202, "", "DELETE", "")
			g.Advance(48 * time.Hour)
			g.restore(404, g.not, versions[0])
		})
	}
}

// TestDeletionsAreFinal deletes on a server without soft delete.
func TestDeletionsAreFinal(t *testing.T) {
	t.Parallel()
	for _, b := range burials {
		g := dig(t, b, 0)
		g.whole(201, "", "PUT", "")
		g.whole(202, "", "DELETE", "")
		if versions, list := g.deleted(); len(versions) != 0 || strings.Contains(list, "<Name>") {
			t.Errorf("%s: listed are %s", b.kind, list)
		}
		g.restore(404, g.not, "01D6255E4418FAAD")
	}
}

// TestGravesAreKept restores a server from its records, and then what was deleted on it: of the name, two lives are
// deleted, one was brought back, and another one lives.
func TestGravesAreKept(t *testing.T) {
	t.Parallel()
	for _, b := range burials {
		g := dig(t, b, 480*time.Hour)
		for _, text := range []string{"one", "two", "six"} {
			g.whole(201, "", "PUT", "")
			g.fill(text)
			g.whole(202, "", "DELETE", "")
			g.Advance(time.Minute)
		}
		versions, _ := g.deleted()
		g.restore(201, "", versions[1])
		g.fill("new")
		g.whole(202, "", "DELETE", "")
		g.Advance(time.Minute)
		g.whole(201, "", "PUT", "")
		g.fill("now")
		versions, _ = g.deleted()
		_, records := present(t, g.Server)
		for name, from := range map[string][][]byte{"changes": g.kept.all, "state": records} {
			again := dig(t, b, 480*time.Hour)
			for _, r := range from {
				if err := again.Book().Restore(r); err != nil {
					t.Fatalf("%s of the %s: %v\n%s", name, b.kind, err, r)
				}
			}
			again.Book().Keep(again.kept)
			again.Advance(5 * time.Minute)
			if found, _ := again.deleted(); strings.Join(found, " ") != strings.Join(versions, " ") {
				t.Fatalf("%s of the %s: %v are deleted, want %v", name, b.kind, found, versions)
			}
			if _, got := again.ask(200, "", "GET", again.inside, ""); got != "now" {
				t.Errorf("%s of the %s: the living one holds %q", name, b.kind, got)
			}
			for i, want := range []string{"one", "six", "new"} {
				again.whole(202, "", "DELETE", "")
				again.Advance(time.Minute)
				again.restore(201, "", versions[i])
				if _, got := again.ask(200, "", "GET", again.inside, ""); got != want {
					t.Errorf("%s of the %s: life %d comes back as %q, want %q", name, b.kind, i, got, want)
				}
			}
		}
	}
}

// TestBlobsAreKeptAsLongAsContainers: until a client sets a policy for blobs, the server's own one holds, and is shown.
func TestBlobsAreKeptAsLongAsContainers(t *testing.T) {
	t.Parallel()
	g := dig(t, burials[0], 48*time.Hour)
	g.whole(201, "", "PUT", "")
	g.fill("one")
	policy := func(want string) {
		t.Helper()
		if _, got := g.ask(200, "", "GET", "?restype=service&comp=properties", ""); !strings.Contains(got, "<DeleteRetentionPolicy>"+want+"</DeleteRetentionPolicy>") {
			t.Errorf("the policy is not %s: %s", want, got)
		}
	}
	policy("<Enabled>true</Enabled><Days>2</Days>")
	g.ask(202, "", "DELETE", g.inside, "")
	g.ask(200, "", "PUT", g.inside+"?comp=undelete", "")
	g.ask(202, "", "PUT", "?restype=service&comp=properties", "<StorageServiceProperties><DeleteRetentionPolicy><Enabled>false</Enabled></DeleteRetentionPolicy></StorageServiceProperties>")
	policy("<Enabled>false</Enabled>")
	g.ask(202, "", "DELETE", g.inside, "")
	g.ask(404, "BlobNotFound", "PUT", g.inside+"?comp=undelete", "")
}
