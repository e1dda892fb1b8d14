package items

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

const captionSize = fynetheme.SizeNameCaptionText

func headingCells(h snapshot.Heading) widget.RichCells {
	look := widget.Look{Color: theme.Quiet, Size: captionSize, Style: fyne.TextStyle{Bold: true}}
	return widget.RichCells{Text: headingText(h), Look: look, Flush: true, Note: strconv.Itoa(h.Rows)}
}

func headingText(h snapshot.Heading) string {
	if h.Group == snapshot.GroupByTag {
		if h.Tag == "" {
			return lang.L("Without tags")
		}
		return "#" + h.Tag
	}
	switch h.Bucket {
	case snapshot.Overdue:
		return lang.L("Overdue")
	case snapshot.Today:
		return lang.L("Today")
	case snapshot.Tomorrow:
		return lang.L("Tomorrow")
	case snapshot.Soon:
		return lang.L("Within seven days")
	case snapshot.Later:
		return lang.L("Later")
	case snapshot.Over:
		return lang.L("Done or cancelled")
	}
	return lang.L("Not due")
}

func titleOf(now *snapshot.Snapshot) string {
	at := now.Place
	switch at.Kind {
	case place.ToSettle:
		return lang.L("Conflicts")
	case place.Deleted:
		return lang.L("Recently deleted")
	case place.Feed:
		if f, there := now.Feed(at.Set, at.Location); there {
			return f.Name()
		}
	case place.Today:
		return lang.L("Today")
	case place.Upcoming:
		return lang.L("Upcoming")
	case place.Overdue:
		return lang.L("Overdue")
	case place.Tag:
		return "#" + at.Tag
	}
	return at.Set
}

// hintFor says why there are no rows; "" where there are some.
func hintFor(now *snapshot.Snapshot) string {
	switch {
	case len(now.Rows) > 0:
		return ""
	case now.Search != "":
		return lang.L("Nothing found. Esc ends the search.")
	case now.Place.Kind == place.ToSettle:
		return lang.L("Nothing was changed in two places.")
	case now.Place.Kind == place.Deleted:
		return lang.L("Nothing was deleted.")
	case now.Place.Kind == place.List && now.Arrangement.HideDone:
		return lang.L("Nothing is open here. “Sort” shows what is done.")
	case now.Place.Kind == place.List:
		return lang.L("The list is empty. Ctrl+N adds an item.")
	}
	return emptySmart(now.Place.Kind)
}

func emptySmart(k place.Kind) string {
	switch k {
	case place.Today:
		return lang.L("Nothing is due today.")
	case place.Upcoming:
		return lang.L("Nothing is due later.")
	case place.Overdue:
		return lang.L("Nothing is overdue.")
	case place.Tag:
		return lang.L("Nothing open has this tag.")
	}
	return ""
}
