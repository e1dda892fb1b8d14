package folder

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"crossfeed/engine/library/csx"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// ErrWithin means that a folder would be published into itself, or into a folder around it.
var ErrWithin = errors.New("the folder and the location overlap, so published files would be published again: choose another location, or the folder itself")

// location is a folder, and where it is published.
type location struct {
	// folder is its absolute path, address the address of the root feed.
	folder, address string
	// inPlace reports that the root feed is next to the files, which stay where they are.
	inPlace bool
}

// locationOf resolves and checks a folder and a location that a person entered.
func locationOf(files transport.Files, folder, at string) (location, error) {
	w, err := named(folder, at)
	if err != nil {
		return w, err
	}
	is, err := files.IsFolder(w.folder)
	switch {
	case err != nil:
		return w, err
	case !is:
		return w, &transport.NoFolderError{Path: w.folder}
	case transport.KindOf(w.address) != transport.Local:
		return w, nil
	}
	to := filepath.Dir(w.address)
	switch {
	case same(files, w.folder, to):
		w.inPlace = true
	case isWithin(files, to, w.folder), isWithin(files, w.folder, to):
		return w, fmt.Errorf("%s and %s: %w", w.folder, w.address, ErrWithin)
	}
	return w, nil
}

// named returns the paths of the folder and the root feed that a person entered.
func named(folder, at string) (w location, err error) {
	if w.folder, err = transport.Path(folder); err != nil {
		return w, err
	}
	w.address, err = Address(at)
	return w, err
}

// Address returns the canonical address of the root feed for a location: the location itself
// if it ends in .xml, or else RootName in that folder.
func Address(at string) (string, error) {
	address, err := transport.Parse(at)
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(strings.ToLower(transport.Name(address)), transport.XML) && !transport.IsFolder(address) {
		return address, nil
	}
	return transport.Join(address, RootName), nil
}

// isWithin reports whether a path is a folder, or in it at any depth.
func isWithin(files transport.Files, path, in string) bool {
	for {
		if same(files, path, in) {
			return true
		}
		up := filepath.Dir(path)
		if up == path {
			return false
		}
		path = up
	}
}

// same reports whether two paths lead to the same folder, even through links.
func same(files transport.Files, a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	at, err := files.Stat(a)
	if err != nil || at.Number == 0 {
		return false
	}
	other, err := files.Stat(b)
	return err == nil && at == other
}

func (w location) root() string { return transport.Name(w.address) }

// at returns the address of a document or file of the tree, given its path.
func (w location) at(path string) string {
	names := strings.Split(path, "/")
	address := transport.Sibling(w.address, names[0])
	for _, name := range names[1:] {
		address = transport.Join(address, name)
	}
	return address
}

// around returns the address of the folder of a document or file of the tree.
func (w location) around(path string) string {
	address := w.at(path)
	if transport.KindOf(address) == transport.Local {
		return transport.AsFolder(filepath.Dir(address))
	}
	head, query, queried := strings.Cut(address, "?")
	if head = head[:strings.LastIndexByte(head, '/')+1]; queried {
		return head + "?" + query
	}
	return head
}

func (w location) file(path string) string { return filepath.Join(w.folder, filepath.FromSlash(path)) }

// refused returns an error if the folder cannot be published there because of existing
// publications. takeOver allows replacing another folder's publication.
func (w location) refused(all []store.PublishedFolder, takeOver bool) error {
	for _, p := range all {
		switch {
		case p.Address == w.address && p.Folder != w.folder && !takeOver:
			return fmt.Errorf("%s is published at %s: %w: choose another location, or, where this folder is to be published there from now on, take it over", p.Folder, w.address, store.ErrPublishedThere)
		case p.Address != w.address && transport.Sibling(p.Address, RootName) == transport.Sibling(w.address, RootName):
			return fmt.Errorf("%s is published in the folder of %s: %w: choose another folder for this one", p.Folder, w.address, store.ErrPublishedThere)
		}
	}
	return nil
}

// reachable returns an error if the folder of the root feed is missing and must not be
// created. A folder on a drive that was disconnected is not created again.
func (w location) reachable(files transport.Files, published bool) error {
	if transport.KindOf(w.address) != transport.Local {
		return nil
	}
	folder := filepath.Dir(w.address)
	if is, err := files.IsFolder(folder); err != nil || is {
		return err
	}
	around, err := files.IsFolder(filepath.Dir(folder))
	if err != nil || around && !published {
		return err
	}
	missing := folder
	if !around {
		missing = filepath.Dir(folder)
	}
	return &transport.Error{Trouble: transport.NotFound, Address: w.address, Err: fmt.Errorf("folder %s not found: create it, or connect its drive: %w", missing, os.ErrNotExist)}
}

// ErrOccupied means that something else is where a feed is to be written.
var ErrOccupied = errors.New("the location has files that were not published from this folder, and none was overwritten: publish to another location, or, if they may be overwritten, take it over")

// explained says what to do about a second writer.
func explained(err error) error {
	var at *transport.Error
	if errors.As(err, &at) && at.Trouble == transport.SecondWriter {
		return fmt.Errorf("%s: %w (%w)", at.Address, ErrOccupied, err)
	}
	return err
}

// free checks before the first write that there is nothing at the address of the root feed. If
// TakeOver is set, all new dates will be later than the date of the existing feed.
func (r *run) free(ctx context.Context) error {
	if was := r.state.feeds[r.root()]; was.Last.Hash+was.Pending != "" {
		return nil
	}
	there, err := r.Places.Read(ctx, transport.Request{Target: r.target(r.root()), Whole: true, Now: r.now})
	var at *transport.Error
	switch {
	case missing(err), errors.As(err, &at) && at.Trouble == transport.Forbidden:
		return nil // some buckets say so if nothing is there
	case err != nil:
		return err
	}
	if r.TakeOver {
		r.state.over, err = builtOf(there.Body, r.address)
		return errors.Join(err, there.Body.Close())
	}
	return errors.Join(fmt.Errorf("%s: %w", r.address, ErrOccupied), there.Body.Close())
}

// mostOfFeed is how much of a feed that is taken over is read.
const mostOfFeed = 64 << 20

// builtOf returns the date of an existing feed, or zero if it is not a feed.
func builtOf(there io.ReadCloser, address string) (time.Time, error) {
	text, err := io.ReadAll(io.LimitReader(there, mostOfFeed))
	if err != nil {
		return time.Time{}, err
	}
	f, err := csx.Read(bytes.NewReader(text), address, csx.Limits{}, func(csx.Item) error { return nil })
	var none *transport.Error
	if errors.As(err, &none) || f.Built.Year() > 9000 {
		return time.Time{}, nil
	}
	return f.Built, err
}

// mayTake allows overwriting an existing document if TakeOver is set, or else if ours finds
// that it was written from here.
func (r *run) mayTake(ours func(io.Reader) error) func(io.Reader) error {
	if r.TakeOver {
		return func(io.Reader) error { return nil }
	}
	return ours
}

// ours returns nil if the existing document is a feed of this tree: the beginning of an
// interrupted write, or a feed that was written elsewhere and moved with its folder.
func (r *run) ours(d transport.Composed, before string, there io.Reader) error {
	sum := sha256.New()
	if before != "" {
		if _, err := d.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if begins(io.TeeReader(there, sum), d) == nil {
			return nil
		}
	}
	if _, err := io.Copy(sum, there); err != nil {
		return err
	}
	if !r.wrote[hex.EncodeToString(sum.Sum(nil))] {
		return errNotOurs
	}
	return nil
}
