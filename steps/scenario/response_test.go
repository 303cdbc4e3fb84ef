package scenario

import "testing"

func TestAnswersInWords(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]Response{
		"201 Created":               {Status: 201},
		"412 ConditionNotMet":       {Status: 412, Code: "ConditionNotMet"},
		"412 without an error code": {Status: 412},
		"304 Not Modified":          {Status: 304},
	} {
		if got := r.String(); got != want {
			t.Errorf("%+v reads %q, want %q", r, got, want)
		}
	}
}
