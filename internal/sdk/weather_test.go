package sdk_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

	"ifmatch/reference"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// outdoors is a client of a server with weather, over a socket or without one.
type outdoors struct {
	server *reference.Server
	blob   *blockblob.Client
	within *container.Client
}

// everyWay runs a test over a socket and in this process.
func everyWay(t *testing.T, test func(t *testing.T, o outdoors)) {
	t.Helper()
	for _, way := range []string{"socket", "in process"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			options := &azblob.ClientOptions{ClientOptions: policy.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1}}}
			var o outdoors
			if way == "socket" {
				o.server = reference.Start(t)
				own := &http.Transport{}
				t.Cleanup(own.CloseIdleConnections)
				options.Transport = &http.Client{Transport: own}
			} else {
				o.server = reference.InProcess(t)
				options.Transport = o.server.Client()
			}
			client, err := azblob.NewClientFromConnectionString(o.server.ConnectionString(), options)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client.CreateContainer(t.Context(), "outdoors", nil); err != nil {
				t.Fatal(err)
			}
			o.within = client.ServiceClient().NewContainerClient("outdoors")
			o.blob = o.within.NewBlockBlobClient("b")
			o.put(t, "first")
			test(t, o)
			if n := o.server.Weather().Waiting(); n != 0 {
				t.Errorf("%d events still wait for their request", n)
			}
		})
	}
}

// put writes the blob and returns the client's error.
func (o outdoors) put(t *testing.T, text string) error {
	t.Helper()
	_, err := o.blob.Upload(t.Context(), nopCloser{strings.NewReader(text)}, nil)
	return err
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

// read returns the blob's current content.
func (o outdoors) read(t *testing.T) (string, error) {
	t.Helper()
	r, err := o.blob.DownloadStream(t.Context(), nil)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	return string(text), err
}

// TestWhatAWriteMeets checks for each kind what answer the sender of a write gets, and whether the write took effect.
func TestWhatAWriteMeets(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		kind    weather.Kind
		status  int    // 0: no answer
		code    string // of the answer
		applied bool
	}{
		{weather.LoseRequest, 0, "", false},
		{weather.LoseAnswer, 0, "", true},
		{weather.Reset, 0, "", true}, // with Next, the service has the request before the reset
		{weather.Timeout, 500, "OperationTimedOut", false},
		{weather.TimeoutApplied, 500, "OperationTimedOut", true},
		{weather.Busy, 503, "ServerBusy", false},
		{weather.Stall, 201, "", true},
		{weather.StallAnswer, 201, "", true},
	} {
		t.Run(tc.kind.String(), func(t *testing.T) {
			t.Parallel()
			everyWay(t, func(t *testing.T, o outdoors) {
				o.server.Next(tc.kind, "Put Blob")
				err := o.put(t, "second")
				var told *azcore.ResponseError
				switch {
				case tc.status == 201:
					if err != nil {
						t.Errorf("the write was told %v, want success", err)
					}
				case tc.status == 0:
					if err == nil || errors.As(err, &told) {
						t.Errorf("the write was told %v, want no answer", err)
					}
				case !errors.As(err, &told) || told.StatusCode != tc.status || told.ErrorCode != tc.code:
					t.Errorf("the write was told %v, want %d %s", err, tc.status, tc.code)
				case tc.kind == weather.Busy && told.RawResponse.Header.Get("Retry-After") != "1":
					t.Error("a busy service says when to come again")
				}
				want := map[bool]string{true: "second", false: "first"}[tc.applied]
				if got, err := o.read(t); err != nil || got != want {
					t.Errorf("afterwards the blob is %q, %v, want %q", got, err, want)
				}
			})
		})
	}
}

func TestAResetIsSeenAsOne(t *testing.T) {
	t.Parallel()
	server := reference.Start(t)
	server.Next(weather.Reset, "List Containers")
	_, err := http.Get(server.Endpoint(reference.Blob) + "?comp=list")
	if !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("got %v, want a reset", err)
	}
}

func TestABodyBreaksOff(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, o outdoors) {
		o.server.Next(weather.Truncate, "Get Blob")
		if got, err := o.read(t); !errors.Is(err, io.ErrUnexpectedEOF) || got != "fi" {
			t.Errorf("read %q and %v, want half of the body", got, err)
		}
		if got, err := o.read(t); err != nil || got != "first" {
			t.Errorf("read %q and %v afterwards", got, err)
		}
	})
}

// TestSilenceLastsAsLongAsTheClientListens lets the sender give up when it sees what its write did.
func TestSilenceLastsAsLongAsTheClientListens(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, o outdoors) {
		o.server.Next(weather.Silence, "Put Blob")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		told := make(chan error, 1)
		go func() {
			_, err := o.blob.Upload(ctx, nopCloser{strings.NewReader("second")}, nil)
			told <- err
		}()
		for got := ""; got != "second"; {
			var err error
			if got, err = o.read(t); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-told:
				t.Fatalf("the write was told %v, want nothing", err)
			default:
			}
		}
		cancel()
		if err := <-told; !errors.Is(err, context.Canceled) {
			t.Errorf("the write was told %v, want nothing", err)
		}
	})
}

// TestAStalledRequestArrivesWithoutItsSender lets the sender give up before the request arrives.
func TestAStalledRequestArrivesWithoutItsSender(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, o outdoors) {
		o.server.Next(weather.Stall, "Put Blob")
		for patience := 20 * time.Millisecond; patience < 2*time.Second; patience *= 4 { // longer each time, in case the sender gives up before the request is sent
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			_, err := o.blob.Upload(ctx, nopCloser{strings.NewReader("second")}, nil)
			cancel()
			if err == nil {
				if time.Since(began) < 20*time.Millisecond {
					t.Fatal("the request was not held back")
				}
				t.Skip("the machine is slower than the stall is long")
			}
			for range 50 {
				if got, err := o.read(t); err != nil {
					t.Fatal(err)
				} else if got == "second" {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
		t.Error("the stalled write never arrived")
	})
}

// TestAReadComesTwice counts how often the service executes each operation.
func TestAReadComesTwice(t *testing.T) {
	t.Parallel()
	executed := map[operation.Operation]int{}
	count := func(o operation.Operation, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			executed[o]++
			next.ServeHTTP(w, r)
		})
	}
	server := reference.InProcess(t, reference.WithFault(reference.Fault{Name: "counting", Middleware: func() operation.Middleware { return count }}))
	options := &azblob.ClientOptions{}
	options.Transport = server.Client()
	client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), options)
	if err != nil {
		t.Fatal(err)
	}
	server.Next(weather.Duplicate, "List Containers")
	for range 2 {
		if _, err := client.NewListContainersPager(nil).NextPage(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if executed[operation.ListContainers] != 3 {
		t.Errorf("two lists were executed %d times, want three", executed[operation.ListContainers])
	}
}

func TestSomebodyBreaksTheLease(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, o outdoors) {
		holder, err := lease.NewBlobClient(o.blob, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := holder.AcquireLease(t.Context(), -1, nil); err != nil {
			t.Fatal(err)
		}
		under := &blockblob.UploadOptions{AccessConditions: &blob.AccessConditions{LeaseAccessConditions: &blob.LeaseAccessConditions{LeaseID: holder.LeaseID()}}}
		if _, err := o.blob.Upload(t.Context(), nopCloser{strings.NewReader("mine")}, under); err != nil {
			t.Fatal(err)
		}
		o.server.Next(weather.BreakLease, "Put Blob")
		_, err = o.blob.Upload(t.Context(), nopCloser{strings.NewReader("still mine?")}, under)
		if !refusedWith(err, 412, "LeaseLost") {
			t.Errorf("a write under a lease that was broken is told %v, want 412 LeaseLost", err)
		}
		if err := o.put(t, "free"); err != nil {
			t.Errorf("a write after the lease was broken: %v", err)
		}

		room, err := lease.NewContainerClient(o.within, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := room.AcquireLease(t.Context(), 15, nil); err != nil {
			t.Fatal(err)
		}
		o.server.Next(weather.BreakLease, "Lease Container renew")
		if _, err := room.RenewLease(t.Context(), nil); !refusedWith(err, 409, "LeaseIsBrokenAndCannotBeRenewed") {
			t.Errorf("the renewal of a container's lease that was broken is told %v", err)
		}
		o.server.Next(weather.BreakLease, "Get Blob")
		if got, err := o.read(t); err != nil || got != "free" {
			t.Errorf("where there is no lease to break the read is %q, %v", got, err)
		}
	})
}

func refusedWith(err error, status int, code string) bool {
	var told *azcore.ResponseError
	return errors.As(err, &told) && told.StatusCode == status && told.ErrorCode == code
}

func TestAStagedBlockIsGone(t *testing.T) {
	t.Parallel()
	const a, b = "YQ==", "Yg=="
	everyWay(t, func(t *testing.T, o outdoors) {
		stage := func(c *blockblob.Client, id string) {
			t.Helper()
			if _, err := c.StageBlock(t.Context(), id, nopCloser{strings.NewReader(id)}, nil); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []*blockblob.Client{o.blob, o.within.NewBlockBlobClient("new")} {
			stage(c, a)
			o.server.Next(weather.DiscardBlock, "Put Block")
			stage(c, b)
			if _, err := c.CommitBlockList(t.Context(), []string{a, b}, nil); !refusedWith(err, 400, "InvalidBlockList") {
				t.Errorf("the commit of a block that is gone is told %v", err)
			}
			stage(c, b)
			if _, err := c.CommitBlockList(t.Context(), []string{a, b}, nil); err != nil {
				t.Errorf("the commit after it was sent again: %v", err)
			}
		}
		o.server.Next(weather.DiscardBlock, "Put Block")
		alone := o.within.NewBlockBlobClient("alone")
		stage(alone, a)
		if _, err := alone.GetBlockList(t.Context(), blockblob.BlockListTypeAll, nil); !refusedWith(err, 404, "BlobNotFound") {
			t.Errorf("a blob that was one uncommitted block, which is gone: %v", err)
		}
	})
}

// TestTableRefusalsAreTheServices checks that refusals have the form of the Table service.
func TestTableRefusalsAreTheServices(t *testing.T) {
	t.Parallel()
	server := reference.InProcess(t)
	options := &aztables.ClientOptions{ClientOptions: policy.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1}, Transport: server.Client()}}
	client, err := aztables.NewServiceClientFromConnectionString(server.ConnectionString(), options)
	if err != nil {
		t.Fatal(err)
	}
	server.Next(weather.Busy, "Create Table")
	if _, err := client.CreateTable(t.Context(), "t", nil); !refusedWith(err, 503, "ServerBusy") {
		t.Errorf("a busy Table service says %v", err)
	}
}

// TestWeatherByShares checks that half of the requests for one operation are refused, and counts them.
func TestWeatherByShares(t *testing.T) {
	t.Parallel()
	spec, err := weather.Parse("busy=50%@List Containers,seed=4")
	if err != nil {
		t.Fatal(err)
	}
	server := reference.InProcess(t, reference.WithWeather(spec))
	busy := 0
	for range 200 {
		r, err := server.Client().Get(server.InProcessEndpoint(reference.Blob) + "?comp=list")
		if err != nil {
			t.Fatal(err)
		}
		if r.StatusCode == http.StatusServiceUnavailable {
			busy++
		}
	}
	if met := server.Weather().Met()[weather.Busy]; busy < 70 || busy > 130 || int(met) != busy {
		t.Errorf("of 200 requests %d were refused, and %d counted, want half", busy, met)
	}
}

func TestNextPanicsOnAWrongName(t *testing.T) {
	t.Parallel()
	defer func() {
		if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "Put Blub") {
			t.Errorf("recovered %v", p)
		}
	}()
	reference.InProcess(t).Next(weather.LoseAnswer, "Put Blub")
}

func TestWeatherIsControlled(t *testing.T) {
	t.Parallel()
	server := reference.Start(t)
	at, err := url.Parse(server.Endpoint(reference.Blob))
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, query string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+at.Host+"/ifmatch/weather"+query, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return a.StatusCode, string(text)
	}
	list := func() int {
		t.Helper()
		a, err := http.Get(server.Endpoint(reference.Blob) + "?comp=list")
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		return a.StatusCode
	}
	for _, step := range []struct {
		method, query string
		status        int
		said          string
		then          int // the answer to a list
	}{
		{"GET", "", 200, `"spec":"seed=0"`, 401},
		{"POST", "?next=busy&operation=List+Containers", 200, `"waiting":1`, 503},
		{"GET", "", 200, `"busy":1`, 401},
		{"POST", "?spec=busy%3D100%25", 200, `"spec":"busy=1"`, 503},
		{"POST", "?spec=", 200, `"spec":"seed=0"`, 401},
		{"POST", "?spec=rain", 400, "is not a share", 401},
		{"POST", "?next=rain&operation=Put+Blob", 400, "there is no weather", 401},
		{"POST", "?next=busy&operation=Put+Blub", 400, "there is no operation", 401},
		{"POST", "?next=busy", 400, "no operation is named", 401},
		{"POST", "", 400, "give either", 401},
		{"POST", "?next=busy&spec=5%25", 400, "give either", 401},
	} {
		status, said := ask(step.method, step.query)
		if status != step.status || !strings.Contains(said, step.said) {
			t.Errorf("%s %s: %d %s, want %d and %s", step.method, step.query, status, said, step.status, step.said)
		}
		if got := list(); got != step.then {
			t.Errorf("after %s %s a list is answered %d, want %d", step.method, step.query, got, step.then)
		}
	}
}

// A connection breaks after a blob was created and before the client gets the answer. The client's next try is refused
// because of its own success: a client that retries a create must recognise its own write.
func Example_lostAnswer() {
	ctx := context.Background()
	server := reference.New(reference.Options{})
	options := &azblob.ClientOptions{}
	options.Transport = server.Client() // no socket
	options.Retry.RetryDelay = time.Millisecond
	client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = client.CreateContainer(ctx, "jobs", nil)

	// The code under test: the worker that creates the blob has the job.
	claim := func(worker string) (bool, error) {
		_, err := client.UploadBuffer(ctx, "jobs", "job-1", []byte(worker), &azblob.UploadBufferOptions{
			AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: to.Ptr(azcore.ETagAny)}},
		})
		var refused *azcore.ResponseError
		if !errors.As(err, &refused) || refused.StatusCode != http.StatusConflict {
			return err == nil, err
		}
		// The blob was created by another worker, or by this one if an answer was lost.
		owner := make([]byte, 100)
		n, err := client.DownloadBuffer(ctx, "jobs", "job-1", owner, nil)
		return string(owner[:max(n, 0)]) == worker, err
	}

	server.Next(weather.LoseAnswer, "Put Blob")
	fmt.Println(claim("worker 7"))
	fmt.Println(claim("worker 8"))
	// Output:
	// true <nil>
	// false <nil>
}

// TestAServerWithoutWeatherSaysSo asks for the weather where there is none. On a server that others rely on, such a request
// is one for an account that it does not have.
func TestAServerWithoutWeatherSaysSo(t *testing.T) {
	t.Parallel()
	for _, account := range []string{"", "ifmatch"} {
		s := reference.New(reference.Options{Account: account})
		at, err := s.Listen(t.Context(), operation.BlobService, "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		res, err := http.Get("http://" + at + "/ifmatch/weather")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		if said := strings.Contains(string(body), "start it with --weather"); said != (account == "") {
			t.Errorf("account %q: %d %s", account, res.StatusCode, body)
		}
	}
}
