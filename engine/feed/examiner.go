package feed

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/item"
)

// examiner validates a draft and creates the item from it.
type examiner struct {
	lines lines
	// format and dialect are the document's.
	format   *format
	dialect  item.Dialect
	id       string
	problems []Problem
	failed   bool
	checking bool
}

// fail reports an error and skips the item.
func (x *examiner) fail(at int64, rule, section, format string, args ...any) {
	x.failed = true
	x.report(Error, at, rule, section, format, args...)
}

func (x *examiner) warn(at int64, rule, section, format string, args ...any) {
	x.report(Warning, at, rule, section, format, args...)
}

func (x *examiner) report(severity Severity, at int64, rule, section, format string, args ...any) {
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = brief(text)
		}
	}
	x.problems = append(x.problems, Problem{severity, x.lines.of(at), x.id, rule, section, fmt.Sprintf(format, args...)})
}

// item creates an item from a draft. It returns nil if the item has to be skipped, for an
// error in itself or in one of its conflicts. Conflicts nested in conflicts count as conflicts
// (SSE 0.93 §2.6, and our interpretation of §3.3).
func (x *examiner) item(d *draft) (*item.Item, error) {
	x.id = d.sync.id.text
	drafts, nested := flatten(d)
	if n := len(drafts) - 1; n > maxConflicts {
		x.fail(d.sync.from, "too-many-conflicts", SectionLimits, "%v", tooManyConflicts(n))
		return nil, nil
	}
	for _, each := range drafts {
		x.check(each)
	}
	if x.checking {
		x.checkTwice(drafts)
	}
	if x.failed {
		return nil, nil
	}
	versions := make([]*item.Version, len(drafts))
	for i, each := range drafts {
		v, err := x.version(each)
		if err != nil {
			return nil, fmt.Errorf("item %q: %w", x.id, err)
		}
		versions[i] = v
	}
	it := &item.Item{Winner: versions[0], Flagged: d.sync.conflict.text == "true"}
	if len(versions) > 1 {
		it.Conflicts, it.Nested = versions[1:], nested
	}
	return it, nil
}

// flatten returns a draft and all conflicts within it, in document order, and which conflict
// contains which (item.Item.Nested).
func flatten(d *draft) (list []*draft, nested []int) {
	list = []*draft{d}
	deep := false
	var add func(of *draft, within int)
	add = func(of *draft, within int) {
		if of.sync == nil {
			return
		}
		for _, c := range of.sync.conflicts {
			list, nested, deep = append(list, c), append(nested, within), deep || within > 0
			add(c, len(list)-1)
		}
	}
	add(d, 0)
	if !deep {
		nested = nil
	}
	return list, nested
}

// version creates a version from a validated draft.
func (x *examiner) version(d *draft) (*item.Version, error) {
	content, err := item.NewContent(d.content)
	if err != nil {
		return nil, err
	}
	s := d.sync
	if s == nil {
		return x.missing(d, content), nil
	}
	v := &item.Version{
		ID: s.id.text, Updates: count(s.updates), Deleted: s.deleted.text == "true", Undeleted: s.deleted.text == "false",
		NoConflicts: s.noconflicts.text == "true", History: make([]item.History, len(s.history)),
		Extra: extraOf(d), Content: content,
	}
	for i := range s.history {
		v.History[i] = s.history[i].entry()
	}
	v.Digest = digestOf(s.history[0].digest.text)
	if s.dialect == item.SSE091 {
		v.Resolved = resolvedOf(s.resolved.text)
	}
	if d.conflict != nil {
		v.Place = s.place()
	}
	if d.publisher != nil {
		v.Publisher = xmlOf(d.publisher)
	}
	return v, nil
}

// digestOf returns a digest as written in a document, or "" if it is not in our format.
func digestOf(text string) string {
	if len(text) != len(item.Hash{}) || strings.Trim(text, "0123456789abcdef") != "" {
		return ""
	}
	return text
}

// count returns the value of updates or sequence, or 0 if it is not allowed: it must be a
// whole number from 1 to 2³¹−1.
func count(v value) int {
	n, err := strconv.Atoi(strings.TrimSpace(v.text))
	if err != nil || n < 1 || n > item.MaxCount {
		return 0
	}
	return n
}

// The following problems are reported only by Check: readers understand these documents, or
// ignore the parts in question as the specifications require, but the publisher should fix
// them.

// advise adds a warning if Check is reading.
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

// checkLenient warns about a time that is not in the format of its dialect.
func (x *examiner) checkLenient(h *historyDraft, in *sections) {
	if x.checking && !strict(in == &sections091, h.when.text) {
		x.warn(h.at, "lenient-when", in.when, "when=%q is read, and other readers may refuse it; write it like %s", h.when.text, usualTime(in == &sections091))
	}
}

// strict reports whether a time is in the format of its dialect.
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

// checkTwice finds different updates of one endpoint that have the same number: its identifier
// is used by two endpoints.
func (x *examiner) checkTwice(drafts []*draft) {
	type update struct {
		by       string
		sequence int
	}
	type firstSeen struct {
		when item.When
		at   int64
	}
	first := map[update]firstSeen{}
	meet := func(h *historyDraft, in *sections) {
		u := update{h.by.text, h.number}
		before, known := first[u]
		switch {
		case u.by == "" || u.sequence == 0 || !h.time.Present():
		case !known:
			first[u] = firstSeen{h.time, h.at}
		case !before.when.Equal(h.time):
			x.warn(h.at, "endpoint-twice", in.history, "update %d by %q has another time in line %d: one identifier is in use at two endpoints", u.sequence, u.by, x.lines.of(before.at))
		}
	}
	for _, d := range drafts {
		switch s := d.sync; {
		case s != nil:
			for i := range s.history {
				meet(&s.history[i], sectionsOf(s.dialect))
			}
		case d.conflict != nil:
			meet(&d.conflict.historyDraft, &sections091)
		}
	}
}

// token returns the next token. For Check, it inspects the namespaces that the token declares.
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

// nearly warns, once for each, about a namespace that is a misspelled namespace of a dialect:
// elements in it are not recognized.
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
			r.head.problem(Warning, r.scan.Position(t.From).Line, "near-namespace", section, "unknown sharing namespace %s; %s is known", brief(space), known)
		}
	}
}

// spelled normalizes a namespace by removing common misspellings.
func spelled(space string) string {
	space = strings.ToLower(strings.TrimSpace(space))
	space = strings.TrimPrefix(strings.TrimPrefix(space, "http://"), "https://")
	return strings.TrimRight(space, "/#")
}

// checkEmpty warns about attributes of an element that are present but empty.
func (h *header) checkEmpty(e *etree.Element, line int, section string, names ...string) {
	for _, name := range names {
		if value, given := item.Attr(e, name); given && strings.TrimSpace(value) == "" {
			h.advise(line, "empty-"+name, section, "%s of sx:%s is empty; leave it out", name, e.Tag)
		}
	}
}

// lineOf returns the line of a child of the sx:sharing that was read last.
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

// Check returns the problems of a document, in document order. They include problems that
// readers can cope with but the publisher should fix, which only Check reports. If the
// document cannot be read, the last problem says why; an error means that reading failed.
func Check(r io.Reader, name string) ([]Problem, error) {
	reader := NewReader(r, name)
	reader.checking, reader.head.checking = true, true
	var problems []Problem
	lines := map[string]int{}
	for {
		e, err := reader.Next()
		if err != nil {
			end, err := unreadable(err)
			problems = append(problems, reader.Document().Problems...)
			problems = append(problems, end...)
			slices.SortStableFunc(problems, func(a, b Problem) int { return a.Line - b.Line })
			return problems, err
		}
		problems = append(problems, e.Problems...)
		if e.Item == nil {
			continue
		}
		id := e.Item.ID()
		if first, twice := lines[id]; twice {
			section := sectionsOf(reader.inUse()).sync
			problems = append(problems, Problem{Warning, max(e.Line, first), id, "repeated-id", section,
				fmt.Sprintf("the item is in line %d already; the two are merged", min(e.Line, first))})
			continue
		}
		lines[id] = e.Line
	}
}

// unreadable returns the problem at which reading a document ended, if any.
func unreadable(err error) ([]Problem, error) {
	var syntax *SyntaxError
	switch {
	case err == io.EOF:
		return nil, nil
	case errors.As(err, &syntax):
		return []Problem{{Severity: Error, Line: syntax.Line, Rule: syntax.Rule, Section: documentSections[syntax.Rule], Text: fmt.Sprintf("column %d: %s", syntax.Column, syntax.Text)}}, nil
	}
	return nil, fmt.Errorf("checking the feed: %w", err)
}

// documentSections are the sections with the rules about a document as a whole.
var documentSections = map[string]string{
	xmlstream.RuleWellFormed: "XML 1.0 §2.1",
	xmlstream.RuleEncoding:   "XML 1.0 §4.3.3",
	xmlstream.RuleLimit:      SectionLimits,
	ruleRoot:                 "SSE 0.93 §1",
	ruleStructure:            "SSE 0.93 §1",
}
