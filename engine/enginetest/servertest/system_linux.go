package servertest

import (
	"os/exec"
	"syscall"
	"testing"
)

// SmallDisk creates a folder on a separate disk of 256 KB. It returns "" if this computer does
// not allow that: it requires root outside a container that forbids it.
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

// withParent kills a program when the test ends, even if the test is killed. (Linux drops this
// setting when a program changes its user, as Apache does when started by root.)
func withParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
