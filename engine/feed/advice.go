package feed

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// What is here is said by Check alone: readers understand it, or pass over it as the
// specifications say, and its publisher should still do better.

// advise warns where Check reads.
func (x *examiner) advise(at int64, rule, section, format string, args ...any) {
	if x.checking {
		x.warn(at, rule, section, format, args...)
	}
}

func (h *header) advise(line int, rule, section, format string, args ...any) {
	if h.checking {
		h.problem(Warning, line, rule, section, format, args...)
	}
}

// checkLenient tells of a time that is not written as its dialect says.
func (x *examiner) checkLenient(h *historyDraft, in *sections) {
	if x.checking && !strict(in == &sections091, h.when.text) {
		x.warn(h.at, "lenient-when", in.when, "when=%q is read, and other readers may refuse it; write it like %s", h.when.text, usualTime(in == &sections091))
	}
}

// strict reports whether a time is written as its dialect says.
func strict(older bool, text string) bool {
	if older {
		return strict822.MatchString(text)
	}
	return strict3339.MatchString(text)
}

func usualTime(older bool) string {
	if older {
		return "Sat, 21 May 2005 11:43:33 GMT"
	}
	return "2005-05-21T11:43:33Z"
}

// checkTwice finds updates of one endpoint that have one number and are not the same: its
// identifier is in use twice.
func (x *examiner) checkTwice(drafts []*draft) {
	type update struct {
		by       string
		sequence int
	}
	type told struct {
		when item.When
		at   int64
	}
	first := map[update]told{}
	meet := func(h *historyDraft, in *sections) {
		u := update{h.by.text, h.number}
		before, known := first[u]
		switch {
		case u.by == "" || u.sequence == 0 || !h.time.Present():
		case !known:
			first[u] = told{h.time, h.at}
		case !before.when.Equal(h.time):
			x.warn(h.at, "endpoint-twice", in.history, "update %d by %q has another time in line %d: one identifier is in use at two endpoints", u.sequence, u.by, x.lines.of(before.at))
		}
	}
	for _, d := range drafts {
		switch s := d.sync; {
		case s != nil:
			for i := range s.history {
				meet(&s.history[i], s.dialect.sections())
			}
		case d.told != nil:
			meet(&d.told.historyDraft, &sections091)
		}
	}
}

// token is the next token. Check looks at what it declares.
func (r *Reader) token() (*xmlstream.Token, error) {
	t, err := r.scan.Next()
	if err != nil || !r.checking || t.Kind != xmlstream.Start {
		return t, err
	}
	for i := range t.Attrs {
		if _, declares := t.Attrs[i].Declares(); declares {
			r.nearly(t, t.Attrs[i].Value)
		}
	}
	return t, nil
}

// nearly tells once of a namespace that is a dialect's but for its spelling: what is in it
// takes no part.
func (r *Reader) nearly(t *xmlstream.Token, space string) {
	if dialectOf(space) != "" || slices.Contains(r.near, space) {
		return
	}
	for _, known := range []string{namespaceFeedSync10, namespaceSSE093, namespaceSSE091} {
		if spelled(space) == spelled(known) {
			r.near = append(r.near, space)
			section := sectionNamespace
			if known == namespaceSSE091 {
				section = sectionNamespace091
			}
			r.head.problem(Warning, r.scan.Position(t.From).Line, "near-namespace", section, "the namespace %s is none of sharing; %s is", brief(space), known)
		}
	}
}

// spelled is a namespace without what is often misspelled in one.
func spelled(space string) string {
	space = strings.ToLower(strings.TrimSpace(space))
	space = strings.TrimPrefix(strings.TrimPrefix(space, "http://"), "https://")
	return strings.TrimRight(space, "/#")
}

// checkEmpty tells of attributes of an element that are given and empty.
func (h *header) checkEmpty(e *etree.Element, line int, section string, names ...string) {
	for _, name := range names {
		if value, given := item.Attr(e, name); given && strings.TrimSpace(value) == "" {
			h.advise(line, "empty-"+name, section, "%s of sx:%s is empty; leave it out", name, e.Tag)
		}
	}
}

// lineOf is the line of a child of the sx:sharing that was read last.
func (h *header) lineOf(parent, child *etree.Element) int {
	n := 1
	for _, c := range parent.ChildElements() {
		if c == child {
			break
		}
		n += 1 + len(c.FindElements(".//*"))
	}
	return h.lines[min(n, len(h.lines)-1)]
}
