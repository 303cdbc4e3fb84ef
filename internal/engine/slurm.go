package engine

import "io"

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
