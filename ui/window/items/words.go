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
			return wording.L("Without tags")
		}
		return "#" + h.Tag
	}
	switch h.Bucket {
	case snapshot.Overdue:
		return wording.L("Overdue")
	case snapshot.Today:
		return wording.L("Today")
	case snapshot.Tomorrow:
		return wording.L("Tomorrow")
	case snapshot.Soon:
		return wording.L("Within seven days")
	case snapshot.Later:
		return wording.L("Later")
	case snapshot.Over:
		return wording.L("Done or cancelled")
	}
	return wording.L("Not due")
}

func titleOf(now *snapshot.Snapshot) string {
	at := now.Place
	switch at.Kind {
	case place.Conflicted:
		return wording.L("Conflicts")
	case place.Deleted:
		return wording.L("Trash")
	case place.Feed:
		if f, there := now.Feed(at.Set, at.Location); there {
			return f.Name()
		}
	case place.Today:
		return wording.L("Today")
	case place.Upcoming:
		return wording.L("Upcoming")
	case place.Overdue:
		return wording.L("Overdue")
	case place.Tag:
		return "#" + at.Tag
	}
	return at.Set
}

// hintFor explains why there are no rows; "" if there are some.
func hintFor(now *snapshot.Snapshot) string {
	switch {
	case len(now.Rows) > 0:
		return ""
	case now.Search != "":
		return wording.L("Nothing found. Esc ends the search.")
	case now.Place.Kind == place.Conflicted:
		return wording.L("Nothing was changed in two places.")
	case now.Place.Kind == place.Deleted:
		return wording.L("Nothing was deleted.")
	case now.Place.Kind == place.List && now.Arrangement.HideDone:
		return wording.L("Nothing is open here. “Sort” shows what is done.")
	case now.Place.Kind == place.List:
		return wording.L("The list is empty. Ctrl+N adds an item.")
	}
	return emptySmart(now.Place.Kind)
}

func emptySmart(k place.Kind) string {
	switch k {
	case place.Today:
		return wording.L("Nothing is due today.")
	case place.Upcoming:
		return wording.L("Nothing is due later.")
	case place.Overdue:
		return wording.L("Nothing is overdue.")
	case place.Tag:
		return wording.L("Nothing open has this tag.")
	}
	return ""
}
