package httpstatus_test

import (
	"net/http"
	"testing"

	"ifmatch/reports/internal/httpstatus"
)

func TestTextsAreThoseOfGo(t *testing.T) {
	t.Parallel()
	for code := range 1000 {
		if got, want := httpstatus.Text(code), http.StatusText(code); got != want {
			t.Errorf("%d is called %q, want %q", code, got, want)
		}
	}
}
