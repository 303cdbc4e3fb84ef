package file

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/sdk"
	"ifmatch/steps/words"
)

// subjects are what responses can carry.
func subjects() []scenario.Subject {
	header := scenario.HeaderSubject
	return slices.Concat([]scenario.Subject{
		{Subject: words.Subject{Name: "ETag", Header: "ETag", Words: append(slices.Clone(judge.StampWords), "quoted"),
			Means: "the ETag header, strong and quoted; new: one that the resource never had"}, Judge: judge.Quoted},
		{Subject: words.Subject{Name: "Last-Modified", Header: "Last-Modified", Words: judge.DateWords,
			Means: "the Last-Modified header, an HTTP date; new: not before the last one; later: after it"}, Judge: judge.LastModified},
	}, lease.Subjects(), []scenario.Subject{
		header("error code", "x-ms-error-code", "in the header"),
		header("content type", "Content-Type", "of the file"),
		{Subject: words.Subject{Name: "content", Means: `the beginning of the file, in "quotes"`}, Judge: judgeContent},
		header("snapshot time", "x-ms-snapshot", "the id of a share snapshot"),
		header("copy status", "x-ms-copy-status", "success, pending, aborted or failed"),
		{Subject: words.Subject{Name: "body", Words: []string{"XML"}, Only: true, Means: "an XML error that repeats the code of the header"}, Judge: sdk.JudgeBody}, // FILE-ERR-12
		{Subject: words.Subject{Name: "read-only attribute", Header: "x-ms-file-attributes", Means: "ReadOnly among the file attributes"}, Judge: judgeReadOnly},
		{Subject: words.Subject{Name: "handles", Words: []string{complete, different}, Check: scenario.CheckNumber,
			Means: "how many handles the list shows; complete: each with its id, path, file, session, client and time; different: no two have the same id"}, Judge: judgeHandles},
		{Subject: words.Subject{Name: "access of handles", Means: "the access rights of each handle that the list shows, with commas between them"}, Judge: judgeRights},
		{Subject: words.Subject{Name: "clients of handles", Words: []string{byName}, Only: true, Means: "the name of each handle's client"}, Judge: judgeClients},
		{Subject: words.Subject{Name: "handles closed", Header: "x-ms-number-of-handles-closed", Check: scenario.CheckNumber, Means: "how many handles were closed"}},
	})
}

func judgeReadOnly(j *scenario.Judging) error {
	if readOnly(j.Got) != strconv.FormatBool(j.Word != words.No) {
		return j.Wrong(map[bool]string{true: "no ReadOnly", false: "ReadOnly"}[j.Word == words.No])
	}
	return nil
}

// judgeContent: FILE-OPL-06
func judgeContent(j *scenario.Judging) error {
	want := words.Unquote(j.Value)
	if got := scenario.First(j.Act.Resp.Body, len(want)); string(got) != want {
		return j.Other("content", want, fmt.Sprintf("%q", got))
	}
	return nil
}

// What a sentence can say of handles in addition to their number.
const (
	complete  = "complete"
	different = "different"
	byName    = "named"
)

// handlesOf are the handles in an answer.
func handlesOf(j *scenario.Judging) ([]listedHandle, error) {
	list, err := parse(handleList, j.Act.Resp.Body)
	if err != nil {
		err = j.Other("body", "a list of handles", err.Error())
	}
	return list.Handles, err
}

// eachHandle judges the list of handles, which must not be empty.
func eachHandle(j *scenario.Judging, want string, good func(listedHandle) bool) error {
	list, err := handlesOf(j)
	for _, h := range list {
		if !good(h) {
			return j.Other("handle", want, fmt.Sprintf("%+v", h))
		}
	}
	if err == nil && len(list) == 0 {
		return j.Other("number of handles", "some", "0")
	}
	return err
}

func judgeHandles(j *scenario.Judging) error {
	switch j.Word {
	case complete: // FILE-HND-01
		return eachHandle(j, "a handle with its id, path, file, session, client and time", func(h listedHandle) bool {
			_, err := http.ParseTime(h.Opened)
			return err == nil && !slices.Contains([]string{h.ID, h.Path, h.FileID, h.ParentID, h.Session, h.ClientIP}, "")
		})
	case different: // FILE-HND-09
		seen := map[string]bool{}
		return eachHandle(j, "an id that no other handle has", func(h listedHandle) bool {
			again := seen[h.ID]
			seen[h.ID] = true
			return !again && h.ID != ""
		})
	}
	list, err := handlesOf(j)
	want := map[bool]string{true: "0", false: j.Value}[j.Word == words.No]
	if got := strconv.Itoa(len(list)); err == nil && got != want {
		return j.Other("number of handles", want, got)
	}
	return err
}

// judgeRights and judgeClients: FILE-HND-02
func judgeRights(j *scenario.Judging) error {
	return eachHandle(j, "access "+j.Value, func(h listedHandle) bool { return strings.Join(h.Access, ",") == j.Value })
}

func judgeClients(j *scenario.Judging) error {
	return eachHandle(j, "the name of a client", func(h listedHandle) bool { return h.Client != "" })
}
