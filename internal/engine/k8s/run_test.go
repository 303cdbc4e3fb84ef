package k8s

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// machine is the environment of a run: a cluster, and the program under test.
type machine struct {
	*cluster
	*kubelet
	dir     string // every user has access
	ifmatch string
}

// startMachine builds ifmatch as in its image, and kubectl if there is none, and starts a
// cluster with three nodes.
func startMachine(t *testing.T) *machine {
	t.Helper()
	dir, err := os.MkdirTemp("", "ifmatch-k8s-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // the pods' user enters the folder
		t.Fatal(err)
	}
	const repository = "../../.."
	m := &machine{dir: dir, ifmatch: filepath.Join(dir, "ifmatch")}
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", m.ifmatch, ".")
	build.Dir, build.Env = repository, append(os.Environ(), "CGO_ENABLED=0", "GOWORK=") // this module stands outside go.work
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build ifmatch: %v\n%s", err, out)
	}
	i, err := readImage(filepath.Join(repository, "Dockerfile"), m.ifmatch)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("kubectl"); err != nil {
		build := exec.CommandContext(t.Context(), "go", "build", "-p", "2", "-o", filepath.Join(dir, "kubectl"), "k8s.io/kubernetes/cmd/kubectl")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("build kubectl: %v\n%s", err, out)
		}
	}
	m.cluster = startCluster(t)
	m.kubelet = startKubelet(t, m.cluster.client, i, dir, "node-0", "node-1", "node-2")
	return m
}

// run is a load in its own namespace.
type run struct {
	*machine
	name     string // of the namespace
	dir      string // working directory of kubectl
	results  string // the volume on this machine
	manifest string
	steps    steps
	env      []string
}

// startRun prepares a namespace as documented, serves an account, and renders a load. The
// namespace admits only pods that its strictest profile allows.
func (m *machine) startRun(t *testing.T, name string) *run {
	t.Helper()
	r := &run{machine: m, name: name, dir: t.TempDir(), results: filepath.Join(m.dir, name)}
	r.addNamespace(t)
	r.addClaim(t, "ifmatch-results")
	r.env = append(os.Environ(), "PATH="+m.dir+":"+os.Getenv("PATH"), "KUBECONFIG="+m.writeKubeconfig(t, name), "KUBECTL_KUBERC=false", "HOME="+r.dir)
	r.serve(t)
	render := exec.CommandContext(t.Context(), m.ifmatch, "load", "blob-cas", "--target", "@account.txt", "--yes-really-load",
		"--clients", "4", "--duration", "5s", "--warmup", "0s", "--shard", "/3", "--start-at", "+15s", "--out", "run1", "--render", "k8s")
	var complaint bytes.Buffer
	render.Dir, render.Stderr = r.dir, &complaint
	out, err := render.Output()
	if err != nil {
		t.Fatalf("render: %v\n%s", err, complaint.String())
	}
	r.manifest = string(out)
	r.steps = readSteps(t, r.manifest)
	if err := os.WriteFile(filepath.Join(r.dir, r.steps.file), out, 0o600); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *run) addNamespace(t *testing.T) {
	t.Helper()
	const profile = "restricted"
	_, err := r.cluster.client.CoreV1().Namespaces().Create(t.Context(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
		Name: r.name, Labels: map[string]string{"pod-security.kubernetes.io/enforce": profile, "pod-security.kubernetes.io/warn": profile},
	}}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.cluster.client.CoreV1().ServiceAccounts(r.name).Create(t.Context(), &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "default"}}, metav1.CreateOptions{})
	if err != nil { // another controller would add it
		t.Fatal(err)
	}
}

// addClaim adds a volume and a claim bound to it, as another controller would do.
func (r *run) addClaim(t *testing.T, name string) {
	t.Helper()
	if err := os.Mkdir(r.results, 0o755); err != nil {
		t.Fatal(err)
	}
	core, size, class := r.cluster.client.CoreV1(), corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1Gi")}, ""
	modes := []corev1.PersistentVolumeAccessMode{corev1.ReadWriteMany}
	_, err := core.PersistentVolumes().Create(t.Context(), &corev1.PersistentVolume{
		ObjectMeta: metav1.ObjectMeta{Name: r.name},
		Spec: corev1.PersistentVolumeSpec{
			Capacity: size, AccessModes: modes,
			PersistentVolumeSource: corev1.PersistentVolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: r.results}},
			ClaimRef:               &corev1.ObjectReference{Namespace: r.name, Name: name},
		},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	claim, err := core.PersistentVolumeClaims(r.name).Create(t.Context(), &corev1.PersistentVolumeClaim{
		ObjectMeta: metav1.ObjectMeta{Name: name, Annotations: map[string]string{"pv.kubernetes.io/bind-completed": "yes"}},
		Spec: corev1.PersistentVolumeClaimSpec{
			AccessModes: modes, StorageClassName: &class, VolumeName: r.name,
			Resources: corev1.VolumeResourceRequirements{Requests: size},
		},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	claim.Status = corev1.PersistentVolumeClaimStatus{Phase: corev1.ClaimBound, AccessModes: modes, Capacity: size}
	if _, err = core.PersistentVolumeClaims(r.name).UpdateStatus(t.Context(), claim, metav1.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
}

// serve starts the reference, and writes its connection string to account.txt.
func (r *run) serve(t *testing.T) {
	t.Helper()
	cmd := exec.Command(r.ifmatch, "serve", "--services", "blob", "--blob-addr", "127.0.0.1:0")
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait() // its exit status does not matter
	})
	connection, err := bufio.NewReader(stdout).ReadString('\n')
	if err == nil {
		err = os.WriteFile(filepath.Join(r.dir, "account.txt"), []byte(connection), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// steps are the commands in a manifest's comment.
type steps struct {
	secret string // a command that creates the Secret from FILE
	file   string // name of the manifest
	define string // needed by the following steps
	apply  string // applies the manifest, and waits for the shards
	check  string // resumes the check, and waits for it
	logs   string // shows its verdict
}

// stepsPattern matches the comment of a manifest.
var stepsPattern = regexp.MustCompile(`(?m)^#   (kubectl create secret .*)
(?:#.*\n)*# Then, with this as (.*):
#   (ended\(\) .*)
#   (kubectl apply .*)
#   (kubectl patch .*)
#   (kubectl logs .*)
[^#]`)

func readSteps(t *testing.T, manifest string) steps {
	t.Helper()
	found := stepsPattern.FindStringSubmatch(manifest)
	if found == nil {
		t.Fatalf("the manifest does not say what to do with it:\n%s", manifest)
	}
	return steps{found[1], found[2], found[3], found[4], found[5], found[6]}
}

// shell runs a line of the manifest's comment, which must succeed without complaints. It
// returns the output.
func (r *run) shell(ctx context.Context, t *testing.T, line string) string {
	t.Helper()
	out, complaint, err := r.try(ctx, line)
	t.Logf("$ %s\n%s%s", line, out, complaint)
	if err != nil || complaint != "" {
		t.Fatalf("$ %s: %v", line, err)
	}
	return out
}

// try runs a line in a POSIX shell.
func (r *run) try(ctx context.Context, line string) (out, complaint string, err error) {
	cmd := exec.CommandContext(ctx, "sh", "-euc", r.steps.define+"\n"+line)
	var stdout, stderr strings.Builder
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = r.dir, r.env, &stdout, &stderr
	err = cmd.Run()
	return stdout.String(), stderr.String(), err
}
