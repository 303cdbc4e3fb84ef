package auth

import (
	"bytes"
	"strings"
)

// verifyTableSAS checks a signature over the entities of one table. It returns the stored access policy that the
// signature names, or zero if it names none.
func verifyTableSAS(f fields, o Options) (*SAS, StoredPolicy, *Error) {
	var none StoredPolicy
	if f.table == "" {
		return nil, none, notAuthentic("A signature over a table must name the table in tn.")
	}
	if f.keys.FromRow != "" && f.keys.FromPartition == "" || f.keys.ToRow != "" && f.keys.ToPartition == "" {
		return nil, none, notAuthentic("A row key (srk, erk) needs the partition key (spk, epk) as well.")
	}
	text := tableStringToSign(f, o.Account)
	if !o.signs(text, f.signature) {
		return nil, none, wrongSignature(text)
	}
	permissions, policy, refusal := f.granted(o, "table", f.table, "raud")
	if refusal != nil {
		return nil, policy, refusal
	}
	return &SAS{Permissions: permissions, Resource: "t", Table: f.table, Keys: f.keys}, policy, nil
}

// tableStringToSign returns the text that the signature must cover. Later versions sign more.
func tableStringToSign(f fields, account string) []byte {
	resource := "/" + account + "/" + strings.ToLower(f.table)
	if f.version >= "2015-02-21" {
		resource = "/table" + resource
	}
	text := lines(f.permissions, f.start, f.expiry, resource, f.identifier)
	if f.version >= "2015-04-05" {
		text = append(text, lines(f.ip, f.protocol)...)
	}
	text = append(text, lines(f.version, f.keys.FromPartition, f.keys.FromRow, f.keys.ToPartition, f.keys.ToRow)...)
	return bytes.TrimSuffix(text, []byte("\n"))
}
