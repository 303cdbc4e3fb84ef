package summary_test

import (
	"fmt"
	"strings"

	"ifmatch/reports"
)

// run returns a result with the given cases at level should.
func run(cases ...reports.Scenario) reports.Run {
	r := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Seed: 1, Level: "should"}, Seconds: 4.2, Scenarios: cases}
	for i, s := range cases {
		if s.Clauses == nil {
			clause, _, _ := strings.Cut(s.ID, "/")
			r.Scenarios[i].Clauses = []string{clause}
		}
		if s.Feature == "" {
			r.Scenarios[i].Feature, r.Scenarios[i].Line = "blob/etags_and_conditions", 10+i
		}
		r.Scenarios[i].Service = "blob"
		if strings.HasPrefix(s.ID, "TABLE-") {
			r.Scenarios[i].Service = "table"
		}
		r.Summary.Add(s.Status)
		r.Summary.Planned++
	}
	return r
}

// misbehaves returns a case that failed in one respect of one operation.
func misbehaves(id, level, name, operation, respect string, d reports.Difference) reports.Scenario {
	return reports.Scenario{ID: id, Level: level, Name: name, Status: reports.Failed, Operation: operation, Respect: respect,
		Differs: []reports.Difference{d}, Want: "an ETag of its own", Got: "the ETag from before", Reason: operation + " returned the wrong " + respect}
}

func unjudged(id string, v reports.Status, s reports.Scenario) reports.Scenario {
	s.ID, s.Status, s.Name = id, v, id
	if s.Level == "" {
		s.Level = "should"
	}
	return s
}

func lacks(id, level, kind, name string) reports.Scenario {
	return unjudged(id, reports.Skipped, reports.Scenario{Level: level, Reason: "lacks " + name, Lacks: &reports.Lack{Kind: kind, Name: name}})
}

func passed(id, level string) reports.Scenario {
	return unjudged(id, reports.Passed, reports.Scenario{Level: level})
}

// accused is a target whose Put Page returns a wrong ETag, and which lets an
// expired lease write: two causes, and many cases affected by them.
func accused() reports.Run {
	cases := []reports.Scenario{
		misbehaves("BLOB-COND-20/relying-0", "must", "A blob is copied under its ETag", "Put Page", "ETag", reports.InResponse),
		misbehaves("BLOB-ETAG-01/put-page", "must", "Put Page changes the ETag", "Put Page", "ETag", reports.InResponse),
		misbehaves("BLOB-TAB-15E/put-page", "must", "What Put Page returns", "Put Page", "ETag", reports.InResponse),
	}
	for i := range 1200 {
		s := cases[0]
		s.ID = fmt.Sprintf("BLOB-COND-20/relying-%d", i+1)
		cases = append(cases, s)
	}
	for i := range 2 {
		cases = append(cases, unjudged(fmt.Sprintf("BLOB-SEQ-01/%d", i), reports.Blocked, reports.Scenario{BlockedBy: "BLOB-TAB-15E"}))
	}
	for _, op := range []string{"Put Blob", "Put Block List", "Append Block"} {
		s := misbehaves("BLOB-UM-W-A-Ex/"+strings.ToLower(strings.ReplaceAll(op, " ", "-")), "must", op+" with lease id A on a blob that is Expired(A)", op, "status", reports.InStatus)
		s.Want, s.Got, s.Reason = "412 LeaseLost", "201 Created", op+" returned the wrong status"
		cases = append(cases, s)
	}
	return run(cases...)
}

// raced is a target that one promise of level should explains: in races it breaks one of level must, too.
func raced() reports.Run {
	cause := misbehaves("BLOB-TAB-19/put-page", "should", "Put Page with If-Match", "Put Page", "If-Match", reports.InStatus)
	race := misbehaves("BLOB-PAIR-01/put-page", "must", "Put Page with If-Match, beside Put Blob", "Put Page", "one step", reports.InEffect)
	weak := misbehaves("BLOB-PAIR-02/put-page", "should", "Put Page beside Put Blob", "Put Page", "one step", reports.InEffect)
	race.Cause, weak.Cause = cause.ID, cause.ID
	return run(race, weak, cause)
}

// codes is a target whose statuses are as promised but whose codes are not.
func codes() reports.Run {
	code := func(id, level, at string) reports.Scenario {
		s := misbehaves(id, level, "Put Blob with If-Match stale", "Put Blob", "code", reports.InCode)
		s.CodeLevel, s.Want, s.Got = at, "412 ConditionNotMet", "412 PreconditionFailed"
		return s
	}
	weak := code("BLOB-UM-W-A-Ex/put-block", "must", "observed")
	weak.Operation = "Put Block"
	return run(code("BLOB-TAB-01C/put-blob/if-match", "must", "should"), weak, passed("BLOB-ETAG-01/put-blob", "must"))
}

// transaction is a target that carries out half of an entity group transaction.
func transaction() reports.Run {
	const address = "http://127.0.0.1:10002/devstoreaccount1/"
	s := misbehaves("TABLE-BATCH-02/stale", "should", "Failing transaction of Insert Entity a; Update Entity If-Match stale", "Entity Group Transaction", "effect", reports.InEffect)
	s.Want, s.Got, s.Reason = "the table unchanged", "entity a", "the table changed"
	s.Feature, s.Line = "table/transactions", 53
	s.Exchanges = []reports.Exchange{
		{Step: "Given an entity that exists", Method: "POST", URL: address + "Tables", Status: 201},
		{Step: "Given an entity that exists", Method: "POST", URL: address + "people", Status: 201, RequestBody: `{"PartitionKey":"partition","RowKey":"entity"}`},
		{Step: "Given an entity that exists", Method: "GET", URL: address + "people()", Status: 200},
		{Step: "When a client sends Entity Group Transaction with actions Insert Entity a; Update Entity If-Match stale", Method: "POST", URL: address + "$batch",
			RequestBody: "--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n" +
				"--changeset_1\r\nContent-Type: application/http\r\n\r\nPOST " + address + "people?$format=json HTTP/1.1\r\nContent-Type: application/json\r\n\r\n" +
				`{"PartitionKey":"partition","RowKey":"a"}` + "\r\n" +
				"--changeset_1\r\nContent-Type: application/http\r\n\r\nPUT " + address + "people(PartitionKey='partition',RowKey='entity') HTTP/1.1\r\nIf-Match: W/\"datetime'1'\"\r\n\r\n" +
				`{"PartitionKey":"partition","RowKey":"entity"}` + "\r\n--changeset_1--\r\n--batch_1--\r\n",
			Status: 202,
			ResponseBody: "--batchresponse_1\r\nContent-Type: multipart/mixed; boundary=changesetresponse_1\r\n\r\n" +
				"--changesetresponse_1\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 412 Precondition Failed\r\nContent-Type: application/json\r\n\r\n" +
				`{"odata.error":{"code":"UpdateConditionNotSatisfied","message":{"lang":"en-US","value":"1:The update condition was not satisfied."}}}` +
				"\r\n--changesetresponse_1--\r\n--batchresponse_1--\r\n"},
		{Step: "Then the table is unchanged", Method: "GET", URL: address + "people()", Status: 200, ResponseBody: `{"value":[]}`},
	}
	return run(s)
}

// partial is a target that conforms in the parts that it offers.
func partial() reports.Run {
	cases := []reports.Scenario{
		lacks("BLOB-TAB-15E/put-page", "must", reports.LacksOperation, "Put Page"),
		lacks("BLOB-TAB-15C/put-page", "must", reports.LacksOperation, "Put Page"),
		lacks("BLOB-COND-20/snapshot", "must", reports.LacksOperation, "Snapshot Blob"),
		lacks("CONT-TAB-09E/list", "must", reports.LacksPermission, "l on containers"),
		lacks("BLOB-COPY-01/pending", "should", reports.LacksCapability, "pending-copy"),
		unjudged("BLOB-GEN-01/tls", reports.Skipped, reports.Scenario{Reason: "plain HTTP"}),
		unjudged("BLOB-TAGS-02/recorded", reports.Recorded, reports.Scenario{Level: "observed", Got: "412"}),
	}
	for i := range 1500 {
		cases = append(cases, passed(fmt.Sprintf("BLOB-COND-20/%d", i), "must"))
	}
	cases[len(cases)-1].Company = "prepare a blob that exists: Put Blob was answered 500"
	r := run(cases...)
	r.Weather = &reports.Weather{Answers: 14, Repeated: 12, Afresh: 1}
	r.Late, r.Waited, r.Seconds = &reports.Late{Cases: 3, Seconds: 12.34}, 0.876, 41.2
	return r
}

// stopped is a run that ended because the target stopped answering.
func stopped() reports.Run {
	cases := []reports.Scenario{passed("BLOB-COND-20/first", "must")}
	for i := range 7 {
		cases = append(cases, unjudged(fmt.Sprintf("BLOB-COND-20/%d", i), reports.Error, reports.Scenario{Reason: "send Put Blob: no answer within 30s"}))
	}
	cases = append(cases, unjudged("BLOB-COND-21/8", reports.Error, reports.Scenario{Reason: "connection refused"}))
	r := run(cases...)
	r.Stopped, r.Incomplete = "the target stopped answering", true
	r.Summary.Planned += 1934
	r.Weather = &reports.Weather{Answers: 1, Repeated: 1}
	return r
}
