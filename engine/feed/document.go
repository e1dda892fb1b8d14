package feed

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// Document is the feed-level data of a document (RSS channel, Atom feed, OPML head).
type Document struct {
	Format  item.Format
	Dialect item.Dialect
	// Title, Subtitle and Author are plain text. The subtitle is the description of an RSS
	// channel.
	Title, Subtitle, Author string
	// ID permanently identifies the feed (Atom's feed id).
	ID string
	// Link is the address of the feed's web page, Self of the feed itself.
	Link, Self string
	// Updated is when the feed last changed; zero if it does not say.
	Updated time.Time
	// TTL is how long the feed may be cached (RSS ttl), or 0. It is never written.
	TTL time.Duration
	// Sharing is the feed's own sx:sharing, or nil. It belongs to the publisher and is never
	// republished (SSE 0.93 §2.2).
	Sharing *Sharing
	// Devices are the names that the feed gives to devices. Writers write them from this
	// field; they are not republished as foreign markup.
	Devices []Device `json:",omitempty"`
	// Foreign is the feed-level markup that belongs neither to the format nor to us, as the
	// children of one element, or "". It is republished (SSE 0.93 §2.1.8).
	Foreign string
	// Unsaid names the feed-level elements of the format that no field represents: a document
	// written from scratch lacks them. Elements about the document itself, or about the
	// program that wrote it, are not included.
	Unsaid []string
	// Sizes are the feed-level elements that have an absurd size.
	Sizes []Size `json:",omitempty"`
	// Problems are the feed-level problems.
	Problems []Problem
}

// Sharing says how a feed is published (sx:sharing, SSE 0.93 §2.2).
type Sharing struct {
	// Since and Until are the bounds of the changes in the feed. They are opaque, ordered by
	// code point, and only occur together: if one is missing, both are "". In SSE 0.91 they
	// are times as written, for ParseInstant, and either may be missing (SSE 0.91 §2.1).
	Since string `json:"since"`
	Until string `json:"until"`
	// Expires is the RFC 3339 time before which the feed should be read again.
	Expires string `json:"expires"`
	// Version and Window are only used in SSE 0.91; the window is in days.
	Version string `json:"version"`
	Window  int    `json:"window"`
	// Related are related feeds, in document order.
	Related []Related `json:"related"`
}

// Related is a link to another feed (sx:related, SSE 0.93 §2.3).
type Related struct {
	Link  string `json:"link"`
	Title string `json:"title"`
	// Type is Complete or Aggregated.
	Type string `json:"type"`
	// Since and Until are only used in SSE 0.91.
	Since string `json:"since"`
	Until string `json:"until"`
}

// The types of related feeds: a feed with all items of this feed, or a feed whose items are
// incorporated into this one.
const (
	Complete   = "complete"
	Aggregated = "aggregated"
)

// Entry is one item of a document, shared or not.
type Entry struct {
	// Raw is the item as written in the document, in UTF-8. For an outline, it excludes the
	// outlines inside it and the layout between its children.
	Raw []byte
	// Line is the line on which the item begins, starting at 1.
	Line int
	// Item is nil if there is no sx:sync, which is not an error (SSE 0.93 §2.4), or if the
	// item was skipped.
	Item *item.Item
	// Ordinary is an item without sx:sync, if the reader reads those (Reader.ReadOrdinary).
	Ordinary *Ordinary
	// Skipped reports whether the item was skipped because it violates a rule.
	Skipped bool
	// Sizes are the fields of the item that have an absurd size.
	Sizes []Size
	// SkippedID is the identifier of a skipped item, if it can be read.
	SkippedID string
	// Problems are the errors and warnings about the item.
	Problems []Problem
	// Outline is the position of the entry in an OPML document; nil in RSS and Atom. Outlines
	// are returned when they are complete: each after its children.
	Outline *Outline

	place place
}

// place is what is needed to rewrite an item in its document.
type place struct {
	sync   [2]int       // offsets of sx:sync in Raw
	inner  surroundings // of the item's children
	trivia trivia       // other content of sx:sync
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

// rest feeds the builder until the open element is complete, and returns the offset of its
// end.
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

// examine completes an entry from its draft.
func (r *Reader) examine(e *Entry, d *draft, l lines) error {
	if d.sync == nil {
		return r.ordinary(e, d)
	}
	x := examiner{lines: l, format: r.format, dialect: r.inUse(), checking: r.checking}
	if over := r.build.excess; over.why != "" {
		x.fail(over.at, xmlstream.RuleLimit, SectionLimits, "%s", over.why)
	}
	it, err := x.item(d)
	if err != nil {
		return err
	}
	e.Item, e.Skipped, e.Problems = it, x.failed, x.problems
	if e.Skipped {
		e.SkippedID = r.asideID(d.sync)
	}
	if it != nil {
		e.place.trivia = triviaOf(d.sync)
	}
	return nil
}

// Severity is what a problem means for its item.
type Severity string

// An Error skips the item or the attribute of the feed; a Warning means that the value is read
// in the most plausible way.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Problem is a violation of a specification, with its position and the rule.
type Problem struct {
	Severity Severity `json:"severity"`
	// Line starts at 1.
	Line int `json:"line"`
	// Item is the identifier of the item, or "".
	Item string `json:"item"`
	// Rule is a short name of the rule, such as "missing-history".
	Rule string `json:"rule"`
	// Section is the section that has the rule, such as "SSE 0.93 §2.5".
	Section string `json:"section"`
	// Text is a sentence for the user.
	Text string `json:"text"`
}

// String returns the problem as one line, without the name of the file.
func (p Problem) String() string {
	item := ""
	if p.Item != "" {
		item = fmt.Sprintf("item %q: ", p.Item)
	}
	return fmt.Sprintf("line %d: %s: %s%s (%s, %s)", p.Line, p.Severity, item, p.Text, p.Rule, p.Section)
}

// brief returns the beginning of a text, for a message.
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
