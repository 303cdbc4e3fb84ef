package loadgen

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/target"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
	"ifmatch/reference"
)

// serverVariable makes the test binary the server of a benchmark: client and
// server must not share a process when the client's CPU is what counts.
const serverVariable = "IFMATCH_BENCH_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverVariable) != "" {
		server := reference.New(reference.Options{})
		if _, err := server.Listen(context.Background(), "blob", "127.0.0.1:0"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(server.Endpoint("blob"))
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n') // ends with the benchmark
		return
	}
	os.Exit(m.Run())
}

// elsewhere starts the reference in another process.
func elsewhere(b *testing.B) Endpoint {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverVariable+"=1")
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = stdin.Close()
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return Endpoint{
		Name: "reference", Services: map[target.Service]string{target.Blob: strings.TrimSpace(address)},
		Credential: target.Credential{Account: reference.DefaultAccount, Key: target.Secret(reference.DefaultKey)},
	}
}

// cpuRequests is how many requests of one kind are sent in a row.
const cpuRequests = 30000

// BenchmarkClientCPU compares the client's CPU time per request: a signed,
// recorded blob-cas exchange over each transport, and vegeta's own static GET over
// net/http, which neither signs nor records. All take turns within one run,
// because a machine's speed changes. The ratios are those of the medians.
func BenchmarkClientCPU(b *testing.B) {
	e := elsewhere(b)
	kinds := []struct {
		name string
		send func(round int) time.Duration
	}{
		{"static", func(int) time.Duration { return staticVegeta(b, e) }},
		{"net/http", func(round int) time.Duration {
			return casCPU(b, e, transport.NewNetHTTP(transport.Options{}), fmt.Sprintf("%08x", 2*round))
		}},
		{"lean", func(round int) time.Duration {
			return casCPU(b, e, transport.NewLean(transport.Options{}), fmt.Sprintf("%08x", 2*round+1))
		}},
	}
	most := map[string]float64{"net/http": 1.4, "lean": 0.8}
	spent, median := map[string][]time.Duration{}, map[string]float64{}
	ratio := func(name string) float64 { return median[name] / median["static"] }
	fine := func() bool { return ratio("net/http") <= most["net/http"] && ratio("lean") <= most["lean"] }
	// More rounds help when the machine is busy with something else in between.
	rounds := max(b.N, 3)
	for round := 0; round < rounds || !fine() && round < 3*rounds; round++ {
		for _, k := range kinds {
			spent[k.name] = append(spent[k.name], k.send(round)/cpuRequests)
			all := slices.Sorted(slices.Values(spent[k.name]))
			median[k.name] = float64(all[len(all)/2])
		}
	}
	b.ReportMetric(0, "ns/op")
	for _, k := range kinds {
		b.ReportMetric(median[k.name], strings.ReplaceAll(k.name, "/", "-")+"-cpu-ns/req")
	}
	for name, bound := range most {
		b.ReportMetric(ratio(name), strings.ReplaceAll(name, "/", "-")+"/static")
		if ratio(name) > bound {
			b.Errorf("a request over %s costs %.2f of a static one, at most %.1f is accepted", name, ratio(name), bound)
		}
	}
}

// casCPU returns the CPU time of one blob-cas run, including the preparation.
func casCPU(b *testing.B, e Endpoint, t transport.Transport, run string) time.Duration {
	b.Helper()
	w, _ := workload.Lookup("blob-cas")
	o := w.Defaults
	o.Size, o.Reads = 64, 0.5
	before := cpu()
	_, err := Run(b.Context(), Config{
		Endpoint: e, Workload: w, Options: o, Run: run, Prefix: "bench-", Seed: 1, Clients: 32, Operations: cpuRequests, Transport: t,
		History: filepath.Join(b.TempDir(), "history.ifm"),
	})
	if err != nil {
		b.Fatal(err)
	}
	return cpu() - before
}

// staticVegeta returns the CPU time of vegeta's library sending the same signed
// GET again and again.
func staticVegeta(b *testing.B, e Endpoint) time.Duration {
	b.Helper()
	key, err := sharedkey.New(e.Credential.Account, e.Credential.Key.Reveal())
	if err != nil {
		b.Fatal(err)
	}
	places, err := e.addresses([]target.Service{target.Blob})
	if err != nil {
		b.Fatal(err)
	}
	to := places[target.Blob]
	signed := func(method, path string, header sharedkey.Header, body []byte) vegeta.Target {
		header = append(header, sharedkey.Field{Name: "x-ms-date", Value: sharedkey.Date(time.Now())}, sharedkey.Field{Name: "x-ms-version", Value: to.version})
		header = append(header, sharedkey.Field{Name: "Authorization", Value: key.Signer().Authorization(to.scheme, method, to.base+path, header, len(body))})
		t := vegeta.Target{Method: method, URL: to.shown + path, Header: http.Header{}, Body: body}
		for _, f := range header {
			t.Header.Set(f.Name, f.Value)
		}
		return t
	}
	for _, t := range []vegeta.Target{
		signed(http.MethodPut, "/static?restype=container", nil, nil),
		signed(http.MethodPut, "/static/blob", sharedkey.Header{{Name: "x-ms-blob-type", Value: "BlockBlob"}}, make([]byte, 64)),
	} {
		req, err := t.Request()
		if err != nil {
			b.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			b.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusCreated && resp.StatusCode != http.StatusConflict {
			b.Fatalf("prepare the static GET: %s", resp.Status)
		}
	}
	attacker := vegeta.NewAttacker(vegeta.Workers(32), vegeta.MaxWorkers(32))
	before, n := cpu(), 0
	for r := range attacker.Attack(vegeta.NewStaticTargeter(signed(http.MethodGet, "/static/blob", nil, nil)), vegeta.Rate{}, 0, "") {
		if r.Code != http.StatusOK {
			b.Fatalf("the static GET: %d %s", r.Code, r.Error)
		}
		if n++; n == cpuRequests {
			attacker.Stop()
		}
	}
	return (cpu() - before) * cpuRequests / time.Duration(n)
}
