package transport

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

func TestABufferedDocumentHasNoNameAndIsReadableByThisUserAlone(t *testing.T) {
	dir := t.TempDir()
	f, err := TempFolder{dir}.New()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("there are %v, %v", left, err)
	}
	info, err := f.(*temporary).Stat()
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
}

// Every write to /dev/full fails as on a full disk.
func TestAFullDiskIsATroubleOfItsOwn(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	full := &temporary{File: f, from: TempFolder{"/temp"}}
	defer full.Close()
	for name, write := range map[string]func() error{
		"Write":       func() error { _, err := full.Write([]byte("x")); return err },
		"WriteString": func() error { _, err := io.WriteString(full, "x"); return err },
		"ReadFrom":    func() error { _, err := full.ReadFrom(strings.NewReader("x")); return err },
	} {
		var e *Error
		if err := write(); !errors.As(err, &e) || e.Trouble != Full || e.Address != "/temp" {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
