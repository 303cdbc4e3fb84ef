package errcode

import (
	"strings"
	"testing"
)

func TestEveryCodeHasAnErrorStatusAndASentence(t *testing.T) {
	t.Parallel()
	if len(registry) < 60 {
		t.Fatalf("only %d codes are registered", len(registry))
	}
	for c := range registry {
		if s := c.Status(); s < 400 || s > 599 {
			t.Errorf("%s: status %d is no error", c, s)
		}
		if m := c.Message(); !strings.HasSuffix(m, ".") {
			t.Errorf("%s: message %q is no sentence", c, m)
		}
	}
}

func TestUnregisteredCode(t *testing.T) {
	t.Parallel()
	if c := Code("NoSuchCode"); c.Known() || c.Status() != 500 || c.Message() == "" {
		t.Errorf("unregistered code: known %v, status %d", c.Known(), c.Status())
	}
}

func TestWithLeavesTheOriginalAlone(t *testing.T) {
	t.Parallel()
	base := BadHeader("x-ms-range", "x")
	one, two := base.With("A", "1"), base.With("B", "2")
	if len(base.Fields) != 2 || one.Fields[2].Name != "A" || two.Fields[2].Name != "B" {
		t.Errorf("fields run into each other: %v, %v, %v", base.Fields, one.Fields, two.Fields)
	}
	if got := New(ConditionNotMet).WithStatus(304); got.Status != 304 || got.Code != ConditionNotMet {
		t.Errorf("WithStatus(304) = %v", got)
	}
}
