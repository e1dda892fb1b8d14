package folder

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// deepest is the maximum nesting of folders: subscribers do not follow feeds any deeper
// (contentsync.Limits), and the parts of a folder are one more level.
const deepest = 30

// file is a file of the folder, with its stored record.
type file struct {
	store.FolderFile
	// found is its current state. kept reports that it could not be inspected: what was
	// published of it stays.
	found      transport.Stat
	unreadable bool
	// here reports that it was found in this run, and out that it is not published after all.
	here, out bool
	// public reports that an earlier run published it, or may have.
	public bool
	// before is the hash announced by an interrupted run.
	before string
}

// tree is a folder as found on disk.
type tree struct {
	path  string
	files []*file
	dirs  []*tree
}

// scanner scans a folder.
type scanner struct {
	files transport.Files
	location
	rules
	// before has the known files, and all their paths in order.
	before   map[string]*file
	all      []string
	reporter *reporter
}

// scan scans a folder and everything in it.
func (s *scanner) scan(ctx context.Context, at string, depth int) (*tree, error) {
	t := &tree{path: at}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	entries, err := s.files.Entries(s.file(at))
	if err != nil && at == "" {
		return nil, err
	}
	if err != nil {
		s.reporter.skip(at, fmt.Errorf("the folder cannot be read: %w", plain(err)))
		return s.formerTree(at), nil
	}
	slices.SortFunc(entries, func(a, b transport.Entry) int { return cmp.Compare(a.Name, b.Name) })
	for _, e := range entries {
		if err := s.entry(ctx, t, e, depth); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// entry adds an entry of a folder if it is to be published.
func (s *scanner) entry(ctx context.Context, t *tree, e transport.Entry, depth int) error {
	at := path.Join(t.path, e.Name)
	switch {
	case strings.HasPrefix(e.Name, "."), s.ignored.match(at):
		return nil
	case isFeed(s.root(), at):
		if s.occupies(at) {
			s.reporter.skip(at, ErrRootName)
		}
		return nil
	case !utf8.ValidString(e.Name):
		s.reporter.skip(strings.ToValidUTF8(at, "?"), ErrNotUTF8)
	case e.Mode.IsDir() && depth == deepest:
		s.reporter.skip(at, ErrTooDeep)
	case e.Mode.IsDir():
		sub, err := s.scan(ctx, at, depth+1)
		if err == nil && len(sub.files)+len(sub.dirs) > 0 {
			t.dirs = append(t.dirs, sub)
		}
		return err
	case e.Mode&fs.ModeSymlink != 0:
		s.reporter.skip(at, ErrLink)
	case !e.Mode.IsRegular():
		s.reporter.skip(at, ErrNotAFile)
	default:
		s.reporter.checked(at)
		f := s.as(at)
		f.found = e.Stat
		t.files = append(t.files, f)
	}
	return nil
}

// occupies reports whether a person's own file has the root feed's name. The standard feed
// name is documented as left out, and needs no report.
func (s *scanner) occupies(at string) bool {
	return !s.inPlace && strings.EqualFold(at, s.root()) && !strings.EqualFold(at, RootName)
}

// as returns the known file at a path, or a new one.
func (s *scanner) as(at string) *file {
	f, there := s.before[at]
	if !there {
		f = &file{FolderFile: store.FolderFile{Path: at}}
	}
	f.here = true
	return f
}

// formerTree returns the former contents of a folder that cannot be read.
func (s *scanner) formerTree(at string) *tree {
	t := &tree{path: at}
	within := at + "/"
	i, _ := slices.BinarySearch(s.all, within)
	subs := map[string]bool{}
	for ; i < len(s.all) && strings.HasPrefix(s.all[i], within); i++ {
		name := s.all[i]
		if head, _, deeper := strings.Cut(name[len(within):], "/"); deeper {
			subs[within+head] = true
			continue
		}
		f := s.before[name]
		f.here, f.unreadable, f.found = true, true, transport.Stat{Size: f.Size, Changed: f.Changed, Number: f.Number}
		t.files = append(t.files, f)
	}
	for sub := range subs {
		t.dirs = append(t.dirs, s.formerTree(sub))
	}
	slices.SortFunc(t.dirs, func(a, b *tree) int { return cmp.Compare(a.path, b.path) })
	return t
}

// each calls do for all files.
func (t *tree) each(do func(*file) error) error {
	for _, f := range t.files {
		if err := do(f); err != nil {
			return err
		}
	}
	for _, sub := range t.dirs {
		if err := sub.each(do); err != nil {
			return err
		}
	}
	return nil
}

// shown returns the published contents of a folder, with the hashes of what subscribers find.
func (t *tree) shown(inPlace bool) *dir {
	d := &dir{path: t.path}
	for _, f := range t.files {
		hash := f.Last.Hash
		if inPlace {
			hash = f.Hash
		}
		if hash != "" && !f.out {
			d.files = append(d.files, shown{f.Path, hash, f.found.Changed})
		}
	}
	for _, sub := range t.dirs {
		d.dirs = append(d.dirs, sub.shown(inPlace))
	}
	return d
}
