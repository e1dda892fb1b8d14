package crash_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"crossfeed/engine/crash"
)

const secret = "Call the bank about the loan"

// crashes are ways to crash this program, selected by the variable that TestMain reads.
var crashes = map[string]func(){
	"text":    func() { panic(secret) },
	"lines":   func() { panic(secret + "\n" + secret + "\ngoroutines") },
	"error":   func() { panic(fmt.Errorf("item %s", secret)) },
	"index":   func() { fmt.Print(os.Args[len(os.Args):][3]) },
	"nil":     func() { nothing()[secret] = 1 },
	"nested":  func() { defer func() { panic(secret) }(); panic("first") },
	"routine": func() { go panic(secret); select {} },
	"stack":   func() { debug.SetMaxStack(1 << 20); fmt.Print(overflow(len(secret))) },
}

func nothing() (m map[string]int) { return m }

//lint:ignore SA5007 this is how a stack overflows
func overflow(n int) int { return overflow(n+1) + 1 }

func TestMain(m *testing.M) {
	if how := os.Getenv("CRASH_TEST"); how != "" {
		if _, err := crash.Open(os.Getenv("CRASH_TEST_DIR"), "1.2"); err != nil {
			panic(err)
		}
		crashes[how]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// The next run must record the crash once, and without content.
func TestTheNextRunSaysThatTheLastOneCrashed(t *testing.T) {
	for how := range crashes {
		t.Run(how, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "CRASH_TEST="+how, "CRASH_TEST_DIR="+dir)
			if err := cmd.Run(); err == nil {
				t.Fatal("it did not crash")
			}
			log, err := crash.Open(dir, "1.3")
			if err != nil || log != filepath.Join(dir, "crash.log") {
				t.Fatalf("got %q, %v", log, err)
			}
			text := read(t, log)
			if !strings.Contains(text, "\ngoroutine ") || !strings.Contains(text, "crash_test.go:") || !strings.Contains(text, " Crossfeed 1.2, go") || strings.Contains(text, "1.3") {
				t.Errorf("got\n%s", text)
			}
			if strings.Contains(text, "bank") || len(text) > 40<<10 {
				t.Errorf("%d bytes, with content:\n%.2000s", len(text), text)
			}
			for _, version := range []string{"1.3", "1.4"} {
				if log, err = crash.Open(dir, version); err != nil || log != "" {
					t.Errorf("once more: %q, %v", log, err)
				}
			}
		})
	}
}

// A report without a version must not be attributed to this one.
func TestAReportWithoutAVersion(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "crash.txt"), []byte("fatal error: x\n\ngoroutine 1 [running]:\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := crash.Open(dir, "1.3")
	if err != nil || log == "" {
		t.Fatalf("got %q, %v", log, err)
	}
	if text := read(t, log); !strings.Contains(text, " Crossfeed of an unknown version\nfatal error: x\n") || strings.Contains(text, "1.3") {
		t.Errorf("got\n%s", text)
	}
}

// A caught panic fails only its own work, and is not a crash of the program.
func TestGuardedWorkFailsAlone(t *testing.T) {
	dir := t.TempDir()
	if _, err := crash.Open(dir, "1.2"); err != nil {
		t.Fatal(err)
	}
	err := crash.Guard(func() error { panic(errors.New(secret)) })
	var e *crash.Error
	if !errors.As(err, &e) || strings.Contains(err.Error(), "bank") || !strings.Contains(err.Error(), e.Log) {
		t.Fatalf("got %v", err)
	}
	text := read(t, e.Log)
	if !strings.Contains(text, "a value of type *errors.errorString") || !strings.Contains(text, "TestGuardedWorkFailsAlone") || strings.Contains(text, "bank") {
		t.Errorf("got\n%s", text)
	}
	if log, err := crash.Open(dir, "1.2"); err != nil || log != "" {
		t.Errorf("the next run is told of %q, %v", log, err)
	}
	if err := crash.Guard(func() error { return nil }); err != nil {
		t.Error(err)
	}
}

// The log has a limit: the newest entries stay.
func TestTheLogStaysSmall(t *testing.T) {
	dir := t.TempDir()
	if _, err := crash.Open(dir, "1.2"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "crash.log")
	if err := os.WriteFile(path, []byte(strings.Repeat("old\n", 100<<10)), 0o600); err != nil {
		t.Fatal(err)
	}
	_ = crash.Guard(func() error { panic("new") })
	text := read(t, path)
	if len(text) != 256<<10 || !strings.Contains(text[len(text)-8<<10:], "a value of type string") {
		t.Errorf("%d bytes, ending in %q", len(text), text[max(0, len(text)-300):])
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// If the log cannot be written, the work fails all the same.
func TestWithoutALog(t *testing.T) {
	dir := t.TempDir()
	if _, err := crash.Open(dir, "1.2"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "crash.log"), 0o700); err != nil {
		t.Fatal(err)
	}
	var e *crash.Error
	if err := crash.Guard(func() error { panic("x") }); !errors.As(err, &e) || e.Log != "" {
		t.Errorf("got %v", err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
