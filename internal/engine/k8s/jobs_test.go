package k8s

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// enough is longer than a run takes on a busy machine.
const enough = 5 * time.Minute

// TestJobs follows the instructions in a rendered manifest's comment, against a correct
// server.
func TestJobs(t *testing.T) {
	m := startMachine(t)

	// A server that accepts anything would prove nothing.
	t.Run("the API server is strict", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), enough)
		defer cancel()
		r := m.startRun(t, "strict")
		for _, mistake := range []struct{ name, old, new, complaint string }{
			{"a field that is none", "maxFailedIndexes:", "maxFailedShards:", `unknown field "spec.maxFailedShards"`},
			{"a limit without indexes", "completionMode: Indexed", "completionMode: NonIndexed", "spec.backoffLimitPerIndex"},
			{"pods that run as root", "runAsNonRoot: true", "runAsNonRoot: false", `would violate PodSecurity "restricted`},
		} {
			wrong := strings.ReplaceAll(r.manifest, mistake.old, mistake.new)
			if err := os.WriteFile(filepath.Join(r.dir, "wrong.yaml"), []byte(wrong), 0o600); err != nil {
				t.Fatal(err)
			}
			out, complaint, err := r.try(ctx, "kubectl create --dry-run=server -f wrong.yaml")
			if !strings.Contains(complaint, mistake.complaint) {
				t.Errorf("%s: kubectl says %q and %q (%v), want %q", mistake.name, out, complaint, err, mistake.complaint)
			}
		}
	})

	t.Run("valid", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), enough)
		defer cancel()
		r := m.startRun(t, "valid")
		r.shell(ctx, t, strings.ReplaceAll(r.steps.secret, "FILE", "account.txt"))
		r.shell(ctx, t, r.steps.apply)
		r.condition(ctx, t, "ifmatch-run1", batchv1.JobComplete)
		r.idle(ctx, t, "ifmatch-run1-check")
		r.shell(ctx, t, r.steps.check)
		said := r.shell(ctx, t, r.steps.logs)
		r.shell(ctx, t, "kubectl get jobs,pods --output=wide")
		r.condition(ctx, t, "ifmatch-run1-check", batchv1.JobComplete)
		if !strings.HasPrefix(said, "valid: ") || !strings.Contains(said, "\n  3 of 3 shards; ") {
			t.Errorf("the check says %q, want valid, of 3 of 3 shards", said)
		}
	})

	t.Run("killed", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), enough)
		defer cancel()
		r := m.startRun(t, "killed")
		r.shell(ctx, t, strings.ReplaceAll(r.steps.secret, "FILE", "account.txt"))
		go func() {
			if err := r.killShard(ctx, "1"); err != nil {
				t.Error(err)
				cancel()
			}
		}()
		r.shell(ctx, t, r.steps.apply)
		failed := r.condition(ctx, t, "ifmatch-run1", batchv1.JobFailed)
		r.exitCodes(t, failed)
		r.shell(ctx, t, r.steps.check)
		said := r.shell(ctx, t, r.steps.logs)
		r.shell(ctx, t, "kubectl get jobs,pods --output=wide")
		r.condition(ctx, t, "ifmatch-run1-check", batchv1.JobFailed)
		if !strings.HasPrefix(said, "incomplete: shard 1/3 ") || strings.Contains(said, "shard 0/3 ") || strings.Contains(said, "shard 2/3 ") {
			t.Errorf("the check says %q, want incomplete, for shard 1/3 alone", said)
		}
	})
}

// condition demands that a Job is in a state, and in none that contradicts it.
func (r *run) condition(ctx context.Context, t *testing.T, name string, want batchv1.JobConditionType) *batchv1.Job {
	t.Helper()
	job, err := r.cluster.client.BatchV1().Jobs(r.name).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	is := map[batchv1.JobConditionType]bool{}
	for _, c := range job.Status.Conditions {
		is[c.Type] = c.Status == corev1.ConditionTrue
		t.Logf("%s is %s=%s: %s %s", name, c.Type, c.Status, c.Reason, c.Message)
	}
	if !is[want] || is[batchv1.JobComplete] == is[batchv1.JobFailed] {
		t.Errorf("%s is %v, want %s", name, is, want)
	}
	return job
}

// exitCodes demands that a Job failed because its index 1 was killed, and that the other
// shards were asked to end and did.
func (r *run) exitCodes(t *testing.T, job *batchv1.Job) {
	t.Helper()
	for _, c := range job.Status.Conditions {
		if c.Type == batchv1.JobFailed && c.Reason != batchv1.JobReasonMaxFailedIndexesExceeded {
			t.Errorf("%s failed for %s, want %s", job.Name, c.Reason, batchv1.JobReasonMaxFailedIndexesExceeded)
		}
	}
	codes := r.exits(r.name, job.Name)
	want := map[string]int{"0": 130, "1": 137, "2": 130} // as a shell reports SIGINT and SIGKILL
	if !maps.Equal(codes, want) {
		t.Errorf("the shards ended with %v, want %v", codes, want)
	}
	if job.Status.FailedIndexes != nil { // the others are included if they ended before the Job did
		t.Logf("failed indexes: %s", *job.Status.FailedIndexes)
	}
}

// idle demands that a Job waits to be resumed.
func (r *run) idle(ctx context.Context, t *testing.T, name string) {
	t.Helper()
	job, err := r.cluster.client.BatchV1().Jobs(r.name).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if job.Status.StartTime != nil || job.Status.Active > 0 {
		t.Errorf("%s began at %v, and has %d pods, before it was resumed", name, job.Status.StartTime, job.Status.Active)
	}
}

// killShard kills a shard that has recorded at least one event.
func (r *run) killShard(ctx context.Context, index string) error {
	file := filepath.Join(r.results, "run1", "shard-"+index, "history.ifm")
	for {
		if info, err := os.Stat(file); err == nil && info.Size() > 10_000 {
			return r.kill(r.name, "ifmatch-run1", index)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}
