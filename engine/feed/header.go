package feed

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// header collects the feed-level data.
type header struct {
	doc     Document
	foreign *etree.Element
	nodes   int // elements and attributes seen
	// checking reports whether Check is reading. lines are the lines of the elements in the
	// sx:sharing that was read last, in document order.
	checking bool
	lines    []int
}

func (h *header) document() Document {
	d := h.doc
	if h.foreign != nil {
		d.Foreign = xmlOf(h.foreign)
	}
	return d
}

// feedLevel reads a child of the feed that is not an item.
func (r *Reader) feedLevel(t *xmlstream.Token) error {
	switch {
	case isSharing(t):
		return r.sharing(t)
	case isDevice(t):
		return r.readElement(t, etree.NewElement("feed"), r.head.device)
	case r.format.isFeedLevel(t):
		return r.readElement(t, etree.NewElement("feed"), r.head.own)
	}
	if r.head.foreign == nil {
		r.head.foreign = etree.NewElement("foreign")
	}
	return r.readElement(t, r.head.foreign, nil)
}

func isSharing(t *xmlstream.Token) bool { return dialectOf(t.Space) != "" && t.Name.Local == "sharing" }

// sharing reads an sx:sharing by the rules of its dialect, whose model has to be the
// document's.
func (r *Reader) sharing(t *xmlstream.Token) error {
	dialect, root := dialectOf(t.Space), etree.NewElement("feed")
	if now := r.inUse(); !r.format.speaks(dialect) || now != "" && !sameFamily(now, dialect) {
		r.head.problem(Error, r.scan.Position(t.From).Line, "other-family", "SSE 0.91 §1.1", "this sx:sharing is one of %s, and the document is not; it is passed over", dialect)
		return r.readElement(t, root, nil)
	}
	r.dialect = dialect
	if dialect == item.SSE091 {
		return r.readElement(t, root, r.head.sharing091)
	}
	return r.readElement(t, root, r.head.sharing)
}

// readElement reads a complete element under root, and passes it to use with its line.
func (r *Reader) readElement(t *xmlstream.Token, root *etree.Element, use func(e *etree.Element, line int)) error {
	line := r.scan.Position(t.From).Line
	within := isSharing(t)
	r.head.lines = append(r.head.lines[:0], line)
	r.build.begin(maxNodes - r.head.nodes)
	if err := r.hook.around(t); err != nil {
		return err
	}
	if err := r.build.subtree(t, root); err != nil {
		return err
	}
	for done := false; !done; {
		t, err := r.token()
		if err != nil {
			return err
		}
		if t.Kind == xmlstream.Start && within {
			r.head.lines = append(r.head.lines, r.scan.Position(t.From).Line)
		}
		if done, err = r.build.token(t); err != nil {
			return err
		}
		if over := r.build.excess; over.why != "" {
			return r.scan.Fault(over.at, xmlstream.RuleLimit, "%s", over.why)
		}
		if err := r.hook.around(t); err != nil {
			return err
		}
	}
	r.head.nodes = maxNodes - r.build.budget
	if use != nil {
		use(root.Child[0].(*etree.Element), line)
	}
	return nil
}

// own reads an element that the format defines. Atom's elements are recognized in RSS, too.
func (h *header) own(e *etree.Element, line int) {
	d, text := &h.doc, strings.TrimSpace(textOf(e))
	if n := longestOf(LongestLine, text); n > 0 && !slices.Contains(ofDocument, e.Tag) {
		s := Size{Field: e.Tag, Characters: n}
		d.Sizes, d.Problems = append(d.Sizes, s), append(d.Problems, s.problem(line))
	}
	isAtom := e.NamespaceURI() == item.NamespaceAtom
	switch e.Tag {
	case "title":
		d.Title = text
	case "ownerName":
		if d.Author != "" && d.Author != text {
			d.Unsaid = append(d.Unsaid, "ownerEmail")
		}
		d.Author = text
	case "ownerEmail", "managingEditor":
		h.author(e, text)
	case "subtitle", "description":
		d.Subtitle = text
	case "id":
		d.ID = text
	case "author":
		h.author(e, nameOf(e))
	case "link":
		h.link(e, isAtom, text)
	case "updated":
		d.Updated, _ = ParseRFC3339(text)
	case "lastBuildDate", "dateModified":
		d.Updated, _ = ParseRFC822(text)
	case "pubDate", "dateCreated":
		if d.Updated.IsZero() {
			d.Updated, _ = ParseRFC822(text)
		}
	case "ttl":
		d.TTL = minutes(text)
		h.unsaid(e)
	default:
		h.unsaid(e)
	}
}

// minutes parses a whole number of minutes; it returns 0 if it is invalid or more than a year.
func minutes(text string) time.Duration {
	const year = 365 * 24 * 60
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > year {
		return 0
	}
	return time.Duration(n) * time.Minute
}

// author reads an element about the author. The first one counts.
func (h *header) author(e *etree.Element, name string) {
	h.doc.Author = first(h.doc.Author, name)
	if h.doc.Author != name || len(e.ChildElements()) > 1 {
		h.unsaid(e)
	}
}

// nameOf returns the name of a person (RFC 4287 §3.2.1).
func nameOf(person *etree.Element) string {
	for _, e := range person.ChildElements() {
		if e.Tag == "name" && e.NamespaceURI() == item.NamespaceAtom {
			return strings.TrimSpace(textOf(e))
		}
	}
	return ""
}

func (h *header) link(e *etree.Element, isAtom bool, text string) {
	rel := attrText(e, "rel")
	switch href := strings.TrimSpace(attrText(e, "href")); {
	case !isAtom:
		h.doc.Link = text
	case rel == "self":
		h.doc.Self = href
	case (rel == "" || rel == "alternate") && (h.doc.Link == "" || h.doc.Link == href):
		h.doc.Link = href
	default:
		h.unsaid(e)
	}
}

// ofDocument are the elements about the document and the program that wrote it, rather than
// about the feed.
var ofDocument = []string{"generator", "docs", "expansionState", "vertScrollState", "windowTop", "windowLeft", "windowBottom", "windowRight"}

// mostUnsaid limits the recorded names: no format has more elements than that.
const mostUnsaid = 50

// unsaid records an element that no field of the document represents, unless it is empty.
func (h *header) unsaid(e *etree.Element) {
	if len(h.doc.Unsaid) == mostUnsaid {
		return
	}
	if says := len(e.Attr) > 0 || strings.TrimSpace(textOf(e)) != ""; says && !slices.Contains(ofDocument, e.Tag) && !slices.Contains(h.doc.Unsaid, e.Tag) {
		h.doc.Unsaid = append(h.doc.Unsaid, e.Tag)
	}
}

// sharing reads an sx:sharing (SSE 0.93 §2.2). The last one counts.
func (h *header) sharing(e *etree.Element, line int) {
	s := &Sharing{Since: attrText(e, "since"), Until: attrText(e, "until"), Expires: attrText(e, "expires"), Related: []Related{}}
	h.checkEmpty(e, line, sectionSharing, "since", "until", "expires")
	switch {
	case (s.Since == "") != (s.Until == ""):
		h.problem(Error, line, "since-without-until", sectionSharing, "since and until are only valid together; both are ignored")
		s.Since, s.Until = "", ""
	case s.Since > s.Until:
		h.advise(line, "since-after-until", sectionSharing, "since=%q is after until=%q: the feed says that it holds nothing", brief(s.Since), brief(s.Until))
	}
	if s.Expires != "" {
		s.Expires = h.expires(s.Expires, line)
	}
	for _, c := range e.ChildElements() {
		if c.Tag == "related" && isFeedSync(c.NamespaceURI()) {
			s.Related = append(s.Related, h.related(c, h.lineOf(e, c), sectionRelated))
		}
	}
	h.doc.Sharing = s
}

// expires returns the time of expires as written, but converts RFC 822 to RFC 3339; it returns
// "" for anything else.
func (h *header) expires(text string, line int) string {
	_, err := ParseRFC3339(text)
	if err == nil {
		h.checkTime("expires", text, false, line, sectionSharing)
		return text
	}
	if t, otherwise := ParseRFC822(text); otherwise == nil {
		h.problem(Warning, line, "lenient-expires", sectionSharing, "expires=%q is an RFC 822 time, which only SSE 0.91 has; write it like %s", brief(text), FormatRFC3339(t))
		return FormatRFC3339(t)
	}
	h.problem(Warning, line, "bad-expires", sectionSharing, "expires: %v; it is ignored", err)
	return ""
}

// checkTime warns about a time that is not in the format of its dialect.
func (h *header) checkTime(name, text string, older bool, line int, section string) {
	if !strict(older, text) {
		h.advise(line, "lenient-"+name, section, "%s=%q is read, and other readers may refuse it; write it like %s", name, brief(text), usualTime(older))
	}
}

// related reads an sx:related (SSE 0.93 §2.3, SSE 0.91 §2.2).
func (h *header) related(e *etree.Element, line int, section string) Related {
	r := Related{Link: attrText(e, "link"), Title: attrText(e, "title"), Type: attrText(e, "type")}
	h.checkEmpty(e, line, section, "title", "since", "until")
	if u, err := url.Parse(r.Link); err != nil || !u.IsAbs() {
		h.problem(Error, line, "bad-related", section, "the link %q of sx:related is no absolute address", r.Link)
	}
	if r.Type != Complete && r.Type != Aggregated {
		h.problem(Error, line, "bad-related", section, "the type %q of sx:related is neither %s nor %s", r.Type, Complete, Aggregated)
	}
	return r
}

func (h *header) problem(severity Severity, line int, rule, section, format string, args ...any) {
	h.doc.Problems = append(h.doc.Problems, Problem{Severity: severity, Line: line, Rule: rule, Section: section, Text: fmt.Sprintf(format, args...)})
}

// sharing091 reads an sx:sharing of SSE 0.91 (§2.1). The last one counts. Its version may be
// anything.
func (h *header) sharing091(e *etree.Element, line int) {
	s := &Sharing{Version: attrText(e, "version"), Related: []Related{}}
	h.checkEmpty(e, line, sectionSharing091, "since", "until", "window")
	if s.Version == "" {
		h.advise(line, "missing-sharing-version", sectionSharing091, "sx:sharing has no version; write version=%q", version091)
	}
	s.Since, s.Until = h.instant(e, "since", line, sectionSharing091), h.instant(e, "until", line, sectionSharing091)
	if after(s.Since, s.Until) {
		h.advise(line, "since-after-until", sectionSharing091, "since=%q is after until=%q: the feed says that it holds nothing", s.Since, s.Until)
	}
	if window := strings.TrimSpace(attrText(e, "window")); window != "" {
		days, err := strconv.Atoi(window)
		if err != nil || days < 0 {
			h.problem(Warning, line, "bad-window", sectionSharing091, "window=%q is not a number of days; it is ignored", brief(window))
			days = 0
		}
		s.Window = days
	}
	for _, c := range e.ChildElements() {
		if c.Tag == "related" && dialectOf(c.NamespaceURI()) == item.SSE091 {
			at := h.lineOf(e, c)
			r := h.related(c, at, sectionRelated091)
			r.Since, r.Until = h.instant(c, "since", at, sectionRelated091), h.instant(c, "until", at, sectionRelated091)
			s.Related = append(s.Related, r)
		}
	}
	h.doc.Sharing = s
}

// instant returns an optional time attribute as written (SSE 0.91 §2.1, §2.2), or "" if it is
// not a time.
func (h *header) instant(e *etree.Element, name string, line int, section string) string {
	text := strings.TrimSpace(attrText(e, name))
	if text == "" {
		return ""
	}
	if _, err := ParseInstant(text); err != nil {
		h.problem(Warning, line, "bad-"+name, section, "%s: %v; it is ignored", name, err)
		return ""
	}
	h.checkTime(name, text, true, line, section)
	return text
}

// after reports whether a and b are both instants and a is the later one.
func after(a, b string) bool {
	x, errA := ParseInstant(a)
	y, errB := ParseInstant(b)
	return errA == nil && errB == nil && x.After(y)
}

// Device is a device that a feed names: <cf:device id="…" name="…"/> at the level of the feed,
// in our namespace. The feed's own publisher is among them if it wants to be known by a name:
// its ID is then the feed's Author. The others are devices that the publisher knows of.
type Device struct {
	// ID is the identifier in updates (by). Name is the device's name as written: readers
	// clean it.
	ID, Name string
}

const deviceName = "device"

// mostDevices limits how many names of a feed are read.
const mostDevices = 500

func isDevice(t *xmlstream.Token) bool {
	return t.Space == namespaceOwn && t.Name.Local == deviceName
}

// device reads the name of a device. The first name of each device counts.
func (h *header) device(e *etree.Element, _ int) {
	d := Device{ID: attrText(e, "id"), Name: attrText(e, "name")}
	if d.ID == "" || len(h.doc.Devices) == mostDevices {
		return
	}
	for _, known := range h.doc.Devices {
		if known.ID == d.ID {
			return
		}
	}
	h.doc.Devices = append(h.doc.Devices, d)
}

// devices writes the names of devices.
func (w *Writer) devices() {
	e := &w.enc
	for _, d := range w.doc.Devices {
		outside := e.surroundings
		e.line()
		e.text("<cf:", deviceName)
		e.ensure("cf", namespaceOwn)
		e.attr("id", d.ID)
		e.attr("name", d.Name)
		e.text("/>")
		e.surroundings = outside
	}
}

// foreign republishes foreign feed-level markup (SSE 0.93 §2.1.8), except for attributes,
// which header writes, and the names of devices: older versions of Crossfeed stored the names
// in a feed that they read as foreign markup, where they would never be updated.
func (w *Writer) foreign() error {
	if w.doc.Foreign == "" {
		return nil
	}
	src := xmlstream.NewText(w.doc.Foreign)
	if _, err := src.Next(); err != nil {
		return fmt.Errorf("foreign markup of the feed: %w", err)
	}
	return each(src, func(t *xmlstream.Token) error {
		if isDevice(t) || isCarrier(t) {
			return past(src)
		}
		return w.enc.carry(src, t)
	}, w.enc.raw)
}
