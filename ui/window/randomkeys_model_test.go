package window

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine/conflicts/session"
)

// original stands among the numbers of versions for the original.
const original = -1

// told is what a field says before anybody chooses: in the versions, in the original,
// and what is suggested for the versions that are included.
type told struct {
	values     []string
	base       string
	set, alike bool
	suggested  string
	open       bool
	stretches  []session.Hunk
}

// chosen is what a person chose for a field: a value, or of a text its stretches.
type chosen struct {
	value     string
	stretches map[int]stretch
	// who are the versions that it is of, one tells that they were taken as one.
	who        []int
	one, typed bool
	// under is what was chosen before the value was typed.
	under *chosen
}

type stretch struct {
	text string
	who  []int
}

// choices are all choices at one time.
type choices struct {
	whole    string
	fields   map[string]chosen
	included []bool
}

func (c choices) copy() choices {
	all := choices{c.whole, map[string]chosen{}, slices.Clone(c.included)}
	for name, f := range c.fields {
		f.stretches = maps.Clone(f.stretches)
		all.fields[name] = f
	}
	return all
}

// text is the same for choices that are the same.
func (c choices) text() string {
	text := fmt.Sprint(c.whole, c.included)
	for _, name := range slices.Sorted(maps.Keys(c.fields)) {
		f := c.fields[name]
		text += fmt.Sprintf("\n%s %q %v %v %v", name, f.value, f.who, f.one, f.typed)
		for _, i := range slices.Sorted(maps.Keys(f.stretches)) {
			text += fmt.Sprintf(" %d:%q %v", i, f.stretches[i].text, f.stretches[i].who)
		}
	}
	return text
}

// keyModel is the page as a person understands it: what is marked, what a key does to
// it, and what would be saved. It knows nothing of the page but what is marked.
type keyModel struct {
	tell func(included []bool) map[string]told
	choices
	locked []bool
	// past and future are what can be undone and redone, typing the field that is
	// being typed into.
	past, future []choices
	typing       string
	based        bool
}

func (m *keyModel) opened() { m.past, m.future, m.typing = nil, nil, "" }

// step makes a choice that can be undone, unless it changes nothing.
func (m *keyModel) step(change func()) bool {
	before := m.copy()
	change()
	if before.text() == m.text() {
		return false
	}
	m.past, m.future = append(m.past, before), nil
	return true
}

func (m *keyModel) do(change func()) {
	m.step(change)
	m.typing = ""
}

func (m *keyModel) turn(from, to *[]choices) {
	if n := len(*from); n > 0 {
		*to = append(*to, m.copy())
		m.choices, *from, m.typing = (*from)[n-1], (*from)[:n-1], ""
	}
}

func (m *keyModel) undo() { m.turn(&m.past, &m.future) }
func (m *keyModel) redo() { m.turn(&m.future, &m.past) }

// takeWhole chooses a version, or the original, for everything.
func (m *keyModel) takeWhole(number int) {
	if number == original && !m.based {
		return
	}
	m.do(func() {
		m.whole, m.fields = fmt.Sprint(number), map[string]chosen{}
		for name, t := range m.tell(m.included) {
			m.fields[name] = t.taken(number)
		}
	})
}

// taken is a field as a version, or the original, has it.
func (t told) taken(number int) chosen {
	c := chosen{who: []int{number}, one: true, value: t.base}
	if number != original {
		c.value = t.values[number]
	}
	for i, h := range t.stretches {
		if number == original || !h.Alike {
			if c.stretches == nil {
				c.stretches = map[int]stretch{}
			}
			c.stretches[i] = stretchOf(h, number)
		}
	}
	return c
}

// take chooses a version, or the original, for what is marked.
func (m *keyModel) take(field string, hunk, number int) {
	t := m.tell(m.included)[field]
	c, has := m.fields[field]
	switch {
	case number == original && !m.based, t.alike && !has, hunk >= 0 && c.typed:
	case hunk < 0:
		m.do(func() { m.fields[field] = t.taken(number) })
	default:
		m.putStretch(field, hunk, stretchOf(t.stretches[hunk], number))
	}
}

func stretchOf(h session.Hunk, number int) stretch {
	if number == original {
		return stretch{h.Base, []int{original}}
	}
	return stretch{h.Texts[number], []int{number}}
}

func (m *keyModel) putStretch(field string, hunk int, s stretch) {
	m.do(func() {
		c := m.fields[field]
		if old, there := c.stretches[hunk]; there && fmt.Sprint(old) == fmt.Sprint(s) {
			return
		}
		stretches := maps.Clone(c.stretches)
		if stretches == nil {
			stretches = map[int]stretch{}
		}
		stretches[hunk] = s
		m.fields[field] = chosen{stretches: stretches}
	})
}

// add adds a version to what is marked.
func (m *keyModel) add(field string, hunk, number int) {
	t := m.tell(m.included)[field]
	c, has := m.fields[field]
	switch {
	case hunk >= 0 && c.typed:
	case hunk >= 0:
		m.addLines(field, hunk, number, t.stretches[hunk])
	case !t.set || t.alike && !has:
	case t.open && !has:
		m.take(field, hunk, number)
	default:
		members := lines(m.value(field))
		for _, e := range lines(t.values[number]) {
			if !slices.Contains(members, e) {
				members = append(members, e)
			}
		}
		if value := strings.Join(members, "\n"); len(members) > len(lines(m.value(field))) {
			m.do(func() { m.fields[field] = chosen{value: value, who: []int{-2, number}} })
		}
	}
}

func (m *keyModel) addLines(field string, hunk, number int, h session.Hunk) {
	var who []int
	if s, there := m.fields[field].stretches[hunk]; there {
		who = slices.DeleteFunc(slices.Clone(s.who), func(n int) bool { return n == original })
	} else if h.From >= 0 {
		who = []int{h.From}
	}
	if slices.Contains(who, number) {
		return
	}
	who = append(who, number)
	var parts []string
	for _, n := range who {
		parts = append(parts, h.Texts[n])
	}
	m.putStretch(field, hunk, stretch{joined(parts), who})
}

// back gives what is marked back to the suggestion.
func (m *keyModel) back(field string, hunk int) {
	m.do(func() {
		c, has := m.fields[field]
		switch {
		case field == "":
			m.whole, m.fields = "", map[string]chosen{}
		case !has:
		case hunk < 0 || c.typed:
			delete(m.fields, field)
		default:
			stretches := maps.Clone(c.stretches)
			delete(stretches, hunk)
			if m.fields[field] = (chosen{stretches: stretches}); len(stretches) == 0 {
				delete(m.fields, field)
			}
		}
	})
}

// typed makes a field what its entry says.
func (m *keyModel) typed(field, value string) {
	if m.value(field) == value {
		return
	}
	change := func() {
		c, has := m.fields[field]
		under := c.under
		if !c.typed && has {
			under = &c
		}
		if delete(m.fields, field); under != nil {
			m.fields[field] = *under
		}
		if !c.typed || m.value(field) != value {
			m.fields[field] = chosen{value: value, typed: true, under: under}
		}
	}
	if m.typing != field {
		if m.step(change) {
			m.typing = field
		}
		return
	}
	change()
	if n := len(m.past); m.past[n-1].text() == m.text() {
		m.past, m.typing = m.past[:n-1], ""
	}
}

// include turns whether a version is included.
func (m *keyModel) include(number int) {
	if !m.locked[number] {
		m.do(func() { m.included[number] = !m.included[number] })
	}
}

// value is what a field would be saved as, open whether something of it is left to
// choose.
func (m *keyModel) value(field string) string {
	t := m.tell(m.included)[field]
	c, has := m.fields[field]
	switch {
	case !has:
		return t.suggested
	case c.stretches == nil:
		return c.value
	}
	var parts []string
	for i, h := range t.stretches {
		if s, there := c.stretches[i]; there {
			parts = append(parts, s.text)
		} else {
			parts = append(parts, h.Result)
		}
	}
	return joined(parts)
}

func (m *keyModel) open(field string) bool {
	t := m.tell(m.included)[field]
	c, has := m.fields[field]
	if !has || c.stretches == nil {
		return t.open && !has
	}
	for i, h := range t.stretches {
		if _, there := c.stretches[i]; !there && h.Open {
			return true
		}
	}
	return false
}

// joined are lines one after the other: only the last may have no end.
func joined(parts []string) string {
	text := ""
	for _, p := range parts {
		if p != "" && text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		text += p
	}
	return text
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
