package k8s

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// A container is a process with a file system of its own, made of the image and the
// volumes, and with a user of its own. It shares the network, the clock and the process
// ids of the machine.
type container struct {
	Root         string // folder with the files of the image
	ReadOnlyRoot bool
	Mounts       []mount
	Dir          string
	Args         []string // the first is the program, as the container sees it
	Env          []string
	NoNewPrivs   bool
}

// mount is a folder of this machine that is visible in the container.
type mount struct {
	Source, Target string
	ReadOnly       bool
}

const (
	// containerName is the name by which the kubelet calls this binary.
	containerName = "ifmatch-container"

	// exitNotStarted is containerd's exit code for a container whose process did not
	// start.
	exitNotStarted = 128
)

// command returns the container's process, which is this binary until its file system is
// ready. A user namespace needs no privileges: if root runs it, its processes really are
// the user that the pod requests; otherwise they only appear to be.
func (c container) command(uid, gid int) (*exec.Cmd, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	hostUID, hostGID := os.Getuid(), os.Getgid()
	if hostUID == 0 {
		hostUID, hostGID = uid, gid
	}
	return &exec.Cmd{
		Path: "/proc/self/exe",
		Args: []string{containerName, string(text)},
		Env:  []string{}, // the program has its own
		SysProcAttr: &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: uid, HostID: hostUID, Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: gid, HostID: hostGID, Size: 1}},
			Credential:  &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), NoSetGroups: true},
			AmbientCaps: []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT},
			Setpgid:     true, // a Ctrl-C at the terminal must not reach it
		},
	}, nil
}

// enterContainer builds the file system, drops the privileges needed for that, and
// becomes the container's process. It returns only on failure.
func enterContainer(text string) error {
	runtime.LockOSThread() // capabilities belong to a thread
	var c container
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return err
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("make the mounts private: %w", err)
	}
	if err := bind(c.Root, c.Root, false); err != nil {
		return err
	}
	for _, m := range c.Mounts {
		if err := bind(m.Source, filepath.Join(c.Root, m.Target), m.ReadOnly); err != nil {
			return err
		}
	}
	if c.ReadOnlyRoot {
		if err := seal(c.Root); err != nil {
			return err
		}
	}
	if err := unix.Chroot(c.Root); err != nil {
		return fmt.Errorf("chroot to %s: %w", c.Root, err)
	}
	if err := unix.Chdir(c.Dir); err != nil {
		return fmt.Errorf("enter %s: %w", c.Dir, err)
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("drop capabilities: %w", err)
	}
	if c.NoNewPrivs {
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return fmt.Errorf("give up new privileges: %w", err)
		}
	}
	return fmt.Errorf("execute %s: %w", c.Args[0], unix.Exec(c.Args[0], c.Args, c.Env))
}

// bind mounts a folder at another place.
func bind(source, target string, readOnly bool) error {
	if err := unix.Mount(source, target, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("mount %s at %s: %w", source, target, err)
	}
	if !readOnly {
		return nil
	}
	return seal(target)
}

// seal makes a mount read-only, and keeps the other flags, which a user namespace may
// not remove.
func seal(target string) error {
	var has unix.Statfs_t
	if err := unix.Statfs(target, &has); err != nil {
		return fmt.Errorf("ask for the flags of %s: %w", target, err)
	}
	keep := uintptr(has.Flags) & (unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC)
	if err := unix.Mount("", target, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY|keep, ""); err != nil {
		return fmt.Errorf("make %s read-only: %w", target, err)
	}
	return nil
}
