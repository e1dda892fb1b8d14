package feed

import (
	"fmt"

	"crossfeed/engine/item"
)

// opmlHeader writes the head of an outline (OPML 1.0, "What is a <head>?"), and in Atom's
// words what OPML has none for: where the feed is and which it is.
func (w *Writer) opmlHeader() error {
	e, d := &w.enc, &w.doc
	e.line()
	e.text("<head>")
	e.depth++
	e.leafElement("title", d.Title)
	e.leafElement("dateModified", FormatRFC822(d.Updated))
	if d.Author != "" {
		e.leafElement("ownerName", d.Author)
	}
	if d.ID != "" {
		e.leafElement("atom:id", d.ID)
	}
	if d.Subtitle != "" {
		e.leafElement("atom:subtitle", d.Subtitle)
	}
	w.atomLink("atom:link", "self", d.Self, "text/x-opml")
	w.atomLink("atom:link", "alternate", d.Link, "")
	w.devices()
	w.sharing()
	if err := w.foreign(); err != nil {
		return err
	}
	e.depth--
	e.line()
	e.text("</head>")
	e.line()
	e.text("<body>")
	e.depth++
	return nil
}

// outline writes an outline at a depth, and leaves it open for what stands in it.
func (w *Writer) outline(it *item.Item, depth int) error {
	w.closeOutlines(depth)
	if len(w.open) == maxLevels {
		return tooDeep()
	}
	outside := w.enc.surroundings
	w.enc.line()
	if err := w.enc.openOutline(it, trivia{}); err != nil {
		return err
	}
	w.open = append(w.open, openOutline{depth, outside})
	return nil
}

// openOutline is an outline that was not closed yet.
type openOutline struct {
	depth int
	// outside is what was in force before it.
	outside surroundings
}

// closeOutlines closes those that are no less deep.
func (w *Writer) closeOutlines(depth int) {
	for n := len(w.open); n > 0 && w.open[n-1].depth >= depth; n-- {
		w.enc.closeOutline()
		w.enc.surroundings = w.open[n-1].outside
		w.open = w.open[:n-1]
	}
}

func tooDeep() error {
	return fmt.Errorf("outlines stand in each other more than %d deep: move some of them up", maxLevels)
}
