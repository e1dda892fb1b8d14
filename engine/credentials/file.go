package credentials

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"
)

// ErrReadable means that others can read the file with the passwords.
var ErrReadable = errors.New("other users of this computer can read the passwords in it")

// LineError means that a line of the file is not a password. It does not quote the line.
type LineError struct {
	Path string
	Line int
}

func (e *LineError) Error() string {
	return fmt.Sprintf("%s: line %d is not a password: correct or delete it", e.Path, e.Line)
}

// File stores passwords in a file that only its user can read. On Windows, where files have no
// mode, the file is protected by its folder, which is the user's own.
type File struct{ path string }

// NewFile stores passwords at path. It creates the file when the first password is stored; the
// folder must exist.
func NewFile(path string) *File { return &File{path} }

// Password implements PasswordStore.
func (f *File) Password(_ context.Context, place, user string) (string, error) {
	all, err := f.read()
	if err != nil {
		return "", none(place, user, err)
	}
	i := slices.IndexFunc(all, func(e entry) bool { return e.isOf(place, user) })
	if i < 0 {
		return "", none(place, user, nil)
	}
	return all[i].Password, nil
}

// Save implements PasswordStore.
func (f *File) Save(ctx context.Context, place, user, password string) error {
	err := f.change(ctx, func(all []entry) []entry {
		return append(without(all, place, user), entry{place, user, password})
	})
	if err != nil {
		return fmt.Errorf("storing the password of %s: %w", who(place, user), err)
	}
	return nil
}

// Forget implements PasswordStore.
func (f *File) Forget(ctx context.Context, place, user string) error {
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := f.change(ctx, func(all []entry) []entry { return without(all, place, user) })
	if err != nil {
		return fmt.Errorf("deleting the password of %s: %w", who(place, user), err)
	}
	return nil
}

// Where implements PasswordStore.
func (f *File) Where() Where { return Where{File: f.path} }

func without(all []entry, place, user string) []entry {
	return slices.DeleteFunc(all, func(e entry) bool { return e.isOf(place, user) })
}

// change reads the passwords and replaces them, with a lock against other processes.
func (f *File) change(ctx context.Context, change func([]entry) []entry) (err error) {
	lock := flock.New(f.path+".lock", flock.SetPermissions(private))
	if _, err := lock.TryLockContext(ctx, 10*time.Millisecond); err != nil {
		return fmt.Errorf("waiting for %s: %w", f.path, err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	all, err := f.read()
	if err != nil {
		return err
	}
	return f.write(change(all))
}

// plainly is the start of the file, for people who open it.
const plainly = "# Passwords that Crossfeed uses to read and write feeds. They are NOT encrypted: whoever can read this file can use them.\n" +
	"# It is here because the system has no keyring. Delete a line to have a password forgotten.\n"

// entry is one password in the file: a line of JSON.
type entry struct {
	Place    string `json:"place"`
	User     string `json:"user"`
	Password string `json:"password"`
}

func (e entry) isOf(place, user string) bool { return e.Place == place && e.User == user }

// private is the mode of the file: only its user can read and write it.
const private = 0o600

// read reads all passwords. A missing file has none. A file that others can read is rejected,
// so that the person notices.
func (f *File) read() ([]entry, error) {
	in, err := os.Open(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading passwords: %w", err)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return nil, fmt.Errorf("reading passwords: %w", err)
	}
	if othersRead(info.Mode()) {
		return nil, fmt.Errorf("%s: %w: chmod 600 %q", f.path, ErrReadable, f.path)
	}
	return f.parse(in)
}

// parse parses the lines.
func (f *File) parse(in io.Reader) (all []entry, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		var e entry
		if json.Unmarshal(line, &e) != nil {
			return nil, &LineError{f.path, n}
		}
		all = append(all, e)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.path, err)
	}
	return all, nil
}

// write replaces the file whole or not at all.
func (f *File) write(all []entry) (err error) {
	// CreateTemp creates files that only their user can read.
	out, err := os.CreateTemp(filepath.Dir(f.path), "."+filepath.Base(f.path)+"*")
	if err != nil {
		return fmt.Errorf("writing passwords: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("writing %s (the old file is unchanged): %w", f.path, err), os.Remove(out.Name()))
		}
	}()
	if err := errors.Join(fill(out, all), out.Sync(), out.Close()); err != nil {
		return err
	}
	return os.Rename(out.Name(), f.path)
}

func fill(out io.Writer, all []entry) error {
	if _, err := io.WriteString(out, plainly); err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	for _, e := range all {
		if err := lines.Encode(e); err != nil {
			return err
		}
	}
	return nil
}
