package safekeeping_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
)

var noon = time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)

// cow is the name of an attachment.
var cow = strings.Repeat("c0", 32) + ".txt"

var errFault = errors.New("no more electricity")

// faulty fails at its nth call.
type faulty struct {
	left    int
	reached bool
}

func (f *faulty) next() error {
	if f.left--; f.left == 0 {
		f.reached = true
		return errFault
	}
	return nil
}

// faultyFiles is a disk with faults.
type faultyFiles struct {
	transport.Disk
	*faulty
}

func (f faultyFiles) Open(path string) (io.ReadCloser, error) {
	if err := f.next(); err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	file, err := os.Open(path)
	return faultyFile{file, f.faulty}, err
}

type faultyFile struct {
	*os.File
	*faulty
}

func (f faultyFile) ReadAt(p []byte, at int64) (int, error) {
	if err := f.next(); err != nil {
		return 0, &fs.PathError{Op: "read", Path: f.Name(), Err: err}
	}
	return f.File.ReadAt(p, at)
}

func (f faultyFiles) Replace(ctx context.Context, path string, write func(io.Writer) error) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Disk.Replace(ctx, path, func(w io.Writer) error {
		return errors.Join(write(faultyWriter{w, f.faulty}), f.next())
	})
}

func (f faultyFiles) ReplacePrivate(ctx context.Context, path string, write func(io.Writer) error) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Disk.ReplacePrivate(ctx, path, func(w io.Writer) error {
		return errors.Join(write(faultyWriter{w, f.faulty}), f.next())
	})
}

func (f faultyFiles) MakeFolder(path string) error {
	return errors.Join(f.next(), f.Disk.MakeFolder(path))
}

func (f faultyFiles) Names(path string) ([]string, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	return f.Disk.Names(path)
}

type faultyWriter struct {
	io.Writer
	*faulty
}

func (f faultyWriter) Write(p []byte) (int, error) {
	if err := f.next(); err != nil {
		return 0, err
	}
	return f.Writer.Write(p)
}

// faultyDatabase is a database with faults around each of its steps.
type faultyDatabase struct {
	*storage.Store
	*faulty
}

func (f faultyDatabase) Snapshot(ctx context.Context, folder string, use func(io.Reader, int64) error) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.Store.Snapshot(ctx, folder, func(body io.Reader, size int64) error {
		return use(faultyReader{body, f.faulty}, size)
	})
}

func (f faultyDatabase) Restore(ctx context.Context, body io.Reader, prepare func(store.Store) error, ready func() error) error {
	return f.Store.Restore(ctx, faultyReader{body, f.faulty}, func(st store.Store) error {
		return errors.Join(f.next(), prepare(st), f.next())
	}, func() error { return errors.Join(f.next(), ready(), f.next()) })
}

type faultyReader struct {
	io.Reader
	*faulty
}

func (f faultyReader) Read(p []byte) (int, error) {
	if err := f.next(); err != nil {
		return 0, err
	}
	return f.Reader.Read(p)
}

// safe is a store in a folder, with an attachment.
type safe struct {
	t      *testing.T
	dir    string
	st     *storage.Store
	faults *faulty
}

func newSafe(t *testing.T) *safe {
	t.Helper()
	dir := t.TempDir()
	st, err := storagetest.Open(t.Context(), dir)
	check(t, err)
	t.Cleanup(func() { check(t, st.Close()) })
	s := &safe{t: t, dir: dir, st: st, faults: &faulty{}}
	s.put("desk", "Groceries")
	part, err := s.attachments().Begin(cow, 0, cache.Note{Size: 3})
	check(t, err)
	_, err = io.WriteString(part, "moo")
	check(t, err)
	_, _, err = part.Done(cache.Note{Size: 3})
	check(t, errors.Join(err, part.Close(), s.attachments().Confirm(cow)))
	return s
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (s *safe) attachments() cache.Cache {
	return cache.Disk{Folder: filepath.Join(s.dir, "content")}.Attachments()
}

func (s *safe) service() safekeeping.Service {
	return safekeeping.Service{
		Database: faultyDatabase{s.st, s.faults}, Attachments: s.attachments(),
		Files: faultyFiles{faulty: s.faults}, Folder: s.dir,
	}
}

// put creates a list, and sets the identifier of the device.
func (s *safe) put(device, list string) {
	s.t.Helper()
	check(s.t, s.st.Update(s.t.Context(), func(w store.Writer) error {
		_, err := w.PutSet(store.Set{Name: list, Kind: "todo", Format: "rss", Dialect: "feedsync-1.0"})
		return errors.Join(err, w.PutDevice(store.Device{ID: device}))
	}))
}

// state returns everything that must not change: the lists, the device, and the names of
// files.
func (s *safe) state() string {
	s.t.Helper()
	var all []string
	check(s.t, s.st.View(s.t.Context(), func(r store.Reader) error {
		sets, err := r.Sets()
		for _, set := range sets {
			all = append(all, set.Name)
		}
		d, errDevice := r.Device()
		all = append(all, d.ID)
		return errors.Join(err, errDevice)
	}))
	found, err := os.ReadDir(s.dir)
	check(s.t, err)
	for _, f := range found {
		if name := f.Name(); name != "backups" && !strings.HasSuffix(name, "-wal") && !strings.HasSuffix(name, "-shm") {
			all = append(all, name)
		}
	}
	return strings.Join(all, " ")
}

// Each write, read and step fails once: a failed backup leaves no file and nothing else, and
// the next try succeeds.
func TestABackupThatFailsLeavesNothing(t *testing.T) {
	s := newSafe(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "backup.zip")
	failures := 0
	for n := 1; ; n++ {
		*s.faults = faulty{left: n}
		_, err := s.service().Backup(t.Context(), path, "desk", false, noon)
		met := s.faults.reached
		*s.faults = faulty{}
		if met != errors.Is(err, errFault) {
			t.Fatalf("call %d: %v", n, err)
		}
		if !met {
			check(t, err)
			break
		}
		failures++
		if found, err := os.ReadDir(folder); err != nil || len(found) != 0 {
			t.Fatalf("call %d left %v, %v", n, found, err)
		}
	}
	_, err := s.service().Check(t.Context(), path)
	check(t, err)
	if failures < 5 {
		t.Errorf("only %d calls failed", failures)
	}
}

// A failure before the only transaction changes nothing, and the next try succeeds.
func TestARestoreThatFailsChangesNothing(t *testing.T) {
	s := newSafe(t)
	path := filepath.Join(t.TempDir(), "backup.zip")
	_, err := s.service().Backup(t.Context(), path, "desk", false, noon)
	check(t, err)
	s.put("desk", "Since")
	check(t, s.attachments().Remove(cow))
	before, failures := s.state(), 0
	for n := 1; ; n++ {
		*s.faults = faulty{left: n}
		_, err := s.service().Restore(t.Context(), s.st, path, "new", safekeeping.Checked{}, noon)
		met := s.faults.reached
		*s.faults = faulty{}
		if !met {
			check(t, err)
			break
		}
		failures++
		if err == nil || s.state() != before {
			t.Fatalf("call %d: %v, and there is %s, was %s", n, err, s.state(), before)
		}
		if !errors.Is(err, errFault) || errors.Is(err, safekeeping.ErrBroken) || errors.Is(err, safekeeping.ErrNoBackup) {
			t.Errorf("call %d: it says %v", n, err)
		}
	}
	if got := s.state(); got == before || strings.Contains(got, "Since") || !strings.Contains(got, "new") {
		t.Errorf("there is %s", got)
	}
	if _, there, err := s.attachments().Size(cow); err != nil || !there {
		t.Errorf("the attached file is there: %v, %v", there, err)
	}
	if failures < 10 {
		t.Errorf("only %d calls failed", failures)
	}
}

// A backup is a consistent snapshot: while somebody continues to write, it has each list with
// everything written before it.
func TestABackupIsOfOneMoment(t *testing.T) {
	s := newSafe(t)
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			err := s.st.Update(context.Background(), func(w store.Writer) error {
				_, err := w.PutSet(store.Set{Name: "a" + time.Duration(n).String(), Kind: "todo", Format: "rss", Dialect: "feedsync-1.0"})
				if err == nil {
					_, err = w.PutSet(store.Set{Name: "b" + time.Duration(n).String(), Kind: "todo", Format: "rss", Dialect: "feedsync-1.0"})
				}
				return err
			})
			if err != nil {
				stopped <- err
				return
			}
		}
	}()
	path := filepath.Join(t.TempDir(), "backup.zip")
	_, err := s.service().Backup(t.Context(), path, "desk", false, noon)
	close(stop)
	check(t, errors.Join(err, <-stopped))
	other := newSafe(t)
	_, err = other.service().Restore(t.Context(), other.st, path, "new", safekeeping.Checked{}, noon)
	check(t, err)
	names := strings.Fields(other.state())
	if a, b := count(names, "a"), count(names, "b"); a != b {
		t.Errorf("%d of one, and %d of the other", a, b)
	}
}

func count(names []string, begin string) (n int) {
	for _, name := range names {
		if strings.HasPrefix(name, begin) && strings.HasSuffix(name, "s") {
			n++
		}
	}
	return n
}

// Too little space on the disk is reported before anything is written.
func TestTooLittleSpaceIsSaidBefore(t *testing.T) {
	s := newSafe(t)
	huge := safekeeping.Service{Database: hugeDatabase{faultyDatabase{s.st, s.faults}}, Files: transport.Disk{}, Folder: s.dir}
	folder := t.TempDir()
	_, err := huge.Backup(t.Context(), filepath.Join(folder, "backup.zip"), "desk", false, noon)
	var room *safekeeping.NoRoomError
	if !errors.As(err, &room) || room.Folder != folder || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("said %v", err)
	}
	if found, err := os.ReadDir(folder); err != nil || len(found) != 0 {
		t.Errorf("left %v, %v", found, err)
	}
}

// hugeDatabase is larger than any disk.
type hugeDatabase struct{ faultyDatabase }

func (hugeDatabase) Size() (int64, error) { return 1 << 60, nil }

// A file that was read is not read again, unless it has changed since.
func TestABackupThatChangedSinceItWasReadIsReadAgain(t *testing.T) {
	s := newSafe(t)
	path := filepath.Join(t.TempDir(), "backup.zip")
	_, err := s.service().Backup(t.Context(), path, "desk", false, noon)
	check(t, err)
	checked, err := s.service().Check(t.Context(), path)
	check(t, err)
	readings := 0
	restore := func() error {
		service := s.service()
		service.Progress = func(int, int) { readings++ }
		readings = 0
		_, err := service.Restore(t.Context(), s.st, path, "new", checked, noon)
		return err
	}
	check(t, restore())
	checking := readings
	whole, err := os.ReadFile(path)
	check(t, err)
	broken := append([]byte{}, whole...)
	broken[len(broken)/3] ^= 0xff
	check(t, os.WriteFile(path, broken, 0o600))
	check(t, os.Chtimes(path, noon, noon))
	if err := restore(); !errors.Is(err, safekeeping.ErrBroken) {
		t.Errorf("a file that was damaged since: %v", err)
	}
	check(t, os.WriteFile(path, whole, 0o600))
	check(t, os.Chtimes(path, noon.Add(1), noon.Add(1)))
	check(t, restore())
	if readings <= checking {
		t.Errorf("read in %d steps, and in %d where it was checked", readings, checking)
	}
	other := filepath.Join(t.TempDir(), "other.zip")
	check(t, os.WriteFile(other, broken, 0o600))
	if _, err := s.service().Restore(t.Context(), s.st, other, "new", checked, noon); !errors.Is(err, safekeeping.ErrBroken) {
		t.Errorf("another file: %v", err)
	}
}
