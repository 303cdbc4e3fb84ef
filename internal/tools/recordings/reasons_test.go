package main

import (
	"strings"
	"testing"

	"ifmatch/reference/operation"
)

const reasonsHead = "verdict\tsession\toperation\trespect\trecorded\tgot\twhy\n"

func TestReasons(t *testing.T) {
	t.Parallel()
	list, err := ParseReasons(reasonsHead +
		"accepted\t\tGet Blob*\theader x-ms-version-id\t\t\tversions\n" +
		"unplayable\ttest_handle.*\t\t\t200 *\t404 *\thandles\n")
	if err != nil {
		t.Fatal(err)
	}
	moment := func(session string, recorded, got int) *Moment {
		return &Moment{Session: &Session{Name: session}, Exchange: &Exchange{Status: recorded}, Answer: Answer{Status: got, Operation: operation.GetBlobProperties}}
	}
	version := Difference{"header x-ms-version-id", "2020", ""}
	if m := moment("net/A/B", 200, 200); !list.Accepts(m, version) || list.Accepts(m, Difference{"tag", "", ""}) || list.Unplayable(m) != "" {
		t.Error("the first reason is for one header only")
	}
	for session, want := range map[string]string{"test_handle.test_list": "handles", "test_file.test_list": ""} {
		if got := list.Unplayable(moment(session, 200, 404)); got != want {
			t.Errorf("Unplayable of %s = %q, want %q", session, got, want)
		}
	}
	if got := list.Unplayable(moment("test_handle.test_list", 404, 404)); got != "" {
		t.Errorf("Unplayable of other answers = %q, want none", got)
	}
}

func TestReasonsAreAClosedList(t *testing.T) {
	t.Parallel()
	line := "accepted\t\t\t\t\t\twhy\n"
	for name, text := range map[string]string{
		"a word too many":   reasonsHead + "ignored\t\t\t\t\t\twhy\n",
		"no reason":         reasonsHead + "accepted\t\t\t\t\t\t\n",
		"a column too few":  reasonsHead + "accepted\t\t\t\t\twhy\n",
		"a broken pattern":  reasonsHead + "accepted\t[\t\t\t\t\twhy\n",
		"one line too many": reasonsHead + strings.Repeat(line, mostReasons+1),
	} {
		if _, err := ParseReasons(text); err == nil {
			t.Errorf("ParseReasons accepts %s", name)
		}
	}
	if list, err := ParseReasons(reasonsHead + strings.Repeat(line, mostReasons)); err != nil || len(list) != mostReasons {
		t.Errorf("ParseReasons of %d lines = %d, %v", mostReasons, len(list), err)
	}
	if _, err := ParseReasons(reasonsFile); err != nil {
		t.Error(err)
	}
}
