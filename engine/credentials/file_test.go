package credentials_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/credentials"
	"crossfeed/engine/transport"
)

func TestTheFileSaysInItsFirstLineWhatItIs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "passwords")
	save(t, credentials.NewFile(path), place, user, "word")
	first, rest, _ := strings.Cut(text(t, path), "\n")
	for _, want := range []string{"Passwords", "Crossfeed", "NOT encrypted"} {
		if !strings.Contains(first, want) {
			t.Errorf("the first line is %q, without %q", first, want)
		}
	}
	if want := `{"place":"https://dav.example","user":"member","password":"word"}` + "\n"; !strings.HasSuffix(rest, want) {
		t.Errorf("the file ends in %q, want %q", rest, want)
	}
}

func TestAPersonMayDeleteLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "passwords")
	if err := os.WriteFile(path, []byte("\n{\"place\":\"p\",\"user\":\"u\",\"password\":\"w\"}\n\n# mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	has(t, credentials.NewFile(path), "p", "u", "w")
}

func TestALineThatIsNoPasswordIsNamedAndNotShown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "passwords")
	const broken = "# x\nplace user hunter2\n"
	if err := os.WriteFile(path, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	f := credentials.NewFile(path)
	_, err := f.Password(t.Context(), place, user)
	if err == nil || !strings.Contains(err.Error(), path+": line 2") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("error %v, want the file and the line, and nothing of it", err)
	}
	if err := f.Save(t.Context(), place, user, "word"); err == nil || text(t, path) != broken {
		t.Errorf("error %v; the file is\n%s", err, text(t, path))
	}
}

func TestWhatCannotBeWrittenLeavesTheFileAsItWas(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "gone", "passwords")
	if err := credentials.NewFile(gone).Save(t.Context(), place, user, "word"); err == nil || strings.Contains(err.Error(), "word of") && !strings.Contains(err.Error(), gone) {
		t.Errorf("error %v, want one that names the file", err)
	}
	if _, err := os.Stat(filepath.Dir(gone)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder was made: %v", err)
	}
}

func TestTwoProgramsKeepPasswordsAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "passwords")
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() { save(t, credentials.NewFile(path), place, fmt.Sprint(i), "word") })
	}
	all.Wait()
	for i := range 20 {
		has(t, credentials.NewFile(path), place, fmt.Sprint(i), "word")
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 2 {
		t.Errorf("beside it lie %v, %v; want the lock alone", entries, err)
	}
}

func TestAFileThatIsNotThereHasNoPasswords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "passwords")
	_, err := credentials.NewFile(path).Password(t.Context(), place, user)
	if !errors.Is(err, transport.ErrNoPassword) || errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want ErrNoPassword alone", err)
	}
}

func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
