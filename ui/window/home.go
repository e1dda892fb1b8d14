package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// home is the page of a place: its items, and the chosen item.
type home struct {
	window *Window
	object fyne.CanvasObject
	// split divides the items from the chosen one.
	split *container.Split
	// above holds the buttons above the items; hidden if there are none.
	above *fyne.Container
	// duplicates shows the number of possible duplicates.
	duplicates *widget.Button
	// batch opens the page that resolves many conflicts at once.
	batch *widget.Button
	// quarantined opens the items held for review.
	quarantined *widget.Button
	// unpublished shows why the list could not be published.
	unpublished *widget.Button
	// sample removes the sample.
	sample *widget.Button
}

func newHome(w *Window) *home {
	h := &home{window: w}
	button := func(icon string, color fyne.ThemeColorName, text string, do func()) *widget.Button {
		b := widget.NewQuietButton(w.keys, theme.Icon(icon, color), text, do)
		b.Alignment = fynewidget.ButtonAlignLeading
		b.Hide()
		return b
	}
	h.duplicates = button(theme.IconContacts, theme.Quiet, "", w.duplicates.findDuplicates)
	h.batch = button(theme.IconFlag, theme.Quiet, wording.L("resolve-many-at-once", "Resolve many at once"), w.batching.showBatch)
	h.quarantined = button(theme.IconProblem, theme.Attention, "", w.feeds.showQuarantine)
	h.unpublished = button(theme.IconProblem, theme.Attention, wording.L("could-not-publish-the-list-show", "Could not publish the list: show why"), w.sharing.showUnpublished)
	h.sample = button(theme.IconDeleted, theme.Quiet, wording.L("remove-the-sample", "Remove the sample"), w.sample.removeSample)
	h.above = container.NewVBox(h.quarantined, h.unpublished, h.duplicates, h.batch, h.sample)
	h.above.Hide()
	h.split = container.NewHSplit(widget.Border(h.above, nil, nil, nil, w.items.Object()), w.pages.right)
	h.split.SetOffset(0.45)
	h.object = h.split
	return h
}

// showDuplicates shows the number of possible duplicates, and hides the button if there are
// none.
func (h *home) showDuplicates(n int) {
	h.duplicates.SetText(wording.N("n-possible-duplicates", "{{.N}} possible duplicates", n, wording.Data{"N": wording.Number(n)}))
	h.offer(h.duplicates, n > 0)
}

// showBatch shows or hides the button that resolves many conflicts at once.
func (h *home) showBatch(offered bool) { h.offer(h.batch, offered) }

// showQuarantined shows how many items are held for review.
func (h *home) showQuarantined(n int) {
	h.quarantined.SetText(wording.N("n-items-are-held-for-review", "{{.N}} items are held for review", n, wording.Data{"N": n}))
	h.offer(h.quarantined, n > 0)
}

// showSample shows or hides the button that removes the sample.
func (h *home) showSample(offered bool) { h.offer(h.sample, offered) }

// offer shows or hides a button above the items.
func (h *home) offer(b *widget.Button, offered bool) {
	if offered == b.Visible() {
		return
	}
	b.Hidden = !offered
	h.above.Hidden = !slices.ContainsFunc(h.above.Objects, fyne.CanvasObject.Visible)
	h.object.Refresh()
}

func (h *home) Object() fyne.CanvasObject { return h.object }

func (h *home) Focus() fyne.Focusable { return h.window.items.List() }

// Save saves the item in the editor. In the trash, it restores the chosen items, unless there
// is a draft to save, which restores its item, too.
func (h *home) Save() {
	switch {
	case h.window.items.SubmitRename():
	case h.window.at.Kind == snapshot.KindDeleted && h.window.draftOf(h.window.item) == nil:
		h.window.edits.restoreChosen()
	default:
		h.window.detail.Save()
	}
}

// Leave goes back one step: from a search to the whole list, from the editor to the items,
// from the items to the sidebar. Drafts are kept.
func (h *home) Leave() {
	w := h.window
	switch w.window.Canvas().Focused() {
	case w.items.List():
		if w.search == "" {
			w.focus(w.sidebar.Focus())
			return
		}
		w.searchFor("")
	case w.items.Searching():
		w.searchFor("")
	}
	w.focus(w.items.List())
	w.detail.Leave()
}

// nextPart moves the focus to the next or previous pane; step is 1 or -1.
func (w *Window) nextPart(step int) {
	parts := w.parts()
	if len(parts) == 0 {
		return
	}
	at := 0
	for i, p := range parts {
		if p == w.window.Canvas().Focused() {
			at = i
		}
	}
	w.focus(parts[(at+step+len(parts))%len(parts)])
}

// parts returns the widgets where the focus begins in each pane of the window.
func (w *Window) parts() []fyne.Focusable {
	switch page := w.pages.shown.(type) {
	case *home:
		parts := []fyne.Focusable{w.sidebar.Focus(), w.items.List()}
		if w.detail.Item() != (snapshot.Item{}) {
			parts = append(parts, w.detail.Focus())
		}
		return parts
	case *library.Page:
		parts := []fyne.Focusable{w.sidebar.Focus(), page.Focus()}
		if beside := page.Aside(); beside != nil {
			parts = append(parts, beside)
		}
		return parts
	case *library.Published:
		return []fyne.Focusable{w.sidebar.Focus(), page.Focus()}
	}
	return nil
}
