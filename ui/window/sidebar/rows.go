package sidebar

import (
	"path"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// row is a place, or a heading, which is nowhere.
type row struct {
	place place.Place
	cells widget.Cells
}

func rowsOf(s *snapshot.Snapshot) []row {
	rows := []row{toSettle(len(s.Unsettled)), heading(lang.L("LISTS"))}
	for _, l := range s.Lists {
		rows = append(rows, row{
			place.Place{Kind: place.List, Set: l.Name},
			widget.Cells{Icon: theme.Icon(theme.IconList, theme.Quiet), Text: l.Name, Note: strconv.Itoa(l.Rows)},
		})
	}
	rows = append(rows, heading(lang.L("FEEDS")))
	for _, f := range s.Feeds {
		rows = append(rows, feed(f))
	}
	return append(rows, heading(lang.L("LIBRARY")), row{
		place.Place{Kind: place.Deleted},
		widget.Cells{Icon: theme.Icon(theme.IconDeleted, theme.Quiet), Text: lang.L("Recently deleted"), Note: strconv.Itoa(s.Deleted)},
	})
}

func toSettle(n int) row {
	cells := widget.Cells{Icon: theme.Icon(theme.IconFlag, theme.Quiet), Text: lang.L("To settle"), Note: strconv.Itoa(n)}
	if n > 0 {
		cells.Icon = theme.Icon(theme.IconFlag, theme.Attention)
		cells.Look = widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}}
		cells.NoteLook = widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}, Trailing: true}
	}
	return row{place.Place{Kind: place.ToSettle}, cells}
}

func heading(text string) row {
	look := widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}}
	return row{cells: widget.Cells{Text: text, Look: look, Flush: true}}
}

// feed shows the health of a subscription by the shape of its mark, and in
// words what it brought or why it brings nothing.
func feed(f snapshot.Feed) row {
	cells := widget.Cells{Text: feedName(f.Location)}
	switch {
	case f.Paused:
		cells.Icon, cells.Note = theme.Icon(theme.IconPaused, theme.Quiet), lang.L("paused")
	case f.Health.Error != "":
		cells.Icon, cells.Note = theme.Icon(theme.IconProblem, theme.Attention), lang.L("problem")
	case f.Health.LastSuccess.IsZero():
		cells.Icon, cells.Note = theme.Icon(theme.IconOK, theme.Quiet), lang.L("not read yet")
	default:
		cells.Icon = theme.Icon(theme.IconOK, theme.Good)
		if f.Health.Came > 0 {
			cells.Note = lang.N("{{.N}} came", f.Health.Came, say.Data{"N": f.Health.Came})
		}
	}
	return row{place.Place{Kind: place.Feed, Set: f.Set, Location: f.Location}, cells}
}

// feedName is the last segment of a location.
func feedName(location string) string {
	clean := strings.TrimRight(strings.ReplaceAll(location, `\`, "/"), "/")
	if name := path.Base(clean); name != "." && name != "/" {
		return name
	}
	return location
}
