package window

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// keyVersion is a version of an item, as the test created it.
type keyVersion struct {
	name, by string
	deleted  bool
	values   map[string]string
	made     *item.Version
}

// original represents the original among the versions.
var original = &keyVersion{name: "original"}

// keyItem holds the versions of an item, the winner first, and its original, which is nil if
// it is unknown.
type keyItem struct {
	kind     *keyKind
	versions []*keyVersion
	base     *keyVersion
	// straight is set if every update resolves all conflicts, as in SSE 0.91.
	straight bool
}

// String describes the versions, for a test that fails.
func (it *keyItem) String() string {
	if it == nil {
		return "no item"
	}
	text := ""
	for _, v := range append(slices.Clone(it.versions), it.base) {
		if v != nil {
			text += fmt.Sprintf("\n%s, deleted: %v, %q", v.name, v.deleted, v.values)
		}
	}
	return text
}

func (v *keyVersion) equals(o *keyVersion) bool {
	return v.deleted && o.deleted || v.deleted == o.deleted && maps.Equal(v.values, o.values)
}

// columns returns the versions that a person is asked about, the winner first: equal versions
// share a column, and a losing version that changes nothing has none.
func (it keyItem) columns() [][]*keyVersion {
	all := [][]*keyVersion{}
	for _, v := range it.versions {
		if i := slices.IndexFunc(all, func(c []*keyVersion) bool { return c[0].equals(v) }); i >= 0 {
			all[i] = append(all[i], v)
		} else {
			all = append(all, []*keyVersion{v})
		}
	}
	return slices.DeleteFunc(all, func(c []*keyVersion) bool {
		return c[0] != it.versions[0] && it.base != nil && c[0].equals(it.base)
	})
}

// heads returns the first version of each column.
func (it keyItem) heads() (all []*keyVersion) {
	for _, c := range it.columns() {
		all = append(all, c[0])
	}
	return all
}

// headOf returns the first version in the column of a version, or nil.
func (it keyItem) headOf(v *keyVersion) *keyVersion {
	for _, c := range it.columns() {
		if slices.Contains(c, v) {
			return c[0]
		}
	}
	return nil
}

// gone reports whether a version no longer has a column.
func (it keyItem) gone(v *keyVersion) bool { return v != nil && v != original && it.headOf(v) == nil }

// locked reports whether a column cannot be excluded: that of the winner, the person's own,
// and all of them if every update resolves all conflicts.
func (it keyItem) locked(head *keyVersion) bool {
	if it.straight {
		return true
	}
	for _, c := range it.columns() {
		if c[0] == head {
			return head == it.versions[0] || !slices.ContainsFunc(c, func(v *keyVersion) bool { return v.by != "desk" })
		}
	}
	return false
}

// prediction is the state of a field before any choice: its values in the versions and in the
// original, and the suggestion for the included versions.
type prediction struct {
	values     map[*keyVersion]string
	set, alike bool
	// whole is set if the value has no words to merge.
	whole bool
	// suggested is the merge, unless it is open. There is none if no included version has a
	// value.
	suggested  string
	open, none bool
	stretches  []predictedStretch
	// ended is set if the merge of a text ends in a line break.
	ended bool
	// words is the word-by-word merge of an open value, or nil.
	words *string
}

type predictedStretch struct {
	texts map[*keyVersion]string
	value string
	// from is the version of the suggestion, or nil.
	from        *keyVersion
	open, alike bool
	// movedTo is the number of the hunk to which movedBy moved a paragraph of this one;
	// movedBy is nil if nobody did.
	movedTo int
	movedBy *keyVersion
	// move is that move.
	move *merge.Move
	// words is the word-by-word merge, or nil. changed are the versions that it merges.
	words   *string
	changed []*keyVersion
	// moved is a paragraph that one version moved and another edited, or nil.
	moved *predictedMove
}

// predictedMove holds the texts of two hunks after merging a moved and edited paragraph. The
// second may be the same as the first.
type predictedMove struct {
	here, there string
	to          int
	who         []*keyVersion
}

// predict returns the state of all fields if some versions are included.
func (it keyItem) predict(included map[*keyVersion]bool) map[string]prediction {
	all := map[string]prediction{}
	for _, field := range it.kind.fields {
		all[field] = it.predictField(field, included)
	}
	return all
}

func (it keyItem) predictField(field string, included map[*keyVersion]bool) prediction {
	t := prediction{values: map[*keyVersion]string{}, set: it.kind.set(field), whole: field == conflicts.Place, alike: true}
	same := func(a, b string) bool { return a == b || t.set && members(a) == members(b) }
	var base *string
	if it.base != nil {
		value := it.base.values[field]
		base, t.values[original] = &value, value
	}
	var live, who []*keyVersion
	heads := it.heads()
	for _, v := range heads {
		if !v.deleted {
			t.values[v], live = v.values[field], append(live, v)
			if included[v] {
				who = append(who, v)
			}
		}
		t.alike = t.alike && same(t.values[v], t.values[heads[0]])
	}
	if t.whole { // a deletion says nothing about the position
		t.alike = !slices.ContainsFunc(live, func(v *keyVersion) bool { return t.values[v] != t.values[live[0]] })
	}
	t.none = len(who) == 0
	if field == it.kind.text {
		t.cut(base, live, who)
	}
	t.suggest(base, who, same)
	return t
}

// suggest merges the included versions.
func (t *prediction) suggest(base *string, who []*keyVersion, same func(a, b string) bool) {
	var distinct []string
	for _, v := range who {
		value := t.values[v]
		if (base == nil || !same(value, *base)) && !slices.ContainsFunc(distinct, func(d string) bool { return same(d, value) }) {
			distinct = append(distinct, value)
		}
	}
	switch {
	case t.none:
	case len(distinct) == 0:
		t.suggested = *base
	case len(distinct) == 1:
		t.suggested = distinct[0]
	case base != nil && t.set && !replaced(*base, distinct):
		t.suggested = united(*base, distinct)
	case base != nil && t.stretches != nil && !slices.ContainsFunc(t.stretches, func(h predictedStretch) bool { return h.open }):
		var parts []string
		for _, h := range t.stretches {
			parts = append(parts, h.value)
		}
		t.suggested = fitted(parts, t.ended)
	default:
		t.open = true
	}
	if t.open && base != nil && !t.set && !t.whole && t.stretches == nil {
		var changed []string
		for _, v := range who {
			if t.values[v] != *base {
				changed = append(changed, t.values[v])
			}
		}
		if words, fits := merge.Words(*base, changed); fits {
			t.words = &words
		}
	}
}

// replaced reports whether two removed the same member and added members that the other did
// not: both may have replaced it.
func replaced(base string, sets []string) bool {
	only := func(a, b string) []string {
		return slices.DeleteFunc(lines(a), func(m string) bool { return slices.Contains(lines(b), m) })
	}
	for i, a := range sets {
		for _, b := range sets[:i] {
			both := slices.ContainsFunc(only(base, a), func(m string) bool { return !slices.Contains(lines(b), m) })
			mine := slices.ContainsFunc(only(a, base), func(m string) bool { return !slices.Contains(lines(b), m) })
			yours := slices.ContainsFunc(only(b, base), func(m string) bool { return !slices.Contains(lines(a), m) })
			if both && mine && yours {
				return true
			}
		}
	}
	return false
}

// united returns the members of a set, with additions and without removals.
func united(base string, sets []string) string {
	all := lines(base)
	for _, set := range sets {
		all = slices.DeleteFunc(all, func(m string) bool {
			return slices.Contains(lines(base), m) && !slices.Contains(lines(set), m)
		})
		for _, m := range lines(set) {
			if !slices.Contains(lines(base), m) && !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return strings.Join(all, "\n")
}

// cut splits a text into hunks in which the versions with a value differ: without package merge
// where splitAlone is certain, which is so for more than half of the texts. For the others, the
// model asks package merge, which has its own tests.
func (t *prediction) cut(base *string, live, who []*keyVersion) {
	values, among := []string{}, []int{}
	for i, v := range live {
		values = append(values, t.values[v])
		if slices.Contains(who, v) {
			among = append(among, i)
		}
	}
	t.ended = endedAs(base, pickAll(values, among))
	if len(slices.Compact(slices.Sorted(slices.Values(values)))) < 2 {
		return
	}
	for _, c := range chunksOf(base, values, among) {
		h := predictedStretch{texts: map[*keyVersion]string{}, value: c.Value, open: c.Open, alike: c.Alike}
		if base != nil {
			h.texts[original] = c.Base
		}
		for i, v := range live {
			h.texts[v] = c.Texts[i]
		}
		if c.From >= 0 && !c.Open {
			h.from = who[c.From]
		}
		h.words = c.Words
		for _, n := range c.Changed {
			h.changed = append(h.changed, who[n])
		}
		if m := c.Move; m != nil && m.To != len(t.stretches) {
			h.movedTo, h.movedBy, h.move = m.To, who[m.By], m
		}
		if m := c.Move; m != nil && !m.Unclear {
			h.moved = &predictedMove{here: m.Here, there: m.There, to: m.To, who: []*keyVersion{who[m.By], who[m.Edited]}}
		}
		t.stretches = append(t.stretches, h)
	}
}

// chunksOf returns the hunks of a text. Package merge says what the merge of their words is.
func chunksOf(base *string, values []string, among []int) []merge.Chunk {
	chunks := merge.Compare(base, values).Among(among)
	parts, certain := splitAlone(base, values, among)
	if splits.all++; !certain {
		return chunks
	}
	splits.alone++
	var all []merge.Chunk
	for i, p := range parts {
		c := merge.Chunk{Base: p.base, Texts: p.texts, Alike: p.alike}
		c.Open, c.Value, c.From, c.Changed = p.open, p.value, p.from, p.changed
		if len(chunks) == len(parts) {
			c.Words = chunks[i].Words
		}
		all = append(all, c)
	}
	return all
}

func pickAll(values []string, which []int) (all []string) {
	for _, i := range which {
		all = append(all, values[i])
	}
	return all
}

// endedAs reports whether the merge of texts ends in a line break: like the original, unless a
// version changed that. Without an original, the first text decides; empty texts do not count.
func endedAs(base *string, values []string) bool {
	was := base != nil && strings.HasSuffix(*base, "\n")
	for _, v := range values {
		if ends := strings.HasSuffix(v, "\n"); v != "" && (base == nil || ends != was) && (ends || base == nil || *base != "") {
			return ends
		}
	}
	return was
}

// fitted joins hunks: each line except for the last one has a line ending.
func fitted(parts []string, ended bool) string { return strings.Join(fittedParts(parts, ended), "") }

func fittedParts(parts []string, ended bool) []string {
	all, last := slices.Clone(parts), -1
	for i, p := range all {
		if p == "" {
			continue
		}
		if last >= 0 && !strings.HasSuffix(all[last], "\n") {
			all[last] += "\n"
		}
		last = i
	}
	switch {
	case last < 0:
	case ended && !strings.HasSuffix(all[last], "\n"):
		all[last] += "\n"
	case !ended && len(all[last]) > 1 && !strings.HasSuffix(all[last], "\n\n"):
		all[last] = strings.TrimSuffix(all[last], "\n")
	}
	return all
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// members returns a text that is equal for equal sets, whatever their order.
func members(set string) string {
	return strings.Join(slices.Sorted(slices.Values(lines(set))), "\n")
}

// readKeyVersion converts a stored version.
func readKeyVersion(kind *keyKind, v *item.Version) *keyVersion {
	return &keyVersion{name: v.Top().String(), by: v.Top().By, deleted: v.Deleted, made: v, values: valuesOf(kind, v)}
}

// valuesOf returns the values of a version.
func valuesOf(kind *keyKind, v *item.Version) map[string]string {
	read, values := record.Read(v.Content), map[string]string{}
	for _, field := range kind.fields {
		if values[field] = v.Place.Parent + " " + v.Place.Key; field != conflicts.Place {
			values[field] = read.Get(field)
		}
	}
	return values
}
