package azurite

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"ifmatch/internal/procgroup"
	"ifmatch/internal/sendonce"
	"ifmatch/internal/target"
)

// Options configure a Process. The zero value is Azurite with its defaults, except for its ports, its
// folder and its telemetry, which is off.
type Options struct {
	// Args are further arguments, such as --skipApiVersionCheck.
	Args []string
	// Optional are arguments that are left out if the release does not know them.
	Optional []string
	// Log receives Azurite's output; nil drops it. It is written to until Close returns.
	Log io.Writer

	grace time.Duration // how long Close waits before it kills; 0 means stopGrace
}

// Process is a running Azurite on ports of its own.
type Process struct {
	cmd    *exec.Cmd
	alive  io.Closer // the pipe that tells Azurite that we are still running
	ports  map[target.Service]int
	folder string
	said   *output
	grace  time.Duration
	ended  chan struct{} // closed when the process has been waited for
	close  sync.Once
}

const (
	// attempts allow for a port that another process takes between our choosing it and Azurite's
	// opening it.
	attempts = 3
	// startLimit is far above the two seconds that Azurite takes on an idle
	// machine: a loaded one must not fail here.
	startLimit = 60 * time.Second
	// pollEvery is short compared with the start and long compared with one request.
	pollEvery = 50 * time.Millisecond
	// stopGrace lets Azurite close its files before it is killed.
	stopGrace = 5 * time.Second
)

// Start runs the Azurite in dir on free loopback ports and returns when all of its services answer. The
// process ends with Close, or with ctx.
func Start(ctx context.Context, dir Dir, o Options) (*Process, error) {
	known, err := switches(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("start Azurite: %w", err)
	}
	for range attempts {
		var p *Process
		if p, err = start(ctx, dir, known, o); err == nil {
			return p, nil
		}
		if !errors.Is(err, errPortTaken) {
			break
		}
	}
	return nil, fmt.Errorf("start Azurite: %w", err)
}

// endWithUs runs inside Azurite's process and ends it when our end of its standard input is gone. Even
// a process that was killed, and so never called Close, must leave no emulator behind.
const endWithUs = `
const end = () => process.exit(1);
process.stdin.on("end", end).on("error", end).resume();
process.stdin.unref(); // or it would keep a process alive that has nothing left to do
`

var errPortTaken = errors.New("a port was taken at the same moment")

func start(ctx context.Context, dir Dir, known map[string]bool, o Options) (*Process, error) {
	node, err := findNode()
	if err != nil {
		return nil, err
	}
	ports, err := freePorts(known)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "ifmatch-azurite-")
	if err != nil {
		return nil, err
	}
	guard := filepath.Join(folder, "guard.js")
	if err := os.WriteFile(guard, []byte(endWithUs), 0o600); err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	args := []string{"--require", guard, dir.script()} // its data go to the working folder
	for s, port := range ports {
		args = append(args, "--"+string(s)+"Host", "127.0.0.1", "--"+string(s)+"Port", strconv.Itoa(port))
	}
	for _, optional := range append([]string{"--disableTelemetry"}, o.Optional...) {
		if known[optional] {
			args = append(args, optional)
		}
	}
	p := &Process{
		cmd: exec.CommandContext(ctx, node, append(args, o.Args...)...), ports: ports, folder: folder,
		said: &output{log: o.Log}, grace: cmp.Or(o.grace, stopGrace), ended: make(chan struct{}),
	}
	p.cmd.Dir = folder
	p.cmd.Stdout, p.cmd.Stderr = p.said, p.said
	procgroup.Isolate(p.cmd, syscall.SIGTERM, p.grace)
	if p.alive, err = p.cmd.StdinPipe(); err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	go func() {
		p.cmd.Wait() // how it ended matters only while it should run; then the output says why
		close(p.ended)
	}()
	if err := p.ready(ctx); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// freePorts asks the system for a currently unused port for each service that the release has.
func freePorts(known map[string]bool) (map[target.Service]int, error) {
	ports := map[target.Service]int{}
	for _, s := range target.Emulated() {
		if !known["--"+string(s)+"Port"] {
			continue
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // closed after all of them, so that they differ
		ports[s] = l.Addr().(*net.TCPAddr).Port
	}
	if len(ports) == 0 {
		return nil, errors.New("its help names no service")
	}
	return ports, nil
}

// ready returns when every service answers.
func (p *Process) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	transport := sendonce.Over(&http.Transport{DisableKeepAlives: true})
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for _, port := range p.ports {
		for !answers(ctx, transport, port) {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return fmt.Errorf("port %d does not answer: %w: %s", port, context.Cause(ctx), p.said.tail())
			case <-p.ended:
				if p.said.contains("EADDRINUSE") {
					return errPortTaken
				}
				return fmt.Errorf("it ended at once: %s", p.said.tail())
			}
		}
	}
	return nil
}

func answers(ctx context.Context, rt http.RoundTripper, port int) bool {
	ctx, cancel := context.WithTimeout(ctx, startLimit/10)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address(port), nil)
	if err != nil {
		return false
	}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return strings.HasPrefix(resp.Header.Get("Server"), "Azurite-") // and is not another process that took the port
}

func address(port int) string { return "http://127.0.0.1:" + strconv.Itoa(port) }

// Addresses are the addresses of the services, without the account.
func (p *Process) Addresses() map[target.Service]string {
	out := make(map[target.Service]string)
	for s, port := range p.ports {
		out[s] = address(port)
	}
	return out
}

// Close ends the process and its children, waits for its end, and removes its data. It may be called
// more than once.
func (p *Process) Close() {
	p.close.Do(func() {
		select {
		case <-p.ended:
		default:
			procgroup.Signal(p.cmd, syscall.SIGTERM)
			grace := time.NewTimer(p.grace)
			defer grace.Stop()
			select {
			case <-p.ended:
			case <-grace.C:
				procgroup.Signal(p.cmd, syscall.SIGKILL)
				<-p.ended
			}
		}
		os.RemoveAll(p.folder)
	})
}

// output keeps the end of what the process printed.
type output struct {
	mu  sync.Mutex
	end []byte
	log io.Writer
}

func (o *output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	const enough = 16 << 10
	o.end = append(o.end, text...)
	if len(o.end) > 2*enough {
		o.end = append([]byte(nil), o.end[len(o.end)-enough:]...)
	}
	if o.log != nil {
		o.log.Write(text) // a log that cannot be written must not stop the emulator
	}
	return len(text), nil
}

func (o *output) tail() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return procgroup.LastLines(o.end)
}

func (o *output) contains(word string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return bytes.Contains(o.end, []byte(word))
}
