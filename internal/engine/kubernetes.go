package engine

import (
	"io"
	"path"
	"strings"
)

// SecretFolder is where containers find the connection string, in a file of its name.
const SecretFolder = "/var/run/ifmatch"

// volumeFolder is where containers keep a result whose folder is relative.
const volumeFolder = "/results"

// Kubernetes writes two Jobs: an indexed one with a pod for each shard, which fails as
// soon as one of them does and never repeats one, and one that judges what they left,
// which waits until somebody resumes it. They expect a Secret ifmatch-target with the
// key connection-string, and a claim ifmatch-results of a volume that many nodes write.
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
		args[i] = strings.ReplaceAll(text, "$(", "$$(") // else a variable of the container
	}
	return write(w, "kubernetes.tmpl", struct {
		Load
		Args          []string
		Folder, Mount string
		Secrets       string
	}{l, args, out, path.Dir(out), SecretFolder})
}

// VolumePath is the folder of the whole as containers see it: the volume is mounted at
// its parent.
func VolumePath(out string) string {
	if path.IsAbs(out) {
		return path.Clean(out)
	}
	return path.Join(volumeFolder, out)
}
