package feed

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// Document is what stands at the level of a feed (RSS channel, Atom feed,
// OPML head).
type Document struct {
	Format  item.Format
	Dialect item.Dialect
	// Title, Subtitle and Author are plain text. RSS calls a subtitle the
	// description of the channel.
	Title, Subtitle, Author string
	// ID identifies the feed for good (Atom's feed id).
	ID string
	// Link leads to the page that belongs to the feed, Self to the feed.
	Link, Self string
	// Updated is when the feed last changed; the zero time where it does not say.
	Updated time.Time
	// TTL is how long the feed says that it stays the same (RSS ttl), or 0. It is read
	// only.
	TTL time.Duration
	// Sharing is the feed's own sx:sharing, or nil. It is the publisher's and
	// is never published on (SSE 0.93 §2.2).
	Sharing *Sharing
	// Devices are the names that the feed gives to devices. They are published anew and
	// not published on as foreign markup.
	Devices []Device `json:",omitempty"`
	// Foreign holds the markup at the level of the feed that is neither the
	// format's nor ours, as the children of one element, or "". It is
	// published on (SSE 0.93 §2.1.8).
	Foreign string
	// Unsaid names the elements of the format at the level of the feed that no field
	// says: a document that is made anew has them not. Those that tell of the document
	// and of the program that wrote it are not among them.
	Unsaid []string
	// Sizes are the elements at the level of the feed that are of an absurd size.
	Sizes []Size `json:",omitempty"`
	// Problems are those at the level of the feed.
	Problems []Problem
}

// Sharing tells subscribers how a feed is published (sx:sharing, SSE 0.93 §2.2).
type Sharing struct {
	// Since and Until bound what the feed holds. They are opaque, ordered by
	// code point, and come only together: where one is missing, both are "". Those
	// of SSE 0.91 are times for ParseInstant, as they are written, and each may be
	// missing (SSE 0.91 §2.1).
	Since string `json:"since"`
	Until string `json:"until"`
	// Expires is the RFC 3339 time before which the feed should be read again.
	Expires string `json:"expires"`
	// Version and Window are of SSE 0.91; the window is in days.
	Version string `json:"version"`
	Window  int    `json:"window"`
	// Related are other feeds, in the order of the document.
	Related []Related `json:"related"`
}

// Related leads to another feed (sx:related, SSE 0.93 §2.3).
type Related struct {
	Link  string `json:"link"`
	Title string `json:"title"`
	// Type is Complete or Aggregated.
	Type string `json:"type"`
	// Since and Until are of SSE 0.91.
	Since string `json:"since"`
	Until string `json:"until"`
}

// The types of related feeds: all items of this feed, or a feed whose items
// are incorporated into this one.
const (
	Complete   = "complete"
	Aggregated = "aggregated"
)

// Entry is one item of a document, shared or not.
type Entry struct {
	// Raw is the item as it stands in the document, in UTF-8. That of an outline is
	// without the outlines in it, and without the layout between what is in it.
	Raw []byte
	// Line is where it begins, from 1.
	Line int
	// Item is nil where there is no sx:sync, which is no fault (SSE 0.93 §2.4),
	// and where the item was set aside.
	Item *item.Item
	// SetAside says that the item breaks a rule and takes no part.
	SetAside bool
	// Sizes are the fields of the item that are of an absurd size.
	Sizes []Size
	// Aside is the identifier of an item that was set aside, where one can be read.
	Aside string
	// Problems are the errors and warnings about the item.
	Problems []Problem
	// Outline is where the entry stands in an OPML document; nil in RSS and Atom.
	// Outlines come when they are complete: each after those that stand in it.
	Outline *Outline

	place place
}

// place is what has to be known to write into an item's place.
type place struct {
	sync   [2]int       // where sx:sync begins and ends in Raw
	inner  surroundings // of the item's children
	trivia trivia       // what stands in sx:sync besides
	tags   tags         // of an outline
}

// entry reads an item.
func (r *Reader) entry(t *xmlstream.Token) (*Entry, error) {
	from := t.From
	e := &Entry{Line: r.scan.Position(from).Line}
	e.place.inner = surroundings{slices.Clone(r.scan.Scope()), r.around.within(t)}
	r.scan.Hold()
	defer r.scan.Release()
	r.build.begin(maxNodes)
	d := r.build.item(t, r.around.ambient)
	to, err := r.rest(t)
	if err != nil {
		return nil, err
	}
	e.Raw = bytes.Clone(r.scan.Bytes(from, to))
	if d.sync != nil {
		e.place.sync = [2]int{int(d.sync.from - from), int(d.sync.to - from)}
	}
	return e, r.examine(e, d, lines{{text: e.Raw, from: from, first: e.Line}})
}

// rest feeds the builder until what it began is complete, and returns the
// offset of its end.
func (r *Reader) rest(first *xmlstream.Token) (to int64, err error) {
	if err := r.build.spend(first); err != nil {
		return 0, err
	}
	for {
		t, err := r.token()
		if err != nil {
			return 0, err
		}
		done, err := r.build.token(t)
		if done || err != nil {
			return t.To, err
		}
	}
}

// examine completes an entry from the draft that was read.
func (r *Reader) examine(e *Entry, d *draft, l lines) error {
	if d.sync == nil {
		return nil
	}
	x := examiner{lines: l, format: r.format, dialect: r.inUse(), checking: r.checking}
	if over := r.build.excess; over.why != "" {
		x.fail(over.at, xmlstream.RuleLimit, SectionLimits, "%s", over.why)
	}
	it, err := x.item(d)
	if err != nil {
		return err
	}
	e.Item, e.SetAside, e.Problems = it, x.failed, x.problems
	if e.SetAside {
		e.Aside = r.asideID(d.sync)
	}
	if it != nil {
		e.place.trivia = triviaOf(d.sync)
	}
	return nil
}

// Severity tells what a problem means for its item.
type Severity string

// An Error sets an item, or an attribute of the feed, aside; a Warning is read
// with the best meaning that it has.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Problem is a breach of a specification, where it is and which.
type Problem struct {
	Severity Severity `json:"severity"`
	// Line counts from 1.
	Line int `json:"line"`
	// Item is the identifier of the item, or "".
	Item string `json:"item"`
	// Rule names the rule in a word, as in "missing-history".
	Rule string `json:"rule"`
	// Section is where the rule stands, as in "SSE 0.93 §2.5".
	Section string `json:"section"`
	// Text is a sentence for people.
	Text string `json:"text"`
}

// String is the problem in one line, without the name of the file.
func (p Problem) String() string {
	item := ""
	if p.Item != "" {
		item = fmt.Sprintf("item %q: ", p.Item)
	}
	return fmt.Sprintf("line %d: %s: %s%s (%s, %s)", p.Line, p.Severity, item, p.Text, p.Rule, p.Section)
}

// brief shows the beginning of a long text in a message.
func brief(text string) string {
	const most = 60
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
