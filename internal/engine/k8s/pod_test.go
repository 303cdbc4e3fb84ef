package k8s

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubernetes/pkg/fieldpath"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"
)

// image is the image that the containers run.
type image struct {
	name       string
	program    string // a static binary on this machine
	entrypoint []string
	dir        string
}

// readImage returns the image of a Dockerfile, with a program that was built before. It
// runs nothing in the file: the file names the program's path and the entry point.
func readImage(dockerfile, program string) (image, error) {
	i := image{name: "ifmatch:latest", program: program}
	text, err := os.ReadFile(dockerfile)
	if err != nil {
		return image{}, err
	}
	for line := range strings.Lines(string(text)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "FROM":
			i.entrypoint, i.dir = nil, "/"
		case "WORKDIR":
			i.dir = rest
		case "ENTRYPOINT":
			err = json.Unmarshal([]byte(rest), &i.entrypoint)
		}
		if err != nil {
			return image{}, fmt.Errorf("read %s: %s: %w", dockerfile, line, err)
		}
	}
	if len(i.entrypoint) != 1 {
		return image{}, fmt.Errorf("read %s: the entry point is %q, want one word", dockerfile, i.entrypoint)
	}
	return i, nil
}

// unpack writes the files of the image to a folder.
func (i image) unpack(root string) error {
	for _, folder := range []string{"tmp", "proc", i.dir, filepath.Dir(i.entrypoint[0])} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			return err
		}
	}
	return os.Link(i.program, filepath.Join(root, i.entrypoint[0]))
}

// pod turns a pod's specification into containers.
type pod struct {
	*corev1.Pod
	client kubernetes.Interface
	image  image
	dir    string // the pod's own folder on this machine
}

// container returns the process of the pod's only container, and its user.
func (p pod) container(ctx context.Context) (c container, uid, gid int, err error) {
	if len(p.Spec.Containers) != 1 || len(p.Spec.InitContainers) > 0 || len(p.Spec.EphemeralContainers) > 0 {
		return c, 0, 0, errors.New("it does not have one container")
	}
	spec := p.Spec.Containers[0]
	if spec.Image != p.image.name {
		return c, 0, 0, fmt.Errorf("there is no image %q", spec.Image)
	}
	user, inner := p.Spec.SecurityContext, spec.SecurityContext
	if user == nil || user.RunAsUser == nil || user.RunAsGroup == nil || user.FSGroup == nil || inner == nil || inner.RunAsUser != nil || inner.RunAsGroup != nil {
		return c, 0, 0, errors.New("it does not say whom it runs as")
	}
	uid, gid = int(*user.RunAsUser), int(*user.RunAsGroup)
	if uid == 0 || *user.FSGroup != *user.RunAsGroup {
		return c, 0, 0, fmt.Errorf("it runs as %d:%d with files of %d", uid, gid, *user.FSGroup)
	}
	c = container{
		Root:         filepath.Join(p.dir, "root"),
		ReadOnlyRoot: inner.ReadOnlyRootFilesystem != nil && *inner.ReadOnlyRootFilesystem,
		Mounts:       []mount{{"/proc", "/proc", false}},
		Dir:          p.image.dir,
		NoNewPrivs:   inner.AllowPrivilegeEscalation != nil && !*inner.AllowPrivilegeEscalation,
	}
	if err := p.image.unpack(c.Root); err != nil {
		return c, 0, 0, err
	}
	for _, m := range spec.VolumeMounts {
		source, err := p.volume(ctx, m.Name, gid)
		if err != nil {
			return c, 0, 0, fmt.Errorf("volume %s: %w", m.Name, err)
		}
		if m.SubPath != "" || m.SubPathExpr != "" || m.MountPropagation != nil {
			return c, 0, 0, fmt.Errorf("volume %s: it is mounted in a way that this kubelet does not know", m.Name)
		}
		if err := os.MkdirAll(filepath.Join(c.Root, m.MountPath), 0o755); err != nil {
			return c, 0, 0, err
		}
		c.Mounts = append(c.Mounts, mount{source, m.MountPath, m.ReadOnly})
	}
	vars, err := p.environment(spec)
	if err != nil {
		return c, 0, 0, err
	}
	for name, value := range vars {
		c.Env = append(c.Env, name+"="+value)
	}
	slices.Sort(c.Env)
	words, expand := p.image.entrypoint, expansion.MappingFuncFor(vars)
	if len(spec.Command) > 0 {
		words = spec.Command
	}
	for _, word := range spec.Args {
		words = append(slices.Clone(words), expansion.Expand(word, expand))
	}
	c.Args = words
	return c, uid, gid, nil
}

// environment returns the container's variables by name.
func (p pod) environment(spec corev1.Container) (map[string]string, error) {
	vars := map[string]string{"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOSTNAME": p.Name, "HOME": "/"}
	if len(spec.EnvFrom) > 0 {
		return nil, errors.New("envFrom is not known to this kubelet")
	}
	for _, v := range spec.Env {
		value := expansion.Expand(v.Value, expansion.MappingFuncFor(vars))
		if v.ValueFrom != nil {
			if v.ValueFrom.FieldRef == nil {
				return nil, fmt.Errorf("variable %s: its source is not known to this kubelet", v.Name)
			}
			var err error
			if value, err = fieldpath.ExtractFieldPathAsString(p.Pod, v.ValueFrom.FieldRef.FieldPath); err != nil {
				return nil, fmt.Errorf("variable %s: %w", v.Name, err)
			}
		}
		vars[v.Name] = value
	}
	return vars, nil
}

// volume returns the folder of a volume on this machine, which the pod's group may use.
func (p pod) volume(ctx context.Context, name string, group int) (string, error) {
	i := slices.IndexFunc(p.Spec.Volumes, func(v corev1.Volume) bool { return v.Name == name })
	if i < 0 {
		return "", errors.New("the pod has none of that name")
	}
	switch v := p.Spec.Volumes[i]; {
	case v.Secret != nil:
		return p.secret(ctx, v.Name, v.Secret, group)
	case v.PersistentVolumeClaim != nil:
		return p.claim(ctx, v.PersistentVolumeClaim.ClaimName, group)
	}
	return "", errors.New("this kubelet does not know its kind")
}

// secret writes the files of a secret, readable by the group.
func (p pod) secret(ctx context.Context, name string, source *corev1.SecretVolumeSource, group int) (string, error) {
	secret, err := p.client.CoreV1().Secrets(p.Namespace).Get(ctx, source.SecretName, metav1.GetOptions{})
	if err != nil {
		return "", err
	}
	if len(source.Items) > 0 || source.DefaultMode == nil {
		return "", errors.New("this kubelet writes whole secrets, in the mode they name")
	}
	dir := filepath.Join(p.dir, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	for key, value := range secret.Data {
		file := filepath.Join(dir, key)
		if err := os.WriteFile(file, value, 0o600); err != nil {
			return "", err
		}
		if err := own(file, group, os.FileMode(*source.DefaultMode)); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// claim returns the folder of the volume bound to a claim.
func (p pod) claim(ctx context.Context, name string, group int) (string, error) {
	claim, err := p.client.CoreV1().PersistentVolumeClaims(p.Namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return "", err
	}
	volume, err := p.client.CoreV1().PersistentVolumes().Get(ctx, claim.Spec.VolumeName, metav1.GetOptions{})
	if err != nil {
		return "", err
	}
	if volume.Spec.HostPath == nil {
		return "", fmt.Errorf("volume %s is no folder of this machine", volume.Name)
	}
	return volume.Spec.HostPath.Path, own(volume.Spec.HostPath.Path, group, 0o775|os.ModeSetgid)
}

// own gives a file to a group, if this user may.
func own(file string, group int, mode os.FileMode) error {
	if os.Getuid() == 0 {
		if err := os.Chown(file, 0, group); err != nil {
			return err
		}
	}
	return os.Chmod(file, mode)
}
