package csx

import (
	"strings"
	"unicode"

	"crossfeed/engine/internal/xmlstream"
)

// end closes an element, and all unclosed elements in it.
func (b *builder) end(name xmlstream.Name) {
	at := b.opened(name)
	if b.deeper > 0 && (at < 0 || !b.open[at].meaning.holds()) {
		b.deeper--
		return
	}
	b.deeper = 0
	switch {
	case at < 0:
		b.stray(name)
		return
	case b.open[at].name != name:
		b.reportOnce(name.String(), b.open[at].line, ElementCase, "</%s> stands for </%s>", name, b.open[at].name)
	}
	if m := b.open[at].meaning; m == root || m == channel && !b.itemsFollow() {
		b.closed = true
	}
	for len(b.open) > at {
		b.pop()
	}
}

// itemsFollow reports whether items follow the channel, as in RSS 1.0.
func (b *builder) itemsFollow() bool { return strings.EqualFold(b.open[0].name.Local, "RDF") }

// holds reports whether the end tags of ordinary elements never close this element.
func (m meaning) holds() bool { return m == root || m == channel || m == item }

// opened returns the index of the innermost open element that an end tag closes, or -1. Inside
// an item, only a structural end tag closes anything outside it.
func (b *builder) opened(name xmlstream.Name) int {
	structure := structural(name.Local)
	for i := len(b.open) - 1; i >= 0; i-- {
		f := &b.open[i]
		if strings.EqualFold(f.name.Local, name.Local) && strings.EqualFold(f.name.Prefix, name.Prefix) {
			return i
		}
		if f.meaning.holds() && !structure {
			return -1
		}
	}
	return -1
}

func structural(local string) bool {
	switch m, _ := ofRSS.of(local); m {
	case channel, item:
		return true
	}
	return isRoot(local) || strings.EqualFold(local, "feed") || strings.EqualFold(local, "entry")
}

// stray handles an end tag that closes nothing: it may be the misspelled end of a text, or
// nothing.
func (b *builder) stray(name xmlstream.Name) {
	if len(b.open) == 0 {
		return
	}
	f := b.top()
	if f.meaning.holdsText() && f.meaning != description && f.meaning != summary && len(f.text) > 0 {
		b.report(f.line, NotWellFormed, "</%s> closes nothing, and is taken for </%s>", name, f.name)
		b.pop()
	}
}

// pop closes the innermost element.
func (b *builder) pop() {
	f := b.top()
	if b.item != nil {
		b.item.addToHash(endMark)
	}
	b.closeTag(f)
	b.close(f)
	b.scope = b.scope[:f.scope]
	b.open = b.open[:len(b.open)-1]
}

// close processes the contents of an element.
func (b *builder) close(f *frame) {
	if f.cut && f.meaning != csxLink {
		b.report(f.line, TextCut, "<%s> is longer than %d bytes; what is beyond is left out", f.name, len(f.text))
	}
	f.convert()
	switch {
	case f.meaning == item:
		b.finish()
	case f.meaning == csxLink:
		b.link(f)
	case b.item != nil:
		b.item.take(b, f)
	case f.meaning.holdsText():
		b.header(f)
	}
}

// header takes over the first channel's own data. The first value of each counts.
func (b *builder) header(f *frame) {
	switch f.meaning {
	case title:
		first(&b.feed.Title, f)
	case description:
		first(&b.feed.Text, f)
	case link:
		first(&b.feed.Link, f)
	case lastBuild:
		if b.built.IsZero() || b.builtByCSX && f.space != Namespace {
			b.built, b.builtByCSX = b.date(f), f.space == Namespace
		}
	case pubDate:
		if b.published.IsZero() {
			b.published = b.date(f)
		}
	}
}

// first stores a text unless there is one already.
func first(into *string, f *frame) {
	if *into == "" {
		*into = trimmed(string(f.text))
	}
}

// trimmed returns a text without surrounding white space, and without byte order marks, which
// programs leave behind when they join files.
func trimmed(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
}
