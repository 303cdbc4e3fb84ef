package engine

import (
	"io"
	"path"
	"strings"
)

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
