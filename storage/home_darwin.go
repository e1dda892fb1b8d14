package storage

import (
	"fmt"
	"os/exec"

	"golang.org/x/sys/unix"
)

// fileOf returns the number of a file, and its creation time.
func fileOf(path string) (number, born string) {
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		return "", ""
	}
	return fmt.Sprint(s.Ino), fmt.Sprintf("%d.%09d", s.Btim.Sec, s.Btim.Nsec)
}

// machineName returns the identifier of the hardware, which without cgo is only available from
// the system's own program.
func machineName() string {
	out, err := exec.Command("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice").Output()
	if err != nil {
		return ""
	}
	return platformUUID(string(out))
}
