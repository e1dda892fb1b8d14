package field

import (
	"slices"

	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// marks edits the attributes of an element: its type, and whether it is the preferred one. It
// also has the button that removes the element. An unlisted type is kept until another one is
// chosen.
type marks struct {
	desk   Desk
	types  *widget.Choice
	star   *widget.Button
	remove *widget.Button
	// words says that the element is the preferred one.
	words *widget.Line
	// offered are the types to choose from; "" is no type.
	offered []string
	// current is the element that was set last, now the present one.
	current, now record.Entry
	// icon is the name of the icon on the star button.
	icon string
}

func newMarks(d Desk, offered []string, remove func()) *marks {
	m := &marks{desk: d, offered: offered, words: widget.NewLine(wording.L("preferred", "preferred"), quiet)}
	m.types = widget.NewChoice(d.Keys, nil, m.choose)
	m.types.RoomFor("mmmmmm")
	m.star = widget.NewQuietButton(d.Keys, nil, "", m.prefer)
	m.remove = widget.NewQuietButton(d.Keys, fynetheme.DeleteIcon(), "", remove)
	m.put(record.Entry{})
	return m
}

func (m *marks) put(e record.Entry) {
	m.current, m.now = e, e
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

// place returns the index of an element's type in offered, or -1.
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
		m.now.Types, m.now.Label = m.current.Types, m.current.Label
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

// draw shows whether the element is preferred, by the star and by a word.
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

// with returns the text form of a value with these attributes; "" if the value is empty.
func (m *marks) with(value string) string {
	if value == "" {
		return ""
	}
	e := m.now
	e.Value = value
	return e.String()
}

func (m *marks) setEnabled(enabled bool) { widget.Enable(enabled, m.types, m.star, m.remove) }

// entryIn returns the element of a text form. Text that is not an element is shown as it is. A
// new element, which has no text form yet, gets the first type in offered.
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
