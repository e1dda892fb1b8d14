// Package crash records panics, so that a crash leaves something to read.
//
// A panic in a goroutine that does one piece of work is caught at its edge with Guard:
// that work fails with an *Error and everything else goes on. What nobody catches ends
// the program; the runtime then writes it to a file, which the next Open finds.
//
// The log is the file crash.log in the data folder. It holds the time, the version and
// the stack, and never content: of a panic's value only the texts of the runtime's own
// errors are written, of any other only its type.
package crash

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

const (
	logName = "crash.log"
	// pendingName is the file that the runtime writes to when it ends the program. Its
	// first line names the program.
	pendingName = "crash.txt"
	// most is the size of the log in bytes; the oldest entries make room.
	most = 256 << 10
	// longest is the size of one entry: a stack that overflowed has millions of lines.
	longest = 32 << 10
)

// Error is what is left of a panic that was caught.
type Error struct {
	// Log is the file with the details, or "" where none could be written: then all that
	// there is are these.
	Log, Details string
}

func (e *Error) Error() string {
	if e.Log == "" {
		return "an error in Crossfeed itself stopped this:\n" + e.Details
	}
	return "an error in Crossfeed itself stopped this: the details are in " + e.Log
}

// current is the log of this process, which has one data folder.
var current struct {
	sync.Mutex
	dir, program string
}

// Open records crashes in a data folder from now on. It returns the path of the log if
// a run before this one crashed and no Open has said so yet, and otherwise "".
func Open(dir, version string) (crashed string, err error) {
	current.Lock()
	defer current.Unlock()
	current.dir = dir
	current.program = fmt.Sprintf("%s%s, %s %s/%s", name, version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	pending, err := os.OpenFile(filepath.Join(dir, pendingName), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return "", fmt.Errorf("opening the file for crash reports: %w", err)
	}
	defer pending.Close()
	crashed, err = collect(pending)
	if err != nil {
		return crashed, fmt.Errorf("reading the report of the last crash: %w", err)
	}
	if err := debug.SetCrashOutput(pending, debug.CrashOptions{}); err != nil {
		return crashed, fmt.Errorf("opening the file for crash reports: %w", err)
	}
	return crashed, nil
}

// collect moves what the runtime wrote of a crash to the log, and names this program as the
// one that crashes next.
func collect(pending *os.File) (log string, err error) {
	info, err := pending.Stat()
	if err != nil {
		return "", err
	}
	text := make([]byte, min(info.Size(), longest))
	n, err := pending.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	program, text := named(text[:n])
	if len(text) > 0 {
		log = write(info.ModTime(), program, withoutContent(text))
	} else if program == current.program {
		return "", nil
	}
	if err := pending.Truncate(0); err != nil {
		return log, err
	}
	_, err = pending.WriteString(current.program + "\n")
	return log, err
}

// name begins the line that names a program.
const name = "Crossfeed "

// named splits the text of a pending file into the name of a program and the report of its
// crash. Where several programs started at once and wrote their names, it takes the last.
func named(text []byte) (program string, report []byte) {
	program = name + "of an unknown version"
	for bytes.HasPrefix(text, []byte(name)) {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		program = string(line)
	}
	return program, text
}

// Guard does a piece of work. If it panics, the panic is recorded and Guard returns an
// *Error.
func Guard(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Recovered(p)
		}
	}()
	return do()
}

// Do is Guard for work that cannot fail otherwise.
func Do(do func()) error { return Guard(func() error { do(); return nil }) }

// Or does a piece of work. If it panics, the panic is recorded and Or returns what
// failed makes of the *Error.
func Or[T any](do func() T, failed func(error) T) (v T) {
	defer func() {
		if p := recover(); p != nil {
			v = failed(Recovered(p))
		}
	}()
	return do()
}

// Recovered records the value of a panic, and the stack that it is called on.
func Recovered(p any) *Error {
	current.Lock()
	defer current.Unlock()
	details := fmt.Sprintf("panic: %s\n\n%s", safe(p), debug.Stack())
	return &Error{write(time.Now(), current.program, details), details}
}

// safe is what the log says of the value of a panic.
func safe(p any) string {
	var own runtime.Error
	if err, ok := p.(error); ok && errors.As(err, &own) {
		return own.Error()
	}
	return fmt.Sprintf("a value of type %T", p)
}

// headline is a line of the runtime that says nothing of a panic's value.
var headline = regexp.MustCompile(`^(fatal error: .*|runtime: .*|\[signal .*|panic: runtime error: .*)$`)

// withoutContent leaves the values of panics out of what the runtime wrote: they stand
// before the first stack.
func withoutContent(text []byte) string {
	var b strings.Builder
	head := true
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("goroutine ")) {
			head = false
		}
		trimmed := bytes.TrimRight(line, "\n")
		switch {
		case !head || len(trimmed) == 0 || headline.Match(trimmed):
			b.Write(line)
		case bytes.HasPrefix(line, []byte("panic: ")):
			b.WriteString("panic: a value that may hold content\n")
		}
	}
	return b.String()
}

// write adds an entry to the log and returns its path, or "" if that failed: a crash
// that cannot be recorded is nothing that anybody could mend here.
func write(at time.Time, program, text string) string {
	if current.dir == "" {
		return ""
	}
	path := filepath.Join(current.dir, logName)
	entry := fmt.Sprintf("%s %s\n%s\n", at.UTC().Format(time.RFC3339), program, cut(text))
	before, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	all := append(before, entry...)
	if over := len(all) - most; over > 0 {
		all = all[over:]
	}
	if os.WriteFile(path, all, 0o600) != nil {
		return ""
	}
	return path
}

func cut(text string) string {
	if len(text) <= longest {
		return text
	}
	return text[:longest] + "\n[the rest was left out]"
}
