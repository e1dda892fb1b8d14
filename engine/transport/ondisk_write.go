package transport

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"
)

// Write implements Places. It creates a missing folder only on request: the folder's drive may
// not be connected.
func (d OnDisk) Write(ctx context.Context, p Put) (Written, error) {
	if err := onDisk(ctx, p.Target); err != nil {
		return Written{}, err
	}
	before, err := d.seen(ctx, d.Files, p.Address)
	if err != nil {
		return Written{}, troubled(p.Address, err)
	}
	same, err := d.mayReplace(ctx, p)
	if err != nil || same {
		return Written{Hash: p.Hash}, err
	}
	if err := d.folderFor(p); err != nil {
		return Written{}, troubled(p.Address, err)
	}
	err = d.Files.Replace(ctx, p.Address, func(w io.Writer) error {
		if err := copyTo(ctx, w, p.Body); err != nil || state(d.Files, p.Address) == before {
			return err
		}
		_, err := d.mayReplace(ctx, p) // somebody wrote in the meantime
		return err
	})
	if err != nil {
		return Written{}, troubled(p.Address, err)
	}
	return Written{Hash: p.Hash}, nil
}

// folderFor makes sure that the folder of a document exists.
func (d OnDisk) folderFor(p Put) error {
	folder := filepath.Dir(p.Address)
	there, err := d.Files.IsFolder(folder)
	switch {
	case err != nil || there:
		return nil // writing will report it
	case p.Folders:
		return d.Files.MakeFolder(folder)
	}
	return &Error{Trouble: NotFound, Address: p.Address, Err: &NoFolderError{folder}}
}

// copyTo copies a body from its start.
func copyTo(ctx context.Context, w io.Writer, body io.ReadSeeker) error {
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, until{ctx, body})
	return err
}

// state identifies the current version of a file. It is zero if there is no file.
func state(files Lookup, path string) Stat {
	s, err := files.Stat(path)
	if err != nil {
		return Stat{}
	}
	return s
}

// mayReplace checks whether the existing file may be replaced. same reports that it already is
// the document.
func (d OnDisk) mayReplace(ctx context.Context, p Put) (same bool, err error) {
	there, hash, _, err := d.document(ctx, d.Files, p.Address, max(d.limit(), p.Size))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case errors.Is(err, syscall.ENOTDIR):
		return false, &Error{Address: p.Address, Err: &FileInTheWayError{filepath.Dir(p.Address)}}
	case err != nil:
		return false, troubled(p.Address, err)
	}
	err = p.MayReplace(hash, there)
	return hash == p.Hash && err == nil, errors.Join(err, there.Close())
}

// Remove implements Places.
func (d OnDisk) Remove(ctx context.Context, t Target, last Written) error {
	if err := onDisk(ctx, t); err != nil {
		return err
	}
	there, hash, _, err := d.document(ctx, d.Files, t.Address, d.limit())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return troubled(t.Address, err)
	}
	if err := there.Close(); err != nil {
		return troubled(t.Address, err)
	}
	if hash != last.Hash {
		return Put{Target: t}.second(errors.New("it is not what this device last wrote there"))
	}
	if err := d.Files.Remove(t.Address); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return troubled(t.Address, err)
	}
	d.removeEmpty(t)
	return nil
}

// removeEmpty deletes the folders around a removed file that it left empty, up to Within,
// which stays. A folder that is not empty is not an error.
func (d OnDisk) removeEmpty(t Target) {
	for folder := filepath.Dir(t.Address); t.Within != ""; folder = filepath.Dir(folder) {
		if at, err := inside(t.Within, folder); err != nil || at == "." || d.Files.RemoveFolder(folder) != nil {
			return
		}
	}
}

// Head implements Places.
func (d OnDisk) Head(ctx context.Context, t Target) (Head, error) {
	if err := onDisk(ctx, t); err != nil {
		return Head{}, err
	}
	_, err := answered(ctx, d.patience(), func() (Stat, error) { return d.lookup(t).Stat(t.Address) }, nil)
	if err != nil {
		return Head{}, troubled(t.Address, err)
	}
	return Head{}, nil
}

// Readers implements Places. A file can be read by the users of this computer who can enter
// all folders above it. New files are readable as far as the umask allows, so the folders
// decide.
func (d OnDisk) Readers(ctx context.Context, t Target) (Readers, error) {
	if err := onDisk(ctx, t); err != nil {
		return Readers{}, err
	}
	const elsewhere = "if the folder is synced or shared elsewhere, anyone with access to it there can, too"
	if !modesShowAccess {
		return Readers{Unknown, "on this computer, the permissions of the folder decide; " + elsewhere}, nil
	}
	closed, err := d.closed(t.Address)
	switch {
	case err != nil:
		return Readers{}, troubled(t.Address, err)
	case closed != "":
		return Readers{ThisUser, "no other user can open " + closed + "; " + elsewhere}, nil
	}
	return Readers{ThisComputer, elsewhere}, nil
}

// closed returns the innermost of a path and its folders that no other user can enter, or "".
// Members of its group are other users, too. The path itself need not exist, but its folder
// must.
func (d OnDisk) closed(path string) (string, error) {
	s, err := d.Files.Stat(path)
	if err == nil && !s.Mode.IsDir() && s.Mode.Perm()&0o044 == 0 {
		return path, nil
	}
	folder := filepath.Clean(path)
	if err != nil || !s.Mode.IsDir() {
		folder = filepath.Dir(folder)
		if s, err = d.Files.Stat(folder); err != nil {
			return "", err
		}
	}
	for err == nil && s.Mode.Perm()&0o011 != 0 && folder != filepath.Dir(folder) {
		folder = filepath.Dir(folder)
		s, err = d.Files.Stat(folder)
	}
	if err == nil && s.Mode.Perm()&0o011 == 0 {
		return folder, nil
	}
	return "", nil
}
