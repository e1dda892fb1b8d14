package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/record"
)

// The picture of a contact comes along as the attachment of a todo does, and that of a
// note.
func TestTheFilesOfEveryKindComeAlong(t *testing.T) {
	for kind, values := range map[record.Kind]record.Values{
		record.Contact: {"given": "Grace", "family": "Hopper"}, record.Note: {"title": "Ideas"}, record.Todo: {"title": "Pay"},
	} {
		folder := t.TempDir()
		desk, phone := newFiling(t, "desk", folder), newFiling(t, "phone", folder)
		within := t.TempDir() + string(filepath.Separator)
		for _, f := range []filing{desk, phone} {
			f.must(f.NewSet(t.Context(), engine.NewSet{Name: "Second", Kind: string(kind)}))
			f.must(f.Subscribe(t.Context(), "Second", within))
			f.must(f.PublishAt(t.Context(), "Second", within))
		}
		desk.must(desk.Add(t.Context(), "Second", values, engine.AddOptions{ID: "one"}))
		desk.must(desk.Attach(t.Context(), "Second", "one", "Portrait.jpg", strings.NewReader("a face")))
		desk.sync()
		if n, missing := phone.sync(); n != 1 || missing != 0 {
			t.Errorf("%s: %d came, %d are missing", kind, n, missing)
		}
		files, err := phone.Attachments(t.Context(), "Second", "one")
		if err != nil || len(files) != 1 || files[0].Called() != "Portrait.jpg" {
			t.Fatalf("%s: %+v, %v", kind, files, err)
		}
		if text, err := os.ReadFile(files[0].Path); err != nil || string(text) != "a face" {
			t.Errorf("%s: %q, %v", kind, text, err)
		}
	}
}

// A feed with both extensions is one of Content Sync: who does not sync both ways has its
// items and their files as a library, and what changes in them.
func TestASharedListIsALibraryWithItsFiles(t *testing.T) {
	desk, _, folder := filings(t)
	desk.sync()
	reader := newFiling(t, "reader", t.TempDir())
	l, err := reader.AddLibrary(t.Context(), filepath.Join(folder, "Household.desk.xml"), engine.LibraryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	has := func() (texts []string) {
		t.Helper()
		r, err := reader.SyncLibrary(t.Context(), l.Key, engine.ContentOptions{})
		if err != nil || r.Stopped != nil || len(r.Failed) > 0 || len(r.Problems) > 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		page, err := reader.Content(t.Context(), l.Key, "", false)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range page.Items {
			for _, f := range i.Files {
				path, err := reader.ContentPath(t.Context(), l.Key, f.Address)
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
	desk.must(desk.Attach(t.Context(), "Household", "pay", "Receipt.txt", strings.NewReader("paid")))
	desk.sync()
	if got := has(); !slices.Equal(got, []string{"Pay: Invoice.pdf: pay 12", "Pay: Receipt.txt: paid"}) {
		t.Errorf("after another was attached: %q", got)
	}
	desk.clock.step(time.Minute)
	if err := desk.Detach(t.Context(), "Household", "pay", "Invoice.pdf"); err != nil {
		t.Fatal(err)
	}
	desk.sync()
	if got := has(); !slices.Equal(got, []string{"Pay: Receipt.txt: paid"}) {
		t.Errorf("after one was taken away: %q", got)
	}
}
