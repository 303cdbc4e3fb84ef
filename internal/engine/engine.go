// Package engine writes files that run the shards of a load on many machines: a manifest
// for Kubernetes, or a batch script for Slurm. Both start a number of processes with the
// same command, which number themselves. Then they judge the recorded histories as one
// run, even if a process was lost.
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

// Load is a load that several processes send.
type Load struct {
	Command string   // the command that makes this file, for its reader
	Shards  int      // 1 or more
	Load    []string // arguments of `ifmatch load`, except --target and --out
	Target  Target
	Out     string        // folder of the whole result; relative to the engine's folder of results
	Length  time.Duration // upper bound of the run time after the processes began; 0: not known
	Image   string        // of containers
}

// Target is the target of the processes.
type Target struct {
	Spec   string // value of --target, if it contains no secret: "env", an @FILE, or addresses
	Secret bool   // the connection string comes from the engine's own secrets
}

//go:embed *.tmpl
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"quote": quote, "shell": Shell, "minutes": minutes}).ParseFS(files, "*.tmpl"))

// quote turns text into a YAML scalar; every JSON string is one.
func quote(text string) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(text)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// Shell turns text into one word of a POSIX shell.
func Shell(text string) string {
	if text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@,+%") == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// minutes rounds a duration up to minutes.
func minutes(d time.Duration) int { return int((d + time.Minute - 1) / time.Minute) }

// Name returns the engine's name for the load: the last part of the folder, in the
// characters that Kubernetes allows.
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

// maxName leaves room for the suffixes that Kubernetes and ifmatch append to a Job's
// name, which has at most 63 characters.
const maxName = 40

// Comment returns the command in one line of a comment.
func (l Load) Comment() string {
	return strings.Join(strings.FieldsFunc(l.Command, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// write renders a template completely, or not at all.
func write(w io.Writer, name string, data any) error {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// SecretFolder is where containers find the connection string, in a file of that name.
const SecretFolder = "/var/run/ifmatch"

// volumeFolder is where containers keep a result with a relative folder.
const volumeFolder = "/results"

// Kubernetes writes two Jobs. The first is indexed, with a pod for each shard; it fails
// as soon as one of them fails and never repeats one. The second judges what they
// recorded, and waits until a user resumes it. They expect a Secret ifmatch-target with
// the key connection-string, and a claim ifmatch-results for a volume that many nodes
// can write.
func Kubernetes(w io.Writer, l Load) error {
	out := VolumePath(l.Out)
	spec := l.Target.Spec
	if l.Target.Secret {
		spec = "@" + SecretFolder + "/connection-string"
	}
	args := append([]string{"load"}, l.Load...)
	args = append(args, "--out="+out)
	if spec != "" {
		args = append(args, "--target="+spec)
	}
	for i, text := range args {
		args[i] = strings.ReplaceAll(text, "$(", "$$(") // otherwise it would be a variable of the container
	}
	return write(w, "kubernetes.tmpl", struct {
		Load
		Args          []string
		Folder, Mount string
		Secrets       string
	}{l, args, out, path.Dir(out), SecretFolder})
}

// VolumePath returns the folder of the whole result inside containers: the volume is
// mounted at its parent.
func VolumePath(out string) string {
	if path.IsAbs(out) {
		return path.Clean(out)
	}
	return path.Join(volumeFolder, out)
}

// Slurm writes a script for sbatch. One job runs a gang with a task for each shard, and
// then the verdict. Either all tasks start or none, each on a node of its own. The
// nodes share the folder of the results.
func Slurm(w io.Writer, l Load) error {
	args := append([]string{"load"}, l.Load...)
	args = append(args, "--out="+l.Out)
	if l.Target.Spec != "" {
		args = append(args, "--target="+l.Target.Spec)
	}
	return write(w, "slurm.tmpl", struct {
		Load
		Args   []string
		Folder string
	}{l, args, l.Out})
}
