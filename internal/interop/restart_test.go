package interop

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azeventhubs/v2"
	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azeventhubs/v2/checkpoints"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"ifmatch/reference"
)

// lasting is a server in a process of its own, which keeps its data in a folder and can be killed.
type lasting struct {
	t      *testing.T
	binary string
	args   []string
	cmd    *exec.Cmd
}

// start starts the server and returns its connection string.
func (l *lasting) start() string {
	l.t.Helper()
	l.cmd = exec.Command(l.binary, l.args...)
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	if err := l.cmd.Start(); err != nil {
		l.t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		l.t.Fatalf("it printed %q: %v", line, err)
	}
	return strings.TrimSpace(line)
}

// kill ends the server at once, as a crash does.
func (l *lasting) kill() {
	if l.cmd != nil {
		_ = l.cmd.Process.Kill()
		_ = l.cmd.Wait()
	}
	l.cmd = nil
}

// kept returns a server of blobs that listens on an address.
func kept(t *testing.T, address string) *lasting {
	l := &lasting{t: t, binary: builtIfmatch(t), args: []string{"serve", "--services", "blob", "--blob-addr", address, "--location", t.TempDir()}}
	t.Cleanup(l.kill)
	return l
}

// TestCheckpointsOutliveTheServer has two processors claim the partitions of a hub at the same time, through the checkpoint
// store of azeventhubs, and kills the server. Afterwards each partition has the owner and the checkpoint that it had, who
// was overtaken is still overtaken, and the owner goes on with the tag from before.
func TestCheckpointsOutliveTheServer(t *testing.T) {
	t.Parallel()
	const hub, namespace, group, partitions = "hub", "namespace", "$Default", 8
	l := kept(t, "127.0.0.1:0")
	store := func(connection string) *checkpoints.BlobStore {
		t.Helper()
		c, err := container.NewClientFromConnectionString(connection, "owners", nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Create(t.Context(), nil) // it is there after the restart
		s, err := checkpoints.NewBlobStore(c, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before := store(l.start())
	won := [2][]azeventhubs.Ownership{}
	var both sync.WaitGroup
	for i, owner := range []string{"ann", "bob"} {
		both.Go(func() {
			for p := range partitions {
				id := fmt.Sprint(p)
				got, err := before.ClaimOwnership(t.Context(), []azeventhubs.Ownership{{ConsumerGroup: group, EventHubName: hub, FullyQualifiedNamespace: namespace, PartitionID: id, OwnerID: owner}}, nil)
				if err != nil {
					t.Errorf("%s claims %s: %v", owner, id, err)
				}
				for _, o := range got {
					won[i] = append(won[i], o)
					if err := before.SetCheckpoint(t.Context(), azeventhubs.Checkpoint{ConsumerGroup: group, EventHubName: hub, FullyQualifiedNamespace: namespace, PartitionID: id, Offset: &owner, SequenceNumber: new(int64(p))}, nil); err != nil {
						t.Errorf("%s checkpoints %s: %v", owner, id, err)
					}
				}
			}
		})
	}
	both.Wait()
	if n := len(won[0]) + len(won[1]); n != partitions {
		t.Fatalf("%d partitions were given away %d times", partitions, n)
	}
	l.kill()
	after := store(l.start())
	owned, err := after.ListOwnership(t.Context(), namespace, hub, group, nil)
	if err != nil || len(owned) != partitions {
		t.Fatalf("%d partitions have owners, want %d: %v", len(owned), partitions, err)
	}
	marks, err := after.ListCheckpoints(t.Context(), namespace, hub, group, nil)
	if err != nil || len(marks) != partitions {
		t.Fatalf("%d partitions have checkpoints, want %d: %v", len(marks), partitions, err)
	}
	for _, o := range slices.Concat(won[0], won[1]) {
		if !slices.ContainsFunc(owned, func(x azeventhubs.Ownership) bool {
			return x.PartitionID == o.PartitionID && x.OwnerID == o.OwnerID && string(*x.ETag) == strings.Trim(string(*o.ETag), `"`) // lists show tags without quotes
		}) {
			t.Errorf("after the restart partition %s is no longer of %s", o.PartitionID, o.OwnerID)
		}
		if !slices.ContainsFunc(marks, func(m azeventhubs.Checkpoint) bool { return m.PartitionID == o.PartitionID && *m.Offset == o.OwnerID }) {
			t.Errorf("after the restart the checkpoint of partition %s is another: %+v", o.PartitionID, marks)
		}
		if again, err := after.ClaimOwnership(t.Context(), []azeventhubs.Ownership{o}, nil); err != nil || len(again) != 1 {
			t.Errorf("%s claims %s with the tag from before: %v, %v", o.OwnerID, o.PartitionID, again, err)
		}
		if overtaken, err := after.ClaimOwnership(t.Context(), []azeventhubs.Ownership{o}, nil); err != nil || len(overtaken) != 0 {
			t.Errorf("partition %s is claimed twice with one tag: %v, %v", o.PartitionID, overtaken, err)
		}
	}
}

// resticAddress is where restic 0.14 looks for the emulators' account. It cannot be told another address.
const resticAddress = "127.0.0.1:10000"

// TestRestic has two restics back up into one repository at the same time, kills the server, and checks and restores what
// they wrote.
func TestRestic(t *testing.T) {
	t.Parallel()
	restic := program(t, "restic", "restic")
	if l, err := net.Listen("tcp", resticAddress); err != nil {
		lacking(t, "restic", "it speaks to "+resticAddress+" only, which is taken: "+err.Error())
	} else if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, cache := kept(t, resticAddress), t.TempDir()
	run := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), restic, append([]string{"-r", "azure:backup:/", "--cache-dir", cache}, args...)...)
		cmd.Env = append(os.Environ(), "AZURE_ACCOUNT_NAME="+reference.DefaultAccount, "AZURE_ACCOUNT_KEY="+reference.DefaultKey, "RESTIC_PASSWORD=p")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(args ...string) string {
		t.Helper()
		out, err := run(args...)
		if err != nil {
			t.Fatalf("restic %s: %v\n%s", args[0], err, out)
		}
		return out
	}
	l.start()
	must("init")
	var both sync.WaitGroup
	sources := []string{t.TempDir(), t.TempDir()}
	for i, source := range sources {
		for n := range 20 {
			writeFile(t, fmt.Sprintf("%s/%d", source, n), fmt.Appendf(nil, "%d %d %s", i, n, strings.Repeat("x", n*1000)))
		}
		both.Go(func() {
			if out, err := run("backup", source); err != nil {
				t.Errorf("backup: %v\n%s", err, out)
			}
		})
	}
	both.Wait()
	l.kill()
	l.start()
	if out := must("snapshots", "--compact"); !strings.Contains(out, "2 snapshots") {
		t.Errorf("after the restart:\n%s", out)
	}
	if out := must("check", "--read-data"); !strings.Contains(out, "no errors were found") {
		t.Errorf("after the restart:\n%s", out)
	}
	for _, source := range sources {
		target := t.TempDir()
		must("restore", "latest", "--path", source, "--target", target)
		for n := range 20 {
			want, wantErr := os.ReadFile(fmt.Sprintf("%s/%d", source, n))
			got, err := os.ReadFile(fmt.Sprintf("%s%s/%d", target, source, n))
			if wantErr != nil || err != nil || string(got) != string(want) {
				t.Errorf("file %d comes back with %d bytes, want %d: %v %v", n, len(got), len(want), err, wantErr)
			}
		}
	}
}
