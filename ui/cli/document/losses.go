package document

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// LossError is returned when a conversion would lose something. Nothing was written.
type LossError struct {
	// Document names the document.
	Document string
	// Losses describes the losses and what they concern.
	Losses []string
}

func (e *LossError) Error() string {
	return fmt.Sprintf("%s: converting it would lose %s; to convert it anyway, use --lossy", e.Document, strings.Join(e.Losses, "; "))
}

// losses collects what a conversion loses, by kind and in the order of discovery.
type losses struct {
	all   []string
	where map[string][]string
}

// add records a loss, and the item or line that it concerns, or "".
func (l *losses) add(what, where string) {
	if l.where == nil {
		l.where = map[string][]string{}
	}
	if !slices.Contains(l.all, what) {
		l.all = append(l.all, what)
	}
	if where != "" && !slices.Contains(l.where[what], where) {
		l.where[what] = append(l.where[what], where)
	}
}

// named limits how many items are named for a loss.
const named = 5

// sentences returns the losses with the items that they concern.
func (l *losses) sentences() []string {
	var all []string
	for _, what := range l.all {
		where := l.where[what]
		text := strings.Join(where[:min(len(where), named)], ", ")
		switch more := len(where) - named; {
		case more > 0:
			text = fmt.Sprintf(" (%s and %d more)", text, more)
		case text != "":
			text = " (" + text + ")"
		}
		all = append(all, what+text)
	}
	return all
}

// compare records what the new document would lose of an item, by writing the item and reading
// it again.
func (x *converting) compare(it *item.Item) error {
	back, err := x.again(it, x.Format)
	if err != nil {
		return err
	}
	all := back.Versions()
	for _, v := range it.Versions() {
		i := slices.IndexFunc(all, func(o *item.Version) bool { return sameUpdate(o, v) })
		switch {
		case i < 0:
			x.losses.add("conflicts that the format does not support", it.ID())
		case v.Deleted && v.Content.Hash() != record.Tombstone(v.Content).Hash():
			x.losses.add("content of deleted items", it.ID())
		case v.Deleted:
		case !sameContent(v.Content, all[i].Content):
			x.losses.add("data that "+string(x.Format)+" does not support", it.ID())
		}
	}
	return x.comparePublisher(it)
}

// sameUpdate reports whether two versions are the same update. SSE 0.91 has a resolution of
// one second.
func sameUpdate(x, y *item.Version) bool {
	a, b := x.Top(), y.Top()
	return x.Updates == y.Updates && a.By == b.By && a.When.Present() == b.When.Present() && a.When.Time().Unix() == b.When.Time().Unix()
}

// again returns an item after writing it in a format and reading it again.
func (x *converting) again(it *item.Item, format item.Format) (*item.Item, error) {
	d := x.document()
	if d.Format = format; format == x.doc.Format {
		d.Dialect = x.doc.Dialect
	}
	d.Foreign, d.Sharing = "", nil
	var text bytes.Buffer
	w := feed.NewWriter(&text, d)
	if err := w.Write(it); err != nil {
		return nil, fmt.Errorf("%s: %w", x.name, err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("%s: %w", x.name, err)
	}
	e, err := feed.NewReader(&text, x.name).Next()
	switch {
	case err != nil:
		return nil, err
	case e.Item == nil:
		return nil, fmt.Errorf("%s: item %q could not be read again: %v", x.name, it.ID(), e.Problems)
	}
	return e.Item, nil
}

// comparePublisher records publisher-specific data of another format as lost, except for what
// the old document generates for every item.
func (x *converting) comparePublisher(it *item.Item) error {
	v := it.Winner
	if x.Format == x.doc.Format || v.Publisher == "" {
		return nil
	}
	bare, err := x.again(&item.Item{Winner: v.WithPublisher("")}, x.doc.Format)
	if err != nil {
		return err
	}
	usual := publishersOwn(bare.Winner)
	for _, e := range publishersOwn(v) {
		if !slices.Contains(usual, e) && e.name != "updated" {
			x.losses.add("publisher-specific data: "+e.name, it.ID())
		}
	}
	return nil
}

type own struct{ name, text string }

func publishersOwn(v *item.Version) []own {
	d := etree.NewDocument()
	if v.Publisher == "" || d.ReadFromString(v.Publisher) != nil || d.Root() == nil {
		return nil
	}
	var all []own
	for _, e := range d.Root().ChildElements() {
		all = append(all, own{e.FullTag(), item.Canonical(e)})
	}
	return all
}

// sameContent reports whether a content that was written and read again is equivalent. Content
// from another format has its title and plain text as attributes once it is an outline.
func sameContent(was, back *item.Content) bool {
	before, after := was.Element(), back.Element()
	attributes := outlineOf(after)
	if attributes == nil || outlineOf(before) != nil {
		return back.Hash() == was.Hash() && !was.Fuller(back)
	}
	if attributes.SelectAttrValue("text", "") != was.Title() || attributes.SelectAttrValue("_note", "") != was.Text() {
		return false
	}
	return isPlain(before.SelectElement("title")) && isPlain(before.SelectElement("content")) &&
		sameRest(without(before, "title", "content"), without(after, "title", "outline"))
}

// outlineOf returns the element that holds the attributes of an outline, or nil.
func outlineOf(root *etree.Element) *etree.Element {
	for _, e := range root.ChildElements() {
		if e.FullTag() == "outline" && e.NamespaceURI() == "" {
			return e
		}
	}
	return nil
}

// isPlain reports whether an Atom text is absent or plain text.
func isPlain(e *etree.Element) bool {
	return e == nil || e.SelectAttrValue("type", "text") == "text" && e.SelectAttr("src") == nil
}

// without removes the first child of each name.
func without(root *etree.Element, tags ...string) *etree.Element {
	for _, tag := range tags {
		if e := root.SelectElement(tag); e != nil {
			root.RemoveChild(e)
		}
	}
	return root
}

func sameRest(x, y *etree.Element) bool {
	a, err := item.NewContent(x)
	if err != nil {
		return false
	}
	b, err := item.NewContent(y)
	return err == nil && a.Hash() == b.Hash() && !a.Fuller(b)
}
