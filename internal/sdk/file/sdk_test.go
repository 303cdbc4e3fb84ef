package file_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/directory"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"
	"github.com/google/go-cmp/cmp"

	"ifmatch/reference"
	"ifmatch/reference/clock"
)

// drive is a share with the SDK's client for it, without a socket.
type drive struct {
	*share.Client
	t       testing.TB
	server  *reference.Server
	service *service.Client
}

func newDrive(t testing.TB, policies ...policy.Policy) *drive {
	t.Helper()
	s := reference.New(reference.Options{Clock: clock.NewVirtual(time.Now())})
	key, err := service.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	c, err := service.NewClientWithSharedKeyCredential(s.InProcessEndpoint(reference.File), key, &service.ClientOptions{ClientOptions: azcore.ClientOptions{
		Transport: s.Client(), Retry: policy.RetryOptions{MaxRetries: -1}, PerCallPolicies: append([]policy.Policy{dated(s)}, policies...),
	}})
	if err != nil {
		t.Fatal(err)
	}
	d := &drive{Client: c.NewShareClient("books"), t: t, server: s, service: c}
	d.want("")(d.Create(context.Background(), nil))
	return d
}

// dated sets the date of each request before it is signed, because the SDK would take the machine's.
func dated(s *reference.Server) policy.Policy {
	return policyFunc(func(r *policy.Request) (*http.Response, error) {
		name := "x-ms-date" // not the canonical form: the SDK looks for exactly this key, and sets its own date if it finds none
		r.Raw().Header[name] = []string{s.Now().Format(http.TimeFormat)}
		return r.Next()
	})
}

type policyFunc func(r *policy.Request) (*http.Response, error)

func (f policyFunc) Do(r *policy.Request) (*http.Response, error) { return f(r) }

// refused returns the code of an error, or "" for nil.
func refused(err error) string {
	var e *azcore.ResponseError
	if errors.As(err, &e) {
		return e.ErrorCode
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// want returns a check that a call was refused with a code, or succeeded if the code is "".
func (d *drive) want(code string) func(any, error) {
	d.t.Helper()
	return func(_ any, err error) {
		d.t.Helper()
		if got := refused(err); got != code {
			d.t.Errorf("refused with %q, want %q", got, code)
		}
	}
}

// file makes a file with a text.
func (d *drive) file(name, text string) *file.Client {
	d.t.Helper()
	f := d.NewRootDirectoryClient().NewFileClient(name)
	d.want("")(f.Create(context.Background(), int64(len(text)), nil))
	if text != "" {
		d.want("")(f.UploadRange(context.Background(), 0, body(text), nil))
	}
	return f
}

func body(text string) io.ReadSeekCloser { return streaming.NopCloser(bytes.NewReader([]byte(text))) }

// text returns the content of a file.
func (d *drive) text(f *file.Client) string {
	d.t.Helper()
	res, err := f.DownloadStream(context.Background(), nil)
	if err != nil {
		d.t.Error(err)
		return ""
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		d.t.Error(err)
	}
	return string(data)
}

func TestFilesLastWriterWins(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	f := d.file("a.txt", "one")
	before, err := f.GetProperties(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	d.want("")(f.UploadRange(ctx, 0, body("two"), nil))
	after, err := f.GetProperties(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d.text(f) != "two" || *before.ETag == *after.ETag {
		t.Errorf("the file holds %q with the ETag %s, which was %s before", d.text(f), *after.ETag, *before.ETag)
	}
	d.want("")(f.Create(ctx, 5, nil))
	if got := d.text(f); got != strings.Repeat("\x00", 5) {
		t.Errorf("a file that was created again holds %q", got)
	}
	d.want("")(f.SetMetadata(ctx, &file.SetMetadataOptions{Metadata: map[string]*string{"a": to.Ptr("1")}}))
	d.want("")(f.SetMetadata(ctx, &file.SetMetadataOptions{Metadata: map[string]*string{"b": to.Ptr("2")}}))
	props, err := f.GetProperties(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(props.Metadata) != 1 || *props.ContentLength != 5 || *props.FileAttributes != "Archive" || *props.ID == "" || *props.ParentID != "0" {
		t.Errorf("properties %+v", props)
	}
	d.want("")(f.Create(ctx, 4, &file.CreateOptions{OptionalBody: body("now")}))
	if got := d.text(f); got != "now\x00" {
		t.Errorf("a file that was created with a body holds %q", got)
	}
	d.want("InvalidHeaderValue")(f.Create(ctx, 2, &file.CreateOptions{OptionalBody: body("now")}))
	if props, err = f.GetProperties(ctx, nil); err != nil || *props.ContentType != "application/octet-stream" {
		t.Errorf("a new file is sent as %v, %v", props.ContentType, err)
	}
	d.want("OutOfRangeInput")(f.Resize(ctx, -1, nil))
	d.want("")(f.SetHTTPHeaders(ctx, nil))
	if props, err = f.GetProperties(ctx, nil); err != nil || props.ContentType != nil {
		t.Errorf("a file whose headers were cleared is sent as %v, %v", props.ContentType, err)
	}
	d.want("")(f.Delete(ctx, nil))
	d.want("ResourceNotFound")(f.GetProperties(ctx, nil))
	d.want("ParentNotFound")(d.NewDirectoryClient("none").NewFileClient("f").Create(ctx, 1, nil))
}

func TestDirectories(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	sub := d.NewDirectoryClient("Sub")
	d.want("")(sub.Create(ctx, &directory.CreateOptions{Metadata: map[string]*string{"a": to.Ptr("1")}}))
	d.want("ResourceAlreadyExists")(d.NewDirectoryClient("sub").Create(ctx, nil))
	d.want("ResourceTypeMismatch")(d.NewRootDirectoryClient().NewFileClient("SUB").Create(ctx, 0, nil))
	d.want("")(sub.NewFileClient("f").Create(ctx, 3, nil))
	for _, name := range []string{"x1", "x2", "y"} {
		d.file(name, "")
	}
	d.want("DirectoryNotEmpty")(sub.Delete(ctx, nil))
	list := func(o *directory.ListFilesAndDirectoriesOptions) (names []string, pages int) {
		for p := d.NewRootDirectoryClient().NewListFilesAndDirectoriesPager(o); p.More(); pages++ {
			page, err := p.NextPage(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range page.Segment.Directories {
				names = append(names, *e.Name+"/")
			}
			for _, e := range page.Segment.Files {
				names = append(names, *e.Name)
			}
		}
		return names, pages
	}
	if got, _ := list(nil); !cmp.Equal(got, []string{"Sub/", "x1", "x2", "y"}) {
		t.Errorf("listed %v", got)
	}
	got, pages := list(&directory.ListFilesAndDirectoriesOptions{Prefix: to.Ptr("X"), MaxResults: to.Ptr(int32(1)), IncludeExtendedInfo: to.Ptr(true),
		Include: directory.ListFilesInclude{Timestamps: true, ETag: true, Attributes: true, PermissionKey: true}})
	if !cmp.Equal(got, []string{"x1", "x2"}) || pages != 2 {
		t.Errorf("listed %v on %d pages", got, pages)
	}
	d.file("odd\uffff", "")
	if got, _ := list(&directory.ListFilesAndDirectoriesOptions{Prefix: to.Ptr("odd\uffff")}); !cmp.Equal(got, []string{"odd\uffff"}) {
		t.Errorf("a name that XML cannot hold is listed as %q", got)
	}
	d.want("InvalidHeaderValue")(d.NewDirectoryClient("n").Create(ctx, &directory.CreateOptions{FileSMBProperties: &file.SMBProperties{Attributes: &file.NTFSFileAttributes{None: true, ReadOnly: true}}}))
	d.want("")(sub.NewFileClient("F").Delete(ctx, nil))
	d.want("")(sub.Delete(ctx, nil))
	d.want("ResourceNotFound")(sub.GetProperties(ctx, nil))
}

func TestRanges(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	f := d.NewRootDirectoryClient().NewFileClient("r")
	d.want("")(f.Create(ctx, 4096, nil))
	ranges := func() (list [][2]int64) {
		res, err := f.GetRangeList(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range res.Ranges {
			list = append(list, [2]int64{*r.Start, *r.End})
		}
		return list
	}
	if got := ranges(); got != nil {
		t.Errorf("a new file has the ranges %v", got)
	}
	d.want("")(f.UploadRange(ctx, 512, body(strings.Repeat("x", 1536)), nil))
	d.want("")(f.ClearRange(ctx, file.HTTPRange{Offset: 1000, Count: 536}, nil))
	if diff := cmp.Diff([][2]int64{{512, 1023}, {1536, 2047}}, ranges()); diff != "" {
		t.Errorf("ranges -want +got:\n%s", diff)
	}
	text := d.text(f)
	if text[:512] != strings.Repeat("\x00", 512) || text[512:1000] != strings.Repeat("x", 488) || text[1000:1536] != strings.Repeat("\x00", 536) || text[2047] != 'x' {
		t.Error("the bytes are others than were written")
	}
	d.want("InvalidRange")(f.UploadRange(ctx, 4095, body("xx"), nil))
	d.want("")(f.Resize(ctx, 600, nil))
	if got := ranges(); !cmp.Equal(got, [][2]int64{{512, 599}}) {
		t.Errorf("a file that was cut has the ranges %v", got)
	}
}
