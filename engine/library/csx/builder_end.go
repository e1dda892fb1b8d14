package csx

import (
	"strings"
	"unicode"

	"crossfeed/engine/internal/xmlstream"
)

// end closes an element, and all in it that has no end of its own.
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
		b.tellOnce(name.String(), b.open[at].line, ElementCase, "</%s> stands for </%s>", name, b.open[at].name)
	}
	if m := b.open[at].meaning; m == root || m == channel && !b.itemsFollow() {
		b.closed = true
	}
	for len(b.open) > at {
		b.pop()
	}
}

// itemsFollow tells of RSS 1.0, where they stand behind the channel.
func (b *builder) itemsFollow() bool { return strings.EqualFold(b.open[0].name.Local, "RDF") }

// holds tells of the elements that an end tag of something else never closes.
func (m meaning) holds() bool { return m == root || m == channel || m == item }

// opened is the innermost open element that an end tag closes, or -1. One in an item closes
// nothing around it.
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
	return isRoot(local)
}

// stray is an end tag that closes nothing: the end of a text that is spelled otherwise, or
// nothing at all.
func (b *builder) stray(name xmlstream.Name) {
	if len(b.open) == 0 {
		return
	}
	f := b.top()
	if f.meaning.holdsText() && f.meaning != description && len(f.text) > 0 {
		b.tell(f.line, NotWellFormed, "</%s> closes nothing, and is taken for </%s>", name, f.name)
		b.pop()
	}
}

// pop closes the innermost element.
func (b *builder) pop() {
	f := b.top()
	if b.item != nil {
		b.item.say(endMark)
	}
	b.close(f)
	b.scope = b.scope[:f.scope]
	b.open = b.open[:len(b.open)-1]
}

// close takes in what stood in an element.
func (b *builder) close(f *frame) {
	if f.cut && f.meaning != csxLink {
		b.tell(f.line, TextCut, "<%s> is longer than %d bytes; what is beyond is left out", f.name, len(f.text))
	}
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

// header takes in what the first channel says of itself: what it says first.
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

// first takes a text in where there is none yet.
func first(into *string, f *frame) {
	if *into == "" {
		*into = trimmed(string(f.text))
	}
}

// trimmed is a text without white space around it, and without the marks of the byte order
// that stand where programs join files.
func trimmed(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
}
