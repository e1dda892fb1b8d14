package transport_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
)

var noon = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)

func hashOf(text string) string {
	hash, _, err := transport.Hash(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	return hash
}

func trouble(err error) transport.Trouble {
	var e *transport.Error
	if errors.As(err, &e) {
		return e.Trouble
	}
	return -1
}

func text(t *testing.T, a *transport.Response) string {
	t.Helper()
	if a.Body == nil {
		t.Fatal("there is no body")
	}
	b, err := io.ReadAll(a.Body)
	if err := errors.Join(err, a.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, path, text string, changed time.Time) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, changed, changed)); err != nil {
		t.Fatal(err)
	}
}

func TestAFileIsReadAgainOnlyWhereItMayHaveChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	old := noon.Add(-time.Hour)
	for name, c := range map[string]struct {
		// before and after are the contents at the first and the second read; written and
		// changed are when those were written.
		before, after    string
		written, changed time.Time
		// later is the time between the two reads.
		later time.Duration
		whole bool
		// opened reports whether the second read opens the file.
		opened, unchanged bool
	}{
		"nothing happened":                   {"one", "one", old, old, time.Hour, false, false, true},
		"the user asks for the whole":        {"one", "one", old, old, time.Hour, true, true, true},
		"a day went by":                      {"one", "one", old, old, 24 * time.Hour, false, true, true},
		"another text":                       {"one", "two!", old, noon.Add(time.Minute), time.Hour, false, true, false},
		"written again with the same":        {"one", "one", old, noon.Add(time.Minute), time.Hour, false, true, true},
		"another text of that size and time": {"one", "two", noon, noon, time.Hour, false, true, false},
		"written a second before":            {"one", "two", noon.Add(-time.Second), noon.Add(-time.Second), time.Hour, false, true, false},
	} {
		files := &transporttest.Failing{Files: transport.Disk{}}
		disk := transport.OnDisk{Files: files}
		write(t, path, c.before, c.written)
		r := transport.Request{Target: transport.Target{Address: path}, Now: noon}
		a, err := disk.Read(t.Context(), r)
		if err != nil || a.Unchanged || text(t, a) != c.before || a.Known.Hash != hashOf(c.before) || a.Wire != int64(len(c.before)) {
			t.Fatalf("%s: first %+v, %v", name, a, err)
		}
		write(t, path, c.after, c.changed)
		r.Known, r.Now, r.Whole = a.Known, noon.Add(c.later), c.whole
		files.FailCall(0, nil)
		a, err = disk.Read(t.Context(), r)
		if err != nil || a.Unchanged != c.unchanged || !a.Unchanged && text(t, a) != c.after {
			t.Errorf("%s: then %+v, %v", name, a, err)
		}
		if opened := files.Calls() > 1; opened != c.opened {
			t.Errorf("%s: opened %v, want %v", name, opened, c.opened)
		}
		if !c.opened && !a.Known.Whole.Equal(noon) || c.opened && !a.Known.Whole.Equal(r.Now) {
			t.Errorf("%s: the whole was read at %v", name, a.Known.Whole)
		}
	}
}

func TestAnotherFileInItsPlaceIsSeenThoughSizeAndTimeAreEqual(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "a.xml"), filepath.Join(dir, "b.xml")
	write(t, path, "one", noon.Add(-time.Hour))
	write(t, other, "two", noon.Add(-time.Hour))
	r := transport.Request{Target: transport.Target{Address: path}, Now: noon}
	a, err := transport.OnDisk{Files: transport.Disk{}}.Read(t.Context(), r)
	if err != nil || text(t, a) != "one" {
		t.Fatal(a, err)
	}
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	r.Known = a.Known
	if a, err = (transport.OnDisk{Files: transport.Disk{}}).Read(t.Context(), r); err != nil || a.Unchanged || text(t, a) != "two" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestWhatCannotBeReadOnDiskSaysWhy(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.xml")
	write(t, file, "one", noon)
	disk := transport.OnDisk{Files: transport.Disk{}}
	read := func(t transport.Target) error {
		_, err := disk.Read(context.Background(), transport.Request{Target: t, Now: noon})
		return err
	}
	if err := read(transport.Target{Address: dir + "/gone.xml"}); trouble(err) != transport.NotFound || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing there: %v", err)
	}
	if err := read(transport.Target{Address: "http://example.com/a.xml"}); !errors.Is(err, transport.ErrScheme) {
		t.Errorf("an address: %v", err)
	}
	if err := read(transport.Target{Address: file, From: "https://example.com/a.xml"}); trouble(err) != transport.Forbids {
		t.Errorf("a file that a feed of the web named: %v", err)
	}
	if err := read(transport.Target{Address: dir}); err == nil {
		t.Error("a folder was read")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := disk.Read(ended, transport.Request{Target: transport.Target{Address: file}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := disk.Names(t.Context(), transport.Target{Address: file}); !errors.Is(err, transport.ErrNotFolder) {
		t.Errorf("names of a file: %v", err)
	}
	if _, err := disk.Names(t.Context(), transport.Target{Address: dir + "/gone/"}); trouble(err) != transport.NotFound {
		t.Errorf("names of nothing: %v", err)
	}
	if names, err := disk.Names(t.Context(), transport.Target{Address: dir + "/"}); err != nil || !slices.Equal(names, []string{"a.xml"}) {
		t.Errorf("names %q, %v", names, err)
	}
}

func put(path, body string) transport.Put {
	return transport.Put{
		Target: transport.Target{Address: path}, Body: strings.NewReader(body), Size: int64(len(body)), Hash: hashOf(body),
	}
}

func TestOneWriterForEachFile(t *testing.T) {
	stranger := errors.New("it holds another feed")
	for name, c := range map[string]struct {
		there   string
		last    string
		pending string
		ours    func(io.Reader) error
		want    transport.Trouble
		why     error
	}{
		"nothing is there":                          {},
		"somebody took it away":                     {last: "mine"},
		"it is what was written last":               {there: "mine", last: "mine"},
		"it is what was about to be written":        {there: "halfway", last: "mine", pending: "halfway"},
		"it is the document itself":                 {there: "new", last: "mine"},
		"it is empty":                               {there: "", last: "mine"},
		"it is another's":                           {there: "theirs", last: "mine", want: transport.SecondWriter},
		"it is another's with this feed's identity": {there: "theirs", last: "mine", ours: func(io.Reader) error { return nil }, want: transport.SecondWriter},
		"the first writing over a stranger":         {there: "theirs", ours: func(io.Reader) error { return stranger }, want: transport.SecondWriter, why: stranger},
		"the first writing over the set's own feed": {there: "theirs", ours: func(r io.Reader) error {
			if b, err := io.ReadAll(r); string(b) != "theirs" {
				return errors.Join(err, stranger)
			}
			return nil
		}},
		"the first writing, and nobody can tell": {there: "theirs", want: transport.SecondWriter},
	} {
		path := filepath.Join(t.TempDir(), "a.xml")
		if name != "nothing is there" && name != "somebody took it away" {
			write(t, path, c.there, noon)
		}
		p := put(path, "new")
		p.Ours = c.ours
		if c.last != "" {
			p.Last.Hash = hashOf(c.last)
		}
		if c.pending != "" {
			p.Pending = hashOf(c.pending)
		}
		written, err := transport.OnDisk{Files: transport.Disk{}}.Write(t.Context(), p)
		got, _ := os.ReadFile(path)
		if c.want == transport.SecondWriter {
			if trouble(err) != c.want || !errors.Is(err, transport.ErrNotOurs) || c.why != nil && !errors.Is(err, c.why) || string(got) != c.there {
				t.Errorf("%s: %v, and there is %q", name, err, got)
			}
			continue
		}
		if err != nil || string(got) != "new" || written != (transport.Written{Hash: hashOf("new")}) {
			t.Errorf("%s: %+v, %v, and there is %q", name, written, err, got)
		}
	}
}

func TestTheSameDocumentIsNotWrittenAgain(t *testing.T) {
	var files transporttest.Memory
	files.Folder("/shared")
	disk := transport.OnDisk{Files: &files}
	for range 2 {
		if _, err := disk.Write(t.Context(), put("/shared/a.xml", "one")); err != nil {
			t.Fatal(err)
		}
	}
	if n := files.Replaced(); n != 1 {
		t.Errorf("written %d times", n)
	}
}

func TestAFolderThatIsGoneIsNotMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "unplugged", "a.xml")
	_, err := transport.OnDisk{Files: transport.Disk{}}.Write(t.Context(), put(path, "one"))
	if trouble(err) != transport.NotFound || !strings.Contains(err.Error(), "connect its drive") {
		t.Errorf("got %v, want the remedy", err)
	}
}

func TestADiskWithoutRoomIsSaid(t *testing.T) {
	var memory transporttest.Memory
	memory.Folder("/shared")
	memory.Put("/shared/a.xml", "old")
	for call := range 4 {
		files := &transporttest.Failing{Files: &memory}
		files.FailCall(call+1, syscall.ENOSPC)
		p := put("/shared/a.xml", "new")
		p.Last.Hash = hashOf("old")
		_, err := transport.OnDisk{Files: files}.Write(t.Context(), p)
		if files.Calls() > call && memory.All()["/shared/a.xml"] == "old" && trouble(err) != transport.Full {
			t.Errorf("call %d: %v", call+1, err)
		}
	}
}

func TestOnlyWhatThisEndpointWroteIsRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	disk := transport.OnDisk{Files: transport.Disk{}}
	target, mine := transport.Target{Address: path}, transport.Written{Hash: hashOf("mine")}
	write(t, path, "theirs", noon)
	if err := disk.Remove(t.Context(), target, mine); trouble(err) != transport.SecondWriter {
		t.Errorf("another's: %v", err)
	}
	write(t, path, "mine", noon)
	for _, what := range []string{"its own", "what is gone already"} {
		if err := disk.Remove(t.Context(), target, mine); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// meddled is a document during whose write somebody else does something.
type meddled struct {
	io.ReadSeeker
	meddle func()
}

func (m meddled) Read(b []byte) (int, error) {
	m.meddle()
	return m.ReadSeeker.Read(b)
}

func TestWhatSomebodyWritesMeanwhileIsNotWrittenOver(t *testing.T) {
	for name, before := range map[string]string{"over nothing": "", "over the own document": "mine"} {
		path := filepath.Join(t.TempDir(), "a.xml")
		p := put(path, "new")
		if before != "" {
			write(t, path, before, noon)
			p.Last.Hash = hashOf(before)
		}
		p.Body = meddled{p.Body, func() { write(t, path, "theirs", noon.Add(time.Hour)) }}
		_, err := transport.OnDisk{Files: transport.Disk{}}.Write(t.Context(), p)
		if got, _ := os.ReadFile(path); trouble(err) != transport.SecondWriter || string(got) != "theirs" {
			t.Errorf("%s: %v, and there is %q", name, err, got)
		}
	}
}

// A link into a disconnected drive must not be replaced by a file.
func TestALinkThatLeadsNowhereStays(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "a.xml")
	if err := os.Symlink(filepath.Join(dir, "unplugged", "a.xml"), link); err != nil {
		t.Skip("this system makes no links: ", err)
	}
	_, err := transport.OnDisk{Files: transport.Disk{}}.Write(t.Context(), put(link, "one"))
	if trouble(err) != transport.NotFound || !strings.Contains(err.Error(), "link") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Readlink(link); err != nil {
		t.Errorf("the link is gone: %v", err)
	}
}
