package faults_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/syscalls"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/ui/cli"
)

// world is a folder with the data folders of two devices and what they share. It is restored
// before every attempt, under the same name, because locations are stored.
type world struct {
	t      *testing.T
	folder string
	before map[string][]byte
	// shared is the result of sharing in this folder, once it ran: most operations begin with
	// that.
	shared *map[string][]byte
}

func newWorld(t *testing.T, folder string, shared *map[string][]byte) *world {
	w := &world{t: t, folder: folder, shared: shared}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"shared", "tmp"} {
		if err := os.MkdirAll(w.file(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *world) file(name string) string { return filepath.Join(w.folder, name) }

// args appends a device's flags to a command.
func (w *world) args(device string, args ...string) []string {
	return append(args, "--data", w.file(device), "--endpoint", device, "--now", "2005-05-24T09:43:33Z")
}

// run runs a command without failing calls.
func (w *world) run(device string, args ...string) outcome {
	w.t.Helper()
	var out, err bytes.Buffer
	state := command(w.t.Context(), &out, &err, w.args(device, args...))
	return outcome{state, out.String(), err.String()}
}

func (w *world) ok(device string, args ...string) string {
	w.t.Helper()
	o := w.run(device, args...)
	if o.state > cli.Attention {
		w.t.Fatalf("%s %q: state %d: %s", device, args, o.state, o.err)
	}
	return o.out
}

// put writes a file.
func (w *world) put(name, text string) string {
	w.t.Helper()
	if err := os.WriteFile(w.file(name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return w.file(name)
}

// files returns all files of the world, and its folders without content.
func (w *world) files() map[string][]byte {
	w.t.Helper()
	all := make(map[string][]byte)
	err := filepath.WalkDir(w.folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			all[path+"/"] = nil
			return err
		}
		all[path], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// restore restores the original state of the world.
func (w *world) restore() {
	w.t.Helper()
	if err := os.RemoveAll(w.folder); err != nil {
		w.t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(w.before)) {
		var err error
		if strings.HasSuffix(path, "/") {
			err = os.Mkdir(path, 0o700)
		} else {
			err = os.WriteFile(path, w.before[path], 0o600)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// state is the visible state: for the lists of a device, what a person sees of each item, and
// every file that others read.
type state struct {
	lists  map[string]string
	shared map[string]string
}

// drawn matches an identifier that every run generates again.
var drawn = regexp.MustCompile(`urn:uuid:[0-9a-f-]{36}`)

// lists are the lists of a device, and what a person sees of each.
func (w *world) lists(device string) map[string]string {
	w.t.Helper()
	all := make(map[string]string)
	var lists []struct{ Name string }
	if err := json.Unmarshal([]byte(w.ok(device, "list", "ls", "--json")), &lists); err != nil {
		w.t.Fatal(err)
	}
	for _, l := range lists {
		all[l.Name] = w.ok(device, "item", "list", l.Name, "--deleted", "--json")
	}
	return all
}

// state returns what there is.
func (w *world) state(device string) state {
	w.t.Helper()
	s := state{w.lists(device), make(map[string]string)}
	for path, content := range w.files() {
		if strings.HasPrefix(path, w.file("shared")+"/") && !strings.HasSuffix(path, "/") {
			s.shared[path] = drawn.ReplaceAllString(string(content), "drawn")
		}
	}
	return s
}

func (s state) equal(other state) bool {
	return maps.Equal(s.lists, other.lists) && maps.Equal(s.shared, other.shared)
}

// names returns the files of the world, without temporary files of SQLite.
func (w *world) names() []string {
	w.t.Helper()
	return slices.DeleteFunc(slices.Sorted(maps.Keys(w.files())), func(path string) bool {
		return strings.HasSuffix(path, "-wal") || strings.HasSuffix(path, "-shm") || strings.HasSuffix(path, "-mark")
	})
}

// operation is a command that must fail in every way, and the data before it.
type operation struct {
	prepare func(w *world)
	device  string
	args    func(w *world) []string
	// part performs an atomic part of it; nil if it has none.
	part func(w *world)
	// written says what is missing in a file that the operation writes, by what there is now;
	// nil where it writes none.
	written func(w *world, now state) string
	// leaves matches what a run with state 1 says of what it could not do; nil where that state
	// leaves nothing undone.
	leaves *regexp.Regexp
}

// every makes all calls of an operation fail instead of some.
var every = flag.Bool("faults.every", false, "let every call fail once")

func TestWhicheverSystemCallFailsNothingIsLostAndTheNextTrySucceeds(t *testing.T) {
	failAll(t, failing)
}

func TestWhicheverCallOfSQLFailsNothingIsLostAndTheNextTrySucceeds(t *testing.T) {
	failAll(t, failingSQL)
}

// run runs a command whose nth call fails, and returns all calls. If n is 0, none fails.
type run func(t *testing.T, folder string, n int, args []string) (outcome, []syscalls.Call)

// failAll makes the calls of every operation fail.
func failAll(t *testing.T, run run) {
	folder := filepath.Join(t.TempDir(), "world")
	var shared map[string][]byte
	for name, o := range operations {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, folder, &shared)
			o.prepare(w)
			w.before = w.files()
			args := w.args(o.device, o.args(w)...)
			old := w.state(o.device)
			w.restore()
			done, calls := run(t, w.folder, 0, args)
			if done.state > cli.Attention || len(calls) == 0 {
				log, _ := os.ReadFile(w.file(o.device + "/crash.log"))
				t.Fatalf("without a fault, %d calls: %s%s", len(calls), done, log)
			}
			t.Logf("%d calls", len(calls))
			attempt := attempt{world: w, try: run, operation: o, args: args, done: done, old: old, new: w.state(o.device), files: w.names()}
			if o.part != nil {
				w.restore()
				o.part(w)
				attempt.between = []state{w.state(o.device)}
			}
			step := max(1, len(calls)/testsize.Of(2, 25))
			if *every {
				step = 1
			}
			for n := 1; ; n += step {
				w.restore()
				if !attempt.fails(n) {
					return
				}
			}
		})
	}
}

type attempt struct {
	*world
	operation
	try  run
	args []string
	done outcome
	old  state
	new  state
	// between are intermediate states that are consistent, too.
	between []state
	files   []string
}

// fails makes the nth call fail and reports whether there was one.
func (a attempt) fails(n int) bool {
	a.t.Helper()
	o, calls := a.try(a.t, a.folder, n, a.args)
	if len(calls) < n {
		return false
	}
	wrong := func(format string, values ...any) {
		a.t.Helper()
		a.t.Errorf("call %d (%s): %s\n%s", n, calls[n-1], fmt.Sprintf(format, values...), o)
	}
	for _, said := range o.unsaid(a.folder) {
		wrong("%s", said)
	}
	after := a.state(a.device)
	if undone := a.undone(o, after); undone != "" {
		wrong("it did not fail, and not everything was done: %s", undone)
	}
	if half := after.half(append([]state{a.old, a.new}, a.between...)...); half != "" {
		wrong("half of it was done: %s", half)
	}
	if again, _ := a.try(a.t, a.folder, 0, a.args); again.state > cli.Attention {
		wrong("the next try fails: %s", again)
	}
	last := a.state(a.device)
	if !last.equal(a.new) {
		wrong("the next try ends otherwise: %s", a.new.difference(last))
	}
	if missing := a.missing(last); missing != "" {
		wrong("after the next try: %s", missing)
	}
	files, further := a.names(), 0
	for _, path := range files {
		if isBackup(path) {
			if err := readable(path); err != nil {
				wrong("%s: %v", path, err)
			}
		}
		switch {
		case slices.Contains(a.files, path), strings.Contains(path, "/damaged-"): // data that could not be read, as restore says
		case isBackup(path) && slices.ContainsFunc(a.files, isBackup) && further == 0: // each of the two attempts makes one
			further++
		default:
			wrong("%s is left", path)
		}
	}
	if len(files)-further < len(a.files) {
		wrong("there are %q and not %q", files, a.files)
	}
	return true
}

// undone says what a run that did not fail left undone without saying so.
func (a attempt) undone(o outcome, after state) string {
	a.t.Helper()
	switch {
	case o.state > cli.Attention, o.state == cli.Attention && a.leaves != nil && a.leaves.MatchString(o.err):
		return ""
	case !after.equal(a.new):
		return a.new.difference(after)
	case o.out != a.done.out:
		return fmt.Sprintf("it printed %q and not %q", o.out, a.done.out)
	}
	return a.missing(after)
}

// missing says what is missing in a file that the operation writes.
func (a attempt) missing(now state) string {
	a.t.Helper()
	if a.written == nil {
		return ""
	}
	return a.written(a.world, now)
}

// isBackup reports whether a file is a backup made before a large change.
func isBackup(path string) bool { return strings.Contains(path, "/backups/before-") }

// readable reads the table of contents of a ZIP file, which is at its end.
func readable(path string) error {
	r, err := zip.OpenReader(path)
	if err != nil {
		return err
	}
	return r.Close()
}

// backedUp says what a backup does not give back to another computer.
func backedUp(w *world, now state) string {
	w.t.Helper()
	if err := readable(w.file("backup.zip")); err != nil {
		return err.Error()
	}
	other := &world{t: w.t, folder: w.folder + "-restored"}
	defer os.RemoveAll(other.folder)
	if o := other.run("tablet", "restore", w.file("backup.zip")); o.state > cli.Attention {
		return fmt.Sprintf("the backup cannot be restored: %s", o)
	}
	if got := other.lists("tablet"); !maps.Equal(got, now.lists) {
		return fmt.Sprintf("the backup has the lists %q and not %q", got, now.lists)
	}
	return ""
}

func (o outcome) String() string {
	return fmt.Sprintf("state %d\nstdout: %s\nstderr: %s", o.state, o.out, o.err)
}

// technical matches what no person should have to read.
var technical = regexp.MustCompile(`panic|goroutine |0x[0-9a-f]{4}|%!|\*[a-z]+\.[A-Z]|<nil>|SQLITE_`)

// remedy matches the advice in a message. A missing permission needs no advice.
var remedy = regexp.MustCompile(`try again|check the|crossfeed verify|choose|permission denied`)

// unsaid returns what is missing in a message, or should not be in it.
func (o outcome) unsaid(folder string) (wrong []string) {
	if o.state != cli.Done && o.state != cli.Attention && o.state != cli.Failed {
		wrong = append(wrong, fmt.Sprint("it ended with state ", o.state))
	}
	if found := technical.FindString(o.err + o.out); found != "" {
		wrong = append(wrong, fmt.Sprintf("it says %q", found))
	}
	if o.state == cli.Failed && !remedy.MatchString(o.err) {
		wrong = append(wrong, "the message says no remedy")
	}
	if o.state == cli.Failed && !strings.Contains(o.err, folder) && !strings.Contains(o.err, "Groceries") {
		wrong = append(wrong, "the message names neither a file nor a list")
	}
	return wrong
}

// half returns what differs from all consistent states. In an intermediate state, some parts
// may match one of them and the rest another.
func (s state) half(whole ...state) string {
	for name, items := range s.lists {
		if !slices.ContainsFunc(whole, func(w state) bool { return w.lists[name] == items }) {
			return "the list " + name + " is otherwise:" + line(items, whole[0].lists[name])
		}
	}
	for path, content := range s.shared {
		if !slices.ContainsFunc(whole, func(w state) bool { return w.shared[path] == content }) {
			return path + " is otherwise:" + line(content, whole[0].shared[path])
		}
	}
	for name := range whole[0].lists {
		if _, there := s.lists[name]; !there {
			return "the list " + name + " is gone"
		}
	}
	for path := range whole[0].shared {
		if _, there := s.shared[path]; !there {
			return path + " is gone"
		}
	}
	return ""
}

// line returns the first line in which two texts differ.
func line(got, want string) string {
	expected := strings.Split(want, "\n")
	for n, l := range strings.Split(got, "\n") {
		if n >= len(expected) || l != expected[n] {
			return fmt.Sprintf(" line %d is %s", n+1, l)
		}
	}
	return " it is shorter"
}

// difference describes how another state differs.
func (s state) difference(other state) string {
	if half := other.half(s); half != "" {
		return half
	}
	return fmt.Sprintf("there are %q and %q, not %q and %q",
		slices.Sorted(maps.Keys(other.lists)), slices.Sorted(maps.Keys(other.shared)),
		slices.Sorted(maps.Keys(s.lists)), slices.Sorted(maps.Keys(s.shared)))
}
