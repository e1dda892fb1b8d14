// Package syscalls makes single system calls of a program fail: the real program, on real
// files. The kernel pauses the program at each of them (seccomp's user notification) and asks
// the test how to answer.
package syscalls

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Call is a system call of a program that changes or reads something in the watched folder.
type Call struct{ Kind, Path string }

// variable is the environment variable that makes Main install the filter.
const variable = "CROSSFEED_TEST_SYSCALLS"

// Main must be called first in TestMain of tests that use Run: the program that Run starts is
// the test binary itself, which installs the filter here.
func Main() {
	if os.Getenv(variable) == "" {
		return
	}
	if err := errors.Join(os.Unsetenv(variable), watched(3)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(100)
	}
}

// watched installs the filter, sends its listener to the test, and executes the program again.
// Until then, the filter only covers this thread.
func watched(socket int) error {
	runtime.LockOSThread()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	listener, err := listen()
	if err != nil {
		return fmt.Errorf("asking the kernel to stop at system calls: %w", err)
	}
	if err := unix.Sendmsg(socket, []byte{0}, unix.UnixRights(listener), nil, 0); err != nil {
		return err
	}
	unix.CloseOnExec(socket)
	return syscall.Exec(program, os.Args, os.Environ())
}

func listen() (int, error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, err
	}
	filter := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}} // the number of the call
	for number := range kinds {
		filter = append(filter,
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: uint32(number)},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF})
	}
	filter = append(filter, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER,
		uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return 0, errno
	}
	return int(fd), nil
}

// Run runs a program whose TestMain calls Main, until it ends. It calls fail for every call in
// the folder, with its number counted from 1; a nonzero result makes the call fail with that
// error. Run returns the calls in the order in which they were made.
func Run(ctx context.Context, c *exec.Cmd, folder string, fail func(n int, c Call) syscall.Errno) (calls []Call, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "ours"), os.NewFile(uintptr(pair[1]), "theirs")
	defer func() { err = errors.Join(err, ours.Close()) }()
	c.ExtraFiles = []*os.File{theirs}
	c.Env = append(c.Environ(), variable+"=1")
	if err := errors.Join(c.Start(), theirs.Close()); err != nil {
		return nil, err
	}
	listener, err := received(ours)
	if err != nil {
		return nil, errors.Join(err, c.Wait())
	}
	defer func() { err = errors.Join(err, unix.Close(listener)) }()
	w := watcher{listener: listener, folder: folder, fail: fail}
	if err := w.serve(); err != nil {
		return nil, errors.Join(err, c.Process.Kill(), c.Wait())
	}
	return w.calls, c.Wait()
}

// received returns the listener that the program sends.
func received(from *os.File) (int, error) {
	rights := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(int(from.Fd()), make([]byte, 1), rights, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return 0, err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:n])
	if err != nil || len(messages) == 0 {
		return 0, errors.Join(errors.New("the program was not stopped"), err)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return 0, err
	}
	return fds[0], nil
}

// notification mirrors struct seccomp_notif, and answer mirrors seccomp_notif_resp.
type notification struct {
	id          uint64
	thread      uint32
	_           uint32
	number      int32
	_           uint32
	instruction uint64
	args        [6]uint64
}

type answer struct {
	id    uint64
	_     int64
	errno int32
	flags uint32
}

type watcher struct {
	listener int
	folder   string
	fail     func(int, Call) syscall.Errno
	calls    []Call
}

// serve answers calls until the program has ended.
func (w *watcher) serve() error {
	for {
		ready := []unix.PollFd{{Fd: int32(w.listener), Events: unix.POLLIN}}
		if _, err := unix.Poll(ready, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return err
		}
		if ready[0].Revents&unix.POLLIN != 0 {
			if err := w.next(); err != nil {
				return err
			}
		} else if ready[0].Revents != 0 {
			return nil
		}
	}
}

// next answers one call. A call interrupted by a signal is made again, so it does not count.
func (w *watcher) next() error {
	var n notification
	if err := w.control(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)); errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EINTR) {
		return nil
	} else if err != nil {
		return err
	}
	a := answer{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	call := Call{kinds[n.number].name, n.path()}
	counts := strings.HasPrefix(call.Path, w.folder+string(filepath.Separator)) && (n.number != unix.SYS_FCNTL || n.locks())
	if counts {
		w.calls = append(w.calls, call)
		if errno := w.fail(len(w.calls), call); errno != 0 {
			a.errno, a.flags = -int32(errno), 0
		}
	}
	err := w.control(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&a))
	if errors.Is(err, unix.ENOENT) {
		if counts {
			w.calls = w.calls[:len(w.calls)-1]
		}
		return nil
	}
	return err
}

func (w *watcher) control(request uintptr, argument unsafe.Pointer) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(w.listener), request, uintptr(argument)); errno != 0 {
		return errno
	}
	return nil
}

// path returns the path of the file or folder that a call is about, or "" if it is unknown.
func (n notification) path() string {
	k := kinds[n.number]
	if !k.named {
		return n.open(n.args[k.folder])
	}
	path := n.text(n.args[k.path])
	switch {
	case path == "" && k.folder >= 0:
		return n.open(n.args[k.folder]) // the call is about the open file itself
	case filepath.IsAbs(path):
		return path
	}
	if k.folder < 0 || int32(n.args[k.folder]) == unix.AT_FDCWD {
		folder, _ := os.Readlink(fmt.Sprintf("/proc/%d/cwd", n.thread))
		return filepath.Join(folder, path)
	}
	return filepath.Join(n.open(n.args[k.folder]), path)
}

// locks reports whether an fcntl call acquires or queries a record lock. Unlocking does not
// count: SQLite ignores its failure and holds the lock until the program ends.
func (n notification) locks() bool {
	switch n.args[1] {
	case unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW:
		kind := n.memory(n.args[2], 2) // the first field of struct flock
		return len(kind) == 2 && binary.NativeEndian.Uint16(kind) != unix.F_UNLCK
	}
	return false
}

// open returns the path of an open file.
func (n notification) open(fd uint64) string {
	path, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", n.thread, int32(fd)))
	return path
}

// text reads a string from the program's memory.
func (n notification) text(at uint64) string {
	path, _, _ := strings.Cut(string(n.memory(at, unix.PathMax)), "\x00")
	return path
}

// memory reads the program's memory at an address, up to the end of the mapped memory.
func (n notification) memory(at uint64, length int) []byte {
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", n.thread))
	if err != nil {
		return nil
	}
	defer func() { _ = memory.Close() }() // read-only
	read := make([]byte, length)
	length, _ = memory.ReadAt(read, int64(at))
	return read[:length]
}
