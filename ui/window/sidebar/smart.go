package sidebar

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// smart are the smart lists, where there are todos for them.
func smart(s *snapshot.Snapshot) []row {
	if s.FirstTodoList() == "" && s.Smart[place.Today]+s.Smart[place.Upcoming] == 0 {
		return nil
	}
	return []row{
		heading(lang.L("SMART")),
		counted(place.Place{Kind: place.Today}, theme.IconToday, lang.L("Today"), s.Smart[place.Today]),
		counted(place.Place{Kind: place.Upcoming}, theme.IconUpcoming, lang.L("Upcoming"), s.Smart[place.Upcoming]),
		urgent(place.Place{Kind: place.Overdue}, theme.IconOverdue, lang.L("Overdue"), s.Smart[place.Overdue]),
	}
}

// tags are the smart lists of tags, where there are some.
func tags(s *snapshot.Snapshot) []row {
	if len(s.Tags) == 0 {
		return nil
	}
	rows := []row{heading(lang.L("TAGS"))}
	for _, t := range s.Tags {
		rows = append(rows, counted(place.Place{Kind: place.Tag, Tag: t.Tag}, theme.IconTag, t.Tag, t.Open))
	}
	if s.MoreTags > 0 {
		words := lang.N("and {{.N}} more", s.MoreTags, say.Data{"N": say.Number(s.MoreTags)})
		rows = append(rows, row{cells: widget.Cells{Text: words, Look: widget.Look{Color: theme.Quiet}, Icon: theme.Icon(theme.IconTag, theme.Quiet)}})
	}
	return rows
}

// iconOf is the sign of a kind of list.
func iconOf(kind string) string {
	switch kind {
	case "todo":
		return theme.IconTodos
	case "contact":
		return theme.IconContacts
	case "note":
		return theme.IconNotes
	case "outline":
		return theme.IconOutline
	}
	return theme.IconList
}
