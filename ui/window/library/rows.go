package library

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	lib "crossfeed/engine/library"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

func (p *Page) newList(keys *widget.Keys) *widget.List {
	own := keys.Behind(widget.Keys{Key: p.key})
	l := widget.NewSeveral(own, func() fyne.CanvasObject { return widget.NewMediaRow(keys) }, p.draw)
	l.Text = func(i int) string { return p.rows[i].Title() }
	l.OnMarked = func(i int) { p.choose(i) }
	l.OnEntered = func(i int) { p.enter(p.rows[i]) }
	l.OnChosen = p.beside
	l.OnMenu = p.openMenu
	return l
}

func (p *Page) choose(i int) {
	p.at = p.rows[i].Key
	p.beside()
	p.beginReading()
}

// beside updates the pane next to the tree.
func (p *Page) beside() {
	p.count()
	p.aside.show()
}

// chosen returns the chosen rows from top to bottom.
func (p *Page) chosen() []Row {
	var rows []Row
	for _, i := range p.list.Chosen() {
		if i < len(p.rows) {
			rows = append(rows, p.rows[i])
		}
	}
	return rows
}

// marked returns the selected row.
func (p *Page) marked() (Row, bool) {
	at := p.list.Marked()
	if at < 0 || at >= len(p.rows) {
		return Row{}, false
	}
	return p.rows[at], true
}

func (p *Page) draw(i int, into fyne.CanvasObject) {
	if i >= len(p.rows) {
		return
	}
	row, r := into.(*widget.MediaRow), p.rows[i]
	row.OnFold = func() { p.turn(r, !r.Open) }
	c := p.cells(r)
	c.Image = nil
	if f, is := pictureOf(r); is {
		c.Image = p.thumbs.of(row, p.shown.Key, f)
	} else {
		p.thumbs.leave(row)
	}
	row.Set(c)
}

// pictureOf returns the first picture of a row that is on this computer.
func pictureOf(r Row) (lib.File, bool) {
	for _, f := range r.Files() {
		if isPicture(f) && isHere(f) {
			return f, true
		}
	}
	return lib.File{}, false
}

func (p *Page) cells(r Row) widget.MediaCells {
	c := widget.MediaCells{Text: wording.Title(r.Title()), Depth: r.Depth, Below: p.below(r), Icon: theme.Icon(iconOf(r), theme.Quiet)}
	switch {
	case r.Open:
		c.Fold = widget.FoldOpen
	case r.Branch:
		c.Fold = widget.FoldClosed
	}
	switch {
	case isUnread(r):
		c.Style.Style.Bold = true
	case r.Entry.Hidden:
		c.Style = widget.TextStyle{Color: theme.Quiet, Style: fyne.TextStyle{Italic: true}}
	}
	switch {
	case r.File != nil:
		p.note(&c, *r.File)
	case len(r.Entry.Files) > 0:
		p.notes(&c, r.Entry.Files)
	}
	return c
}

func iconOf(r Row) string {
	files := r.Files()
	switch {
	case r.Feed() != "":
		return theme.IconFolder
	case len(files) == 0:
		return theme.IconNotes
	case isPicture(files[0]):
		return theme.IconPhoto
	}
	return theme.IconFile
}

// below returns the text below the title: the feed of a search result, the name of the file,
// and the date of publication.
func (p *Page) below(r Row) string {
	var parts []string
	if r.Where != "" {
		parts = append(parts, r.Where)
	}
	switch {
	case r.Part:
	case r.File != nil && r.Feed() == "" && r.File.Name != r.Title():
		parts = append(parts, r.File.Name)
	case len(r.Entry.Files) > 1:
		parts = append(parts, wording.N("n-files", "{{.N}} files", len(r.Entry.Files), wording.Data{"N": wording.Number(len(r.Entry.Files))}))
	}
	if when := p.speaker.Short(r.Entry.Published); when != "" && !r.Part {
		parts = append(parts, when)
	}
	return strings.Join(parts, " · ")
}

// titleOf returns the title of a feed.
func (p *Page) titleOf(feed string) string {
	if page := p.pages[feed]; page.Title != "" {
		return page.Title
	}
	return cmp.Or(feed, p.shown.Name)
}

// note shows the state of a file, or the progress of its download.
func (p *Page) note(c *widget.MediaCells, f lib.File) {
	if d, on := p.on[f.Address]; on && !f.Nested {
		c.Note, c.Sign = onTheWay(d), theme.Icon(theme.IconDownload, theme.Good)
		return
	}
	c.Note = stateShort(f)
	if icon, color := signOf(f); icon != "" {
		c.Sign = theme.Icon(icon, color)
		if color == theme.Attention {
			c.NoteStyle = widget.TextStyle{Color: theme.Attention, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}}
		}
	}
}

// notes shows the worst state among several files.
func (p *Page) notes(c *widget.MediaCells, files []lib.File) {
	here, size := 0, int64(0)
	worst := files[0]
	for _, f := range files {
		if isHere(f) {
			here++
			size += f.Size
		}
		if gravity(f) > gravity(worst) {
			worst = f
		}
	}
	for _, f := range files {
		if _, on := p.on[f.Address]; on {
			p.note(c, f)
			return
		}
	}
	p.note(c, worst)
	switch {
	case here == len(files) && worst.State == lib.Here:
		c.Note = wording.Bytes(size)
	case here > 0 && worst.State != lib.Failed:
		c.Note = wording.L("n-of-all-downloaded", "{{.N}} of {{.All}} downloaded", wording.Data{"N": here, "All": len(files)})
	}
}

// gravity orders states by how urgent they are for the person.
func gravity(f lib.File) int {
	if at := slices.Index([]lib.State{lib.Here, lib.Stale, lib.Removed, lib.OnDemand, lib.Waiting}, f.State); at >= 0 {
		return at
	}
	return failedGravity
}

// failedGravity is the gravity of a file that could not be fetched.
const failedGravity = 9
