package main

import (
	"os"
	"os/exec"
	"syscall"
)

// confine lets cmd see only a folder, as a user that owns nothing else. If this process is not root, it
// uses a user namespace, if the machine allows that.
func confine(cmd *exec.Cmd, root string, user uint32) error {
	attr := &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: user, Gid: user, NoSetGroups: os.Getuid() != 0}}
	if uid, gid := os.Getuid(), os.Getgid(); uid != 0 {
		attr.Cloneflags = syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: int(user), HostID: uid, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: int(user), HostID: gid, Size: 1}}
	}
	cmd.SysProcAttr = attr
	return nil
}
