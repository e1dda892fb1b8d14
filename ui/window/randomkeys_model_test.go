package window

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/merge"
)

// chosen is the choice for a field: a value, or the hunks of a text.
type chosen struct {
	value string
	// from is the version from which the whole field was taken. byWhole is set if that was by
	// taking the whole version.
	from    *keyVersion
	byWhole bool
	// stretches are the hunks that were chosen individually, by number.
	stretches map[int]stretch
	// typed is set if the value was typed, or if received versions turned it into a plain
	// text. open is set if a part of it was open then.
	typed, open bool
	// under is the choice that was replaced by typing. loose is set if there is none to return
	// to. deletion is the deletion that was taken as a whole. was is the value before typing
	// and before versions were received.
	under    *chosen
	loose    bool
	deletion *keyVersion
	was      *string
}

type stretch struct {
	text string
	who  []*keyVersion
	// merged is set if the text is not simply those of who, one after the other.
	merged bool
	// typed is nil if the hunk was not typed.
	typed *typedStretch
}

// typedStretch holds the text of a hunk before it was typed, the earlier choice for it, or
// nil, and whether the text ended in a line break when it was typed.
type typedStretch struct {
	was     string
	covered *stretch
	ended   bool
}

// same reports whether a hunk is already chosen in the same way, so that choosing it again is
// not a choice.
func (s stretch) same(o stretch) bool {
	return s.who != nil && s.text == o.text && s.typed == nil && s.merged == o.merged && slices.Equal(s.who, o.who)
}

// choices are all choices at a point in time.
type choices struct {
	whole    *keyVersion
	stays    bool
	fields   map[string]chosen
	included map[*keyVersion]bool
}

func (c choices) copy() choices {
	all := choices{c.whole, c.stays, map[string]chosen{}, maps.Clone(c.included)}
	for name, f := range c.fields {
		f.stretches = maps.Clone(f.stretches)
		all.fields[name] = f
	}
	return all
}

// text returns a text that is equal for equal choices.
func (c choices) text() string {
	var out []string
	for v, in := range c.included {
		if !in {
			out = append(out, v.name)
		}
	}
	slices.Sort(out)
	text := fmt.Sprint(nameOf(c.whole), c.stays, out)
	for _, name := range slices.Sorted(maps.Keys(c.fields)) {
		f := c.fields[name]
		text += fmt.Sprintf("\n%s %q %s %v %v", name, f.value, nameOf(f.from), f.typed, f.open)
		for _, i := range slices.Sorted(maps.Keys(f.stretches)) {
			text += fmt.Sprintf(" %d:%q", i, f.stretches[i].text)
			for _, v := range f.stretches[i].who {
				text += " " + v.name
			}
			if typed := f.stretches[i].typed; typed != nil {
				text += fmt.Sprint(" typed ", typed.ended)
			}
		}
	}
	return text
}

func nameOf(v *keyVersion) string {
	if v == nil {
		return "none"
	}
	return v.name
}

// keyModel is a model of the page as a person understands it: what keys do to the selected
// field or hunk, and what would be saved. From the page itself it knows only the selection.
type keyModel struct {
	item keyItem
	choices
	// past and future are the states to undo and redo, typing is the field that is being typed
	// into.
	past, future []choices
	typing       string
	// draft holds the choices that survive a restart, with the item at that time.
	draft *keyDraft
	known map[string]map[string]prediction
	// restarted is set if the page no longer knows the versions that are gone.
	restarted bool
}

type keyDraft struct {
	item keyItem
	choices
}

// newKeyModel returns the model of an item that nobody has opened.
func newKeyModel(it keyItem) *keyModel {
	m := &keyModel{item: it, choices: choices{fields: map[string]chosen{}, included: map[*keyVersion]bool{}}}
	for _, v := range it.heads() {
		m.included[v] = true
	}
	return m
}

func (m *keyModel) predict(field string) prediction {
	key := ""
	for _, v := range m.item.heads() {
		key += fmt.Sprint(m.included[v])
	}
	if m.known[key] == nil {
		if m.known == nil {
			m.known = map[string]map[string]prediction{}
		}
		m.known[key] = m.item.predict(m.included)
	}
	return m.known[key][field]
}

func (m *keyModel) opened() { m.past, m.future, m.typing = nil, nil, "" }

// step makes a choice that can be undone, unless it changes nothing.
func (m *keyModel) step(change func()) bool {
	before := m.copy()
	change()
	m.store()
	if before.text() == m.text() {
		return false
	}
	m.past, m.future = append(m.past, before), nil
	return true
}

func (m *keyModel) store() { m.draft = &keyDraft{m.item, m.copy()} }

func (m *keyModel) do(change func()) {
	m.step(change)
	m.typing = ""
}

func (m *keyModel) turn(from, to *[]choices) {
	if n := len(*from); n > 0 {
		*to = append(*to, m.copy())
		m.choices, *from, m.typing = (*from)[n-1], (*from)[:n-1], ""
		m.store()
	}
}

func (m *keyModel) undo() { m.turn(&m.past, &m.future) }
func (m *keyModel) redo() { m.turn(&m.future, &m.past) }

// put makes a choice for a field. If a deletion was taken before, the item is no longer
// deleted.
func (m *keyModel) put(field string, c chosen) {
	m.fields[field] = c
	if m.deleted() {
		m.whole = nil
	}
}

// takeWhole takes a version, or the original, for all fields.
func (m *keyModel) takeWhole(v *keyVersion) {
	if v == original && m.item.base == nil {
		return
	}
	m.do(func() {
		m.whole, m.stays, m.fields = v, false, map[string]chosen{}
		for _, field := range m.item.kind.fields {
			if !v.deleted {
				m.fields[field] = chosen{value: m.predict(field).values[v], from: v, byWhole: true}
			}
		}
	})
}

// stay decides that the item is not deleted.
func (m *keyModel) stay() {
	m.do(func() {
		if m.stays = true; m.deleted() {
			m.whole = nil
		}
	})
}

// take takes a version, or the original, for the selected field or hunk.
func (m *keyModel) take(field string, hunk int, v *keyVersion) {
	t := m.predict(field)
	c, has := m.fields[field]
	has = has || m.deleted()
	switch {
	case v.deleted, v == original && m.item.base == nil, t.alike && !has, hunk >= 0 && c.typed:
	case hunk < 0:
		m.do(func() { m.put(field, chosen{value: t.values[v], from: v, byWhole: v == m.whole}) })
	default:
		m.putStretch(field, hunk, stretch{text: t.stretches[hunk].texts[v], who: []*keyVersion{v}})
	}
}

// cut returns the chosen hunks of a text: all of them if the text was taken as a whole.
func (m *keyModel) cut(field string) map[int]stretch {
	c := m.fields[field]
	if c.from == nil {
		return maps.Clone(c.stretches)
	}
	all := map[int]stretch{}
	for i, h := range m.predict(field).stretches {
		if c.from == original || !h.alike {
			all[i] = stretch{text: h.texts[c.from], who: []*keyVersion{c.from}}
		}
	}
	return all
}

// typedThere reports whether a hunk was typed, or another hunk that has one of its paragraphs
// at another position: no choice replaces typed text.
func (m *keyModel) typedThere(field string, hunk int) bool {
	return slices.ContainsFunc(append(m.movedWith(field, hunk), hunk), func(i int) bool { return m.fields[field].stretches[i].typed != nil })
}

// movedWith returns the other hunks that have paragraphs of a hunk at another position,
// transitively.
func (m *keyModel) movedWith(field string, hunk int) (others []int) {
	in := map[int]bool{hunk: true}
	for range m.predict(field).stretches {
		for i, h := range m.predict(field).stretches {
			if h.movedBy != nil && (in[i] || in[h.movedTo]) {
				in[i], in[h.movedTo] = true, true
			}
		}
	}
	delete(in, hunk)
	return slices.Sorted(maps.Keys(in))
}

func (m *keyModel) putStretch(field string, hunk int, s stretch) {
	if m.typedThere(field, hunk) {
		return
	}
	m.do(func() {
		all := m.cut(field)
		if all[hunk].same(s) {
			return
		}
		if all == nil {
			all = map[int]stretch{}
		}
		all[hunk] = s
		m.reopenMoved(field, hunk, all)
		by, others := m.otherPositions(field, hunk)
		h := m.predict(field).stretches[hunk]
		for _, i := range others {
			if h.movedBy != nil && h.goes(s) == stays {
				if m.lacks(field, h, all) {
					continue
				}
				if i == h.movedTo && h.move.Left != m.predict(field).stretches[i].texts[original] {
					all[i] = stretch{text: h.move.Left, who: []*keyVersion{by}, merged: true}
					continue
				}
			} else if h.movedBy != nil && i == h.movedTo && m.lacks(field, h, all) {
				all[i] = m.brought(field, h, all, nil)
				continue
			}
			// Of several versions, one has the paragraph there: not the one that moved it.
			n := slices.IndexFunc(s.who, func(v *keyVersion) bool { return v != by })
			v := s.who[max(n, 0)]
			all[i] = stretch{text: m.predict(field).stretches[i].texts[v], who: []*keyVersion{v}}
		}
		m.put(field, chosen{stretches: all})
	})
}

// Where a choice has a paragraph that was moved out of a hunk.
const (
	asMoved = iota
	movedEdited
	stays
)

// goes returns where a choice for a hunk has the paragraph that was moved out of it.
func (h predictedStretch) goes(s stretch) int {
	other := func(v *keyVersion) bool { return v == original || h.texts[v] != h.texts[h.movedBy] }
	switch {
	case s.merged && len(s.who) == 2 && !other(s.who[0]) && other(s.who[1]): // whoever else made that edit
		return movedEdited
	case slices.ContainsFunc(s.who, other):
		return stays
	}
	return asMoved
}

// lacks reports whether the choice at the new position of a paragraph lacks that paragraph.
func (m *keyModel) lacks(field string, h predictedStretch, all map[int]stretch) bool {
	there := m.predict(field).stretches[h.movedTo]
	s, chosen := all[h.movedTo]
	return chosen && !slices.ContainsFunc(s.who, func(v *keyVersion) bool { return v != original && there.texts[v] == there.texts[h.movedBy] })
}

// reopenMoved resets the choice for the hunk at the new position of a paragraph, if others
// changed that hunk, too, and the choice would lose the paragraph.
func (m *keyModel) reopenMoved(field string, hunk int, all map[int]stretch) {
	stretches := m.predict(field).stretches
	h := stretches[hunk]
	if h.movedBy != nil && stretches[h.movedTo].open && h.goes(all[hunk]) != stays && m.lacks(field, h, all) {
		delete(all, h.movedTo)
	}
}

// brought returns the choice for the hunk at the new position of paragraphs, with these
// paragraphs.
func (m *keyModel) brought(field string, h predictedStretch, all map[int]stretch, merged []*merge.Move) stretch {
	stretches := m.predict(field).stretches
	to := stretches[h.movedTo]
	var moved []*merge.Move
	for _, o := range stretches {
		if o.movedBy != nil && o.movedTo == h.movedTo {
			moved = append(moved, o.move)
		}
	}
	return stretch{text: merge.Brought(m.describeStretch(all[h.movedTo], to), to.texts[h.movedBy], moved, merged), who: []*keyVersion{h.movedBy}, merged: true}
}

// now returns the hunks of a text with moved paragraphs as they were chosen at their old
// positions. If others changed the hunk at the new position, too, that is a separate choice.
func (m *keyModel) now(field string) []predictedStretch {
	all := m.predict(field).stretches
	now := slices.Clone(all)
	for to := range all {
		if !all[to].open {
			continue
		}
		t, decided := prediction{values: maps.Clone(all[to].texts)}, false
		var live, who []*keyVersion
		for _, v := range m.item.heads() {
			if v.deleted {
				continue
			}
			if live = append(live, v); m.included[v] {
				who = append(who, v)
			}
			var left, merged []*merge.Move
			for i, h := range all {
				s, chosen := m.fields[field].stretches[i]
				if !chosen || h.movedBy == nil || h.movedTo != to || all[to].texts[v] != all[to].texts[h.movedBy] || h.texts[v] != h.texts[h.movedBy] {
					continue
				}
				switch h.goes(s) {
				case stays:
					left = append(left, h.move)
				case movedEdited:
					merged = append(merged, h.move)
				}
			}
			if len(left)+len(merged) > 0 {
				t.values[v], decided = merge.Placed(all[to].texts[v], left, merged), true
			}
		}
		if !decided {
			continue
		}
		base := all[to].texts[original]
		t.cut(&base, live, who)
		t.suggest(&base, who, func(a, b string) bool { return a == b })
		now[to].texts, now[to].open, now[to].value, now[to].from = t.values, t.open, t.suggested, nil
		if i := slices.IndexFunc(who, func(v *keyVersion) bool { return t.values[v] == t.suggested }); i >= 0 && !t.open {
			now[to].from = who[i]
		}
	}
	return now
}

// otherPositions returns the hunks that have a paragraph of a hunk at another position, and
// who moved it: a choice decides all of them, so that the paragraph occurs once.
func (m *keyModel) otherPositions(field string, hunk int) (by *keyVersion, others []int) {
	to, stretches := -1, m.predict(field).stretches
	for i, h := range stretches {
		if h.movedBy != nil && (i == hunk || h.movedTo == hunk) && !stretches[h.movedTo].open {
			to, by = h.movedTo, h.movedBy
		}
	}
	for i, h := range stretches {
		if to >= 0 && i != hunk && (i == to || h.movedBy != nil && h.movedTo == to) {
			others = append(others, i)
		}
	}
	return by, others
}

// add adds a version to the selected field or hunk.
func (m *keyModel) add(field string, hunk int, v *keyVersion) {
	t := m.predict(field)
	_, has := m.fields[field]
	switch {
	case v.deleted:
	case hunk >= 0:
		m.addLines(field, hunk, v)
	case !t.set || t.alike && !has && !m.deleted():
	case m.open(field):
		m.take(field, hunk, v)
	default:
		all := lines(m.value(field))
		for _, e := range lines(t.values[v]) {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
		if len(all) > len(lines(m.value(field))) {
			m.do(func() { m.put(field, chosen{value: strings.Join(all, "\n")}) })
		}
	}
}

func (m *keyModel) addLines(field string, hunk int, v *keyVersion) {
	var who []*keyVersion
	c, has := m.fields[field]
	s, there := c.stretches[hunk]
	h := m.now(field)[hunk]
	switch {
	case c.typed, m.predict(field).alike && !has && !m.deleted():
		return
	case c.from != nil:
		who = []*keyVersion{c.from}
	case there:
		who = slices.Clone(s.who)
	case h.from != nil && !m.deletes():
		who = []*keyVersion{h.from}
	}
	if who = slices.DeleteFunc(who, func(v *keyVersion) bool { return v == original }); !slices.Contains(who, v) {
		m.both(field, hunk, append(who, v))
	}
}

// both chooses the texts of several versions for a hunk, one after the other, without
// repeating their common part.
func (m *keyModel) both(field string, hunk int, who []*keyVersion) {
	text := ""
	for _, v := range who {
		switch next := m.predict(field).stretches[hunk].texts[v]; {
		case text == "":
			text = next
		case next != "":
			text = merge.Both(text, next, "\n")
		}
	}
	m.putStretch(field, hunk, stretch{text: text, who: who})
}

// merge chooses the merge offered for the selected field or hunk: of words, of a moved and
// edited paragraph, or of the members of a set. It reports whether there is one.
func (m *keyModel) merge(field string, hunk int) bool {
	t := m.predict(field)
	switch {
	case m.deletes() || t.none || m.fields[field].typed && hunk >= 0:
	case hunk >= 0:
		return m.mergeWords(field, hunk) || m.mergeMoved(field, hunk)
	case t.set && t.open:
		m.unite(field)
		return true
	case t.words != nil:
		m.do(func() { m.put(field, chosen{value: *t.words}) })
		return true
	}
	return false
}

func (m *keyModel) mergeWords(field string, hunk int) bool {
	h := m.predict(field).stretches[hunk]
	moves := slices.ContainsFunc(m.predict(field).stretches, func(o predictedStretch) bool { return o.movedBy != nil && o.movedTo == hunk })
	if h.words == nil || moves || h.movedBy != nil {
		return false
	}
	m.putStretch(field, hunk, stretch{text: *h.words, who: h.changed, merged: true})
	return true
}

func (m *keyModel) mergeMoved(field string, hunk int) bool {
	h := m.predict(field).stretches[hunk].moved
	_, others := m.otherPositions(field, hunk)
	if h == nil || len(others) > 1 || m.typedThere(field, hunk) {
		return false
	}
	m.do(func() {
		all := m.cut(field)
		if all == nil {
			all = map[int]stretch{}
		}
		merged := stretch{text: h.here, who: h.who, merged: true}
		if all[hunk].same(merged) {
			return
		}
		all[hunk] = merged
		if h.to != hunk && m.predict(field).stretches[h.to].open {
			m.reopenMoved(field, hunk, all)
		} else if from := m.predict(field).stretches[hunk]; h.to != hunk && m.lacks(field, from, all) {
			all[h.to] = m.brought(field, from, all, []*merge.Move{from.move})
		} else if h.to != hunk {
			all[h.to] = stretch{text: h.there, who: h.who, merged: true}
		}
		m.put(field, chosen{stretches: all})
	})
	return true
}

// unite chooses the members of several sets.
func (m *keyModel) unite(field string) {
	t := m.predict(field)
	var all []string
	for _, v := range m.item.heads() {
		changed := m.item.base == nil || members(t.values[v]) != members(t.values[original])
		for _, e := range lines(t.values[v]) {
			if m.included[v] && !v.deleted && changed && !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	m.do(func() { m.put(field, chosen{value: strings.Join(all, "\n")}) })
}

// startOver resets all choices.
func (m *keyModel) startOver() {
	m.do(func() { m.whole, m.stays, m.fields = nil, false, map[string]chosen{} })
}

// back resets the selected field or hunk to the suggestion.
func (m *keyModel) back(field string, hunk int) {
	c, has := m.fields[field]
	switch {
	case field == "":
		m.startOver()
	case !has:
		m.store() // what a person has seen is stored
	case hunk < 0 || c.typed:
		m.do(func() { delete(m.fields, field) })
	default:
		m.do(func() {
			all := m.cut(field)
			_, others := m.otherPositions(field, hunk)
			for _, i := range m.movedWith(field, hunk) {
				if all[i].typed != nil {
					others = append(others, i)
				}
			}
			for _, i := range others {
				delete(all, i)
			}
			if delete(all, hunk); len(all) == 0 {
				delete(m.fields, field)
			} else {
				m.fields[field] = chosen{stretches: all}
			}
		})
	}
}

// typed sets a field to the text of its entry. Typing the old text again is not a choice.
func (m *keyModel) typed(field, value string) {
	if m.value(field) == value {
		return
	}
	change := func() {
		if m.shown(field) {
			m.edit(field, value)
			return
		}
		c, has := m.fields[field]
		next := chosen{value: value, typed: true, under: c.under, deletion: c.deletion}
		covers := has && c.typed && !c.loose
		switch {
		case covers:
			next.was = c.was
		case has:
			next.under = &c
		case m.deleted():
			next.deletion = m.whole
		}
		typed := m.copy()
		if delete(m.fields, field); next.under != nil {
			m.fields[field] = *next.under
		} else if len(m.fields) == 0 && !m.stays {
			m.whole = next.deletion
		}
		if !covers || m.value(field) != value && (c.was == nil || *c.was != value) {
			m.choices = typed
			m.put(field, next)
		}
	}
	if m.typing != field {
		if m.step(change) {
			m.typing = field
		}
		return
	}
	change()
	m.store()
	if n := len(m.past); m.past[n-1].text() == m.text() {
		m.past, m.typing = m.past[:n-1], ""
	}
}

// include includes or excludes a version.
func (m *keyModel) include(v *keyVersion) {
	if !m.item.locked(v) {
		m.do(func() {
			given := m.given()
			m.included[v] = !m.included[v]
			for _, g := range given {
				if m.stillMoved(g) {
					continue
				}
				if g.goes != stays {
					delete(m.fields[m.item.kind.text].stretches, g.hunk)
				}
				if delete(m.fields[m.item.kind.text].stretches, g.movedTo); len(m.fields[m.item.kind.text].stretches) == 0 {
					delete(m.fields, m.item.kind.text)
				}
			}
		})
	}
}

// chosenMove is a choice that has a moved paragraph in a hunk that others changed, too.
type chosenMove struct {
	predictedStretch
	hunk, goes int
	there      string
}

// given returns the choices that are reset if the versions that moved and edited a paragraph
// are no longer included.
func (m *keyModel) given() (all []chosenMove) {
	stretches := m.predict(m.item.kind.text).stretches
	for i, s := range m.fields[m.item.kind.text].stretches {
		h := stretches[i]
		if h.movedBy == nil || s.typed != nil || !stretches[h.movedTo].open {
			continue
		}
		_, there := m.fields[m.item.kind.text].stretches[h.movedTo]
		has := there && !m.lacks(m.item.kind.text, h, m.fields[m.item.kind.text].stretches)
		if goes := h.goes(s); has && goes != asMoved || !there && goes != stays {
			all = append(all, chosenMove{h, i, goes, stretches[h.movedTo].texts[h.movedBy]})
		}
	}
	return all
}

// stillMoved reports whether a moved paragraph is still where it was chosen to be.
func (m *keyModel) stillMoved(g chosenMove) bool {
	stretches := m.predict(m.item.kind.text).stretches
	h, to := stretches[g.hunk], stretches[g.movedTo]
	if h.movedBy != nil && to.open && h.movedTo == g.movedTo && to.texts[h.movedBy] == g.there && h.move.Left == g.move.Left && h.move.There == g.move.There {
		return true
	}
	return g.goes == asMoved && slices.ContainsFunc(m.item.heads(), func(v *keyVersion) bool {
		return !v.deleted && m.included[v] && to.texts[v] == g.there
	})
}

// deleted reports whether a deletion was taken.
func (m *keyModel) deleted() bool { return m.whole != nil && m.whole.deleted }

// undecided reports whether deleting the item is still an open choice.
func (m *keyModel) undecided() bool {
	live, gone := false, false
	for _, v := range m.item.heads() {
		live, gone = live || m.included[v] && !v.deleted, gone || m.included[v] && v.deleted
	}
	return m.whole == nil && !m.stays && len(m.fields) == 0 && live && gone
}

// deletes reports whether the item would be saved as deleted.
func (m *keyModel) deletes() bool {
	if m.whole != nil {
		return m.whole.deleted
	}
	return m.item.versions[0].deleted && !m.stays && len(m.fields) == 0
}

// replacement returns the version whose values are used where a choice is open: the winner or,
// if that is deleted, the version that a field was taken from, if it still exists, or the first
// one that is not deleted.
func (m *keyModel) replacement() *keyVersion {
	winner := m.item.versions[0]
	if !winner.deleted {
		return winner
	}
	for _, field := range m.item.kind.fields {
		if c := m.fields[field]; c.from != nil && c.from != original && !m.item.gone(c.from) && !c.byWhole {
			return c.from
		}
	}
	for _, v := range m.item.heads() {
		if !v.deleted && m.included[v] {
			return v
		}
	}
	return winner
}

// value returns the value of a field that would be saved.
func (m *keyModel) value(field string) string {
	t := m.predict(field)
	c, has := m.fields[field]
	switch {
	case has && c.stretches != nil:
		return m.pieced(field)
	case has:
		return c.value
	case m.deletes():
		return ""
	case t.none:
		return m.replacement().values[field]
	case t.open && t.stretches != nil:
		return m.pieced(field)
	case t.open:
		return t.values[m.replacement()]
	}
	return t.suggested
}

// pieced returns a text with chosen or open hunks.
func (m *keyModel) pieced(field string) string { return strings.Join(m.parts(field), "") }

// parts returns the hunks of a text. It ends like the version whose last line is its last
// line, or as it was typed at its end. A merge of several belongs to none of them.
func (m *keyModel) parts(field string) []string {
	t, c := m.predict(field), m.fields[field]
	stands := m.replacement()
	if stands.deleted {
		stands = m.item.heads()[slices.IndexFunc(m.item.heads(), func(v *keyVersion) bool { return !v.deleted })]
	}
	var parts []string
	ended := t.ended
	for i, h := range m.now(field) {
		text := h.value
		s, chosen := c.stretches[i]
		switch {
		case chosen:
			text = m.describeStretch(s, h)
		case h.open, t.none:
			text = h.texts[stands]
		}
		parts = append(parts, text)
		if text != "" {
			ended = t.ended
			if chosen && len(s.who) == 1 && !s.merged && !slices.ContainsFunc(t.stretches[i+1:], func(h predictedStretch) bool { return h.texts[s.who[0]] != "" }) {
				ended = strings.HasSuffix(text, "\n")
			}
		}
		if s.typed != nil {
			ended = s.typed.ended
		}
	}
	return fittedParts(parts, ended)
}

// describeStretch returns the text that was chosen for a hunk.
func (m *keyModel) describeStretch(s stretch, h predictedStretch) string {
	if s.merged || slices.Contains(s.who, original) {
		return s.text
	}
	text := ""
	for _, v := range s.who {
		switch next := h.texts[v]; {
		case text == "":
			text = next
		case next != "":
			text = merge.Both(text, next, "\n")
		}
	}
	return text
}

// open reports whether a choice of a field is open.
func (m *keyModel) open(field string) bool {
	t := m.predict(field)
	c, has := m.fields[field]
	switch {
	case has && c.stretches != nil:
		for i, h := range m.now(field) {
			if _, there := c.stretches[i]; !there && h.open {
				return true
			}
		}
		return false
	case has:
		return c.open
	}
	return t.open && !m.deleted()
}

// left reports whether any choice is open.
func (m *keyModel) left() bool {
	return m.undecided() || !m.deletes() && slices.ContainsFunc(m.item.kind.fields, m.open)
}

// refreshItem updates the item. A received version is not included unless it has to be, and
// choices are kept. A text that would be split differently becomes a plain text, as if it had
// been typed.
func (m *keyModel) refreshItem(it keyItem) {
	if !slices.Equal(it.versions, m.item.versions) {
		m.refreshOther(it)
	}
	if m.restarted {
		m.restarted = false
		m.forget()
	}
}

// forget drops the versions that no longer exist.
func (m *keyModel) forget() {
	if m.item.gone(m.whole) {
		m.whole = nil
	}
	for field, f := range m.fields {
		if m.item.gone(f.from) {
			f.from = nil
			m.fields[field] = f
		}
	}
}

func (m *keyModel) refreshOther(it keyItem) {
	was := m.item
	all := []*choices{&m.choices}
	for i := range m.past {
		all = append(all, &m.past[i])
	}
	for i := range m.future {
		all = append(all, &m.future[i])
	}
	now := m.choices
	for _, c := range all[1:] {
		m.moved(c, was, it)
	}
	m.choices = now
	m.moved(&m.choices, was, it)
	m.item, m.known = it, nil
}

// moved converts choices about an earlier state of an item to its present state.
func (m *keyModel) moved(c *choices, was, now keyItem) {
	before := &keyModel{item: was, choices: c.copy()}
	next := choices{c.whole, c.stays, map[string]chosen{}, map[*keyVersion]bool{}}
	at := func(v *keyVersion) *keyVersion {
		if head := now.headOf(v); head != nil {
			return head
		}
		return v
	}
	for _, head := range now.heads() {
		next.included[head] = now.locked(head)
		for _, old := range was.columns() {
			if old[0].equals(head) {
				next.included[head] = next.included[head] || c.included[old[0]]
			}
		}
	}
	next.whole = at(c.whole)
	after := &keyModel{item: now, choices: next}
	for field, f := range c.fields {
		if f.from = at(f.from); now.gone(f.from) { // its value stays, as if it had been typed
			f.typed, f.loose = true, true
		}
		next.fields[field] = f
	}
	for field, f := range maps.Clone(next.fields) { // an open text may depend on another field
		if f.stretches != nil {
			again := after.recut(field, f, at, before.value(field), before.open(field))
			if covered := f.untyped(); again.typed && covered.text() != f.text() {
				under := &keyModel{item: was, choices: c.copy()}
				if delete(under.fields, field); len(covered.stretches) > 0 {
					under.fields[field] = covered
					recut := after.recut(field, covered, at, under.value(field), under.open(field))
					again.under = &recut
				}
				value := under.value(field)
				again.was, again.loose = &value, false
			}
			next.fields[field] = again
		}
		if !f.typed || f.loose {
			continue
		}
		covered := &keyModel{item: was, choices: c.copy()}
		if delete(covered.fields, field); f.under != nil {
			under := *f.under
			covered.fields[field] = under
			under.from = at(under.from)
			if under.stretches != nil {
				under = after.recut(field, under, at, covered.value(field), covered.open(field))
			}
			f.under = &under
		}
		if value := covered.value(field); f.was == nil && f.deletion == nil {
			f.was = &value
		}
		next.fields[field] = f
	}
	*c = next
}

// stillTyped converts the earlier state of a typed hunk after other versions were received.
func (m *keyModel) stillTyped(was *typedStretch, hunk int, at func(*keyVersion) *keyVersion, t prediction) *typedStretch {
	if was == nil || was.covered == nil {
		return was
	}
	now, c := *was, *was.covered
	c.who, now.covered = nil, &c
	for _, v := range was.covered.who {
		if m.item.gone(at(v)) {
			now.covered = nil
		}
		c.who = append(c.who, at(v))
	}
	return &now
}

// recut converts the chosen hunks of a text to its present hunks, or turns them into a plain
// text, as if it had been typed.
func (m *keyModel) recut(field string, f chosen, at func(*keyVersion) *keyVersion, value string, open bool) chosen {
	t := m.predict(field)
	again := chosen{stretches: map[int]stretch{}}
	for i, s := range f.stretches {
		gone := func(v *keyVersion) bool { return m.item.gone(at(v)) }
		if i >= len(t.stretches) || slices.ContainsFunc(s.who, gone) {
			return chosen{value: value, typed: true, loose: true, open: open}
		}
		var who []*keyVersion
		text := ""
		for _, v := range s.who {
			who = append(who, at(v))
			next := t.stretches[i].texts[at(v)]
			if v == original {
				next = s.text
			}
			if text != "" && next != "" {
				next = merge.Both(text, next, "\n")
			}
			if next != "" {
				text = next
			}
		}
		if s.merged {
			text = s.text
		}
		again.stretches[i] = stretch{text, who, s.merged, m.stillTyped(s.typed, i, at, t)}
	}
	m.fields[field] = again
	if m.value(field) != value {
		return chosen{value: value, typed: true, loose: true, open: open}
	}
	return again
}

// restart simulates a restart of the program, which knows only the draft: nothing can be
// undone.
func (m *keyModel) restart() {
	m.item, m.choices, m.known = m.draft.item, m.draft.copy(), nil
	m.opened()
	m.restarted = true
}
