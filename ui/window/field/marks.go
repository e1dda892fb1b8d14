package field

import (
	"slices"

	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// marks edits what belongs to an element beside its value: its type, whether it
// is the preferred one, and whether it is there at all. Types that are not
// offered are kept until another one is chosen.
type marks struct {
	desk   Desk
	types  *widget.Choice
	star   *widget.Button
	remove *widget.Button
	// words say that it is the preferred one.
	words *widget.Line
	// offered are the types that can be chosen; "" is none.
	offered []string
	// kept is the element as it was put, and now as it is.
	kept, now record.Entry
	// icon is the name of the one that the star shows.
	icon string
}

func newMarks(d Desk, offered []string, remove func()) *marks {
	m := &marks{desk: d, offered: offered, words: widget.NewLine(wording.L("preferred"), quiet)}
	m.types = widget.NewChoice(d.Keys, nil, m.choose)
	m.types.RoomFor("mmmmmm")
	m.star = widget.NewQuietButton(d.Keys, nil, "", m.prefer)
	m.remove = widget.NewQuietButton(d.Keys, fynetheme.DeleteIcon(), "", remove)
	m.put(record.Entry{})
	return m
}

func (m *marks) put(e record.Entry) {
	m.kept, m.now = e, e
	words := make([]string, len(m.offered))
	for i, t := range m.offered {
		words[i] = wording.Type(t)
	}
	at := m.place(e)
	if at < 0 {
		at = len(words)
		words = append(words, wording.Types(e))
	}
	m.types.SetWords(words)
	m.types.Put(at)
	m.draw()
}

// place is where the types of an element are offered, or -1.
func (m *marks) place(e record.Entry) int {
	switch {
	case e.Label != "" || len(e.Types) > 1:
		return -1
	case len(e.Types) == 0:
		return slices.Index(m.offered, "")
	}
	return slices.Index(m.offered, e.Types[0])
}

func (m *marks) choose(i int) {
	m.now.Types, m.now.Label = nil, ""
	switch {
	case i >= len(m.offered):
		m.now.Types, m.now.Label = m.kept.Types, m.kept.Label
	case m.offered[i] != "":
		m.now.Types = []string{m.offered[i]}
	}
	m.desk.Changed()
}

func (m *marks) prefer() {
	m.now.Preferred = !m.now.Preferred
	m.draw()
	m.desk.Resized()
	m.desk.Changed()
}

// draw shows by the star and by a word what is preferred.
func (m *marks) draw() {
	name := theme.IconStarOff
	if m.now.Preferred {
		name = theme.IconStar
	}
	m.words.Hidden = !m.now.Preferred
	if m.icon != name {
		m.icon = name
		m.star.SetIcon(theme.Icon(name, fynetheme.ColorNameForeground))
	}
}

// with is the line of text for a value that has these marks; "" for none.
func (m *marks) with(value string) string {
	if value == "" {
		return ""
	}
	e := m.now
	e.Value = value
	return e.String()
}

func (m *marks) setEnabled(enabled bool) { setEnabled(enabled, m.types, m.star, m.remove) }

// entryIn is the element that a line of text stands for. What is none is shown
// as it was typed; a new one, which has no line yet, is of the first type that is
// offered.
func (m *marks) entryIn(line string) record.Entry {
	if line == "" && m.offered[0] != "" {
		return record.Entry{Types: m.offered[:1]}
	}
	return entryIn(line)
}

func entryIn(line string) record.Entry {
	if all, err := record.ParseEntries(line); err == nil && len(all) == 1 {
		return all[0]
	}
	return record.Entry{Value: line}
}
