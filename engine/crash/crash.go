// Package crash records panics, so that a crash leaves a report.
//
// A panic in a goroutine that performs a unit of work is caught with Guard: that work fails
// with an *Error and everything else continues. An uncaught panic ends the program; the
// runtime then writes it to a file, which the next Open finds.
//
// The log is the file crash.log in the data folder. It contains the time, the version and the
// stack, and never content: for a panic's value, only the texts of the runtime's own errors
// are written, and for any other value only its type.
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
	// pendingName is the file that the runtime writes to when it ends the program. Its first
	// line names the program.
	pendingName = "crash.txt"
	// most is the maximum size of the log in bytes; the oldest entries are dropped.
	most = 256 << 10
	// longest is the maximum size of an entry: a stack overflow has millions of lines.
	longest = 32 << 10
)

// Error is a panic that was caught.
type Error struct {
	// Log is the file with the details, or "" if it could not be written: then Details is the
	// only record.
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

// Open starts recording crashes in a data folder. It returns the path of the log if an earlier
// run crashed and no Open has reported it yet, and otherwise "".
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

// collect moves the runtime's report of a crash to the log, and writes this program's name for
// the next crash.
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

// name starts the line that names a program.
const name = "Crossfeed "

// named splits the text of a pending file into the name of a program and the report of its
// crash. If several programs started at the same time and wrote their names, it returns the
// last.
func named(text []byte) (program string, report []byte) {
	program = name + "of an unknown version"
	for bytes.HasPrefix(text, []byte(name)) {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		program = string(line)
	}
	return program, text
}

// Guard calls do. If do panics, Guard records the panic and returns an *Error.
func Guard(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Recovered(p)
		}
	}()
	return do()
}

// Do is Guard for functions without an error.
func Do(do func()) error { return Guard(func() error { do(); return nil }) }

// Or calls do. If do panics, Or records the panic and returns the result of failed for the
// *Error.
func Or[T any](do func() T, failed func(error) T) (v T) {
	defer func() {
		if p := recover(); p != nil {
			v = failed(Recovered(p))
		}
	}()
	return do()
}

// Recovered records the value of a panic, and the current stack.
func Recovered(p any) *Error {
	current.Lock()
	defer current.Unlock()
	details := fmt.Sprintf("panic: %s\n\n%s", safe(p), debug.Stack())
	return &Error{write(time.Now(), current.program, details), details}
}

// safe returns what the log may say about the value of a panic.
func safe(p any) string {
	var own runtime.Error
	if err, ok := p.(error); ok && errors.As(err, &own) {
		return own.Error()
	}
	return fmt.Sprintf("a value of type %T", p)
}

// headline matches lines of the runtime that reveal nothing of a panic's value.
var headline = regexp.MustCompile(`^(fatal error: .*|runtime: .*|\[signal .*|panic: runtime error: .*)$`)

// withoutContent removes the values of panics from the runtime's report. They precede the
// first stack.
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

// write adds an entry to the log and returns its path, or "" if that failed: nothing can be
// done here about a crash that cannot be recorded.
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
