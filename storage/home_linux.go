package storage

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// fileOf returns the number of a file, and its creation time if the file system has it.
func fileOf(path string) (number, born string) {
	var s unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, path, 0, unix.STATX_INO|unix.STATX_BTIME, &s); err != nil {
		return "", ""
	}
	if s.Mask&unix.STATX_BTIME != 0 && s.Btime.Sec > 0 {
		born = fmt.Sprintf("%d.%09d", s.Btime.Sec, s.Btime.Nsec)
	}
	return fmt.Sprint(s.Ino), born
}

// machineName returns the machine ID of systemd or D-Bus.
func machineName() string {
	for _, path := range []string{"/etc/machine-id", "/var/lib/dbus/machine-id"} {
		if text, err := os.ReadFile(path); err == nil && len(text) > 0 {
			return string(text)
		}
	}
	return ""
}
