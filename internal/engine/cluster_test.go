//go:build unix

package engine_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cluster is Slurm on this machine, in a folder of its own: a controller and three
// nodes, all of which are this host on ports of its loopback interface.
type cluster struct {
	dir string
	env []string
}

// programs are those of Debian's munge, slurmctld, slurmd and slurm-client.
var programs = []string{"munged", "slurmctld", "slurmd", "sbatch", "srun", "sinfo", "squeue", "scancel"}

// slurmConf configures one host as three nodes. Every node offers more processors than
// the machine may have, so that several jobs run at once. Processes are found by their
// parents, which needs no cgroups. Nothing listens beyond loopback.
const slurmConf = `ClusterName=ifmatch
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[3]d
SlurmUser=%[4]s
SlurmdUser=%[4]s
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=%[2]s/munge.sock
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=%[2]s/state
SlurmdSpoolDir=%[2]s/spool.%%n
SlurmctldPidFile=%[2]s/slurmctld.pid
SlurmdPidFile=%[2]s/slurmd.%%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
PropagateResourceLimits=NONE
ReturnToService=2
KillWait=2
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,batch_sched_delay=1,bf_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
NodeName=n0 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[5]d CPUs=4 State=UNKNOWN
NodeName=n1 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[6]d CPUs=4 State=UNKNOWN
NodeName=n2 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[7]d CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE OverSubscribe=NO State=UP
`

// startCluster starts Slurm and stops it with the test.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("IFMATCH_SLURM=required, and there is no %s: Debian has it in munge, slurmctld, slurmd, slurm-client", name)
		}
	}
	dir, err := os.MkdirTemp("", "slurm") // short: a socket's path may have 107 letters
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // munge refuses other modes
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	ports := freePorts(t, 4)
	c := &cluster{dir: dir, env: append(os.Environ(), "SLURM_CONF="+filepath.Join(dir, "slurm.conf"))}
	key := make([]byte, 64)
	_, _ = rand.Read(key) // never fails
	for _, err := range []error{
		os.Mkdir(filepath.Join(dir, "state"), 0o700),
		os.WriteFile(filepath.Join(dir, "munge.key"), key, 0o400),
		os.WriteFile(filepath.Join(dir, "slurm.conf"), fmt.Appendf(nil, slurmConf, host, dir, ports[0], me.Username, ports[1], ports[2], ports[3]), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	c.daemon(t, "munged", "--foreground", "--force", "--socket="+in("munge.sock"), "--key-file="+in("munge.key"), "--log-file="+in("munged.log"), "--pid-file="+in("munged.pid"), "--seed-file="+in("munged.seed"))
	c.until(t, "munged listens", func() bool { _, err := os.Stat(in("munge.sock")); return err == nil })
	c.daemon(t, "slurmctld", "-D")
	c.until(t, "slurmctld answers", func() bool { return c.command(t.Context(), "sinfo").Run() == nil })
	for i := range 3 {
		c.daemon(t, "slurmd", "-D", "-N", fmt.Sprintf("n%d", i))
	}
	c.until(t, "three nodes are idle", func() bool {
		out, _ := c.command(t.Context(), "sinfo", "--noheader", "--Node", "--format=%t").Output()
		return strings.Join(strings.Fields(string(out)), " ") == "idle idle idle"
	})
	t.Cleanup(func() { // before the daemons end, because they leave the processes that they started
		_ = c.command(context.Background(), "scancel", "--partition=all").Run()
		c.until(t, "the queue is empty", func() bool {
			out, err := c.command(context.Background(), "squeue", "--noheader").Output()
			return err == nil && len(bytes.TrimSpace(out)) == 0
		})
	})
	return c
}

// daemon starts a program that ends with the test. Its output is shown if the test
// fails.
func (c *cluster) daemon(t *testing.T, name string, args ...string) {
	t.Helper()
	var said bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = c.env, &said, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait() // its exit status does not matter
		if t.Failed() {
			t.Logf("%s %v:\n%s", name, args, said.String())
		}
	})
}

// command returns one of Slurm's own commands.
func (c *cluster) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Dir = c.env, c.dir
	return cmd
}

// until polls for up to a minute.
func (c *cluster) until(t *testing.T, what string, reached func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !reached(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("a minute was not enough until %s", what)
		}
	}
}

func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close() // close all of them at the end, so that no two ports are the same
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}
