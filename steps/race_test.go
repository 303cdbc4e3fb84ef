package steps

import (
	"net/http"
	"strconv"
	"testing"

	"ifmatch/steps/ops"
)

// appended is an append that was answered with an offset.
func appended(body string, offset int) *act {
	return &act{op: ops.Operation{Success: 201}, req: ops.Request{Body: []byte(body)},
		resp: ops.Response{Status: 201, Header: http.Header{"X-Ms-Blob-Append-Offset": {strconv.Itoa(offset)}}}}
}

func TestPartsStandInTheOrderOfTheirOffsets(t *testing.T) {
	t.Parallel()
	refused := appended("cc", 5)
	refused.resp.Status, refused.resp.Code = 412, "ConditionNotMet"
	silent := appended("cc", 5)
	silent.resp.Header = nil
	tests := []struct {
		name    string
		parts   []*act
		content string
		want    string // what the verdict wants and got; empty: they stand in order
	}{
		{"none", nil, "a", ""},
		{"as sent", []*act{appended("bbb", 1), appended("cc", 4)}, "abbbcc", ""},
		{"the other way round", []*act{appended("bbb", 3), appended("cc", 1)}, "accbbb", ""},
		{"both at one offset", []*act{appended("bbb", 1), appended("cc", 1)}, "", "a part at offset 4; the next one at 1"},
		{"a gap", []*act{appended("bbb", 1), appended("cc", 5)}, "", "a part at offset 4; the next one at 5"},
		{"over what was there", []*act{appended("bbb", 0)}, "", "a part at offset 1; the next one at 0"},
		{"no offset", []*act{appended("bbb", 1), silent}, "", "a part at offset 1; the next one at -1"},
		{"a refusal", []*act{appended("bbb", 1), refused}, "", "201; 412 ConditionNotMet"},
	}
	for _, tt := range tests {
		got, err := inOrder([]byte("a"), tt.parts)
		checkVerdict(t, tt.name, err, tt.want)
		if string(got) != tt.content {
			t.Errorf("%s: the blob should hold %q, want %q", tt.name, got, tt.content)
		}
	}
}
