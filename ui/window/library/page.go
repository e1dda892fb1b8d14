// Package library implements the page of a library: the tree of its feeds with the state of
// every file, and the selected file or item next to it.
package library

import (
	"context"
	"io"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Source provides the data of the page, outside the UI goroutine.
type Source interface {
	Content(ctx context.Context, library int64, feed string, hidden bool) (lib.Page, error)
	ContentPath(ctx context.Context, library int64, address string) (string, error)
	// Open opens a file on this computer.
	Open(path string) (io.ReadCloser, error)
}

// Events are the page's requests and the person's actions on it.
type Events struct {
	// Sync syncs the library, Cancel stops the sync.
	Sync   func(library int64)
	Cancel func()
	// Get fetches files, Remove removes them from the disk, by their addresses.
	Get, Remove func(library int64, addresses ...string)
	// MarkRead marks items of a feed as read or unread by their IDs, MarkAllRead all items as
	// read.
	MarkRead    func(library int64, feed string, read bool, ids ...string)
	MarkAllRead func(library int64)
	// Open opens a file or folder with the system's program for it.
	Open func(path string)
	// Browse opens an address in the browser.
	Browse func(address string)
	Copy   func(text string)
	// Settings shows the settings of the library, Forget asks whether to remove it.
	Settings, Forget func(lib.Library)
	Warn             func(error)
	ShowMessage      func(text string)
	Leave            func()
}

// Page shows a library.
type Page struct {
	keys    *widget.Keys
	speaker wording.Speaker
	seam    work.Seam
	source  Source
	events  Events

	object fyne.CanvasObject
	left   *fyne.Container
	head   *head
	search *widget.Entry
	list   *widget.List
	hint   *widget.Hint
	aside  *aside

	shown  lib.Library
	pages  Pages
	rows   []Row
	open   map[string]bool
	hidden bool
	// on holds the running downloads by their addresses.
	on map[string]contentsync.Download
	// at is the key of the selected row.
	at      string
	thumbs  *thumbs
	reading reading
	finding searchState
	absent  absent
	// stopReading stops the pause after which the selected item counts as read.
	stopReading func()
}

// treeShare is the share of the width that the tree gets.
const treeShare = 0.5

// New returns a page without a library.
func New(keys *widget.Keys, speaker wording.Speaker, seam work.Seam, source Source, events Events) *Page {
	p := &Page{keys: keys, speaker: speaker, seam: seam, source: source, events: events, hint: widget.NewHint(), stopReading: func() {}}
	p.head = newHead(keys, p)
	p.search = widget.NewEntry(keys, wording.L("search-ctrl-f", "Search (Ctrl+F)"))
	p.search.OnChanged = p.find
	p.search.OnSubmitted = func(string) { widget.Focus(p.list, p.list) }
	p.list = p.newList(keys)
	p.thumbs = newThumbs(seam, contents{source}.thumbnail, func() { p.list.Refresh() })
	p.aside = newAside(keys, p)
	top := widget.Column(p.head.object, p.search)
	p.left = container.NewPadded(widget.Under(top, container.NewStack(p.list, p.hint.Object())))
	split := container.NewHSplit(p.left, p.aside.object)
	split.SetOffset(treeShare)
	p.object = split
	p.begin()
	return p
}

// begin resets the page for another library.
func (p *Page) begin() {
	p.pages, p.open, p.on, p.at, p.rows = Pages{}, map[string]bool{}, nil, "", nil
	p.reading.forget()
	p.finding.forget()
	p.thumbs.forget()
	p.absent.forget()
	p.stopReading()
	p.search.Put("")
}

// Show shows the current state of a library. Open branches and the selection are kept.
func (p *Page) Show(l lib.Library) {
	if l.Key != p.shown.Key {
		p.begin()
		p.list.ScrollToTop()
	}
	p.shown = l
	p.head.show()
	p.reload()
	p.count()
	if len(p.pages) == 0 {
		p.fill()
	}
}

// Shown returns the key of the library, or 0.
func (p *Page) Shown() int64 { return p.shown.Key }

// Running sets whether the library is being synced.
func (p *Page) Running(running bool) {
	p.shown.Running = running
	if !running {
		p.on = nil
	}
	p.head.show()
	p.list.Refresh()
}

// Progress shows the progress of the running downloads.
func (p *Page) Progress(now []contentsync.Download) {
	p.on = map[string]contentsync.Download{}
	for _, d := range now {
		p.on[d.Address] = d
	}
	p.list.Refresh()
	p.aside.progress()
}

func (p *Page) Object() fyne.CanvasObject { return p.object }

func (p *Page) Focus() fyne.Focusable { return p.list }

// Searching returns the search entry.
func (p *Page) Searching() fyne.Focusable { return p.search }

// Aside returns the widget where the focus begins next to the tree, or nil if nothing is shown
// there.
func (p *Page) Aside() fyne.Focusable { return p.aside.focus() }

// Leave goes from a search to the tree, and from there to where the person came from.
func (p *Page) Leave() {
	switch {
	case p.finding.active():
		p.search.Put("")
		p.find("")
		p.head.show()
		widget.Focus(p.list, p.list)
	case p.aside.focused() || widget.HasFocus(p.search):
		widget.Focus(p.list, p.list)
	default:
		p.events.Leave()
	}
}
