package servertest

import (
	"os/exec"
	"syscall"
	"testing"
)

// SmallDisk makes a folder on a disk of 256 KB of its own. "" means that this computer
// does not allow that: it takes the superuser outside a container that forbids it.
func SmallDisk(t testing.TB) string {
	t.Helper()
	dir := Folder(t)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k,mode=0777"); err != nil {
		t.Logf("no small disk can be made here: %v", err)
		return ""
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Errorf("the small disk stays at %s: %v", dir, err)
		}
	})
	return dir
}

// withParent ends a program with the test, also where that is killed. (Linux forgets that
// of a program that changes its user, as Apache does for the superuser.)
func withParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
