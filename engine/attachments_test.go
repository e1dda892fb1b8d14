package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/library"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
)

// withFiles returns an engine with a content cache, and a list with one todo.
func withFiles(t *testing.T) *engine.Engine {
	t.Helper()
	p := parts(memory.New(), 1)
	p.Content = cache.Disk{Folder: t.TempDir()}
	e, err := engine.Open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	if _, err := e.Lists.Create(t.Context(), lists.New{Name: "Household", Kind: string(record.Todo)}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Edit.Add(t.Context(), "Household", record.Values{"title": "Pay"}, edit.AddOptions{ID: "pay"}); err != nil {
		t.Fatal(err)
	}
	return e
}

func attachText(t *testing.T, e *engine.Engine, name, text string) record.Attachment {
	t.Helper()
	a, err := e.Attachments.Attach(t.Context(), "Household", "pay", name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAFileIsAttachedAndTakenAwayAgain(t *testing.T) {
	e := withFiles(t)
	attachText(t, e, "a.txt", "hello")
	attachText(t, e, "b.txt", "you")
	attachText(t, e, "again.txt", "hello")
	files, err := e.Attachments.Of(t.Context(), "Household", "pay")
	if err != nil || len(files) != 2 || files[0].Called() != "a.txt" || files[1].Called() != "b.txt" {
		t.Fatalf("%v, %v", files, err)
	}
	if text, err := os.ReadFile(files[0].Path); err != nil || string(text) != "hello" || files[0].Have != 5 {
		t.Errorf("%q, %v", text, err)
	}
	if err := e.Attachments.Detach(t.Context(), "Household", "pay", "a.txt"); err != nil {
		t.Fatal(err)
	}
	if left, err := e.Attachments.Of(t.Context(), "Household", "pay"); err != nil || len(left) != 1 || left[0].Called() != "b.txt" {
		t.Errorf("%v, %v", left, err)
	}
	if _, err := e.Edit.Undo(t.Context(), edit.UndoOptions{Published: true}); err != nil {
		t.Fatal(err)
	}
	if back, err := e.Attachments.Of(t.Context(), "Household", "pay"); err != nil || len(back) != 2 || back[0].Path == "" {
		t.Errorf("%v, %v", back, err)
	}
}

func TestAFileIsFoundByItsNameOnlyWhereOneHasIt(t *testing.T) {
	e := withFiles(t)
	attachText(t, e, "a.txt", "one")
	two := attachText(t, e, "a.txt", "two")
	if err := e.Attachments.Detach(t.Context(), "Household", "pay", "a.txt"); err == nil || !strings.Contains(err.Error(), "several files") {
		t.Errorf("%v", err)
	}
	if err := e.Attachments.Detach(t.Context(), "Household", "pay", two.Hash()); err != nil {
		t.Error(err)
	}
	if err := e.Attachments.Detach(t.Context(), "Household", "pay", "c.txt"); err == nil {
		t.Error("a file was taken away that is not attached")
	}
}

func TestAnOutlineTakesNoFile(t *testing.T) {
	e := withFiles(t)
	if _, err := e.Lists.Create(t.Context(), lists.New{Name: "Plans", Kind: string(record.Outline)}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Edit.Add(t.Context(), "Plans", record.Values{"title": "Home"}, edit.AddOptions{ID: "home"}); err != nil {
		t.Fatal(err)
	}
	var none *record.FieldError
	if _, err := e.Attachments.Attach(t.Context(), "Plans", "home", "a.txt", strings.NewReader("x")); !errors.As(err, &none) {
		t.Errorf("%v", err)
	}
}

func TestWithoutAFolderForFilesNothingIsAttached(t *testing.T) {
	e, err := engine.Open(t.Context(), parts(memory.New(), 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Attachments.Save(t.Context(), "a.txt", strings.NewReader("x")); !errors.Is(err, cache.ErrNone) {
		t.Errorf("%v", err)
	}
}

// The picture of a contact and the files of a note are transferred like the attachments of a
// todo.
func TestTheFilesOfEveryKindComeAlong(t *testing.T) {
	for kind, values := range map[record.Kind]record.Values{
		record.Contact: {"given": "Grace", "family": "Hopper"}, record.Note: {"title": "Ideas"}, record.Todo: {"title": "Pay"},
	} {
		folder := t.TempDir()
		desk, phone := newFiling(t, "desk", folder), newFiling(t, "phone", folder)
		within := t.TempDir() + string(filepath.Separator)
		for _, f := range []filing{desk, phone} {
			f.must(f.Lists.Create(t.Context(), lists.New{Name: "Second", Kind: string(kind)}))
			f.must(f.Subscriptions.Subscribe(t.Context(), "Second", within))
			f.must(f.Sharing.PublishAt(t.Context(), "Second", within))
		}
		desk.must(desk.Edit.Add(t.Context(), "Second", values, edit.AddOptions{ID: "one"}))
		desk.must(desk.Attachments.Attach(t.Context(), "Second", "one", "Portrait.jpg", strings.NewReader("a face")))
		desk.sync()
		if n, missing := phone.sync(); n != 1 || missing != 0 {
			t.Errorf("%s: %d came, %d are missing", kind, n, missing)
		}
		files, err := phone.Attachments.Of(t.Context(), "Second", "one")
		if err != nil || len(files) != 1 || files[0].Called() != "Portrait.jpg" {
			t.Fatalf("%s: %+v, %v", kind, files, err)
		}
		if text, err := os.ReadFile(files[0].Path); err != nil || string(text) != "a face" {
			t.Errorf("%s: %q, %v", kind, text, err)
		}
	}
}

// A feed with both extensions is valid Content Sync: read-only consumers get its items and
// files as a library, including changes.
func TestASharedListIsALibraryWithItsFiles(t *testing.T) {
	desk, _, folder := filings(t)
	desk.sync()
	reader := newFiling(t, "reader", t.TempDir())
	l, err := reader.Library.Add(t.Context(), filepath.Join(folder, "Household.desk.xml"), library.Options{})
	if err != nil {
		t.Fatal(err)
	}
	has := func() (texts []string) {
		t.Helper()
		r, err := reader.Library.Sync(t.Context(), l.Key, library.SyncOptions{})
		if err != nil || r.Stopped != nil || len(r.Failed) > 0 || len(r.Problems) > 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		page, err := reader.Library.Page(t.Context(), l.Key, "", false)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range page.Items {
			for _, f := range i.Files {
				path, err := reader.Library.Path(t.Context(), l.Key, f.Address)
				text, _ := os.ReadFile(path)
				texts = append(texts, i.Title+": "+f.Name+": "+string(text))
				if err != nil {
					t.Error(err)
				}
			}
		}
		return texts
	}
	if got := has(); !slices.Equal(got, []string{"Pay: Invoice.pdf: pay 12"}) {
		t.Errorf("%q", got)
	}
	desk.clock.step(time.Minute)
	desk.must(desk.Attachments.Attach(t.Context(), "Household", "pay", "Receipt.txt", strings.NewReader("paid")))
	desk.sync()
	if got := has(); !slices.Equal(got, []string{"Pay: Invoice.pdf: pay 12", "Pay: Receipt.txt: paid"}) {
		t.Errorf("after another was attached: %q", got)
	}
	desk.clock.step(time.Minute)
	if err := desk.Attachments.Detach(t.Context(), "Household", "pay", "Invoice.pdf"); err != nil {
		t.Fatal(err)
	}
	desk.sync()
	if got := has(); !slices.Equal(got, []string{"Pay: Receipt.txt: paid"}) {
		t.Errorf("after one was taken away: %q", got)
	}
}

// filingAt returns an endpoint with a list of a kind that is not shared.
func filingAt(t *testing.T, name string, s lists.New) filing {
	t.Helper()
	f := filing{t: t, cache: t.TempDir()}
	p := parts(memory.New(), name[0])
	p.Files, p.Endpoint, p.Content = transport.Disk{}, name, cache.Disk{Folder: f.cache}
	e, err := engine.Open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	f.Engine = e
	s.Name = "Household"
	f.must(e.Lists.Create(t.Context(), s))
	return f
}

// adds adds an item, and attaches files to it, named after their contents.
func (f filing) adds(id string, files ...string) {
	f.t.Helper()
	f.must(f.Edit.Add(f.t.Context(), "Household", record.Values{"title": id}, edit.AddOptions{ID: id}))
	for _, text := range files {
		f.must(f.Attachments.Attach(f.t.Context(), "Household", id, text+".txt", strings.NewReader(text)))
	}
}

// attachedFiles returns the names in the folder "files" of a folder.
func attachedFiles(folder string) (names []string) {
	all, _ := os.ReadDir(filepath.Join(folder, "files"))
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

func TestTheFilesOfEveryKindAndFormComeAlong(t *testing.T) {
	for _, s := range []lists.New{
		{Kind: "todo", Format: "rss", Dialect: "feedsync-1.0"}, {Kind: "todo", Format: "atom", Dialect: "sse-0.93"},
		{Kind: "todo", Format: "rss", Dialect: "sse-0.91"}, {Kind: "contact", Format: "atom"}, {Kind: "note", Format: "rss"}, {Kind: "note", Format: "atom"},
		{Kind: "note", Format: "rss", Dialect: "sse-0.91"},
	} {
		t.Run(fmt.Sprintf("%s in %s %s", s.Kind, s.Format, s.Dialect), func(t *testing.T) {
			at := filepath.Join(t.TempDir(), "100% Grüße & mehr #1")
			if err := os.Mkdir(at, 0o700); err != nil {
				t.Fatal(err)
			}
			desk, phone := filingAt(t, "desk", s), filingAt(t, "phone", s)
			desk.adds("pay", "a <b> & \"c\"", "")
			desk.must(desk.Sharing.PublishAt(t.Context(), "Household", filepath.Join(at, "Läden 50%.xml")))
			phone.must(phone.Subscriptions.Subscribe(t.Context(), "Household", filepath.Join(at, "Läden 50%.xml")))
			if n, missing := phone.sync(); n != 2 || missing != 0 {
				t.Errorf("%d came, %d are missing", n, missing)
			}
			if got := phone.has("pay"); !slices.Equal(got, []string{"a <b> & \"c\"", ""}) {
				t.Errorf("%q", got)
			}
			files, err := phone.Attachments.Of(t.Context(), "Household", "pay")
			if err != nil || len(files) != 2 || files[0].Called() != "a <b> & \"c\".txt" || files[1].Called() != ".txt" || files[1].Path == "" {
				t.Errorf("%+v, %v", files, err)
			}
		})
	}
}

func TestAFileMayBeCalledAnything(t *testing.T) {
	desk, phone, _ := filings(t)
	for i, c := range []struct{ name, want string }{
		{"a\nb\tc.txt", "a b c.txt"}, {"a\x01\x7f.txt", "a.txt"}, {"a\xff.txt", "a\uFFFD.txt"}, {" .. ", ".."}, {"\u2028x", "x"},
		{strings.Repeat("ä", 300) + ".pdf", strings.Repeat("ä", 300) + ".pdf"}, {"🙂 e\u0301.jpg", "🙂 e\u0301.jpg"}, {"]]>&amp;.txt", "]]>&amp;.txt"},
	} {
		id := fmt.Sprint("n", i)
		desk.adds(id)
		desk.must(desk.Attachments.Attach(t.Context(), "Household", id, c.name, strings.NewReader(c.name)))
		desk.sync()
		phone.sync()
		for _, f := range []filing{desk, phone} {
			files, err := f.Attachments.Of(t.Context(), "Household", id)
			if err != nil || len(files) != 1 || files[0].Called() != c.want || files[0].Path == "" {
				t.Errorf("%s, %q: %+v, %v", f.Device.ID(), c.name, files, err)
			}
		}
	}
}

func TestAFileThatIsAttachedUnderAnotherNameIsTold(t *testing.T) {
	e := withFiles(t)
	attachText(t, e, "a.txt", "hello")
	if again := attachText(t, e, "b.txt", "hello"); again.Name != "a.txt" {
		t.Errorf("%+v", again)
	}
}

func TestFilesThatAreAttachedAtOnceAreAllThere(t *testing.T) {
	e := withFiles(t)
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			text := strings.Repeat(fmt.Sprint(i/2), 400<<10) // two of each
			if _, err := e.Attachments.Attach(t.Context(), "Household", "pay", fmt.Sprint(i, ".txt"), strings.NewReader(text)); err != nil {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	all.Wait()
	files, err := e.Attachments.Of(t.Context(), "Household", "pay")
	if err != nil || len(files) != 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f.Path)
		if err != nil || len(text) != 400<<10 || strings.Trim(string(text), string(text[:1])) != "" {
			t.Errorf("%s: %d bytes, %v", f.Name, len(text), err)
		}
	}
}

func TestFilesOfDeletedItemsComeOnceTheyAreRestored(t *testing.T) {
	desk, phone, folder := filings(t)
	desk.must(desk.Edit.Delete(t.Context(), "Household", "pay"))
	desk.sync()
	if n, missing := phone.sync(); n+missing != 0 || len(attachedFiles(folder)) != 0 {
		t.Errorf("%d came, %d are missing, %q are there", n, missing, attachedFiles(folder))
	}
	desk.must(desk.Edit.Restore(t.Context(), "Household", "pay"))
	desk.sync()
	if n, _ := phone.sync(); n != 1 {
		t.Errorf("%d came", n)
	}
}

func TestTheFilesOfBothVersionsAreHereToResolve(t *testing.T) {
	desk, phone, _ := filings(t)
	desk.sync()
	phone.sync()
	desk.must(desk.Edit.Change(t.Context(), "Household", "pay", record.Values{"title": "Pay it"}, nil))
	desk.must(desk.Attachments.Attach(t.Context(), "Household", "pay", "a.txt", strings.NewReader("a")))
	phone.must(phone.Edit.Change(t.Context(), "Household", "pay", record.Values{"title": "Pay them"}, nil))
	phone.must(phone.Attachments.Attach(t.Context(), "Household", "pay", "b.txt", strings.NewReader("b")))
	desk.sync()
	phone.sync()
	desk.sync()
	for _, f := range []filing{desk, phone} {
		it, err := f.Lists.Item(t.Context(), "Household", "pay")
		if err != nil || len(it.Conflicts) != 1 {
			t.Fatalf("%s: %+v, %v", f.Device.ID(), it, err)
		}
		for _, v := range it.Versions() {
			files, err := f.Attachments.Here(t.Context(), "Household", record.Attachments(v.Content))
			if err != nil || len(files) != 2 || files[0].Path == "" || files[1].Path == "" {
				t.Errorf("%s: %+v, %v", f.Device.ID(), files, err)
			}
		}
	}
}

func TestAnItemThatIsMovedKeepsItsFiles(t *testing.T) {
	desk, folder := filingAt(t, "desk", lists.New{Kind: "todo"}), t.TempDir()
	desk.adds("pay", "12")
	desk.must(desk.Lists.Create(t.Context(), lists.New{Name: "Other", Kind: "todo"}))
	moved, err := desk.Edit.Move(t.Context(), []edit.Ref{{Set: "Household", ID: "pay"}}, "Other")
	if err != nil || len(moved.Done) != 1 {
		t.Fatalf("%+v, %v", moved, err)
	}
	desk.must(desk.Sharing.PublishAt(t.Context(), "Other", filepath.Join(folder, "other.xml")))
	files, err := desk.Attachments.Of(t.Context(), "Other", moved.Done[0].ID)
	if err != nil || len(files) != 1 || files[0].Path == "" || len(attachedFiles(folder)) != 1 {
		t.Errorf("%+v, %v, %q", files, err, attachedFiles(folder))
	}
}
