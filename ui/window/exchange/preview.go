package exchange

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/lists"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
)

// Lists plans imports.
type Lists interface {
	Preview(ctx context.Context, set, name string, in io.Reader, columns transfer.Mapping) (*transfer.Plan, error)
	PreviewNew(ctx context.Context, kind record.Kind, name string, in io.Reader, columns transfer.Mapping) (*transfer.Plan, error)
}

// Files opens the files to import.
type Files interface {
	Open(path string) (io.ReadCloser, error)
}

// Asked is what to read: files, and the list to import them into.
type Asked struct {
	// Paths are the files, or the address of a single file to download.
	Paths []string
	// Access is how the address is read, Text what was downloaded from there; nil until then.
	Access transport.Access
	Text   []byte
	// Into is the list that the person chose; New is set if it has to be created, with the kind
	// As. If Into is "", Near is chosen if it fits, otherwise the first list that does.
	Into string
	New  bool
	As   record.Kind
	Near string
	// Mapping says what the columns of a table mean. Before the person chose something, it is nil,
	// and that for a table with the same columns is taken.
	Mapping transfer.Mapping
}

// Preview is what an import would do.
type Preview struct {
	Asked
	// Later are files with items of another kind, which are imported afterwards.
	Later []string
	// Failed are files that could not be read.
	Failed []Failure
	// Kinds are the kinds of lists that the files fit, the best one first. Kind is the kind of
	// the chosen list, Lists are the lists that the files fit, and Name is the name for a new
	// one, which is of the best kind.
	Kinds []record.Kind
	Kind  record.Kind
	Lists []string
	Name  string
	// Columns are the columns of a single table.
	Columns []transfer.Column
	// Plan is nil if nothing could be read.
	Plan *transfer.Plan

	table bool
}

// Far reports whether the file has to be downloaded first.
func (a *Asked) Far() bool {
	return len(a.Paths) == 1 && a.Text == nil && transport.KindOf(a.Paths[0]) != transport.Local
}

// Failure is a file that could not be read, and why.
type Failure struct {
	Path string
	Err  error
}

// failed returns the files that could not be read.
func (p *Preview) failed() []string {
	var paths []string
	for _, f := range p.Failed {
		paths = append(paths, f.Path)
	}
	return paths
}

// files returns the files, readable or not. The plan of a readable one may have failed.
func (p *Preview) files() []string {
	all := slices.Clone(p.Paths)
	for _, path := range p.failed() {
		if !slices.Contains(all, path) {
			all = append(all, path)
		}
	}
	return all
}

// Read reads files and plans their import into one of the lists. Files of another kind than
// the first are left for later. A file that cannot be read does not affect the others.
func Read(ctx context.Context, from Lists, files Files, all []*lists.List, asked Asked, before Mappings) (Preview, error) {
	p := Preview{Asked: asked}
	if asked.Text != nil {
		files = downloaded(asked.Text)
	}
	p.sortOut(files)
	if len(p.Paths) == 0 {
		return p, nil
	}
	p.readColumns(files, before)
	p.choose(all)
	p.fitColumns(files)
	var plans []*transfer.Plan
	for _, path := range p.Paths {
		plan, err := p.plan(ctx, from, files, path)
		if ctx.Err() != nil {
			return p, ctx.Err()
		}
		if err != nil {
			p.Failed = append(p.Failed, Failure{path, err})
			continue
		}
		plans = append(plans, plan)
	}
	p.join(plans)
	return p, nil
}

func (p *Preview) join(plans []*transfer.Plan) {
	switch len(plans) {
	case 0:
	case 1:
		p.Plan = plans[0]
	default:
		p.Plan = transfer.Join("", plans...)
	}
}

// readColumns reads the columns of a single table, and takes the mapping for such columns.
func (p *Preview) readColumns(files Files, before Mappings) {
	if len(p.Paths) > 1 || !p.table {
		return
	}
	if p.Columns = p.columns(files); p.Mapping != nil {
		return
	}
	if m := before.of(p.Columns); m != nil {
		p.Mapping = m.Mapping
		if others := slices.DeleteFunc(slices.Clone(p.Kinds), func(k record.Kind) bool { return k == m.Kind }); len(others) < len(p.Kinds) {
			p.Kinds = append([]record.Kind{m.Kind}, others...)
		}
	}
}

// fitColumns adapts the columns to the kind of the chosen list. Fields that it does not have
// leave the mapping.
func (p *Preview) fitColumns(files Files) {
	if p.Columns == nil {
		return
	}
	p.Columns = p.columns(files)
	p.Mapping = maps.Clone(p.Mapping)
	maps.DeleteFunc(p.Mapping, func(_, field string) bool {
		return field != "" && !slices.Contains(transfer.Fields(p.Kind), field)
	})
}

// columns returns the columns of the table, or none if it cannot be read: the plan says why.
func (p *Preview) columns(files Files) []transfer.Column {
	in, err := open(files, p.Paths[0])
	if err != nil {
		return nil
	}
	defer in.Close()
	all, err := transfer.Columns(in, cmp.Or(p.Kind, p.Kinds[0]))
	if err != nil {
		return nil
	}
	return all
}

// sortOut keeps the files that fit the same lists as the first readable one.
func (p *Preview) sortOut(files Files) {
	paths := p.Paths
	p.Paths = nil
	for _, path := range paths {
		h, err := holds(files, path)
		if errors.Is(err, transfer.ErrNoColumns) && len(paths) == 1 { // its columns can be mapped
			h, err = transfer.Holding{Kinds: record.Kinds(), Table: true}, nil
		}
		switch {
		case err != nil:
			p.Failed = append(p.Failed, Failure{path, err})
		case p.Kinds == nil || slices.Equal(p.Kinds, h.Kinds):
			p.Kinds, p.table, p.Paths = h.Kinds, h.Table, append(p.Paths, path)
		default:
			p.Later = append(p.Later, path)
		}
	}
}

func holds(files Files, path string) (transfer.Holding, error) {
	in, err := open(files, path)
	if err != nil {
		return transfer.Holding{}, err
	}
	defer in.Close()
	h, _, err := transfer.Holds(path, in)
	return h, err
}

// downloaded is the text of a file from the web.
type downloaded []byte

// Open returns the text.
func (d downloaded) Open(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(d)), nil }

func open(files Files, path string) (io.ReadCloser, error) {
	if text, is := files.(downloaded); is {
		return text.Open(path)
	}
	path, err := transport.Path(path)
	if err != nil {
		return nil, err
	}
	return files.Open(path)
}

func (p *Preview) plan(ctx context.Context, from Lists, files Files, path string) (*transfer.Plan, error) {
	in, err := open(files, path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if p.New {
		return from.PreviewNew(ctx, p.Kind, path, in, p.Mapping)
	}
	return from.Preview(ctx, p.Into, path, in, p.Mapping)
}

// Sort reports what files from outside are: files to import if one of them is a calendar, vCard
// file or table by its extension or content, or an outline that is not shared; otherwise, feed is
// the first one to subscribe to, or "". RSS, Atom and a shared outline are feeds, and so are a
// single outline that names feeds to follow, and a folder.
func Sort(files Files, paths []string) (imports bool, feed string) {
	for _, path := range paths {
		h, err := holds(files, path)
		isFeed := h.Feed || err == nil && h.Kinds[0] == record.Outline && isFeed(files, path, len(paths) == 1)
		unknown := errors.Is(err, transfer.ErrNeither) && !isNamed(path, ".xml", ".rss", ".atom", ".opml")
		switch {
		case isNamed(path, ".ics", ".ical", ".ifb", ".vcf", ".vcard", ".csv"), err == nil && !isFeed:
			return true, ""
		case feed == "" && !unknown:
			feed = path
		}
	}
	return false, feed
}

// isFeed reports whether a file of outlines is a feed: SSE 0.91 declares its namespace in the
// head, or in the first outline. alone reports that it may also be one that names feeds.
func isFeed(files Files, path string, alone bool) bool {
	const enough = 1 << 16
	in, err := open(files, path)
	if err != nil {
		return false
	}
	defer in.Close()
	begins, err := io.ReadAll(io.LimitReader(in, enough))
	return err == nil && (bytes.Contains(begins, []byte("://www.microsoft.com/schemas/rss/sse")) ||
		alone && bytes.Contains(bytes.ToLower(begins), []byte("xmlurl=")))
}

func isNamed(path string, extensions ...string) bool {
	return slices.Contains(extensions, strings.ToLower(filepath.Ext(path)))
}

// free returns a name that is not taken: the name itself, or one with a number.
func free(name string, taken func(string) bool) string {
	candidate := name
	for n := 2; taken(candidate); n++ {
		candidate = name + " " + strconv.Itoa(n)
	}
	return candidate
}
