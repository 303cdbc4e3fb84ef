package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const accountsHead = "account\tcases\tpresupposes\tbecause\tsource\n"

// supposing is a suite of three cases with a table of what they presuppose.
func supposing(t *testing.T, table string) *Suite {
	t.Helper()
	s, err := Load(suiteFS(map[string]string{accountsFile: table,
		"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "First", "a page blob") + scenarioOf("@BLOB-M", "Second", "a blob") + scenarioOf("@BLOB-S", "Third", "a page blob")}), plain)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLacking(t *testing.T) {
	t.Parallel()
	s := supposing(t, accountsHead+"kind=Blob*|Old,sku=Premium_*\tstep:*page blob*; case:BLOB-M/second\tpages\tthere are none\ta page\n"+
		"versioning=true\tclause:BLOB-M,step:a page*\tone version\tthere are more\ta page\n")
	pages, one := "presupposes pages, and there are none", "presupposes one version, and there are more"
	for name, tt := range map[string]struct {
		account Account
		want    map[string]string // reasons by case
	}{
		"nothing is known":      {nil, map[string]string{}},
		"another kind":          {Account{AccountKind: "StorageV2", AccountSKU: "Premium_LRS"}, map[string]string{}},
		"half of what it takes": {Account{AccountKind: "BlobStorage"}, map[string]string{}},
		"the kind":              {Account{AccountKind: "BlobStorage", AccountSKU: "Premium_LRS"}, map[string]string{"BLOB-M/first": pages, "BLOB-M/second": pages, "BLOB-S/third": pages}},
		"the kind, once more":   {Account{AccountKind: "Old", AccountSKU: "Premium_ZRS"}, map[string]string{"BLOB-M/first": pages, "BLOB-M/second": pages, "BLOB-S/third": pages}},
		"no versions":           {Account{Versioning: "false"}, map[string]string{}},
		"versions":              {Account{Versioning: "true"}, map[string]string{"BLOB-M/first": one}},
		"both":                  {Account{AccountKind: "Old", AccountSKU: "Premium_ZRS", Versioning: "true"}, map[string]string{"BLOB-M/first": pages, "BLOB-M/second": pages, "BLOB-S/third": pages}},
	} {
		lacking, err := s.Choose(func(Case) bool { return true }).Lacking(tt.account)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for id, pre := range lacking {
			got[id] = pre.Reason()
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: -want +got:\n%s", name, d)
		}
	}
	part, err := s.Choose(func(c Case) bool { return c.ID == "BLOB-S/third" }).Lacking(Account{AccountKind: "Old", AccountSKU: "Premium_ZRS"})
	if err != nil || len(part) != 1 {
		t.Errorf("of a plan with one case %d are lacking, %v", len(part), err)
	}
}

func TestPresuppositionsAreStrict(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"\tstep:x\ta\tb\tc\n":               `accounts.tsv line 2: "" is no fact about an account; write FACT=GLOB, for instance kind=StorageV2`,
		"Kind=red\tstep:x\ta\tb\tc\n":       `"Kind=red" is no fact`,
		"kind\tstep:x\ta\tb\tc\n":           `"kind" is no fact`,
		"kind=A, sku=B\tstep:x\ta\tb\tc\n":  `" sku=B" is no fact`,
		"kind=A\tlook:x\ta\tb\tc\n":         `"look" is not a field`,
		"kind=A\tstep:x; step:[\ta\tb\tc\n": `"[" is not a valid glob`,
		"kind=A\tstep:x\t\tb\tc\n":          "an empty cell",
		"kind=A\tstep:x\ta\tb\t\n":          "an empty cell",
	} {
		if _, err := supposing(t, accountsHead+row).Presuppositions(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", row, err, want)
		}
	}
}
