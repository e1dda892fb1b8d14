package folder

import (
	"context"
	"errors"
	"io"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	encoding "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"crossfeed/engine/library/csx"
	"crossfeed/engine/transport"
)

// compose writes a feed item by item.
func (r *run) compose(ctx context.Context, out io.Writer, f *feed) error {
	w, err := csx.NewWriter(out, csx.Feed{Title: printable(f.title), Link: r.link(f), Built: f.Built})
	if err != nil {
		return err
	}
	for _, e := range f.items {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.Item(r.item(f, e)); err != nil {
			return err
		}
	}
	return w.Close()
}

// link returns the link that RSS 2.0 requires for a channel: the feed's own address if it is
// on the web, or else a name (RFC 8141) that does not reveal the path.
func (r *run) link(f *feed) string {
	if at := r.at(f.Path); transport.KindOf(at) == transport.Web {
		return at
	}
	return identify("address", r.at(f.Path))
}

// item returns an item for writing. Its links are relative to the feed.
func (r *run) item(f *feed, e entry) csx.Item {
	i := csx.Item{ID: e.ID, Title: printable(e.title), Built: e.Built, Hidden: e.hidden}
	if e.text != "" {
		i.Text = r.beginning(e.text)
	}
	if e.Nested != "" {
		i.Links = []csx.Link{{Address: relative(f.dir, e.Nested), Name: e.title, Nested: true, OnDemand: e.onDemand}}
	}
	for _, file := range e.Files {
		i.Links = append(i.Links, csx.Link{Address: relative(f.dir, file), Name: path.Base(file), OnDemand: r.rules.onDemand.match(file)})
	}
	return i
}

// relative returns the reference (RFC 3986 §4.2) to a path in the tree from a feed in one of
// its folders.
func relative(dir, to string) string {
	if dir != "" {
		to = strings.TrimPrefix(to, dir+"/")
	}
	names := strings.Split(to, "/")
	for i, name := range names {
		names[i] = url.PathEscape(name)
	}
	if strings.Contains(names[0], ":") { // it would be read as a scheme
		names[0] = "./" + names[0]
	}
	return strings.Join(names, "/")
}

// mostText is how many characters of a text describe an item.
const mostText = 2000

// beginning returns the beginning of a text file as HTML, or "" if the file cannot be read.
func (r *run) beginning(path string) string {
	f, err := r.open(path)
	if err != nil {
		return ""
	}
	read, err := io.ReadAll(io.LimitReader(f, 4*mostText))
	if errors.Join(err, f.Close()) != nil {
		return ""
	}
	text := []rune(printable(decoded(read)))
	return asHTML.Replace(string(text[:min(len(text), mostText)]))
}

// decoded decodes a text in any encoding that editors use: UTF-8, UTF-16 with a byte order
// mark, or else Windows-1252. Its last character may be incomplete.
func decoded(text []byte) string {
	whole := text
	for range utf8.UTFMax - 1 {
		if utf8.Valid(whole) || len(whole) == 0 {
			break
		}
		whole = whole[:len(whole)-1]
	}
	fallback := transform.Transformer(charmap.Windows1252.NewDecoder())
	if utf8.Valid(whole) {
		fallback = transform.Nop
	}
	read, _, err := transform.Bytes(encoding.BOMOverride(fallback), text)
	if err != nil {
		return string(whole)
	}
	return string(read)
}

var asHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// printable removes the characters that XML does not allow, and an incomplete last character.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && c != '\n' && c != '\t' || c == unicode.ReplacementChar || c == '\ufffe' || c == '\uffff' {
			return -1
		}
		return c
	}, strings.ToValidUTF8(s, ""))
}

// write writes the feeds that changed, nested feeds first: a reader that starts at the root
// never finds a feed older than its item says.
func (r *run) write(ctx context.Context) error {
	var due []*feed
	for _, f := range r.feeds {
		if f.Hash == "" || f.Last.Hash != f.Hash || f.Pending != "" {
			due = append(due, f)
		}
	}
	if r.Dry {
		r.report.Feeds = len(due)
		return nil
	}
	r.reporter.due(len(due), 0)
	for _, f := range due {
		if err := r.writeFeed(ctx, f); err != nil {
			return errors.Join(err, r.book.write(ctx))
		}
	}
	return r.book.write(ctx)
}

func (r *run) writeFeed(ctx context.Context, f *feed) error {
	d, err := transport.Compose(r.TempFiles, func(to io.Writer) error { return r.compose(ctx, to, f) })
	if err != nil {
		return err
	}
	before := f.Pending
	if f.Last, err = r.found(ctx, f.Path, f.Last, f.Pending, d.Hash); err == nil {
		f.Hash, f.Pending = d.Hash, d.Hash
		r.book.feed(f.FolderFeed)
		r.sent = true
		err = r.book.write(ctx)
	}
	if err == nil {
		err = r.put(ctx, f, d, before)
	}
	return errors.Join(err, d.Close())
}

// put writes a feed. before is the hash that an interrupted run had announced.
func (r *run) put(ctx context.Context, f *feed, d transport.Composed, before string) error {
	written, err := r.Places.Write(ctx, transport.Put{
		Target: r.target(f.Path), Body: d, Size: d.Size, Hash: d.Hash, Type: "application/rss+xml",
		Last: f.Last, Pending: before, Folders: true,
		Ours: r.mayTake(func(there io.Reader) error { return r.ours(d, before, there) }),
	})
	if err != nil {
		return explained(err)
	}
	f.Last, f.Pending = written, ""
	r.book.feed(f.FolderFeed)
	r.report.Feeds, r.report.Bytes = r.report.Feeds+1, r.report.Bytes+d.Size
	r.reporter.due(0, d.Size)
	r.reporter.wrote(f.Path, d.Size)
	return nil
}
