package transport

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func writing(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestReplaceThenOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	for _, text := range []string{"one", "and another"} {
		if err := (Disk{}).Replace(t.Context(), path, writing(text)); err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
}

func TestOnAnyErrorTheOldFileStaysAndNothingElse(t *testing.T) {
	failure := errors.New("no more electricity")
	ended, end := context.WithCancel(t.Context())
	for name, write := range map[string]func(io.Writer) error{
		"before the first byte": func(io.Writer) error { return failure },
		"half-way": func(w io.Writer) error {
			return errors.Join(writing(strings.Repeat("x", 1<<20))(w), failure)
		},
		"cancelled": func(w io.Writer) error {
			end()
			return errors.Join(writing("x")(w), ended.Err())
		},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.xml")
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		err := (Disk{}).Replace(ended, path, write)
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v does not name the file", name, err)
		}
		if got := read(t, path); got != "old" {
			t.Errorf("%s: the file holds %q", name, got)
		}
		if names, err := (Disk{}).Names(dir); err != nil || !slices.Equal(names, []string{"a.xml"}) {
			t.Errorf("%s: left behind: %q, %v", name, names, err)
		}
	}
}

func TestReplaceAfterCancellationLeavesTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	ctx, cancel := context.WithCancel(t.Context())
	err := (Disk{}).Replace(ctx, path, func(w io.Writer) error {
		cancel()
		return writing("new")(w)
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
}

func TestReplaceInAFolderThatIsNotThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gone", "a.xml")
	if err := (Disk{}).Replace(t.Context(), path, writing("x")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want fs.ErrNotExist", err)
	}
}

func TestReplaceKeepsALinkAndPermissions(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a.xml"), filepath.Join(dir, "link.xml")
	if err := errors.Join(os.WriteFile(path, []byte("old"), 0o600), os.Symlink(path, link)); err != nil {
		t.Fatal(err)
	}
	if err := (Disk{}).Replace(t.Context(), link, writing("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
	if got := read(t, path); got != "new" {
		t.Errorf("the file behind the link holds %q", got)
	}
}

func TestNamesAndFolders(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "b.xml")
	if err := errors.Join(
		os.WriteFile(file, nil, 0o600),
		os.WriteFile(filepath.Join(dir, "a.xml"), nil, 0o600),
		os.Mkdir(filepath.Join(dir, "sub"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if got, err := (Disk{}).Names(dir); err != nil || !slices.Equal(got, []string{"a.xml", "b.xml"}) {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := (Disk{}).Names(file); !errors.Is(err, ErrNotFolder) {
		t.Errorf("names of a file: %v, want ErrNotFolder", err)
	}
	if _, err := (Disk{}).Names(filepath.Join(dir, "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("names of nothing: %v, want fs.ErrNotExist", err)
	}
	for path, want := range map[string]bool{dir: true, file: false, filepath.Join(dir, "gone"): false} {
		if got, err := (Disk{}).IsFolder(path); err != nil || got != want {
			t.Errorf("IsFolder(%s) = %v, %v; want %v", path, got, err, want)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	f, err := (Disk{}).Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
