package cli

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/engine"
	"ifmatch/internal/target"
	"ifmatch/internal/target/entra"
)

// engines write the file that runs the shards of a load, and say how long its processes may take
// to begin together.
var engines = map[string]struct {
	write  func(io.Writer, engine.Load) error
	within string
}{
	"k8s":   {engine.Kubernetes, "+1m"},
	"slurm": {engine.Slurm, "+20s"},
}

// toldByEngine are the flags that the engine's file replaces, or that say how to render.
var toldByEngine = []string{"render", "image", "target", "out"}

// renderLoad prints the file that runs the load elsewhere. It sends nothing and writes nothing else.
func (a *app) renderLoad(cmd *cobra.Command, f loadFlags, args []string) error {
	e, known := engines[f.many.engine]
	if !known {
		return usagef("one of k8s, slurm", "there is no engine %q", f.many.engine)
	}
	if f.many.engine != "k8s" && cmd.Flags().Changed("image") {
		return usagef("leave it out", "--image is what containers run, and %s starts processes", f.many.engine)
	}
	if !strings.HasPrefix(f.many.shard, "/") {
		return usagef("for instance --shard /3", "--render needs the number of shards; each gets its own number from %s", f.many.engine)
	}
	if len(f.reports.specs) > 0 {
		return usagef("leave it out: each shard keeps its own in --out", "--report names a file, and there are several shards")
	}
	if f.many.start == "" {
		f.many.start = e.within
	}
	checked := f
	checked.many.shard = "0" + f.many.shard
	p, err := a.prepareLoad(cmd, checked, args)
	if err != nil {
		return err
	}
	where, err := f.renderTarget()
	if err != nil {
		return err
	}
	if f.many.engine == "k8s" && !f.really {
		return usagef(p.costs()+" --yes-really-load does it", "a pod loads a target that is not on its machine")
	}
	if f.many.engine == "k8s" && path.Dir(engine.VolumePath(f.out)) == "/" {
		return usagef("for instance --out run1, or --out /results/run1", "--out %s: the volume of the results would be the root of the container", f.out)
	}
	l := engine.Load{Command: rendering(cmd, f, args), Shards: p.Process.N, Target: where, Out: f.out, Image: f.many.image}
	l.Load = append(l.Load, args...)
	for _, text := range changedFlags(cmd.Flags()) {
		if name, _, _ := strings.Cut(text, "="); !slices.Contains(toldByEngine, name[2:]) && name != "--start-at" {
			l.Load = append(l.Load, text)
		}
	}
	l.Load = append(l.Load, "--start-at="+f.many.start)
	if f.Duration > 0 {
		l.Length = f.Warmup + f.Duration + p.Process.Within + renderSlack
	}
	if err := e.write(a.stdout, l); err != nil {
		return unknown("", err)
	}
	return nil
}

// renderSlack is how much longer than its plan a run may take: for reading the last state, and for the check.
const renderSlack = 10 * time.Minute

// rendering is the command line, for the reader of its output.
func rendering(cmd *cobra.Command, f loadFlags, args []string) string {
	words := []string{"ifmatch load", args[0]}
	if len(args) > 1 {
		words = append(words, shellQuote(args[1]))
	}
	for _, text := range changedFlags(cmd.Flags()) {
		words = append(words, shellQuote(text))
	}
	return strings.Join(words, " ")
}

// changedFlags are the given flags, each as one word, by name.
func changedFlags(flags *pflag.FlagSet) (out []string) {
	flags.Visit(func(f *pflag.Flag) {
		for _, value := range values(f) {
			word := "--" + f.Name + "=" + value
			if f.Value.Type() == "bool" {
				word = strings.TrimSuffix(word, "=true")
			}
			out = append(out, word)
		}
	})
	return out
}

// renderTarget is the target that the shards load. A secret is not copied.
func (f loadFlags) renderTarget() (engine.Target, error) {
	spec := f.target.spec
	switch isFile := strings.HasPrefix(spec, "@"); {
	case spec == "azurite":
		return engine.Target{}, usagef("for instance --target env, with the address that the shards see", "--target azurite is an emulator on the machine of each shard")
	case spec == "@":
		return engine.Target{}, usagef("for instance --target @account.txt", "--target @ names no file")
	case spec == "env" || isFile:
		return engine.Target{Spec: spec, Secret: f.many.engine == "k8s"}, nil
	case f.target.secret():
		return engine.Target{}, usagef("say --target @FILE, or --target env", "--render prints no secrets, and --target contains one")
	}
	if _, err := target.Parse(spec, target.ParseOptions{Tokens: entra.Default}); err != nil {
		return engine.Target{}, asUsage(fmt.Errorf("--target: %w", err))
	}
	return engine.Target{Spec: spec}, nil
}
