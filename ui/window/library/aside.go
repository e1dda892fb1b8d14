package library

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	lib "crossfeed/engine/library"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// aside is the pane next to the tree, which shows the selected item or file.
type aside struct {
	page *Page
	keys *widget.Keys

	object  *fyne.Container
	body    *fyne.Container
	title   *widget.Words
	state   *widget.Words
	buttons *fyne.Container
	scroll  *widget.Scroll
	picture *canvas.Image
	frame   *fyne.Container
	text    *widget.Notice
	facts   *fyne.Container
	long    *widget.LongText
	cut     *widget.Line
	hint    *widget.Hint

	previewing work.Last
	// drawn is the key of the shown row, asked its file whose preview was requested.
	drawn string
	asked seenFile
	// actions are the actions of the buttons, by index.
	actions []action
}

// seenFile is a version of a file that was previewed.
type seenFile struct {
	address string
	since   int64
}

// titleRows is the maximum number of lines of the title, noticeMost the maximum length of an
// item's text, in bytes.
const (
	titleRows  = 3
	noticeMost = 20_000
)

func newAside(keys *widget.Keys, p *Page) *aside {
	a := &aside{page: p, keys: keys, title: widget.NewWords(titleRows), state: widget.NewWords(stateRows), hint: widget.NewHint()}
	a.buttons, a.facts = widget.Flow(), container.New(widget.Form{})
	a.picture = &canvas.Image{FillMode: canvas.ImageFillContain}
	a.frame = container.New(&ratio{a.picture, 0}, a.picture)
	a.text = widget.NewNotice("", widget.TextStyle{})
	a.scroll = widget.NewScroll(container.ScrollVerticalOnly, widget.Column(a.frame, a.text, a.facts))
	a.long = widget.NewLongText(keys)
	a.cut = widget.NewLine("", widget.TextStyle{Color: theme.Quiet})
	top := widget.Column(a.title, a.state, a.buttons)
	a.body = container.NewPadded(widget.Under(top, widget.Border(nil, a.cut, nil, nil, container.NewStack(a.scroll, a.long))))
	a.object = container.NewStack(a.body, a.hint.Object())
	a.clear()
	return a
}

// clear removes the preview.
func (a *aside) clear() {
	a.previewing.Cancel()
	a.asked = seenFile{}
	a.put(preview{})
}

// put shows a preview.
func (a *aside) put(p preview) {
	a.picture.Image, a.frame.Hidden = p.picture, p.picture == nil
	a.long.Hidden = p.text == ""
	widget.Show(a.scroll, a.long.Hidden)
	if p.text != "" || a.long.Text() != "" {
		a.long.SetText(p.text)
	}
	a.cut.SetText("")
	if p.cut {
		a.cut.SetText(wording.L("only-the-beginning-is-shown-open", "Only the beginning is shown. “Open” shows all of it."))
	}
	a.cut.Hidden = !p.cut
}

// show shows the selected rows.
func (a *aside) show() {
	r, there := a.page.marked()
	rows := a.page.chosen()
	a.body.Hidden = !there
	a.hint.SetText("")
	if !there {
		a.drawn = ""
		a.clear()
		if len(a.page.rows) > 0 {
			a.hint.SetText(wording.L("select-an-item", "Select an item."))
		}
		return
	}
	if r.Key != a.drawn {
		a.drawn = r.Key
		a.scroll.ScrollToTop()
		a.clear()
	}
	if len(rows) > 1 {
		a.several(rows)
	} else {
		a.one(r)
	}
	a.offer()
	a.layOut()
}

// layOut lays out the pane after parts of it changed.
func (a *aside) layOut() {
	widget.LayOut(a.object)
	a.object.Refresh()
}

// several shows how many rows are chosen.
func (a *aside) several(rows []Row) {
	a.clear()
	bold := widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}
	a.title.Set(wording.N("n-files-selected", "{{.N}} files selected", len(rows), wording.Data{"N": wording.Number(len(rows))}), bold)
	a.state.Set("", widget.TextStyle{})
	a.text.SetText("")
	a.facts.Objects = nil
}

func (a *aside) one(r Row) {
	look := widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}
	a.title.Set(wording.Title(r.Title()), look)
	a.showState(r)
	text, _ := textOf(r)
	a.text.SetText(text)
	a.text.Hidden = text == ""
	widget.ShowFacts(a.facts, a.page.factsOf(r))
	a.preview(r)
}

// showState shows the state of the file.
func (a *aside) showState(r Row) {
	look, text := widget.TextStyle{}, ""
	if f := r.File; f != nil {
		if text = stateLong(*f); f.State == lib.Failed {
			look = widget.TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}}
		}
		if d, on := a.page.on[f.Address]; on {
			text, look = wording.L("downloading-how", "Downloading: {{.How}}", wording.Data{"How": onTheWay(d)}), widget.TextStyle{}
		} else if isHere(*f) && runs(f.Name, f.Address) {
			text += " " + wording.L("it-is-a-program-or-a", "It is a program or script. Crossfeed does not open it.")
		}
	}
	a.state.Set(text, look)
	a.state.Hidden = text == ""
}

// progress updates the progress of the download.
func (a *aside) progress() {
	if r, there := a.page.marked(); there && len(a.page.chosen()) == 1 {
		a.showState(r)
		a.state.Refresh()
	}
}

// textOf returns the text of an item without markup, and the web pages that it links to.
func textOf(r Row) (text string, links []string) {
	if r.Part {
		return "", nil
	}
	text, links = record.ReadableText(r.Entry.Text, r.Entry.Link)
	if len(text) > noticeMost {
		text = strings.ToValidUTF8(text[:noticeMost], "") + "…" // it may have been cut within a character
	}
	return text, links
}

// preview requests a preview of the file, unless it is shown already.
func (a *aside) preview(r Row) {
	f, is := shows(r)
	seen := seenFile{f.Address, f.Since.UnixNano()}
	switch {
	case !is:
		a.clear()
		return
	case seen == a.asked:
		return
	}
	a.asked = seen
	key, p := a.page.shown.Key, a.page
	work.AskBeside(&a.previewing, p.seam, func(ctx context.Context) (preview, error) {
		return contents{p.source}.of(ctx, key, f)
	}, func(found preview, err error) {
		if err != nil {
			p.events.ShowMessage(wording.L("name-cannot-be-shown-why", "“{{.Name}}” cannot be shown: {{.Why}}", wording.Data{"Name": f.Name, "Why": wording.Why(err)}))
			return
		}
		a.put(found)
		a.layOut()
	})
}

// shows returns the file of a row that can be previewed: a picture or a text on this computer.
func shows(r Row) (lib.File, bool) {
	if f, is := pictureOf(r); is {
		return f, true
	}
	if r.File != nil && isHere(*r.File) && isText(*r.File) {
		return *r.File, true
	}
	return lib.File{}, false
}

// offer shows a button for each action. Buttons that remain keep the focus.
func (a *aside) offer() {
	a.actions = a.page.actions()
	for i, each := range a.actions {
		if i == len(a.buttons.Objects) {
			a.buttons.Add(widget.NewButton(a.keys, "", func() { a.press(i) }))
		}
		b := a.buttons.Objects[i].(*widget.Button)
		b.SetText(each.text)
		b.Show()
	}
	for i := len(a.actions); i < len(a.buttons.Objects); i++ {
		a.buttons.Objects[i].Hide()
	}
}

func (a *aside) press(i int) {
	if i < len(a.actions) {
		a.actions[i].do()
	}
}

// focus returns the first button, or nil.
func (a *aside) focus() fyne.Focusable {
	if len(a.actions) == 0 || a.body.Hidden {
		return nil
	}
	return a.buttons.Objects[0].(*widget.Button)
}

// focused reports whether the focus is in this pane.
func (a *aside) focused() bool {
	return slices.ContainsFunc(a.buttons.Objects, widget.HasFocus) || widget.HasFocus(a.long)
}

// factsOf returns the facts about a row.
func (p *Page) factsOf(r Row) (all []widget.Fact) {
	add := func(label, text string) {
		if text != "" {
			all = append(all, widget.Fact{Label: label, Text: text})
		}
	}
	if f := r.File; f != nil && !f.Nested {
		add(wording.L("file", "File"), f.Name)
		add(wording.L("type", "Type"), f.Type)
		add(wording.L("size", "Size"), p.sizeOf(*f))
		add(wording.L("downloaded", "Downloaded"), p.speaker.Local(f.Since))
		if f.State == lib.Failed || f.Error != "" {
			add(wording.L("last-attempt", "Last attempt"), p.speaker.Local(f.Tried))
		}
	}
	if r.File == nil {
		add(wording.L("files", "Files"), filesIn(r))
	}
	add(wording.L("published", "Published"), p.speaker.Local(r.Entry.Published))
	if !r.Entry.Built.Equal(r.Entry.Published) {
		add(wording.L("changed-by-publisher", "Changed by publisher"), p.speaker.Local(r.Entry.Built))
	}
	add(wording.L("in", "In"), p.titleOf(r.In))
	if r.File != nil {
		add(wording.L("address", "Address"), r.File.Address)
	}
	return all
}

// sizeOf returns the size of a file. The part that was downloaded is shown only while no
// download is running: it would contradict the progress.
func (p *Page) sizeOf(f lib.File) string {
	d, on := p.on[f.Address]
	switch {
	case on && d.Size <= 0:
		return ""
	case on:
		return wording.Bytes(d.Size)
	case isHere(f):
		return wording.Bytes(f.Size)
	case f.Size > 0 && f.Whole > 0:
		return wording.L("size-of-whole-downloaded", "{{.Size}} of {{.Whole}} downloaded", wording.Data{"Size": wording.Bytes(f.Size), "Whole": wording.Bytes(f.Whole)})
	case f.Whole > 0:
		return wording.Bytes(f.Whole)
	}
	return ""
}

// filesIn returns the names of the first files of an item.
func filesIn(r Row) string {
	const most = 20
	var names []string
	for i, f := range r.Entry.Files {
		if i == most {
			names = append(names, "…")
			break
		}
		names = append(names, f.Name)
	}
	return strings.Join(names, "\n")
}

// ratio gives a picture the full width, and the corresponding height.
type ratio struct {
	picture *canvas.Image
	width   float32
}

// MinSize returns the height for the width of the last layout.
func (r *ratio) MinSize([]fyne.CanvasObject) fyne.Size {
	if r.picture.Image == nil {
		return fyne.Size{}
	}
	size := r.picture.Image.Bounds().Size()
	width := min(r.width, float32(size.X)*mostEnlarged)
	return fyne.NewSize(0, width*float32(size.Y)/float32(max(size.X, 1)))
}

// mostEnlarged is the maximum factor by which a small picture is enlarged.
const mostEnlarged = 2

// Layout gives the picture all the space.
func (r *ratio) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	r.width = size.Width
	objects[0].Resize(size)
	objects[0].Move(fyne.Position{})
}
