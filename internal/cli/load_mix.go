package cli

import (
	"errors"
	"strings"

	"ifmatch/internal/facts"
	"ifmatch/internal/nearest"
	"ifmatch/loadgen/workload"
)

// mixName is the workload whose operations the user chooses.
const mixName = "mix"

// findWorkload is the workload that the arguments name.
func (f loadFlags) findWorkload(args []string) (w workload.Workload, err error) {
	names := append(mapped(workload.All(), func(w workload.Workload) string { return w.Name }), mixName)
	hint := "workloads: " + strings.Join(names, ", ")
	switch {
	case len(args) == 0:
		return w, usagef(hint, "load by which workload?")
	case len(args) > 2 || len(args) == 2 && args[0] != mixName:
		return w, usagef(hint, "load takes one workload, and was given %d arguments", len(args))
	case args[0] == mixName:
		return f.mix(append(args, "")[1])
	}
	w, found := workload.Lookup(args[0])
	switch {
	case !found:
		return w, usagef(nearest.Hint(args[0], names, hint), "there is no workload %q", args[0])
	case f.kind != "":
		return w, usagef("only load mix takes it", "--kind has no effect on %s", w.Name)
	}
	return w, nil
}

// mix is the workload of some operations on one kind of resource.
func (f loadFlags) mix(text string) (workload.Workload, error) {
	kinds := "kinds: " + strings.Join(workload.MixKinds(), ", ")
	if f.kind == "" {
		return workload.Workload{}, usagef(kinds, "load mix needs a --kind of resource")
	}
	w, err := workload.Mix(f.kind, text, facts.All())
	var unknown workload.UnknownError
	switch {
	case errors.As(err, &unknown) && unknown.What == "kind":
		return w, usage(nearest.Hint(unknown.Name, unknown.Known, kinds), err)
	case errors.As(err, &unknown):
		given := "operations on a " + f.kind + ": " + strings.Join(unknown.Known, ", ")
		if near := nearest.Hint(unknown.Name, unknown.Known, ""); near != "" {
			given = near + " " + given
		}
		return w, usage(given, err)
	case err != nil:
		return w, usage("for instance 'Get Blob 5, Put Blob 3'", err)
	}
	return w, nil
}
