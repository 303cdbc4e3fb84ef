package auth

import (
	"bytes"
	"strconv"
	"strings"
)

// Keys is a range of entities, both ends included: from the one with the first two keys to the one with the last two,
// in the order of partition key and row key. An empty key sets no bound, and a row key needs its partition key.
type Keys struct{ FromPartition, FromRow, ToPartition, ToRow string }

// Covers reports whether an identity reaches the entity with these keys. Only a service SAS over a table has bounds.
func (id Identity) Covers(partition, row string) bool {
	if id.SAS == nil {
		return true
	}
	k := &id.SAS.Keys
	below := partition < k.FromPartition || partition == k.FromPartition && row < k.FromRow
	above := k.ToPartition != "" && (partition > k.ToPartition || partition == k.ToPartition && k.ToRow != "" && row > k.ToRow)
	return !below && !above
}

// verifyTableSAS checks a signature over the entities of one table. It returns the stored access policy that the
// signature names, zero if it names none.
func verifyTableSAS(f fields, o Options) (*SAS, StoredPolicy, *Error) {
	var policy StoredPolicy
	if f.table == "" {
		return nil, policy, notAuthentic("A signature over a table names it by tn.")
	}
	if f.keys.FromRow != "" && f.keys.FromPartition == "" || f.keys.ToRow != "" && f.keys.ToPartition == "" {
		return nil, policy, notAuthentic("A row key (srk, erk) needs the partition key (spk, epk) beside it.")
	}
	text := tableStringToSign(f, o.Account)
	if !matches(o.Key, text, f.signature) {
		return nil, policy, wrongSignature(text)
	}
	if f.identifier != "" {
		var refusal *Error
		if policy, refusal = storedPolicy(f, o, "table", f.table); refusal != nil {
			return nil, policy, refusal
		}
	}
	permissions := f.permissions
	if permissions == "" {
		permissions = policy.Permissions
	}
	if !lettersOf(permissions, "raud") {
		return nil, policy, notAuthentic("The permissions " + strconv.Quote(permissions) + " must be letters of raud, given by the signature (sp) or by its stored access policy.")
	}
	return &SAS{Permissions: permissions, Resource: "t", Table: f.table, Keys: f.keys}, policy, nil
}

// tableStringToSign is what the signature must be over. Later versions sign more.
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
