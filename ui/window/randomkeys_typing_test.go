package window

import (
	"maps"
	"slices"
	"strings"
)

// text returns a text that is equal for fields that are chosen in the same way.
func (c chosen) text() string { return choices{fields: map[string]chosen{"": c}}.text() }

// untyped returns the choice for a text without what was typed into hunks.
func (c chosen) untyped() chosen {
	all := chosen{stretches: map[int]stretch{}}
	for i, s := range c.stretches {
		switch {
		case s.typed == nil:
			all.stretches[i] = s
		case s.typed.covered != nil:
			all.stretches[i] = *s.typed.covered
		}
	}
	return all
}

// shown reports whether the page shows the hunks of a text individually.
func (m *keyModel) shown(field string) bool {
	c, has := m.fields[field]
	t := m.predict(field)
	return t.stretches != nil && !t.none && !m.deletes() && (!has || c.stretches != nil)
}

// textLine is a line of a text, and the hunk that it is in.
type textLine struct {
	from, to, hunk int
}

// edit types a text. It decides only the hunks with a changed line, and the other positions of
// paragraphs that were moved into them or out of them. Hunks with their old text again return
// to their old state.
func (m *keyModel) edit(field, value string) {
	parts := m.parts(field)
	all := maps.Clone(m.fields[field].stretches)
	if all == nil {
		all = map[int]stretch{}
	}
	texts := m.changed(field, parts, value)
	for _, i := range slices.Collect(maps.Keys(texts)) {
		for _, j := range m.movedWith(field, i) {
			if _, there := texts[j]; !there {
				texts[j] = parts[j]
			}
		}
	}
	for i, text := range texts {
		typed := all[i].typed
		if s, chosen := all[i]; typed == nil {
			typed = &typedStretch{was: parts[i]}
			if chosen {
				typed.covered = &s
			}
		}
		all[i] = stretch{text: text, merged: true, typed: typed}
	}
	for i, s := range all {
		if s.typed != nil {
			typed := *s.typed
			typed.ended, s.typed = strings.HasSuffix(value, "\n"), &typed
			all[i] = s
		}
	}
	m.put(field, chosen{stretches: all})
	m.typedBack(field)
}

// changed returns the hunks with a changed line, and their new texts.
func (m *keyModel) changed(field string, parts []string, value string) map[int]string {
	old := strings.Join(parts, "")
	var all []textLine
	at := 0
	for i, part := range parts {
		for _, l := range strings.SplitAfter(part, "\n") {
			if l != "" {
				all = append(all, textLine{at, at + len(l), i})
				at += len(l)
			}
		}
	}
	open := func(i int) bool {
		_, chosen := m.fields[field].stretches[i]
		return m.now(field)[i].open && !chosen
	}
	// The change is any one that leaves as much as possible unchanged.
	var best []int
	bestCost, bestEnd := 0, 0
	for p := 0; p <= min(len(old), len(value)) && old[:p] == value[:p]; p++ {
		removed, added := len(old)-p, len(value)-p
		for removed > 0 && added > 0 && old[p+removed-1] == value[p+added-1] {
			removed, added = removed-1, added-1
		}
		if p < len(old) && p < len(value) && removed > 0 && added > 0 && old[p] == value[p] {
			continue // a change further on is smaller
		}
		var touched []int
		lineStart := func(text string) bool { return text == "" || strings.HasSuffix(text, "\n") }
		for _, l := range all {
			before := l.to <= p && strings.HasSuffix(old[:l.to], "\n")
			after := l.from > p+removed || l.from == p+removed && lineStart(value[:p+added])
			if !before && !after {
				touched = append(touched, l.hunk)
			}
		}
		if len(touched) == 0 {
			touched = []int{m.nextTo(parts, p, open)}
		}
		var hunks []int
		cost := 0
		for i := touched[0]; i <= touched[len(touched)-1]; i++ {
			if hunks = append(hunks, i); open(i) {
				cost += 1000
			}
			cost++
		}
		if best == nil || cost <= bestCost {
			best, bestCost, bestEnd = hunks, cost, p+added
		}
	}
	first, last := best[0], best[len(best)-1]
	start := len(strings.Join(parts[:first], ""))
	text := value[start : len(value)-len(strings.Join(parts[last+1:], ""))]
	texts := map[int]string{}
	for _, i := range best {
		texts[i] = ""
	}
	if texts[first] = text; first < last { // the first hunk gets the lines up to the typed text
		n := strings.LastIndex(text[:max(bestEnd-start, 0)], "\n") + 1
		texts[first], texts[last] = text[:n], text[n:]
	}
	return texts
}

// nextTo returns the hunk that whole lines added at a position belong to: one that is not open
// and has lines, if possible.
func (m *keyModel) nextTo(parts []string, at int, open func(int) bool) int {
	var next []int
	start := 0
	for i, part := range parts {
		if start <= at && at <= start+len(part) {
			next = append(next, i)
		}
		start += len(part)
	}
	for _, wanted := range []func(int) bool{
		func(i int) bool { return !open(i) && parts[i] != "" },
		func(i int) bool { return !open(i) },
		func(i int) bool { return parts[i] != "" },
	} {
		if n := slices.IndexFunc(next, wanted); n >= 0 {
			return next[n]
		}
	}
	return next[0]
}

// typedBack resets typed hunks whose text is the old one again.
func (m *keyModel) typedBack(field string) {
	typed := m.fields[field]
	now := m.parts(field)
	without := &keyModel{item: m.item, choices: m.copy()}
	if u := typed.untyped(); len(u.stretches) > 0 {
		without.fields[field] = u
	} else {
		delete(without.fields, field)
	}
	is := without.parts(field)
	back := map[int]bool{}
	for i := range now {
		if typed.stretches[i].typed == nil || back[i] {
			continue
		}
		was := ""
		for j := i; j < len(now); j++ {
			if t := typed.stretches[j].typed; t != nil {
				was += t.was
			} else {
				was += now[j]
			}
			text := strings.Join(now[i:j+1], "")
			if text == strings.Join(is[i:j+1], "") || text == was {
				for ; j >= i; j-- {
					back[j] = typed.stretches[j].typed != nil
				}
				break
			}
		}
	}
	all := maps.Clone(typed.stretches)
	for i, s := range typed.stretches {
		stay := func(j int) bool { return typed.stretches[j].typed != nil && !back[j] }
		switch {
		case !back[i] || slices.ContainsFunc(m.movedWith(field, i), stay):
		case s.typed.covered != nil:
			all[i] = *s.typed.covered
		default:
			delete(all, i)
		}
	}
	if len(all) == 0 {
		delete(m.fields, field)
	} else {
		m.fields[field] = chosen{stretches: all}
	}
}
