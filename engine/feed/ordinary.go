package feed

import (
	"strings"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// Ordinary is an item of RSS or Atom without sx:sync.
type Ordinary struct {
	// ID is the guid of an RSS item or the id of an Atom entry, or "".
	ID      string
	Content *item.Content
}

// ReadOrdinary makes the reader read items without sx:sync, too (Entry.Ordinary). Outlines are
// not included.
func (r *Reader) ReadOrdinary() { r.ordinaries = true }

// ordinary reads an item without sx:sync. An item that exceeds a limit is skipped.
func (r *Reader) ordinary(e *Entry, d *draft) error {
	if !r.ordinaries || r.format == &opml {
		return nil
	}
	if over := r.build.excess; over.why != "" {
		e.Skipped = true
		e.Problems = append(e.Problems, Problem{Error, e.Line, "", xmlstream.RuleLimit, SectionLimits, over.why})
		return nil
	}
	content, err := item.NewContent(d.content)
	if err != nil {
		return err
	}
	e.Ordinary = &Ordinary{Content: content}
	if d.publisher == nil {
		return nil
	}
	for _, child := range d.publisher.ChildElements() {
		if child.Tag == "guid" || child.Tag == "id" {
			e.Ordinary.ID = strings.TrimSpace(textOf(child))
		}
	}
	return nil
}
