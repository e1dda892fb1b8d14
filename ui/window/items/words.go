package items

import (
	"strconv"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
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
	case place.Conflicted:
		return wording.L("conflicts", "Conflicts")
	case place.Deleted:
		return wording.L("trash", "Trash")
	case place.Feed:
		if f, there := now.Feed(at.Set, at.Location); there {
			return f.Name()
		}
	case place.Today, place.Upcoming, place.Overdue:
		return SmartTitle(at.Kind)
	case place.Tag:
		return "#" + at.Tag
	}
	return at.Set
}

// SmartTitle returns the title of a list of todos by their dates, or "".
func SmartTitle(kind place.Kind) string {
	switch kind {
	case place.Today:
		return wording.L("today", "Today")
	case place.Upcoming:
		return wording.L("upcoming", "Upcoming")
	case place.Overdue:
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
	case now.Place.Kind == place.Conflicted:
		return wording.L("no-conflicts", "No conflicts.")
	case now.Place.Kind == place.Deleted:
		return wording.L("nothing-was-deleted", "Nothing was deleted.")
	case now.Place.Kind == place.List && now.Arrangement.HideDone:
		return wording.L("all-done-use-sort-to-show", "All done. Use “Sort” to show completed items.")
	case now.Place.Kind == place.List:
		return wording.L("the-list-is-empty-ctrl-n", "The list is empty. Ctrl+N adds an item.")
	}
	return emptySmart(now.Place.Kind)
}

func emptySmart(k place.Kind) string {
	switch k {
	case place.Today:
		return wording.L("nothing-is-due-today", "Nothing is due today.")
	case place.Upcoming:
		return wording.L("nothing-is-due-later", "Nothing is due later.")
	case place.Overdue:
		return wording.L("nothing-is-overdue", "Nothing is overdue.")
	case place.Tag:
		return wording.L("no-open-items-have-this-tag", "No open items have this tag.")
	}
	return ""
}
