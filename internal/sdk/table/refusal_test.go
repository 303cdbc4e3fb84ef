package table_test

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/reference/errcode"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

// TestErrorBodies asks for the same error in several forms. // TABLE-ERR-01 TABLE-ERR-02 TABLE-ERR-03
func TestErrorBodies(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, c := range []struct {
		accept, query string
		json          bool
	}{
		{"application/json", "", true},
		{"application/json;odata=nometadata", "", true},
		{"application/json;odata=fullmetadata", "", true},
		{"*/*", "?%24format=application%2Fjson", true},
		{"*/*", "", false},
		{"-", "", false},
		{"application/xml", "", false},
		{"application/atom+xml", "", false},
	} {
		headers := []string{"If-Match", "*", "Accept", "-"}
		if c.accept != "-" {
			headers = append(headers, "Accept", c.accept)
		}
		res, text := s.raw(t, "PUT", book+c.query, "{}", headers...)
		var code, message, language string
		if c.json {
			var e struct {
				Error struct {
					Code    string
					Message struct{ Lang, Value string }
				} `json:"odata.error"`
			}
			if err := json.Unmarshal([]byte(text), &e); err != nil {
				t.Errorf("Accept: %s: %v in %s", c.accept, err, text)
			}
			code, message, language = e.Error.Code, e.Error.Message.Value, e.Error.Message.Lang
		} else {
			var e struct {
				XMLName xml.Name `xml:"http://schemas.microsoft.com/ado/2007/08/dataservices/metadata error"`
				Code    string   `xml:"code"`
				Message struct {
					Lang string `xml:"lang,attr"`
					Text string `xml:",chardata"`
				} `xml:"message"`
			}
			if err := xml.Unmarshal([]byte(text), &e); err != nil {
				t.Errorf("Accept: %s: %v in %s", c.accept, err, text)
			}
			code, message, language = e.Code, e.Message.Text, e.Message.Lang
		}
		if res.StatusCode != 404 || code != "ResourceNotFound" || language != "en-US" {
			t.Errorf("Accept: %s: %d %s in %s: %s", c.accept, res.StatusCode, code, language, text)
		}
		if !strings.Contains(message, "\nRequestId:"+res.Header.Get("x-ms-request-id")+"\nTime:"+s.server.Now().Format("2006-01-02T15:04:05")) {
			t.Errorf("Accept: %s: message %q", c.accept, message)
		}
		if h := res.Header; h.Get("x-ms-error-code") != "" || h.Get("ETag") != "" || h.Get("x-ms-version") != "2019-02-02" ||
			strings.Contains(h.Get("Content-Type"), "json") != c.json {
			t.Errorf("Accept: %s: headers %v", c.accept, h)
		}
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for version, want := range map[string]int{"-": 200, "2009-09-19": 200, "2026-04-06": 200, "soon": 400, "2019-2-2": 400} {
		headers := []string{"x-ms-version", "-"}
		if version != "-" {
			headers = append(headers, "x-ms-version", version)
		}
		res, text := s.raw(t, "GET", "books()", "", headers...)
		if res.StatusCode != want {
			t.Errorf("version %s: %d %s, want %d", version, res.StatusCode, text, want)
		}
		if version == "-" && res.Header.Get("x-ms-version") == "" {
			t.Error("an answer without a version")
		}
	}
}

func TestAnswersCanBeReplaced(t *testing.T) {
	t.Parallel()
	s := newScene(t, fault.Fault{Rules: func(r *rules.Rules) {
		r.Answers[errcode.ResourceNotFound] = rules.Answer{Status: 410, Code: errcode.TableNotFound}
	}})
	if _, err := s.table.GetEntity(t.Context(), "a", "b", nil); refused(err) != "410 TableNotFound" {
		t.Errorf("outside of a transaction: %v", err)
	}
	_, got := s.batch(t, changeSet(update("PUT", "a", "b", "If-Match", "*")))
	if len(got) != 1 || got[0].status != 410 || got[0].code != "TableNotFound" {
		t.Errorf("inside: %+v", got)
	}
}

// TestRulesDecide alters what operations do, one rule at a time.
func TestRulesDecide(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		alter func(*rules.Rules)
		want  string
	}{
		"documented":        {func(*rules.Rules) {}, "412 UpdateConditionNotSatisfied"},
		"If-Match ignored":  {func(r *rules.Rules) { r.Table.Entities[operation.UpdateEntity].IfMatch = rules.Unheeded }, ""},
		"update conflicts":  {func(r *rules.Rules) { r.Table.Entities[operation.UpdateEntity].Present = rules.Conflicts }, "409 EntityAlreadyExists"},
		"other rules alone": {func(r *rules.Rules) { r.Table.Entities[operation.MergeEntity].IfMatch = rules.Unheeded }, "412 UpdateConditionNotSatisfied"},
	} {
		s := newScene(t, fault.Fault{Rules: c.alter})
		old := s.add(t, "a", "b")
		if _, err := s.table.UpsertEntity(t.Context(), entity(t, "a", "b"), nil); err != nil {
			t.Fatal(err)
		}
		_, err := s.table.UpdateEntity(t.Context(), entity(t, "a", "b"), &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace, IfMatch: &old})
		if got := refused(err); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
