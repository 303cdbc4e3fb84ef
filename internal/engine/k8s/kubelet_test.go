package k8s

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
)

// kubelet assigns pods to nodes, runs those of all nodes on this machine, and serves their logs. A pod that requires
// more than it supports fails, and so does the test.
type kubelet struct {
	t       *testing.T
	client  kubernetes.Interface
	image   image
	dir     string
	running sync.WaitGroup

	mu        sync.Mutex
	processes map[types.UID]*process

	nodes []string
	bound int // pods assigned to a node so far; only the informer's calls use it
}

// process is a pod on its node.
type process struct {
	pod     *corev1.Pod
	log     log
	delete  func()          // requests the end of the pod; may be called again
	deleted <-chan struct{} // closed by delete

	mu    sync.Mutex
	pid   int // 0: not running
	ended bool
	code  int // exit code
}

// startKubelet adds nodes to a cluster, and runs its pods on them until the test ends. Every user must have access to
// the folder.
func startKubelet(t *testing.T, client kubernetes.Interface, i image, dir string, nodes ...string) *kubelet {
	t.Helper()
	k := &kubelet{t: t, client: client, image: i, dir: dir, processes: map[types.UID]*process{}, nodes: nodes}
	server := httptest.NewTLSServer(http.HandlerFunc(k.serveLog))
	t.Cleanup(server.Close)
	for _, name := range nodes {
		if err := k.join(t.Context(), name, int32(server.Listener.Addr().(*net.TCPAddr).Port)); err != nil {
			t.Fatalf("add node %s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	factory := informers.NewSharedInformerFactory(client, 0)
	_, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(p any) {
			k.schedule(ctx, p.(*corev1.Pod))
			k.see(ctx, p.(*corev1.Pod))
		},
		UpdateFunc: func(_, p any) { k.see(ctx, p.(*corev1.Pod)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	factory.Start(ctx.Done())
	t.Cleanup(func() {
		cancel()
		factory.Shutdown()
		k.running.Wait()
	})
	return k
}

// join adds a ready node.
func (k *kubelet) join(ctx context.Context, name string, port int32) error {
	node, err := k.client.CoreV1().Nodes().Create(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{
		Name: name, Labels: map[string]string{corev1.LabelHostname: name},
	}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	node.Spec.Taints = nil // the taint of a node that is not ready, which another controller would remove
	if node, err = k.client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return err
	}
	has := corev1.ResourceList{
		corev1.ResourceCPU:    resource.MustParse("4"),
		corev1.ResourceMemory: resource.MustParse("4Gi"),
		corev1.ResourcePods:   resource.MustParse("10"),
	}
	node.Status = corev1.NodeStatus{
		Capacity: has, Allocatable: has,
		Conditions:      []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue, LastHeartbeatTime: metav1.Now()}},
		Addresses:       []corev1.NodeAddress{{Type: corev1.NodeInternalIP, Address: "127.0.0.1"}},
		DaemonEndpoints: corev1.NodeDaemonEndpoints{KubeletEndpoint: corev1.DaemonEndpoint{Port: port}},
	}
	_, err = k.client.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{})
	return err
}

// schedule assigns a new pod to the next node.
func (k *kubelet) schedule(ctx context.Context, p *corev1.Pod) {
	if p.Spec.NodeName != "" || p.DeletionTimestamp != nil || len(p.Spec.SchedulingGates) > 0 {
		return
	}
	node := k.nodes[k.bound%len(k.nodes)]
	k.bound++
	err := k.client.CoreV1().Pods(p.Namespace).Bind(ctx, &corev1.Binding{
		ObjectMeta: metav1.ObjectMeta{Namespace: p.Namespace, Name: p.Name, UID: p.UID},
		Target:     corev1.ObjectReference{Kind: "Node", Name: node},
	}, metav1.CreateOptions{})
	if err != nil && !apierrors.IsNotFound(err) && ctx.Err() == nil {
		k.t.Errorf("pod %s/%s: give it node %s: %v", p.Namespace, p.Name, node, err)
	}
}

// see starts a pod that was assigned to a node, once, and ends one that is deleted.
func (k *kubelet) see(ctx context.Context, seen *corev1.Pod) {
	if seen.Spec.NodeName == "" || ctx.Err() != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.processes[seen.UID]
	if p == nil {
		deleted, deletion := context.WithCancel(ctx)
		p = &process{pod: seen, delete: deletion, deleted: deleted.Done()}
		k.processes[seen.UID] = p
		k.running.Go(func() { k.run(ctx, p) })
	}
	if seen.DeletionTimestamp != nil {
		p.delete()
	}
}

// run runs a pod on its node until the pod is deleted or the kubelet stops.
func (k *kubelet) run(ctx context.Context, p *process) {
	began := metav1.Now()
	code, err := k.execute(ctx, p)
	if ctx.Err() != nil {
		return
	}
	end := corev1.ContainerStateTerminated{ExitCode: int32(code), Reason: "Completed", StartedAt: began, FinishedAt: metav1.Now()}
	phase := corev1.PodSucceeded
	if code != 0 {
		end.Reason, phase = "Error", corev1.PodFailed
	}
	if err != nil {
		end.Reason, end.Message = "StartError", err.Error()
		k.t.Errorf("pod %s/%s: %v", p.pod.Namespace, p.pod.Name, err)
	}
	k.report(ctx, p, phase, corev1.ContainerState{Terminated: &end})
	<-p.deleted
	if ctx.Err() != nil {
		return
	}
	now := int64(0)
	err = k.client.CoreV1().Pods(p.pod.Namespace).Delete(ctx, p.pod.Name, metav1.DeleteOptions{GracePeriodSeconds: &now, Preconditions: &metav1.Preconditions{UID: &p.pod.UID}})
	if err != nil && !apierrors.IsNotFound(err) && ctx.Err() == nil {
		k.t.Errorf("pod %s/%s: confirm that it ended: %v", p.pod.Namespace, p.pod.Name, err)
	}
}

// execute runs the pod's process to its end, and returns its exit code: 128 plus the signal's number if a signal ended
// it. It returns an error if the process could not be started.
func (k *kubelet) execute(ctx context.Context, p *process) (int, error) {
	c, uid, gid, err := pod{p.pod, k.client, k.image, filepath.Join(k.dir, string(p.pod.UID))}.container(ctx)
	if err != nil {
		return exitNotStarted, err
	}
	cmd, err := c.command(uid, gid)
	if err != nil {
		return exitNotStarted, err
	}
	cmd.Stdout, cmd.Stderr = &p.log, &p.log
	if err := cmd.Start(); err != nil {
		return exitNotStarted, fmt.Errorf("start a process in namespaces of its own: %w", err)
	}
	p.started(cmd.Process.Pid)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // the state has the result
	}()
	k.report(ctx, p, corev1.PodRunning, corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: metav1.Now()}})
	select {
	case <-ended:
	case <-p.deleted:
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-ctx.Done():
		case <-time.After(time.Duration(*p.pod.Spec.TerminationGracePeriodSeconds) * time.Second):
		}
		_ = cmd.Process.Kill()
		<-ended
	}
	code := cmd.ProcessState.ExitCode()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		code = 128 + int(status.Signal())
	}
	p.finished(code)
	return code, nil
}

// report updates the pod's status at the API server.
func (k *kubelet) report(ctx context.Context, p *process, phase corev1.PodPhase, state corev1.ContainerState) {
	ready := corev1.ConditionFalse
	if state.Running != nil {
		ready = corev1.ConditionTrue
	}
	started := state.Running != nil
	pods := k.client.CoreV1().Pods(p.pod.Namespace)
	err := retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		now, err := pods.Get(ctx, p.pod.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		s := &now.Status
		s.Phase = phase
		if s.StartTime == nil {
			t := metav1.Now()
			s.StartTime = &t
		}
		for _, name := range []corev1.PodConditionType{corev1.PodInitialized, corev1.PodReady, corev1.ContainersReady} {
			setCondition(s, name, ready)
		}
		s.ContainerStatuses = []corev1.ContainerStatus{{
			Name: p.pod.Spec.Containers[0].Name, Image: k.image.name, ImageID: k.image.program,
			State: state, Ready: started, Started: &started,
		}}
		_, err = pods.UpdateStatus(ctx, now, metav1.UpdateOptions{})
		return err
	})
	if err != nil && ctx.Err() == nil {
		k.t.Errorf("pod %s/%s: report that it is %s: %v", p.pod.Namespace, p.pod.Name, phase, err)
	}
}

func setCondition(s *corev1.PodStatus, name corev1.PodConditionType, value corev1.ConditionStatus) {
	if name == corev1.PodInitialized {
		value = corev1.ConditionTrue
	}
	for i := range s.Conditions {
		if s.Conditions[i].Type == name {
			s.Conditions[i].Status = value
			return
		}
	}
	s.Conditions = append(s.Conditions, corev1.PodCondition{Type: name, Status: value, LastTransitionTime: metav1.Now()})
}

// kill kills the process of an index of a Job at once.
func (k *kubelet) kill(namespace, job, index string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.processes {
		labels := p.pod.Labels
		if p.pod.Namespace != namespace || labels[batchv1.JobNameLabel] != job || labels[batchv1.JobCompletionIndexAnnotation] != index {
			continue
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.pid == 0 {
			break
		}
		return syscall.Kill(p.pid, syscall.SIGKILL)
	}
	return fmt.Errorf("no process of index %s of %s/%s runs", index, namespace, job)
}

// exits returns the exit codes of the processes of a Job, by their index.
func (k *kubelet) exits(namespace, job string) map[string]int {
	k.mu.Lock()
	defer k.mu.Unlock()
	codes := map[string]int{}
	for _, p := range k.processes {
		p.mu.Lock()
		if p.pod.Namespace == namespace && p.pod.Labels[batchv1.JobNameLabel] == job && p.ended {
			codes[p.pod.Labels[batchv1.JobCompletionIndexAnnotation]] = p.code
		}
		p.mu.Unlock()
	}
	return codes
}

// started records the process id.
func (p *process) started(pid int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pid = pid
}

// finished records how the process ended; its process id may be reused.
func (p *process) finished(code int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pid, p.ended, p.code = 0, true, code
}

// serveLog answers the API server's request for `kubectl logs`.
func (k *kubelet) serveLog(w http.ResponseWriter, r *http.Request) {
	words := strings.Split(strings.TrimPrefix(r.URL.Path, "/"), "/")
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.processes {
		if len(words) == 4 && words[0] == "containerLogs" && words[1] == p.pod.Namespace && words[2] == p.pod.Name {
			_, _ = fmt.Fprint(w, p.log.String()) // the reader has gone
			return
		}
	}
	http.NotFound(w, r)
}

// log is the output of a process so far.
type log struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
