package frame

import (
	"cmp"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	lib "crossfeed/engine/library"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// row is a place, a folder of lists, or a heading.
type row struct {
	place snapshot.Place
	// folder is the name of a folder, and first its first list.
	folder, first string
	// list is set in the row of a list, which counts what is not completed. Its cells are created
	// when it is drawn, because there may be thousands of lists.
	list  *lists.List
	cells *widget.Cells
}

func (r row) text() string {
	if r.list != nil {
		return r.list.Name
	}
	return r.cells.Text
}

func (r row) drawn() widget.Cells {
	if r.list != nil {
		return widget.Cells{Icon: theme.ListIcon(r.list.Display.Icon, r.list.Display.Color, r.list.Kind), Text: r.list.Name, Note: wording.Number(r.list.Open), Depth: r.depth()}
	}
	return *r.cells
}

// depth returns the indentation level: lists in folders are indented.
func (r row) depth() int {
	if r.list != nil && r.list.Display.Folder != "" {
		return 1
	}
	return 0
}

// appendLists appends the lists, without those in folded folders, and the folders.
func appendLists(rows []row, all []*lists.List, folded map[string]bool) []row {
	for i, l := range all {
		folder := l.Display.Folder
		if folder != "" && (i == 0 || all[i-1].Display.Folder != folder) {
			rows = append(rows, folderRow(folder, all[i:], folded[folder]))
		}
		if !folded[folder] || folder == "" {
			rows = append(rows, row{place: snapshot.Place{Kind: snapshot.KindList, Set: l.Name}, list: l})
		}
	}
	return rows
}

// folderRow returns the row of a folder, whose lists are the first of those. A folded one counts
// what is not completed in them.
func folderRow(folder string, all []*lists.List, folded bool) row {
	cells := widget.Cells{Icon: fynetheme.MenuDropDownIcon(), Text: folder}
	if folded {
		open := 0
		for _, l := range all {
			if l.Display.Folder != folder {
				break
			}
			open += l.Open
		}
		cells.Icon, cells.Note = fynetheme.MenuExpandIcon(), wording.Number(open)
	}
	return row{folder: folder, first: all[0].Name, cells: &cells}
}

func rowsOf(s *snapshot.Snapshot, folded map[string]bool) []row {
	const others = 32 // rows other than lists and feeds
	rows := append(make([]row, 0, len(s.Lists)+len(s.Feeds)+others), smart(s)...)
	rows = append(rows, conflicted(len(s.Conflicts)))
	if n := len(s.Quarantined); n > 0 {
		rows = append(rows, urgent(snapshot.Place{Kind: snapshot.KindQuarantine}, theme.IconProblem, wording.L("held-for-review", "Held for review"), n))
	}
	rows = append(rows, heading(wording.L("lists", "LISTS")))
	rows = appendLists(rows, s.Lists, folded)
	rows = append(rows, tags(s)...)
	if len(s.Feeds) > 0 {
		rows = append(rows, heading(wording.L("feeds", "FEEDS")))
	}
	for _, f := range s.Feeds {
		rows = append(rows, feed(f))
	}
	if len(s.Libraries)+len(s.Published) > 0 {
		rows = append(rows, heading(wording.L("libraries", "LIBRARIES")))
	}
	for _, l := range s.Libraries {
		rows = append(rows, libraryRow(l))
	}
	for _, f := range s.Published {
		rows = append(rows, publishedRow(f))
	}
	return append(rows, heading(""), counted(snapshot.Place{Kind: snapshot.KindDeleted}, theme.IconDeleted, wording.L("trash", "Trash"), s.Deleted))
}

// counted returns the row of a place with a number of items.
func counted(at snapshot.Place, icon, text string, n int) row {
	return row{place: at, cells: &widget.Cells{Icon: theme.Icon(icon, theme.Quiet), Text: text, Note: wording.Number(n)}}
}

// urgent is like counted, but highlighted if n is not 0.
func urgent(at snapshot.Place, icon, text string, n int) row {
	r := counted(at, icon, text, n)
	if n > 0 {
		r.cells.Icon = theme.Icon(icon, theme.Attention)
		r.cells.Style = widget.TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}}
		r.cells.NoteStyle = widget.TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}, Trailing: true}
	}
	return r
}

func conflicted(n int) row {
	return urgent(snapshot.Place{Kind: snapshot.KindConflicts}, theme.IconFlag, wording.L("conflicts", "Conflicts"), n)
}

func heading(text string) row {
	look := widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}}
	return row{cells: &widget.Cells{Text: text, Style: look, Flush: true}}
}

// feed shows the state of a subscription by the shape of its icon, and in words what it
// brought or why it brings nothing.
func feed(f snapshot.Feed) row {
	cells := widget.Cells{Text: f.Name()}
	switch {
	case f.Paused:
		cells.Icon, cells.Note = theme.Icon(theme.IconPaused, theme.Quiet), wording.L("paused", "paused")
	case f.Offline():
		cells.Icon, cells.Note = theme.Icon(theme.IconOK, theme.Quiet), wording.L("offline", "offline")
	case f.Health.Error != "":
		cells.Icon, cells.Note = theme.Icon(theme.IconProblem, theme.Attention), wording.TroubleShort(f.Health.Trouble)
	case f.Health.LastSuccess.IsZero():
		cells.Icon, cells.Note = theme.Icon(theme.IconOK, theme.Quiet), wording.L("not-refreshed-yet-2", "not refreshed yet")
	default:
		cells.Icon = theme.Icon(theme.IconOK, theme.Good)
		if f.Health.Came > 0 {
			cells.Note = wording.L("n-new", "{{.N}} new", wording.Data{"N": wording.Number(f.Health.Came)})
		}
	}
	return row{place: snapshot.Place{Kind: snapshot.KindFeed, Set: f.Set, Location: f.Location}, cells: &cells}
}

// smart returns the smart lists, if there are todos for them.
func smart(s *snapshot.Snapshot) []row {
	if s.FirstTodoList() == "" && s.Smart[snapshot.KindAllTodos]+s.Smart[snapshot.KindCompleted] == 0 {
		return nil
	}
	icons := map[snapshot.Kind]string{
		snapshot.KindToday: theme.IconToday, snapshot.KindUpcoming: theme.IconUpcoming, snapshot.KindOverdue: theme.IconOverdue,
		snapshot.KindAllTodos: theme.IconTodos, snapshot.KindNoDate: theme.IconOpen, snapshot.KindCompleted: theme.IconDone,
	}
	var rows []row
	for _, kind := range snapshot.SmartKinds() {
		show := counted
		if kind == snapshot.KindOverdue {
			show = urgent
		}
		rows = append(rows, show(snapshot.Place{Kind: kind}, icons[kind], kind.SmartTitle(), s.Smart[kind]))
	}
	return rows
}

// tags returns the smart lists of tags, if there are any.
func tags(s *snapshot.Snapshot) []row {
	if len(s.Tags) == 0 {
		return nil
	}
	rows := []row{heading(wording.L("tags", "TAGS"))}
	for _, t := range s.Tags {
		rows = append(rows, counted(snapshot.Place{Kind: snapshot.KindTag, Tag: t.Tag}, theme.IconTag, t.Tag, t.Open))
	}
	if s.MoreTags > 0 {
		words := wording.N("and-n-more", "and {{.N}} more", s.MoreTags, wording.Data{"N": wording.Number(s.MoreTags)})
		rows = append(rows, row{cells: &widget.Cells{Text: words, Style: widget.TextStyle{Color: theme.Quiet}, Icon: theme.Icon(theme.IconTag, theme.Quiet)}})
	}
	return rows
}

// libraryRow shows the state of a library by its icon, and in a word or two.
func libraryRow(l lib.Library) row {
	cells := widget.Cells{Text: l.Name, Icon: theme.Icon(theme.IconLibrary, theme.Quiet)}
	h, waiting := l.Health, l.Use.Waiting-l.Use.Failed
	wrong := func(note string) {
		cells.Icon, cells.Note = theme.Icon(theme.IconProblem, theme.Attention), note
	}
	switch {
	case l.Running:
		cells.Icon, cells.Note = theme.Icon(theme.IconLibrary, theme.Good), wording.L("syncing-2", "syncing")
	case h.Trouble == transport.Offline:
		cells.Note = wording.L("offline", "offline")
	case h.Error != "":
		wrong(wording.TroubleShort(h.Trouble))
	case l.Use.Failed > 0:
		wrong(wording.N("n-failed", "{{.N}} failed", l.Use.Failed, wording.Data{"N": wording.Number(l.Use.Failed)}))
	case l.Paused:
		cells.Icon, cells.Note = theme.Icon(theme.IconPaused, theme.Quiet), wording.L("paused", "paused")
	case waiting > 0:
		cells.Note = wording.N("n-waiting", "{{.N}} waiting", waiting, wording.Data{"N": wording.Number(waiting)})
	case h.LastSuccess.IsZero():
		cells.Note = wording.L("not-synced-yet-2", "not synced yet")
	default:
		cells.Icon = theme.Icon(theme.IconLibrary, theme.Good)
	}
	if l.Unread > 0 {
		cells.Style.Style.Bold = true
		cells.Note = strings.TrimPrefix(cells.Note+" · "+wording.Number(l.Unread), " · ")
	}
	return row{place: snapshot.Place{Kind: snapshot.KindLibrary, Key: l.Key}, cells: &cells}
}

// publishedRow shows a published folder.
func publishedRow(f store.PublishedFolder) row {
	cells := widget.Cells{Text: cmp.Or(f.Title, filepath.Base(f.Folder)), Icon: theme.Icon(theme.IconPublish, theme.Quiet)}
	if f.Health.Error != "" {
		cells.Icon, cells.Note = theme.Icon(theme.IconProblem, theme.Attention), wording.TroubleShort(f.Health.Trouble)
	}
	return row{place: snapshot.Place{Kind: snapshot.KindPublished, Key: f.Key}, cells: &cells}
}
