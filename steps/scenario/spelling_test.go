package scenario

import (
	"net/url"
	"testing"
)

func TestRespellKeepsTheResource(t *testing.T) {
	t.Parallel()
	tests := []struct{ spelling, address, want, path string }{
		{"", "/account/c/a%2Fb.bin", "/account/c/a%2Fb.bin", "/account/c/a/b.bin"},
		{"percent-encoded", "/account/c/a%2Fb.bin", "/account/c/a%2Fb.bi%6E", "/account/c/a/b.bin"},
		{"percent-encoded", "/account/t(PartitionKey='p',RowKey='r%27')", "/account/t(PartitionKey='p',RowKey='%72%27')", "/account/t(PartitionKey='p',RowKey='r'')"},
		{"percent-encoded", "/account/42", "/account/42", "/account/42"},
		{"upper-case", "/account/dir/file.bin", "/account/dir/FILE.BIN", "/account/dir/FILE.BIN"},
		{"upper-case", "/account/table(PartitionKey='p',RowKey='r')", "/account/TABLE(PartitionKey='p',RowKey='r')", "/account/TABLE(PartitionKey='p',RowKey='r')"},
		{"dotted", "/account/dir/file.bin", "/account/dir/file.bin.", "/account/dir/file.bin."},
	}
	for _, tt := range tests {
		u, err := url.Parse("http://127.0.0.1" + tt.address)
		if err == nil {
			err = Respell(u, tt.spelling)
		}
		if err != nil || u.EscapedPath() != tt.want || u.Path != tt.path {
			t.Errorf("%s %s = %s, which is %s (%v); want %s, which is %s", tt.address, tt.spelling, u.EscapedPath(), u.Path, err, tt.want, tt.path)
		}
	}
}

func TestPlaceOfAName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]string{"": {}, "blob": {"blob", ""}, "blob in other": {"blob", "other"}, "in": {"in", ""}} {
		if own, around := Place(name); own != want[0] || around != want[1] {
			t.Errorf("%q is %q in %q, want %q", name, own, around, want)
		}
	}
}
