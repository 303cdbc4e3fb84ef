package cli

import (
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/reference/operation"
)

// The ways to spoil a service, or the connection to it.

// every spoils one request in n.
func every(n int64, spoil spoiler) spoiler {
	return func(s *standing, count int64, o operation.Operation, next http.Handler, w http.ResponseWriter, r *http.Request) {
		if count%n == 0 {
			spoil(s, count, o, next, w, r)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// when spoils the requests that match.
func when(fits func(operation.Operation, *http.Request) bool, spoil spoiler) spoiler {
	return func(s *standing, n int64, o operation.Operation, next http.Handler, w http.ResponseWriter, r *http.Request) {
		if fits(o, r) {
			spoil(s, n, o, next, w, r)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// saying answers with an error.
func saying(status int, code string) spoiler {
	return func(_ *standing, _ int64, _ operation.Operation, _ http.Handler, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("x-ms-error-code", code)
		w.WriteHeader(status)
	}
}

// cut resets the connection instead of answering.
func cut(_ *standing, _ int64, _ operation.Operation, _ http.Handler, w http.ResponseWriter, _ *http.Request) {
	c, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}

// lose applies the request but resets the connection instead of answering.
func lose(s *standing, n int64, o operation.Operation, next http.Handler, w http.ResponseWriter, r *http.Request) {
	next.ServeHTTP(httptest.NewRecorder(), r)
	cut(s, n, o, next, w, r)
}

// hang sends no answer until the client leaves.
func hang(_ *standing, _ int64, _ operation.Operation, _ http.Handler, _ http.ResponseWriter, r *http.Request) {
	<-r.Context().Done()
}

// after leaves the first n requests unspoiled.
func after(n int64, spoil spoiler) spoiler {
	return func(s *standing, count int64, o operation.Operation, next http.Handler, w http.ResponseWriter, r *http.Request) {
		if count > n {
			spoil(s, count, o, next, w, r)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// putForward moves the clock forward by an hour at request n.
func putForward(n int64) spoiler {
	return func(s *standing, count int64, _ operation.Operation, next http.Handler, w http.ResponseWriter, r *http.Request) {
		if count == n {
			s.ahead.Store(int64(time.Hour))
		}
		next.ServeHTTP(w, r)
	}
}

// mislabelled gives every accepted request a wrong ETag.
func mislabelled(_ *standing, _ int64, _ operation.Operation, next http.Handler, w http.ResponseWriter, r *http.Request) {
	answer := httptest.NewRecorder()
	for name, values := range w.Header() {
		answer.Header()[name] = values
	}
	next.ServeHTTP(answer, r)
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	if answer.Code < http.StatusBadRequest {
		w.Header()["ETag"] = []string{`"0x8D0000000000000"`}
		delete(w.Header(), "Etag")
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

// TestRunTellsADeviationFromWhatIsNone runs the command against the reference on sockets. It tries
// everything that may happen to a conforming service on its way to the judge, and deviations that
// look similar.
func TestRunTellsADeviationFromWhatIsNone(t *testing.T) {
	t.Parallel()
	const all, everything = "rwdlacuptf", "bqt"
	// A third of the cases has every kind that the sentences need, and every run of the tests tries
	// a third of the answers; `make test-full` tries all.
	quick := []string{"CONT-TAB-1*", "QUEUE-ERR-*", "TABLE-OPS-0*"}
	writes := []string{"BLOB-GEN-07", "BLOB-COND-01-*", "BLOB-COND-02"}
	weather := []string{"feature:blob/optimistic", "feature:queue/last_writer_wins", "feature:table/operations"}
	etags := []string{"case:BLOB-ETAG-*put-page*", "BLOB-GEN-07", "BLOB-COND-01-s"}
	if thorough.All() {
		quick = []string{"CONT-TAB-*", "QUEUE-ERR-*", "TABLE-OPS-*"}
		writes = []string{"feature:blob/conditions_write"}
		weather = append(weather, "feature:blob/conditions_read", "feature:blob/conditions_write")
		etags = []string{"feature:blob/etags_and_conditions", "feature:blob/conditions_*", "feature:blob/optimistic"}
	}
	ifMatch := func(_ operation.Operation, r *http.Request) bool { return r.Header.Get("If-Match") != "" }
	of := func(wanted operation.Operation) func(operation.Operation, *http.Request) bool {
		return func(o operation.Operation, _ *http.Request) bool { return o == wanted }
	}
	rough := func(t *testing.T, s spoken) {
		if w := s.result.Weather; w == nil || w.Answers < 20 || w.Afresh == 0 {
			t.Errorf("the weather was %+v, want a rough one", w)
		}
	}
	requests := func(most int64) func(*testing.T, *standing) {
		return func(t *testing.T, s *standing) {
			if n := s.requests.Load(); n > most {
				t.Errorf("%d requests were sent, want at most %d", n, most)
			}
		}
	}
	tests := map[string]struct {
		spoil      spoiler
		credential string
		arguments  []string
		code       ExitCode
		last       string // the beginning of the last line
		says       []string
		stderr     string
		found      func(*testing.T, spoken)
		left       func(*testing.T, *standing)
	}{
		"the account key": {arguments: quick, last: "conforms"},
		"an account SAS": {credential: accountSAS(everything, all, time.Hour), arguments: quick, last: "conforms; 1 permission was not available",
			says: []string{"they lack access policies (account key only)"}},
		"the same, where permissions are required": {credential: accountSAS(everything, all, time.Hour), arguments: slices.Concat(quick, []string{"--require", "permissions"}),
			code: Unknown, last: "conforms; 1 permission was not available", stderr: "permissions are required"},
		"a SAS without lists": {credential: accountSAS(everything, strings.Replace(all, "l", "", 1), time.Hour), arguments: quick,
			last: "conforms; 2 permissions were not available", says: []string{"list (sp=l)"}},
		"a SAS that deletes nothing": {credential: accountSAS(everything, strings.Replace(all, "d", "", 1), time.Hour), arguments: quick,
			last: "conforms; 2 permissions were not available", says: []string{"delete (sp=d)"}, stderr: "ifmatch sweep --target @"},
		"a SAS for tables": {credential: accountSAS("t", all, time.Hour), arguments: quick, last: "conforms; 2 permissions were not available",
			says: []string{"they lack blob service (ss=b) (", "needs permission blob service (ss=b): "}},
		"the same, where blobs are required": {credential: accountSAS("t", all, time.Hour), arguments: slices.Concat(quick, []string{"--require", "blob"}),
			code: Unknown, last: "conforms; 2 permissions were not available", stderr: "no case of it was judged"},
		"a SAS for reads": {credential: accountSAS(everything, "rl", time.Hour), code: Unknown, last: "could not tell: no case that counts",
			says: []string{"create or write (sp=c or w)"}, left: requests(20)},
		"a SAS that ends in the run": {credential: accountSAS(everything, all, 10*time.Minute), spoil: putForward(1000), arguments: []string{"feature:blob/etags_and_conditions", "feature:blob/conditions_*"}, code: Unknown,
			last: "could not tell: the credential ended", stderr: "could not delete everything it created", left: requests(2000)},
		"a SAS that has ended": {credential: accountSAS(everything, all, -time.Hour), arguments: quick, code: Unknown, last: "judging", stderr: "which ended at 2",
			left: requests(0)},
		"a wrong key": {credential: "AccountKey=d3Jvbmc=", arguments: quick, code: Unknown, last: "judging", stderr: "it refuses the credential of account"},
		"a SAS over a container": {credential: "SharedAccessSignature=sv=2021-12-02&sr=c&sp=racwdl&se=2100-01-01&sig=d3Jvbmc%3D",
			arguments: quick, code: Unknown, last: "judging", stderr: "use an account SAS"},

		"every 40th request is answered 503": {spoil: every(40, saying(503, "ServerBusy")), arguments: weather, last: "conforms",
			says: []string{"repeated", "set up afresh"}, found: rough},
		"every 40th request is answered 500": {spoil: every(40, saying(500, "OperationTimedOut")), arguments: weather, last: "conforms", found: rough},
		"every 40th connection is reset":     {spoil: every(40, cut), arguments: weather, last: "conforms", found: rough},
		"every 40th answer is lost": {spoil: every(40, lose), arguments: weather, code: either, found: func(t *testing.T, s spoken) {
			rough(t, s)
			if s.code == Deviates || s.result.Summary.Failed > 0 || s.result.Summary.Error*100 > s.result.Summary.Planned {
				t.Errorf("exit code %d, %+v", s.code, s.result.Summary)
			}
		}},
		"it hangs after 200 requests": {spoil: after(200, hang), arguments: slices.Concat(quick, []string{"--timeout", "2s"}), code: Unknown,
			last: "could not tell: the target stopped answering", left: requests(400), stderr: "--concurrency 1 --skip 'status:passed|failed|skipped|recorded@"},
		"it dies in the last clean-up": {spoil: dead(operation.DeleteContainer, 16), arguments: []string{"BLOB-TAB-15C"}, last: "conforms: 16 of 16",
			stderr: "could not delete everything it created: Delete Container", found: func(t *testing.T, s spoken) {
				if !strings.Contains(s.stderr, "once the target answers") || !strings.Contains(s.stderr, ": ifmatch sweep --target @") || s.result.Left == "" {
					t.Errorf("%s\n%q was left, want a reason and a hint", s.stderr, s.result.Left)
				}
			}},
		"it dies in the first clean-up": {spoil: dead(operation.DeleteContainer, 1), arguments: []string{"BLOB-TAB-15C", "--concurrency", "1"}, code: Unknown,
			last: "could not tell: the target stopped answering", stderr: "could not delete everything it created: Delete Container"},

		"Put Page is not implemented": {spoil: when(of(operation.PutPage), saying(501, "NotImplemented")), arguments: writes, last: "conforms; 1 operation was not available",
			says: []string{"the target does not implement Put Page", "Put Page not implemented: "}},
		"If-Match is not implemented": {spoil: when(ifMatch, saying(501, "NotImplemented")), arguments: writes, code: Deviates, last: "does not conform"},
		"If-Match crashes Put Page": {spoil: when(func(o operation.Operation, r *http.Request) bool {
			return o == operation.PutPage && ifMatch(o, r)
		}, saying(500, "InternalError")), arguments: writes, code: Deviates, last: "does not conform", found: func(t *testing.T, s spoken) {
			if !strings.Contains(s.card, "/put-page/") {
				t.Errorf("the first card is %q", s.card)
			}
		}},
		"nothing but undocumented cases": {arguments: []string{"BLOB-COND-11", "BLOB-COND-43"}, code: Unknown, last: "could not tell: no case that counts"},
		"nothing but skipped cases": {credential: accountSAS("t", all, time.Hour), arguments: []string{"BLOB-TAB-*"}, code: Unknown,
			last: "could not tell: no case that counts", left: requests(2)},
		"Put Page answers with a wrong ETag": {spoil: when(of(operation.PutPage), mislabelled), arguments: etags,
			code: Deviates, last: "does not conform", found: func(t *testing.T, s spoken) {
				if !strings.HasPrefix(s.card, "✗ BLOB-TAB-15E/put-page/") { // its very sentence: Put Page returns 201 with a new ETag
					t.Errorf("the first card is %q", s.card)
				}
			}},
	}
	for name, tt := range tests {
		// The others take seconds each, and the suite's own tests try much the same without a socket.
		if quickly := []string{"an account SAS", "a SAS for reads", "a SAS that ends in the run", "a SAS that has ended", "a wrong key", "a SAS over a container", "it dies in the last clean-up",
			"nothing but undocumented cases", "nothing but skipped cases"}; !thorough.All() && !slices.Contains(quickly, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := stand(t, tt.spoil)
			if tt.credential == "" {
				tt.credential = accountKey
			}
			s := runAgainst(t, server.connection(tt.credential), tt.arguments...)
			t.Logf("%d requests, card %q, last line %q", server.requests.Load(), s.card, s.last)
			if tt.code != either && s.code != tt.code || !strings.HasPrefix(s.last, tt.last) || !strings.Contains(s.stderr, tt.stderr) {
				t.Errorf("exit code %d, want %d; the last line is to begin with %q, stderr to hold %q\n%s\n%s", s.code, tt.code, tt.last, tt.stderr, s.stdout, s.stderr)
			}
			for _, text := range tt.says {
				if !strings.Contains(s.stdout, text) {
					t.Errorf("stdout is to hold %q\n%s", text, s.stdout)
				}
			}
			if tt.found != nil {
				tt.found(t, s)
			}
			if tt.left != nil {
				tt.left(t, server)
			}
		})
	}
	t.Run("a portal", func(t *testing.T) {
		t.Parallel()
		if s := runAgainst(t, portal(t)); s.code != Unknown || !strings.HasPrefix(s.last, "judging") || !strings.Contains(s.stderr, "ask the blob service") || !strings.Contains(s.stderr, "an HTML page") {
			t.Errorf("exit code %d\n%s\n%s", s.code, s.stdout, s.stderr)
		}
	})
}

// either stands for 0 or 3: the service was not accused.
const either ExitCode = -1
