package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ifmatch/internal/npm"
)

// chromium is the browser. It is started only if one is required (make browser): it takes as long as
// all other tests of pages together.
func chromium(t *testing.T) string {
	t.Helper()
	if os.Getenv("IFMATCH_CHROMIUM") != "required" {
		t.Skip("make browser opens the pages, with IFMATCH_CHROMIUM=required")
	}
	for _, name := range []string{"chromium", "chromium-browser"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("there is no Chromium here: apt-get install chromium")
	return ""
}

// one browser serves all tests, each with its own tab. They run one after another: only the tab in
// front is drawn.
var one struct {
	sync.Once
	ctx context.Context
	end func()
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if one.end != nil {
		one.end()
	}
	os.Exit(code)
}

func start(path string) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WSURLReadTimeout(time.Minute))
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // drops errors about unknown events
	one.ctx, one.end = ctx, func() { end(); endAllocator() }
	one.err = chromedp.Run(ctx)
}

// tab is a page in the browser.
type tab struct {
	t       *testing.T
	ctx     context.Context
	mu      sync.Mutex
	trouble []string // unwanted messages of the console and the network
}

// look is a way of looking at a page: its size and colours.
type look struct {
	width, height int64
	dark          bool
}

var (
	desktop = look{1280, 800, false}
	phone   = look{390, 844, false}
)

func (l look) inTheDark() look { l.dark = true; return l }

func (l look) String() string {
	name := "desktop"
	if l.width < 600 {
		name = "phone"
	}
	if l.dark {
		return name + "-dark"
	}
	return name + "-light"
}

// open renders a page into a file and opens it, at a fragment of it.
func open(t *testing.T, l look, fragment string, render func(io.Writer) error) *tab {
	t.Helper()
	path := chromium(t)
	one.Do(func() { start(path) })
	if one.err != nil {
		t.Fatalf("start %s: %v", path, one.err)
	}
	f, err := os.CreateTemp("", "ifmatch-page-*.html") // the name of t.TempDir contains the test's name, which may contain a #
	if err != nil {
		t.Fatal(err)
	}
	file := f.Name()
	t.Cleanup(func() { os.Remove(file) })
	if err := errors.Join(render(f), f.Close()); err != nil {
		t.Fatal(err)
	}
	ctx, end := chromedp.NewContext(one.ctx)
	ctx, stop := context.WithTimeout(ctx, 40*time.Second)
	t.Cleanup(func() { stop(); end() })
	p := &tab{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, p.hear)
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	p.do(log.Enable(), network.Enable(), runtime.Enable(),
		emulation.SetDeviceMetricsOverride(l.width, l.height, 1, l.width < 600),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
		chromedp.Navigate("file://"+file+fragment))
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, text := range p.trouble {
			t.Errorf("%s: %s", l, text)
		}
	})
	return p
}

// hear records what a page must not do: log an error, throw, or request anything else.
func (p *tab) hear(event any) {
	text := ""
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
			text = "the console says: " + e.Entry.Text
		}
	case *runtime.EventConsoleAPICalled:
		text = fmt.Sprintf("the console is told: %s", e.Type)
	case *runtime.EventExceptionThrown:
		text = "an exception: " + e.ExceptionDetails.Error()
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file://") && !strings.HasPrefix(e.Request.URL, "data:") {
			text = "it asks for " + e.Request.URL
		}
	}
	if text != "" {
		p.mu.Lock()
		p.trouble = append(p.trouble, text)
		p.mu.Unlock()
	}
}

func (p *tab) do(actions ...chromedp.Action) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// says evaluates an expression in the page.
func says[T any](p *tab, expression string) T {
	p.t.Helper()
	var out T
	p.do(chromedp.Evaluate(expression, &out))
	return out
}

// await waits until an expression holds. An element that is not there yet is no error.
func (p *tab) await(expression string) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, chromedp.Poll("(() => { try { return "+expression+" } catch { return false } })()", nil, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(20*time.Second))); err != nil {
		p.t.Fatalf("%s does not come true: %v; the list says %q", expression, err, says[string](p, "document.getElementById('matches')?.textContent || ''"))
	}
}

// click follows what a selector finds. It does not move a mouse: chromedp cannot find elements in an
// open dialog.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.do(chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).click()", selector), nil))
}

// fill sets a field of a form, as typing would.
func fill(id, value string) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf("(e => { e.value = %q; e.dispatchEvent(new Event('input', {bubbles: true})); })(document.getElementById(%q))", value, id), nil)
}

// slash presses the key that leads to the search. chromedp.KeyEvent would type the character even if
// the page has handled the key.
func (p *tab) slash() {
	p.t.Helper()
	p.do(input.DispatchKeyEvent(input.KeyDown).WithKey("/").WithText("/"), input.DispatchKeyEvent(input.KeyUp).WithKey("/"))
	p.await(`document.activeElement.id === 'q' && document.activeElement.value === ''`)
}

// keys types text.
func (p *tab) keys(text string) { p.t.Helper(); p.do(chromedp.KeyEvent(text)) }

// fits fails if the page is wider than the screen: no one wants to scroll sideways.
func (p *tab) fits() {
	p.t.Helper()
	if wide := says[[]string](p, `(() => {
		const w = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= w) return [];
		return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > w + 1 && !e.closest('.scroll, dialog, pre')).slice(0, 5).map(e => e.outerHTML.slice(0, 120));
	})()`); len(wide) > 0 {
		p.t.Errorf("the page is wider than the screen: %q", wide)
	}
}

// shoot keeps a screenshot in the folder $IFMATCH_SCREENSHOTS, if that is set.
func (p *tab) shoot(name string) {
	p.t.Helper()
	folder := os.Getenv("IFMATCH_SCREENSHOTS")
	if folder == "" {
		return
	}
	var png []byte
	p.do(chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// cues fails if a table is cut at the edge of the screen and nothing shows it.
func (p *tab) cues() {
	p.t.Helper()
	p.await(`[...document.querySelectorAll('.scroll')].every(s => s.scrollWidth <= s.clientWidth + 1 || getComputedStyle(s).maskImage !== 'none' || getComputedStyle(s).backgroundImage !== 'none')`)
}

// axe reports what axe-core considers serious or critical, and landmarks with one name.
func (p *tab) axe() {
	p.t.Helper()
	_, noNPM := exec.LookPath("npm")
	dir, err := npm.Packages(p.t.Context(), "axe", "axe", os.Getenv("CI") != "" && noNPM == nil)
	if errors.Is(err, npm.ErrNotInstalled) {
		p.t.Log("not judged by axe-core, which is not installed: `make browser` fetches it by npm")
		return
	}
	if err != nil {
		p.t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		p.t.Fatal(err)
	}
	var found string
	p.do(chromedp.Evaluate(string(script), nil),
		chromedp.Evaluate(`axe.run(document, {resultTypes: ['violations']}).then(r => JSON.stringify(r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical' || v.id === 'landmark-unique').map(v => ({id: v.id, help: v.help, nodes: v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + n.failureSummary)}))))`,
			&found, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	var list []struct {
		ID, Help string
		Nodes    []string
	}
	if err := json.Unmarshal([]byte(found), &list); err != nil {
		p.t.Fatal(err)
	}
	for _, v := range list {
		p.t.Errorf("axe-core: %s: %s\n%s", v.ID, v.Help, strings.Join(v.Nodes, "\n"))
	}
}

// escape is the key that closes a card.
const escape = kb.Escape
