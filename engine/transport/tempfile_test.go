package transport

import (
	"errors"
	"io"
	"os"
	"testing"
)

func TestABufferedDocumentIsReadFromItsStartAsOftenAsNeeded(t *testing.T) {
	f, err := TempFolder{t.TempDir()}.New()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.WriteString(f, "a document"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(f); err != nil || string(b) != "a document" {
			t.Errorf("got %q, %v", b, err)
		}
	}
}

func TestABufferedDocumentLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	f, err := TempFolder{dir}.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestAFolderThatIsNotThereIsSaid(t *testing.T) {
	if _, err := (TempFolder{t.TempDir() + "/gone"}).New(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
