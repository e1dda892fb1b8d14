package csx

import (
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/transport"
)

// builder builds items from the events of a document. It gives the same result for a
// well-formed document with either scanner.
type builder struct {
	*problems
	address string
	limits  Limits
	// take is called with each finished item.
	take func(*draft) error

	open  []frame
	scope xmlstream.Scope
	// space is this document's RSS or Atom namespace, taken from its channel.
	space string
	feed  Feed
	// built and published are the dates of the first channel.
	built, published time.Time
	// builtByCSX reports that built is a csx:lastBuildDate, over which RSS's own takes
	// precedence.
	builtByCSX bool
	// channels counts the channels; only the first one's dates and texts count.
	channels int
	item     *draft
	draft    draft
	items    int
	// rooted reports that the root was seen, and closed that the root, or the channel with all
	// items, has ended.
	rooted, closed bool
	// deeper counts open elements that are too deep to be read.
	deeper int
	err    error
}

// frame is an open element.
type frame struct {
	name    xmlstream.Name
	space   string
	meaning meaning
	line    int
	scope   int // the number of declarations in force outside it
	// text is the element's text, up to the limit; cut reports that there is more.
	text []byte
	cut  bool
	// into is the index of the frame that collects the text here, or -1.
	into int
	// kind is how a text of Atom becomes one of ours, and base the address that its relative
	// links start from.
	kind textKind
	base string
	// file is the value of the name attribute, which names the files of the links inside.
	file             string
	nested, onDemand bool
}

// read reads a document to its end.
func (b *builder) read(from source) error {
	for {
		e, err := from.next()
		if err != nil {
			return err
		}
		switch e.kind {
		case xmlstream.Start:
			b.start(e)
		case xmlstream.End:
			b.end(e.name)
		case xmlstream.Text:
			b.text(e.text)
		}
		if b.err != nil {
			return b.err
		}
	}
}

func (b *builder) start(e *event) {
	if b.rooted && len(b.open) == 0 {
		return // it follows the root
	}
	if len(b.open) >= b.limits.Depth {
		b.reportOnce("", e.line, TooDeep, "elements are nested more than %d deep; what is deeper is left out", b.limits.Depth)
		b.deeper++
		return
	}
	f := b.push(e)
	b.declare(e.attrs)
	f.space = b.spaceOf(e.name.Prefix, e.line)
	f.meaning = b.meaningOf(f)
	if f.meaning == item && !b.begin(f, e) {
		b.top().meaning = aside
	}
	f = b.top() // between may have closed frames
	b.mark(f, e.attrs)
	b.attributes(f, e)
	f.into = b.collector(f)
	b.openTag(f, e.attrs)
}

// push opens a frame, reusing the memory of a closed one.
func (b *builder) push(e *event) *frame {
	if len(b.open) < cap(b.open) {
		b.open = b.open[:len(b.open)+1]
	} else {
		b.open = append(b.open, frame{})
	}
	f := b.top()
	*f = frame{name: e.name, line: e.line, scope: len(b.scope), text: f.text[:0], into: -1, base: b.address}
	if len(b.open) > 1 {
		f.base = b.open[len(b.open)-2].base
	}
	return f
}

func (b *builder) top() *frame { return &b.open[len(b.open)-1] }

// meaningOf returns the meaning of the element that was just opened.
func (b *builder) meaningOf(f *frame) meaning {
	if len(b.open) == 1 {
		b.rooted = true
		var m meaning
		m, b.err = b.rootOf(f)
		return m
	}
	parent, among := b.around()
	switch {
	case parent == aside, isConflicts(f):
		return aside
	case f.space == Namespace:
		b.feed.Extended = true
		return b.ofExtension(f, parent)
	case b.inAtom:
		return b.ofAtom(f, parent)
	case f.space == spaceDC && f.name.Local == "date" && parent == item:
		return dcDate
	case parent == root, f.space == "", f.space == b.space, f.space == spaceRSS1:
		return b.ofRSS(f, parent, among)
	}
	return other
}

// around returns the meaning of the element that contains the one just opened. It skips
// text-only elements that were left unclosed; among reports whether one of them is a
// description.
func (b *builder) around() (parent meaning, among bool) {
	for i := len(b.open) - 2; i >= 0; i-- {
		m := b.open[i].meaning
		if !m.holdsText() {
			return m, among
		}
		among = among || m == description
	}
	return other, among
}

func (b *builder) ofExtension(f *frame, parent meaning) meaning {
	m, exact := ofCSX.of(f.name.Local)
	switch {
	case m == csxLink && b.item == nil:
		b.report(f.line, BadLink, "<%s> outside of an item is ignored", f.name)
		return other
	case m == csxBuilt && parent == channel:
		m = lastBuild
	case m == csxBuilt && parent != item, m == csxHidden && parent != item:
		return other
	}
	b.inCase(f, m, exact)
	return m
}

func (b *builder) ofRSS(f *frame, parent meaning, among bool) meaning {
	m, exact := ofRSS.of(f.name.Local)
	switch {
	case m == channel && parent == root:
		b.channels++
		b.space, b.closed = f.space, false
	case m == item && parent == root:
		b.reportOnce("", f.line, NoChannel, "<%s> outside of the channel, as in RSS 1.0, is accepted", f.name)
	case m == item && (parent == channel || parent == item):
	case m == other || m == channel || m == item:
		return other
	case parent == channel && b.channels == 1 && m != guid && m != enclosure, parent == item && m != lastBuild:
		if among && (m == title || m == link || m == description) {
			return other // it is part of HTML
		}
	default:
		return other
	}
	b.inCase(f, m, exact)
	return m
}

func (b *builder) inCase(f *frame, m meaning, exact bool) {
	if m != other && !exact {
		b.reportOnce(f.name.Local, f.line, ElementCase, "<%s> is not written in the case that its name has; it counts all the same", f.name)
	}
}

// collector returns the index of the frame that collects the text in f. Titles and
// descriptions collect all text inside them, including that of unknown elements.
func (b *builder) collector(f *frame) int {
	at := len(b.open) - 1
	if f.meaning.holdsText() {
		return at
	}
	if at == 0 || f.meaning != other || b.open[at-1].into < 0 {
		return -1
	}
	into := b.open[at-1].into
	if b.open[into].meaning.isLong() {
		return into
	}
	return -1
}

// longest is the maximum number of bytes kept of a text other than a title or a description.
const longest = 8 << 10

func (b *builder) text(s string) {
	if b.item != nil {
		b.item.addToHash(s)
	}
	if len(b.open) == 0 || b.deeper > 0 || b.top().into < 0 {
		return
	}
	f := &b.open[b.top().into]
	if f.kind == inline {
		s = html.EscapeString(s)
	}
	b.collect(f, s)
}

// collect adds to the text of an element, up to the limit.
func (b *builder) collect(f *frame, s string) {
	most := b.limits.Text
	if !f.meaning.isLong() {
		most = min(most, longest)
	}
	if room := most - len(f.text); len(s) > room {
		s, f.cut = cut(s, room), true
	}
	f.text = append(f.text, s...)
}

// cut truncates a text at a character boundary.
func cut(s string, most int) string {
	return strings.ToValidUTF8(s[:max(most, 0)], "")
}

// rfc822 matches a date as RSS 2.0 requires it: RFC 822 §5, with two-digit or four-digit
// years.
var rfc822 = regexp.MustCompile(`^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?:\d{4}|\d{2}) \d{2}:\d{2}(?::\d{2})? (?:UT|GMT|[ECMP][SD]T|Z|[+-]\d{4})$`)

// faults are common deviations in dates, with their explanations.
var faults = []struct {
	sort string
	as   *regexp.Regexp
}{
	{"a dot follows the month", regexp.MustCompile(`[A-Za-z]\.\s+\d`)},
	{"it names no zone, and is taken for GMT", regexp.MustCompile(`(?:^|[^-+\d])\d{1,2}:\d\d$`)},
	{"the hour has one digit", regexp.MustCompile(`\s\d:`)},
	{"it is written as in RFC 3339", regexp.MustCompile(`^\d{4}-`)},
}

// date parses a date leniently and reports what is wrong with it. An invalid date counts as
// absent.
func (b *builder) date(f *frame) time.Time {
	text := trimmed(string(f.text))
	if text == "" {
		return time.Time{}
	}
	at, err := feed.ParseInstant(text)
	if err != nil && (b.inAtom || f.meaning == dcDate) {
		at, err = parseW3CDTF(text)
	}
	if err != nil {
		b.report(f.line, BadDate, "<%s>: %v; it counts as if it were not there", f.name, err)
		return time.Time{}
	}
	switch {
	case b.inAtom && !rfc3339.MatchString(text):
		b.reportOnce("", f.line, LenientDate, "<%s>: %q is not as RFC 3339 writes it, and was read all the same", f.name, text)
	case !b.inAtom && f.meaning != dcDate && !rfc822.MatchString(text):
		b.lenientDate(f, text)
	}
	return at.UTC()
}

// parseW3CDTF parses a date of W3CDTF, which may end before its seconds.
func parseW3CDTF(text string) (time.Time, error) {
	for _, layout := range []string{"2006-01-02T15:04Z07:00", time.DateOnly, "2006-01", "2006"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return feed.ParseRFC3339(text)
}

func (b *builder) lenientDate(f *frame, text string) {
	found := false
	for _, c := range faults {
		if c.as.MatchString(text) {
			found = true
			b.reportOnce(c.sort, f.line, LenientDate, "<%s>: %q is not as RFC 822 writes it: %s", f.name, text, c.sort)
		}
	}
	if !found {
		b.reportOnce("otherwise", f.line, LenientDate, "<%s>: %q is not as RFC 822 writes it, and was read all the same", f.name, text)
	}
}

const (
	spaceRSS1 = "http://purl.org/rss/1.0/"
	spaceDC   = "http://purl.org/dc/elements/1.1/"
)

// isRoot reports whether a name can be the root element of an RSS document. RSS 1.0 has RDF.
func isRoot(local string) bool {
	return strings.EqualFold(local, "rss") || strings.EqualFold(local, "RDF")
}

// rootOf returns the meaning of the root element. It rejects a document that is not a feed.
func (b *builder) rootOf(f *frame) (meaning, error) {
	local := strings.ToLower(f.name.Local)
	switch {
	case isRoot(local):
		b.inCase(f, root, f.name.Local == "rss" || f.name.Local == "RDF")
		return root, nil
	case local == "feed" && isAtom(f.space):
		b.inCase(f, channel, f.name.Local == "feed")
		b.inAtom, b.space = true, f.space
		b.channels++
		return channel, nil
	case local == "html":
		return root, b.notFeed("it is a page for a browser")
	}
	return root, b.notFeed(fmt.Sprintf("it begins with <%s>, and a feed with <rss> or <feed>", cut(f.name.String(), min(40, len(f.name.String())))))
}

func (b *builder) notFeed(why string) error {
	return &transport.Error{Trouble: transport.NotFeed, Address: transport.Redact(b.address), Err: errors.New(why)}
}

// isConflicts reports whether an element is sx:conflicts, whose contents are not items of this
// feed (SSE 0.91 to FeedSync 1.0).
func isConflicts(f *frame) bool {
	if !strings.EqualFold(f.name.Local, "conflicts") {
		return false
	}
	switch strings.Replace(f.space, "https://", "http://", 1) {
	case "http://feedsync.org/2007/feedsync", "http://www.microsoft.com/schemas/sse",
		"http://www.microsoft.com/schemas/rss/sse", undeclared + "sx":
		return true
	}
	return false
}
