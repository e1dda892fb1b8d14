package syscalls

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// kind describes a system call, and which of its arguments name the file: a descriptor of an
// open file or folder, and a path.
type kind struct {
	name         string
	named        bool
	folder, path int
}

// kinds maps the numbers of the calls that every architecture has.
var kinds = map[int32]kind{
	unix.SYS_OPENAT:          {"open", true, 0, 1},
	unix.SYS_READ:            {"read", false, 0, 0},
	unix.SYS_PREAD64:         {"read", false, 0, 0},
	unix.SYS_GETDENTS64:      {"read", false, 0, 0},
	unix.SYS_WRITE:           {"write", false, 0, 0},
	unix.SYS_PWRITE64:        {"write", false, 0, 0},
	unix.SYS_COPY_FILE_RANGE: {"write", false, 2, 0},
	unix.SYS_SENDFILE:        {"write", false, 0, 0},
	unix.SYS_FTRUNCATE:       {"write", false, 0, 0},
	unix.SYS_FALLOCATE:       {"write", false, 0, 0},
	unix.SYS_FLOCK:           {"lock", false, 0, 0},
	unix.SYS_FCNTL:           {"lock", false, 0, 0},
	unix.SYS_FSTAT:           {"stat", false, 0, 0},
	unix.SYS_NEWFSTATAT:      {"stat", true, 0, 1},
	unix.SYS_STATX:           {"stat", true, 0, 1},
	unix.SYS_FACCESSAT:       {"stat", true, 0, 1},
	unix.SYS_FACCESSAT2:      {"stat", true, 0, 1},
	unix.SYS_READLINKAT:      {"stat", true, 0, 1},
	unix.SYS_CLOSE:           {"close", false, 0, 0},
	unix.SYS_FSYNC:           {"sync", false, 0, 0},
	unix.SYS_FDATASYNC:       {"sync", false, 0, 0},
	unix.SYS_RENAMEAT:        {"rename", true, 0, 1},
	unix.SYS_RENAMEAT2:       {"rename", true, 0, 1},
	unix.SYS_LINKAT:          {"rename", true, 0, 1},
	unix.SYS_UNLINKAT:        {"remove", true, 0, 1},
	unix.SYS_MKDIRAT:         {"mkdir", true, 0, 1},
}

// Errno returns the error that a full or broken disk causes for a call of this kind.
func (c Call) Errno() syscall.Errno {
	switch c.Kind {
	case "write", "mkdir":
		return unix.ENOSPC
	case "rename", "remove":
		return unix.EACCES
	case "lock":
		return unix.ENOLCK
	}
	return unix.EIO
}

func (c Call) String() string { return c.Kind + " " + c.Path }
