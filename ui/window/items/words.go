package items

import (
	"strconv"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

const captionSize = fynetheme.SizeNameCaptionText

func headingCells(h snapshot.Heading) widget.RichCells {
	look := widget.TextStyle{Color: theme.Quiet, Size: captionSize, Style: fyne.TextStyle{Bold: true}}
	return widget.RichCells{Text: headingText(h), Style: look, Flush: true, Note: strconv.Itoa(h.Rows)}
}

func headingText(h snapshot.Heading) string {
	if h.Group == snapshot.GroupByTag {
		if h.Tag == "" {
			return wording.L("no-tags", "No tags")
		}
		return "#" + h.Tag
	}
	switch h.Bucket {
	case snapshot.Overdue:
		return wording.L("overdue", "Overdue")
	case snapshot.Today:
		return wording.L("today", "Today")
	case snapshot.Tomorrow:
		return wording.L("tomorrow", "Tomorrow")
	case snapshot.Soon:
		return wording.L("next-7-days", "Next 7 days")
	case snapshot.Later:
		return wording.L("later", "Later")
	case snapshot.Over:
		return wording.L("done-or-canceled", "Done or canceled")
	}
	return wording.L("no-due-date", "No due date")
}

func titleOf(now *snapshot.Snapshot) string {
	at := now.Place
	switch at.Kind {
	case snapshot.KindConflicts:
		return wording.L("conflicts", "Conflicts")
	case snapshot.KindDeleted:
		return wording.L("trash", "Trash")
	case snapshot.KindFeed:
		if f, there := now.Feed(at.Set, at.Location); there {
			return f.Name()
		}
	case snapshot.KindToday, snapshot.KindUpcoming, snapshot.KindOverdue:
		return SmartTitle(at.Kind)
	case snapshot.KindTag:
		return "#" + at.Tag
	}
	return at.Set
}

// SmartTitle returns the title of a list of todos by their dates, or "".
func SmartTitle(kind snapshot.Kind) string {
	switch kind {
	case snapshot.KindToday:
		return wording.L("today", "Today")
	case snapshot.KindUpcoming:
		return wording.L("upcoming", "Upcoming")
	case snapshot.KindOverdue:
		return wording.L("overdue", "Overdue")
	}
	return ""
}

// hintFor explains why there are no rows; "" if there are some.
func hintFor(now *snapshot.Snapshot) string {
	switch {
	case len(now.Rows) > 0:
		return ""
	case now.Search != "":
		return wording.L("nothing-found-esc-ends-the-search", "Nothing found. Esc ends the search.")
	case now.Place.Kind == snapshot.KindConflicts:
		return wording.L("no-conflicts", "No conflicts.")
	case now.Place.Kind == snapshot.KindDeleted:
		return wording.L("nothing-was-deleted", "Nothing was deleted.")
	case now.Place.Kind == snapshot.KindList && now.Arrangement.HideDone:
		return wording.L("all-done-use-sort-to-show", "All done. Use “Sort” to show completed items.")
	case now.Place.Kind == snapshot.KindList:
		return wording.L("the-list-is-empty-ctrl-n", "The list is empty. Ctrl+N adds an item.")
	}
	return emptySmart(now.Place.Kind)
}

func emptySmart(k snapshot.Kind) string {
	switch k {
	case snapshot.KindToday:
		return wording.L("nothing-is-due-today", "Nothing is due today.")
	case snapshot.KindUpcoming:
		return wording.L("nothing-is-due-later", "Nothing is due later.")
	case snapshot.KindOverdue:
		return wording.L("nothing-is-overdue", "Nothing is overdue.")
	case snapshot.KindTag:
		return wording.L("no-open-items-have-this-tag", "No open items have this tag.")
	}
	return ""
}
