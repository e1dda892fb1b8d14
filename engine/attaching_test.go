package engine_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/record"
	"crossfeed/engine/store/memory"
)

// withFiles is an engine that keeps files, on a list of todos with one todo.
func withFiles(t *testing.T) *engine.Engine {
	t.Helper()
	p := parts(memory.New(), 1)
	p.Content = cache.Disk{Folder: t.TempDir()}
	e, err := engine.Open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	if _, err := e.NewSet(t.Context(), engine.NewSet{Name: "Household", Kind: string(record.Todo)}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Add(t.Context(), "Household", record.Values{"title": "Pay"}, engine.AddOptions{ID: "pay"}); err != nil {
		t.Fatal(err)
	}
	return e
}

func attachText(t *testing.T, e *engine.Engine, name, text string) record.Attachment {
	t.Helper()
	a, err := e.Attach(t.Context(), "Household", "pay", name, strings.NewReader(text))
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
	files, err := e.Attachments(t.Context(), "Household", "pay")
	if err != nil || len(files) != 2 || files[0].Called() != "a.txt" || files[1].Called() != "b.txt" {
		t.Fatalf("%v, %v", files, err)
	}
	if text, err := os.ReadFile(files[0].Path); err != nil || string(text) != "hello" || files[0].Have != 5 {
		t.Errorf("%q, %v", text, err)
	}
	if err := e.Detach(t.Context(), "Household", "pay", "a.txt"); err != nil {
		t.Fatal(err)
	}
	if left, err := e.Attachments(t.Context(), "Household", "pay"); err != nil || len(left) != 1 || left[0].Called() != "b.txt" {
		t.Errorf("%v, %v", left, err)
	}
	if _, err := e.Undo(t.Context(), engine.UndoOptions{Published: true}); err != nil {
		t.Fatal(err)
	}
	if back, err := e.Attachments(t.Context(), "Household", "pay"); err != nil || len(back) != 2 || back[0].Path == "" {
		t.Errorf("%v, %v", back, err)
	}
}

func TestAFileIsFoundByItsNameOnlyWhereOneHasIt(t *testing.T) {
	e := withFiles(t)
	attachText(t, e, "a.txt", "one")
	two := attachText(t, e, "a.txt", "two")
	if err := e.Detach(t.Context(), "Household", "pay", "a.txt"); err == nil || !strings.Contains(err.Error(), "several files") {
		t.Errorf("%v", err)
	}
	if err := e.Detach(t.Context(), "Household", "pay", two.Hash()); err != nil {
		t.Error(err)
	}
	if err := e.Detach(t.Context(), "Household", "pay", "c.txt"); err == nil {
		t.Error("a file was taken away that is not attached")
	}
}

func TestAnOutlineTakesNoFile(t *testing.T) {
	e := withFiles(t)
	if _, err := e.NewSet(t.Context(), engine.NewSet{Name: "Plans", Kind: string(record.Outline)}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Add(t.Context(), "Plans", record.Values{"title": "Home"}, engine.AddOptions{ID: "home"}); err != nil {
		t.Fatal(err)
	}
	var none *record.FieldError
	if _, err := e.Attach(t.Context(), "Plans", "home", "a.txt", strings.NewReader("x")); !errors.As(err, &none) {
		t.Errorf("%v", err)
	}
}

func TestWithoutAFolderForFilesNothingIsAttached(t *testing.T) {
	e, err := engine.Open(t.Context(), parts(memory.New(), 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.KeepFile(t.Context(), "a.txt", strings.NewReader("x")); !errors.Is(err, engine.ErrNoContent) {
		t.Errorf("%v", err)
	}
}
