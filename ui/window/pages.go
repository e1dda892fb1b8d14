package window

import (
	"fyne.io/fyne/v2"

	"crossfeed/ui/window/batch"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// page is shown in the middle of the window, in place of the items and the editor.
type page interface {
	Object() fyne.CanvasObject
	// Focus returns the widget where the focus begins, or nil.
	Focus() fyne.Focusable
	// Leave handles Esc.
	Leave()
}

// saver is a page with something to save, which Ctrl+Enter does.
type saver interface{ Save() }

// typist is a page that handles characters that no entry handled.
type typist interface{ Rune(rune) bool }

// beginner is a page that has something to read or to select when it is opened.
type beginner interface{ Begin() }

// undoer is a page with its own undo, which undoes what a person did on that page and nothing
// else.
type undoer interface {
	Undo()
	Redo()
}

// keyed is a page with shortcuts of its own.
type keyed interface{ Shortcut(fyne.Shortcut) bool }

// trait is what the window has to know about a page.
type trait int

const (
	// showsEdits: the page shows what the last edit changed, or may have changed, so that
	// a person sees what Ctrl+Z undoes.
	showsEdits trait = 1 << iota
	// reference: the page is read next to what a person does, and leads back there.
	reference
)

// onDemand returns a function that creates a page when it is first needed. Creating all pages
// at the start would take longer than everything else that the window needs.
func onDemand[P page](p *pages, create func() P, traits ...trait) func() P {
	var created P
	made := false
	return func() P {
		if !made {
			created, made = create(), true
			p.add(created, traits...)
		}
		return created
	}
}

// opens returns a command that shows a page, and creates it when it is first needed. For a page
// that nothing else in the window refers to, a row in the table of commands is enough.
func (w *Window) opens(create func() page, traits ...trait) func() {
	get := onDemand(&w.pages, create, traits...)
	return func() {
		w.showPage(get())
		if p, reads := get().(beginner); reads {
			p.Begin()
		}
	}
}

// add adds a page to the stage, hidden. The page is laid out twice: the height of wrapped text
// depends on its width, which is known only once the window has a size.
func (p *pages) add(added page, traits ...trait) {
	for _, t := range traits {
		p.traits[added] |= t
	}
	o := added.Object()
	o.Hide()
	p.stage.Add(o)
	if !p.stage.Size().IsZero() {
		o.Refresh()
	}
}

// has reports whether a page has a trait.
func (p *pages) has(t trait, of page) bool { return p.traits[of]&t != 0 }

// shows reports whether the window shows the page of type P. It does not create the page.
func shows[P page](s *shell) bool {
	_, is := s.pages.shown.(P)
	return is
}

// undoHere undoes on the page if that has an undo of its own, otherwise the last edit,
// provided that the page shows what it changes.
func (w *Window) undoHere() {
	switch shown := w.pages.shown.(type) {
	case undoer:
		shown.Undo()
	case *batch.Page:
		w.edits.undoResolution()
	default:
		if !w.showsEdits() {
			w.showMessage(wording.L("there-is-nothing-to-undo-here", "There is nothing to undo here. Ctrl+Z undoes in a list, the menu Edit › Conflicts undoes the last resolution."))
			return
		}
		w.edits.undo()
	}
}

// redoHere redoes what undoHere undid.
func (w *Window) redoHere() {
	if u, own := w.pages.shown.(undoer); own {
		u.Redo()
		return
	}
	if !w.showsEdits() {
		w.showMessage(wording.L("there-is-nothing-to-redo-on", "There is nothing to redo on this page."))
		return
	}
	w.edits.redo()
}

// showsEdits reports whether the page shows what the last edit changed, or may have changed.
// Undo does nothing on other pages, because a person would not see its effect.
func (w *Window) showsEdits() bool {
	return w.pages.has(showsEdits, w.pages.shown) && !w.besideResolving()
}

// showPage shows a page and moves the focus there: a hidden widget that keeps the focus would
// still receive the keys.
func (w *Window) showPage(p page) {
	if w.pages.has(reference, p) && !w.pages.has(reference, w.pages.shown) {
		w.pages.before = w.pages.shown
	}
	if p != w.pages.shown {
		w.pages.resolveMessage.Retract()
	}
	w.turnTo(p)
	w.focus(p.Focus())
}

// turnTo shows a page and leaves the focus alone.
func (w *Window) turnTo(p page) {
	if p == w.pages.shown {
		w.draw()
		return
	}
	if !w.pages.has(reference, p) && (w.resolving() || w.batching.batchShown()) {
		w.publisher.publishResolutions()
	}
	w.edits.saveLeft()
	w.pages.shown = p
	for _, each := range w.pages.stage.Objects {
		if each != p.Object() {
			each.Hide()
		}
	}
	p.Object().Show()
	w.sideBySide()
	w.updateMenu()
	w.draw()
}

// draw makes Fyne create the widgets that it creates lazily. A widget that does not exist yet
// cannot take the focus, and what a person types at once would be lost.
func (w *Window) draw() { w.pages.shown.Object().MinSize() }

// goHome shows the chosen place, or the welcome page if there is none.
func (w *Window) goHome() {
	if w.at.Kind == snapshot.KindNone {
		if w.at = w.firstPlace(); w.at.Kind == snapshot.KindNone {
			w.showPage(w.pages.first())
			return
		}
		w.Reload()
	}
	w.showPage(w.homeOf(w.at))
	w.sidebar.Show(&w.now, w.at)
}

// homeOf returns the page of a place to which a form returns.
func (w *Window) homeOf(at snapshot.Place) page {
	if at.Kind == snapshot.KindLibrary || at.Kind == snapshot.KindPublished {
		return w.pageOf(at)
	}
	return w.pages.home
}
