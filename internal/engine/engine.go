// Package engine writes what runs the shards of a load on many machines: a manifest for
// Kubernetes, or a batch script for Slurm. Both start a number of processes that get the
// same command and number themselves, keep what they wrote, and then judge it as one
// run, also if a process was lost.
package engine

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
	"text/template"
	"time"
)

// Load is a load to be sent by several processes.
type Load struct {
	Command string   // that makes this, for its reader
	Shards  int      // 1 or more
	Load    []string // what `ifmatch load` gets, except --target and --out
	Target  Target
	Out     string        // folder of the whole; relative to where the engine keeps results
	Length  time.Duration // how long it takes at most after the processes began; 0: not known
	Image   string        // of containers
}

// Target is whom the processes load.
type Target struct {
	Spec   string // of --target, if it holds no secret: "env", an @FILE, or addresses
	Secret bool   // the connection string comes from the engine's own keeping
}

//go:embed *.tmpl
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"quote": quote, "shell": shell, "minutes": minutes}).ParseFS(files, "*.tmpl"))

// quote makes text a scalar of YAML, which every string of JSON is.
func quote(text string) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(text)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// shell makes text one word of a POSIX shell.
func shell(text string) string {
	if text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@,+%") == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// minutes rounds up.
func minutes(d time.Duration) int { return int((d + time.Minute - 1) / time.Minute) }

// Name is what the engine calls the load: of the last part of the folder, in the letters
// that Kubernetes allows.
func (l Load) Name() string {
	var b strings.Builder
	for _, r := range strings.ToLower(path.Base(path.Clean(l.Out))) {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			b.WriteRune(r)
		} else {
			b.WriteByte('-')
		}
	}
	name := "ifmatch-" + b.String()
	return strings.TrimRight(name[:min(len(name), maxName)], "-")
}

// maxName leaves room for what Kubernetes and we append to a Job's name, of 63 letters.
const maxName = 40

// Comment is the command in one line of a comment.
func (l Load) Comment() string {
	return strings.Join(strings.FieldsFunc(l.Command, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// write renders a template as a whole, or nothing.
func write(w io.Writer, name string, data any) error {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
