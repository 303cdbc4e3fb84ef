package main

import (
	"bytes"
	"crypto/md5"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// view is what the target shows of a resource before a request, and what the session has learnt of it.
type view struct {
	*history
	state    map[string]string // the words that are coordinates
	header   http.Header       // of its properties
	blocks   []byte            // its list of blocks
	now      time.Time
	method   string
	sent     []byte // the request's body
	meets    func(tags string) bool
	modified time.Time
}

// history is what the target has given out for a resource, in its order.
type history struct {
	tags, leases, receipts []string
	deleted                time.Time // zero: never
	retrieved              bool
}

func appendNew(list []string, value string) []string {
	if value == "" || len(list) > 0 && list[len(list)-1] == value {
		return list
	}
	return append(list, value)
}

// currentOrFormer is the word for a value that was given out: the last one, or a former one; empty: it never was.
func currentOrFormer(list []string, value string) string {
	switch i := slices.Index(list, value); {
	case i < 0:
		return ""
	case list[len(list)-1] == value:
		return "current"
	}
	return "former"
}

var (
	tagForm  = regexp.MustCompile(`^(0x[0-9A-Fa-f]+|datetime'.*')$`)
	guidForm = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
)

// tag is the word for an entity tag in a condition.
func (v *view) tag(value string) string {
	switch {
	case value == "":
		return "empty"
	case value == "*" || strings.Contains(value, ","):
		return value
	}
	bare := strings.Trim(strings.TrimPrefix(value, "W/"), `"`)
	word := ""
	for _, known := range v.tags {
		if strings.Trim(strings.TrimPrefix(known, "W/"), `"`) == bare {
			word = "former"
		}
	}
	current := v.header.Get("etag")
	switch {
	case bare == strings.Trim(strings.TrimPrefix(current, "W/"), `"`):
		word = "current"
	case word == "" && tagForm.MatchString(bare):
		word = "other"
	case word == "":
		return "garbage"
	}
	if !strings.HasSuffix(value, `"`) {
		word = "unquoted " + word
	}
	if native := strings.HasPrefix(bare, "datetime"); strings.HasPrefix(value, "W/") != native {
		word = "weak " + word
	}
	return word
}

// date is the word for a date in a condition: how it stands to the resource's time, or to now where there is none.
func (v *view) date(value string) string {
	d, err := http.ParseTime(value)
	if err != nil {
		return "garbage"
	}
	if v.modified.IsZero() {
		return map[bool]string{true: "in the future", false: "in the past"}[d.After(v.now)]
	}
	return [...]string{"earlier", "same", "later"}[d.Compare(v.modified)+1]
}

// lease is the word for a lease id.
func (v *view) lease(value string) string {
	id := strings.ToLower(value)
	switch word := currentOrFormer(v.leases, id); {
	case word == "" && !guidForm.MatchString(id):
		return "malformed"
	case id != value:
		return "upper-case " + orElse(word, "other")
	default:
		return orElse(word, "other")
	}
}

// receipt is the word for a pop receipt.
func (v *view) receipt(value string) string {
	if word := currentOrFormer(v.receipts, value); word != "" {
		return word
	}
	if _, err := base64.StdEncoding.DecodeString(value); err != nil || len(value) < shortest {
		return "malformed"
	}
	return "other"
}

func orElse(word, other string) string {
	if word == "" {
		return other
	}
	return word
}

// number is how a number stands to the state that a header shows, for a limit on the length after the write.
func (v *view) number(value, of string) string {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return "malformed"
	}
	is, _ := strconv.ParseInt(v.header.Get(strings.TrimPrefix(of, "+")), 10, 64)
	if strings.HasPrefix(of, "+") {
		is += int64(len(v.sent))
	}
	switch {
	case n < 0:
		return "negative"
	case n < is:
		return "less"
	case n > is:
		return "more"
	}
	return "equal"
}

// whole is the word for a range that has all the content.
const whole = "whole"

// within is how a range of bytes stands to the content.
func (v *view) within(value string) string {
	var first, last int64
	if n, _ := fmt.Sscanf(value, "bytes=%d-%d", &first, &last); n == 0 {
		return "malformed"
	} else if n == 1 {
		last = first
	}
	length, _ := strconv.ParseInt(v.header.Get("content-length"), 10, 64)
	if first == 0 && last >= length-1 && v.method == http.MethodGet {
		return whole
	}
	word := "inside"
	switch {
	case first >= length:
		word = "beyond"
	case last >= length:
		word = "across the end"
	}
	if v.header.Get("x-ms-blob-type") == "PageBlob" && first%512 == 0 && (last+1)%512 == 0 {
		word += ", whole pages"
	}
	return word
}

// tagged says whether the resource's tags meet a condition.
func (v *view) tagged(value string) string {
	return map[bool]string{true: "met", false: "unmet"}[v.meets(value)]
}

// digest says when an MD5 is not that of the body.
func (v *view) digest(value string) string {
	sum := md5.Sum(v.sent)
	return map[bool]string{false: "wrong"}[base64.StdEncoding.EncodeToString(sum[:]) == value]
}

var listed = regexp.MustCompile(`<(Latest|Committed|Uncommitted)>([^<]*)</`)

// body is the word for a request's body: what kind it is and how large, of a list of blocks which of them the blob has,
// and of another document what is in it.
func (v *view) body() string {
	sent := v.sent
	words := map[string]bool{magnitude(int64(len(sent)), 65_536, 1<<20, 4<<20): true}
	add := func(format string, args ...any) { words[fmt.Sprintf(format, args...)] = true }
	switch {
	case bytes.Contains(sent, []byte("<BlockList")):
		for _, m := range listed.FindAllSubmatch(sent, -1) {
			has := bytes.Contains(v.blocks, append(append([]byte("<Name>"), m[2]...), '<'))
			add("%s %s block", map[bool]string{true: "known", false: "unknown"}[has], m[1])
		}
	case bytes.HasPrefix(sent, []byte("{")):
		for _, l := range jsonLeaves(sent) {
			add("names %s", magnitude(int64(len(l.Name)), 255))
		}
		add("properties %s", magnitude(int64(len(jsonLeaves(sent))), 252))
	case bytes.HasPrefix(bytes.TrimPrefix(sent, []byte("\ufeff")), []byte("<")):
		times := map[string]int64{}
		for _, l := range Leaves(sent) {
			times[l.Name]++
		}
		for _, n := range times {
			add("entries %s", magnitude(n, 5, 10))
		}
		if xml.Unmarshal(sent, new(struct{})) != nil {
			add("malformed")
		}
	}
	return strings.Join(sortedKeys(words), ", ")
}

// magnitude is the word for a length, beside the limits of the services.
func magnitude(n int64, limits ...int64) string {
	for _, limit := range limits {
		if n <= limit {
			return fmt.Sprint("up to ", limit)
		}
	}
	return "beyond limits"
}

// block is how long a block id is, beside those of the uncommitted blocks.
func (v *view) block(value string) string {
	_, list, _ := strings.Cut(string(v.blocks), "<UncommittedBlocks>")
	m := regexp.MustCompile(`<Name>([^<]*)<`).FindStringSubmatch(list)
	if m == nil || len(m[1]) == len(value) {
		return "fits"
	}
	return "of another length"
}

// metadata says whether a request has the metadata that the resource has.
func (v *view) metadata(sent http.Header) string {
	of := func(h http.Header) (text string) {
		for _, name := range sortedKeys(h) {
			if strings.HasPrefix(strings.ToLower(name), "x-ms-meta-") {
				text += strings.ToLower(name) + h.Get(name)
			}
		}
		return text
	}
	return map[bool]string{true: "the same", false: "other"}[of(sent) == of(v.header)]
}

// attributes are the words for the attributes of a file that a request gives it, if any.
func attributes(_ *view, value string) string {
	if value = strings.ToLower(value); value == "none" || value == "preserve" {
		return ""
	}
	return value
}

// snapshots is the word for what a deletion says of snapshots, if there are any.
func (v *view) snapshots(value string) string {
	if value != "only" && v.state["what goes with it"] == "" {
		return ""
	}
	return value
}

// size is the word for a length that is beyond the limit of the service.
func size(_ *view, value string) string {
	if n, err := strconv.ParseInt(value, 10, 64); err == nil && n <= 8<<40 {
		return ""
	}
	return "beyond limits"
}
