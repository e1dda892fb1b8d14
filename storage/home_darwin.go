package storage

import (
	"fmt"
	"os/exec"

	"golang.org/x/sys/unix"
)

// fileOf is the number of a file, and the time at which it was made.
func fileOf(path string) (number, born string) {
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		return "", ""
	}
	return fmt.Sprint(s.Ino), fmt.Sprintf("%d.%09d", s.Btim.Sec, s.Btim.Nsec)
}

// machineName is what the hardware is called, which only the system's own program tells
// without cgo.
func machineName() string {
	out, err := exec.Command("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice").Output()
	if err != nil {
		return ""
	}
	return platformUUID(string(out))
}

// diskOf names the file system that a path is on, or "".
func diskOf(path string) string {
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		return ""
	}
	return fmt.Sprint(s.Dev)
}
