// Package cache stores the files of libraries on disk, so that each file is whole or absent at
// all times, and interrupted downloads can resume.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/transport"
)

// Root holds the caches of all libraries of a store.
type Root interface {
	// Library returns the cache of the library with a key. It need not exist yet.
	Library(key int64) Cache
	// Attachments returns the cache of the items' files.
	Attachments() Cache
	// Libraries returns the sorted keys of the libraries that have anything on disk.
	Libraries() ([]int64, error)
}

// Cache holds the files of one library. Each file has at most one download at a time;
// otherwise a Cache is safe for concurrent use.
type Cache interface {
	// Path returns the path of the file with a name, whether or not it exists.
	Path(name string) string
	// Size returns the size of a file and reports whether it exists.
	Size(name string) (size int64, there bool, err error)
	// Open opens a file for reading.
	Open(name string) (io.ReadSeekCloser, error)
	// Remove deletes a file and any partial download of it. A missing file is not an error.
	Remove(name string) error
	// Broken returns the note that Begin received for an interrupted download, and the number
	// of bytes to resume from, 0 if there is nothing to resume.
	Broken(name string) (n Note, from int64, err error)
	// Received returns how many bytes of a download have been received and the whole size, -1 if
	// unknown. It is a quick, unverified check, for display.
	Received(name string) (came, whole int64, err error)
	// Begin starts to write a file, or resumes after the first from bytes of a partial
	// download.
	Begin(name string, from int64, n Note) (Part, error)
	// Unconfirmed returns the note that Done received for a file that is in place but for which
	// Confirm was not called, because the program was stopped in between.
	Unconfirmed(name string) (n Note, there bool, err error)
	// Confirm records that the store knows of a file.
	Confirm(name string) error
	// Names calls each with the names of all files, whole or partial.
	Names(each func(name string) error) error
	// Unfinished calls each with the names of all files that have anything left of a download,
	// even if the file itself is whole.
	Unfinished(each func(name string) error) error
	// RemoveAll deletes everything.
	RemoveAll() error
	// Free returns the number of bytes left on the disk for this user.
	Free() (int64, error)
	// Lock locks out every other program, and every other part of this one, from syncing the
	// library until unlock is called. It returns ErrBusy if the lock is held. The lock ends
	// with the process.
	Lock() (unlock func() error, err error)
	// LockFile locks out every other program, and every other part of this one, from writing a
	// file, and possibly some others, until unlock is called. It returns ErrBusy if the lock
	// is held. It is for caches with several concurrent writers. The lock ends with the
	// process.
	LockFile(name string) (unlock func() error, err error)
}

// ErrNone means that this program caches no files.
var ErrNone = errors.New("files of libraries are not kept here")

// ErrBusy means that another run is syncing the library, or writing the file.
var ErrBusy = errors.New("it is being synced by another Crossfeed")

// ErrOtherFile means that the file received is not the announced one.
var ErrOtherFile = errors.New("it is another file than was said")

// Part is a file being downloaded.
type Part interface {
	// Write appends. A full disk is a *transport.Error with Full.
	io.Writer
	// Close leaves the received bytes for a later resumption, unless Done was called. Partial
	// downloads of small files are discarded.
	Close() error
	// Done moves the file over the previous one. It returns the hash of the whole file,
	// including bytes received before Begin. If the size differs from the note's, the error is
	// a *transport.Error with BrokenOff; if the hash differs from the note's, it is
	// ErrOtherFile. In both cases the previous file stays, and a download that is too long or
	// has the wrong hash is discarded.
	Done(n Note) (hash string, size int64, err error)
}

// Note is the metadata stored with a download.
type Note struct {
	// Known is what the server said about the file, for resuming the download and requesting
	// it again.
	Known transport.Known `json:"known,omitzero"`
	// Size is the size of the whole file, or -1.
	Size int64 `json:"size"`
	// Type is its media type.
	Type string `json:"type,omitempty"`
	// Hash is the hash of the whole file; for Done, "" if it is not known in advance.
	Hash string `json:"hash,omitempty"`
}

// Disk stores files below a folder of this computer: those of a library in a folder named
// after its key, those of items in "attachments". Only this user can read the folders.
type Disk struct{ Folder string }

// Library implements Root.
func (d Disk) Library(key int64) Cache { return d.on().Library(key) }

// Attachments implements Root.
func (d Disk) Attachments() Cache { return d.on().Attachments() }

// Libraries implements Root.
func (d Disk) Libraries() ([]int64, error) { return d.on().Libraries() }

func (d Disk) on() Root { return On(system{}, d.Folder) }

var _ Root = Disk{}

// On stores files below a folder of a file system.
func On(files Files, folder string) Root { return root{files, folder} }

type root struct {
	files  Files
	folder string
}

// locked is the extension of the lock file next to a library's folder.
const locked = ".lock"

func (r root) Library(key int64) Cache { return r.named(strconv.FormatInt(key, 10)) }

func (r root) Attachments() Cache { return r.named("attachments") }

func (r root) named(name string) Cache {
	return folderCache{r.files, filepath.Join(r.folder, name)}
}

// Libraries counts a lock file too, so that a sweep removes it.
func (r root) Libraries() ([]int64, error) {
	names, err := r.files.Names(r.folder)
	var keys []int64
	for _, name := range names {
		if key, err := strconv.ParseInt(strings.TrimSuffix(name, locked), 10, 64); err == nil {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys), err
}

// Files is the file system as a cache uses it, one step per call, so that a test can stop a
// program between any two steps. Errors about missing files wrap fs.ErrNotExist; errors about
// a full disk are *transport.Error with Full.
type Files interface {
	// Size returns the size of a file.
	Size(path string) (int64, error)
	// Open opens a file for reading.
	Open(path string) (io.ReadSeekCloser, error)
	// Write opens a file for writing at byte from, and truncates it there. It creates a
	// missing file, but not its folder.
	Write(path string, from int64) (File, error)
	// Seal makes a file read-only.
	Seal(path string) error
	// Rename moves a file over another, which may be sealed. Observers see either the old or
	// the new file.
	Rename(from, to string) error
	// Remove deletes a file, which may be sealed, and RemoveAll a folder with its contents. A
	// missing file or folder is not an error.
	Remove(path string) error
	RemoveAll(path string) error
	// Names lists the contents of a folder; a missing folder is empty.
	Names(folder string) ([]string, error)
	// MakeFolder creates a folder and its parents, for this user alone.
	MakeFolder(path string) error
	// SyncFolder flushes the names in a folder to the disk.
	SyncFolder(path string) error
	// Free returns the number of bytes left for this user on the disk of a folder, which need
	// not exist.
	Free(folder string) (int64, error)
	// Lock is Cache.Lock on a file.
	Lock(path string) (unlock func() error, err error)
}

// File is a file open for writing.
type File interface {
	io.Writer
	// Sync flushes what was written to the disk.
	Sync() error
	Close() error
}

// mostEnding is the maximum length of a plain extension.
const mostEnding = 8

// Name returns the name of an address's file in the cache: the SHA-256 of the address, plus
// the lower-case extension of its last segment if that is plain (at most 8 letters and
// digits), so that the system's programs recognize the file. Extensions of programs are left
// out, because opening a file from a feed must never run it. No address can lead out of the
// cache.
func Name(address string) string {
	sum := sha256.Sum256([]byte(address))
	name := hex.EncodeToString(sum[:])
	if ending := ending(address); ending != "" {
		return name + "." + ending
	}
	return name
}

// ending returns the extension of the last segment of an address if it is plain and not a
// program's, or "".
func ending(address string) string {
	path := address
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		path = u.Path
	}
	segment := path[strings.LastIndexAny(path, `/\`)+1:]
	dot := strings.LastIndexByte(segment, '.')
	if dot < 1 { // none, or a hidden file
		return ""
	}
	ending := strings.ToLower(segment[dot+1:])
	if !plain(ending) || slices.Contains(programs, ending) {
		return ""
	}
	return ending
}

// plain reports whether an extension is short and consists of letters and digits.
func plain(ending string) bool {
	return ending != "" && len(ending) <= mostEnding && strings.Trim(ending, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// programs are the extensions of files that a system runs, or takes instructions from, when
// they are opened.
var programs = strings.Fields(`
	ade adp appimage apk app applet appx appxbundle asp aspx bas bash bat bin cab chm cmd
	cnt com command cpl crt csh csproj deb der desktop diagcab dll dmg drv ex ex_ exe fish
	flatpak fxp gadget grp hlp hpj hta htc img inf ins inx iso isp isu its jar jnlp job js
	jse ksh library lnk mad maf mag mam maq mar mas mat mau mav maw mcf mda mdb mde mdt mdw
	mdz mht mhtml mpkg msc msh msh1 msh2 msi msix mst msp msu mui ocx ops osd out paf pcd
	pdc pif pkg pl plg prf prg ps1 ps1xml ps2 ps2xml psc1 psc2 py pyc pyo pyw pyz pyzw reg
	rgs rpm run scf scpt scr sct search service settings sh shb shs slk snap sys terminal
	theme timer tmp tool url vb vbe vbp vbs vhd vhdx vsmacros vsw webloc website wflow
	workflow ws wsc wsf wsh xbap xll xnk xpi zsh`)

// check rejects names that Name cannot have returned.
func check(name string) error {
	sum, ending, with := strings.Cut(name, ".")
	raw, err := hex.DecodeString(sum)
	if err != nil || len(raw) != sha256.Size || sum != strings.ToLower(sum) || with && !plain(ending) {
		return fmt.Errorf("%q is no name of a file of a library", name)
	}
	return nil
}
