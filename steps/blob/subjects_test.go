package blob

import (
	"strings"
	"testing"

	"ifmatch/steps/scenario"
	"ifmatch/steps/words"
)

const (
	atNoon  = "Fri, 02 Jan 2026 12:00:00 GMT"
	earlyAM = "Fri, 02 Jan 2026 01:00:00 GMT"
	oneLate = "Fri, 02 Jan 2026 12:00:01 GMT"
)

func TestResponseCarries(t *testing.T) {
	t.Parallel()
	type headers = []string
	tests := []struct {
		words string
		body  string
		head  headers
		want  string // what the verdict wants and got; empty: the statement holds
	}{
		{"an ETag", "", headers{"ETag", `"0x2"`}, ""},
		{"an ETag", "", nil, "some ETag; none"},
		{"an ETag", "", headers{"ETag", `0x2`}, "a strong ETag in quotes; 0x2"},
		{"an ETag", "", headers{"ETag", `W/"0x2"`}, `a strong ETag in quotes; W/"0x2"`},
		{"an ETag", "", headers{"ETag", `""`}, `a strong ETag in quotes; ""`},
		{"an ETag", "", headers{"ETag", `"0x"2"`}, `a strong ETag in quotes; "0x"2"`},
		{"a quoted ETag", "", headers{"ETag", `"0x2"`}, ""},
		{"a quoted ETag", "", headers{"ETag", `0x2`}, "a strong ETag in quotes; 0x2"},
		{"a hexadecimal ETag", "", headers{"ETag", `"0x8DE49A1B2C3D4E5"`}, ""},
		{"a hexadecimal ETag", "", headers{"ETag", `"0x8de49a1b2c3d4e5f"`}, `an ETag of the form "0x8D…" in hexadecimal digits; "0x8de49a1b2c3d4e5f"`},
		{"no ETag", "", nil, ""},
		{"no ETag", "", headers{"ETag", "*"}, "no ETag; *"},
		{"a new ETag", "", headers{"ETag", `"0x3"`}, ""},
		{"a new ETag", "", headers{"ETag", `"0x2"`}, `an ETag that the blob never had; "0x2"`},
		{"a new ETag", "", headers{"ETag", `"0x1"`}, `an ETag that the blob never had; "0x1"`},
		{"a new ETag", "", nil, "an ETag that the blob never had; none"},
		{"the same ETag", "", headers{"ETag", `"0x2"`}, ""},
		{"the same ETag", "", headers{"ETag", `"0x1"`}, `the ETag "0x2" from before; "0x1"`},
		{"the current ETag", "", nil, `the ETag "0x2" from before; none`},
		{"the remembered ETag", "", headers{"ETag", `"0x1"`}, ""},
		{"the remembered ETag", "", headers{"ETag", `"0x2"`}, `"0x1"; "0x2"`},

		{"a Last-Modified", "", headers{"Last-Modified", atNoon}, ""},
		{"a Last-Modified", "", headers{"Last-Modified", "2026-01-02T12:00:00Z"}, "an HTTP date; 2026-01-02T12:00:00Z"},
		{"no Last-Modified", "", nil, ""},
		{"a new Last-Modified", "", headers{"Last-Modified", atNoon}, ""}, // several writes may fall into one second
		{"a new Last-Modified", "", headers{"Last-Modified", earlyAM}, "a Last-Modified that is not before " + atNoon + "; " + earlyAM},
		{"a new Last-Modified", "", nil, "a Last-Modified that is not before " + atNoon + "; none"},
		{"a later Last-Modified", "", headers{"Last-Modified", oneLate}, ""},
		{"a later Last-Modified", "", headers{"Last-Modified", atNoon}, "a Last-Modified after " + atNoon + "; " + atNoon},
		{"the same Last-Modified", "", headers{"Last-Modified", atNoon}, ""},
		{"the same Last-Modified", "", headers{"Last-Modified", oneLate}, atNoon + "; " + oneLate},
		{"the current Last-Modified", "", headers{"Last-Modified", oneLate}, atNoon + "; " + oneLate},
		{"the remembered Last-Modified", "", headers{"Last-Modified", earlyAM}, ""},
		{"the remembered Last-Modified", "", headers{"Last-Modified", atNoon}, earlyAM + "; " + atNoon},

		{"lease id A", "", headers{"x-ms-lease-id", leaseA}, ""},
		{"lease id A", "", headers{"x-ms-lease-id", leaseB}, leaseA + "; " + leaseB},
		{"a lease id", "", nil, "some lease id; none"},
		{"no lease id", "", nil, ""},
		{"no lease id", "", headers{"x-ms-lease-id", leaseA}, "no lease id; " + leaseA},
		{"no lease id", "<LeaseId>" + strings.ToUpper(leaseA) + "</LeaseId>", nil, "no lease id; none"},

		{"an empty body", "", nil, ""},
		{"an empty body", "x", nil, "an empty body; 1 bytes"},
		{"an XML body", "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<Error>\n <Code>LeaseLost</Code></Error>", headers{"x-ms-error-code", "LeaseLost"}, ""},
		{"an XML body", "<Error><Code>Other</Code></Error>", headers{"x-ms-error-code", "LeaseLost"}, `an XML body that repeats LeaseLost; "<Error><Code>Other</Code></Error>"`},
		{"an XML body", "<Error><Code></Code></Error>", nil, `an XML body that repeats ; "<Error><Code></Code></Error>"`},

		{"content type text/plain, a lease state, no copy id", "", headers{"Content-Type", "text/plain", "x-ms-lease-state", "leased"}, ""},
		{"content type text/plain, no copy id", "", headers{"Content-Type", "text/plain", "x-ms-copy-id", "7"}, "no copy id; 7"},
		{"sequence number 7", "", headers{"x-ms-blob-sequence-number", "8"}, "7; 8"},
		{"copy description 412 ConditionNotMet", "", headers{"x-ms-copy-status-description", `412 ConditionNotMet "The source changed."`}, ""},
		{"copy description 412 ConditionNotMet", "", headers{"x-ms-copy-status-description", "404 BlobNotFound"}, "412 ConditionNotMet; 404 BlobNotFound"},
		{"copy description 412 ConditionNotMet", "", nil, "412 ConditionNotMet; none"},
	}
	for _, tt := range tests {
		w, ac := answeredWith(t, "Put Blob", tt.body, tt.head...)
		checkVerdict(t, "the response carries "+tt.words+" of "+strings.Join(tt.head, " "), carries(t, w, ac, tt.words), tt.want)
	}
}

func TestWhatNobodyReadIsNotRemembered(t *testing.T) {
	t.Parallel()
	for _, subject := range []string{"ETag", "Last-Modified"} {
		w, ac := answeredWith(t, "Put Blob", "", "ETag", `"0x3"`, "Last-Modified", atNoon)
		ac.Memory = scenario.Memory{}
		checkVerdict(t, subject, carries(t, w, ac, "the remembered "+subject), "error: read the scenario: no client has read the "+subject+" of the blob before")
	}
}

func TestCarriedCellsRefuse(t *testing.T) {
	t.Parallel()
	var known []words.Subject
	for _, s := range subjects() {
		known = append(known, s.Subject)
	}
	for text, want := range map[string]string{
		"a later ETag":                           `"later" cannot be said of ETag`,
		"a new lease id":                         `"new" cannot be said of lease id`,
		"a body":                                 "of body say one of: empty, XML",
		"a JSON body":                            `"JSON" cannot be said of body`,
		"lease time soon":                        `read lease time "soon"`,
		"lease time min(n,":                      `read lease time "min(n,"`,
		"a lease time absent":                    `read lease time "absent"`,
		"copy status 412 ConditionNotMet":        "is neither one word nor quoted",
		"copy description 412 conditionNotMet":   "a copy description begins with a status and a code",
		"a copy description 412 A, new":          `cannot read "new"`,
		"copy status failed, copy description 4": `"4": a copy description begins with`,
	} {
		if got, err := words.ParseCarried(known, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseCarried(%q) = %v, %v, want an error with %q", text, got, err, want)
		}
	}
}
