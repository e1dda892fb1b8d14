package syscalls

import "golang.org/x/sys/unix"

func init() {
	kinds[unix.SYS_OPEN] = kind{"open", true, -1, 0}
	kinds[unix.SYS_STAT] = kind{"stat", true, -1, 0}
	kinds[unix.SYS_LSTAT] = kind{"stat", true, -1, 0}
	kinds[unix.SYS_ACCESS] = kind{"stat", true, -1, 0}
	kinds[unix.SYS_READLINK] = kind{"stat", true, -1, 0}
	kinds[unix.SYS_RENAME] = kind{"rename", true, -1, 0}
	kinds[unix.SYS_LINK] = kind{"rename", true, -1, 0}
	kinds[unix.SYS_UNLINK] = kind{"remove", true, -1, 0}
	kinds[unix.SYS_RMDIR] = kind{"remove", true, -1, 0}
	kinds[unix.SYS_MKDIR] = kind{"mkdir", true, -1, 0}
}
