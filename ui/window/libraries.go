package window

import (
	"context"
	"io"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// libraries is what is being done about libraries: one thing at a time.
type libraries struct {
	asking, doing work.Last
	// cancel ends the sync of a library, or the publishing of a folder, that runs; nil
	// while none does. syncing and publishing say of which.
	cancel              context.CancelFunc
	syncing, publishing int64
	// bySchedule is a sync that runs beside the window.
	bySchedule scheduled
}

// makeLibraryPages makes the pages of libraries, and the forms that belong to them.
func (w *Window) makeLibraryPages() {
	p := &w.pages
	p.library = onDemand(p, func() *library.Page {
		return library.New(w.keys, w.Speaker, w.Seam, librarySource{w}, library.Events{
			Sync: w.syncLibrary, Cancel: w.stopLibrary, Get: w.getContent, Remove: w.removeContent,
			Open: w.openPath, Browse: w.browse, Copy: w.copyAddress,
			Settings: w.showKeeping, Forget: w.askForget, Warn: w.Warn, Say: w.say, Leave: w.leaveLibrary,
		})
	})
	p.published = onDemand(p, func() *library.Published {
		return library.NewPublished(w.keys, w.Speaker, library.PublishedEvents{
			Again: w.publishAgain, Cancel: w.stopLibrary, Change: w.showPublishing, Stop: w.askStopFolder,
			Copy: w.copyAddress, Open: w.openPath, Leave: w.leaveLibrary,
		})
	})
	p.addLibrary = onDemand(p, func() *forms.AddLibrary {
		return forms.NewAddLibraryForm(w.keys, forms.AddLibraryEvents{
			Choose: w.chooseFolder, File: w.chooseAnyFile, Look: w.lookLibrary, Done: w.addLibrary,
			Show: w.showLibrary, Leave: w.giveUpLibrary,
		})
	})
	p.publishFolder = onDemand(p, func() *forms.PublishFolder {
		return forms.NewPublishFolderForm(w.keys, forms.PublishFolderEvents{
			Choose: w.chooseFolder, File: w.chooseAnyFile, Ask: w.askFolderReaders, Done: w.publishFolder, Leave: w.giveUpLibrary,
		})
	})
	p.keeping = onDemand(p, func() *forms.Keeping {
		return forms.NewKeepingForm(w.keys, w.chooseAnyFile, w.keepLibrary, w.giveUpLibrary)
	})
	p.confirm = onDemand(p, func() *forms.Confirm {
		return forms.NewConfirmForm(w.keys, w.giveUpLibrary)
	})
}

// librarySource reads libraries from the engine that the window has.
type librarySource struct{ w *Window }

// Content gives a feed.
func (s librarySource) Content(ctx context.Context, key int64, feed string, hidden bool) (engine.ContentPage, error) {
	return s.w.Engine.Content(ctx, key, feed, hidden)
}

// ContentPath gives where a file lies.
func (s librarySource) ContentPath(ctx context.Context, key int64, address string) (string, error) {
	return s.w.Engine.ContentPath(ctx, key, address)
}

// Open opens a file.
func (s librarySource) Open(path string) (io.ReadCloser, error) { return s.w.Files.Open(path) }

// fillLibrary has the page of the place show what there is now. From one that is gone a
// person comes to where they begin.
func (w *Window) fillLibrary() {
	if !w.showLibraryHere() {
		w.leaveLibrary()
	}
}

// showLibraryHere has the page of the place show what there is now, and tells whether there
// is anything; where the place is no library and no folder there always is.
func (w *Window) showLibraryHere() (there bool) {
	switch w.at.Kind {
	case place.Library:
		var l engine.Library
		if l, there = w.now.Library(w.at.Key); there {
			l.Running = l.Running || w.libraries.isSyncing(l.Key)
			w.pages.library().Show(l)
		}
	case place.Published:
		var f store.PublishedFolder
		if f, there = w.now.PublishedFolder(w.at.Key); there {
			w.pages.published().Show(f, w.libraries.publishing == f.Key)
		}
	default:
		there = true
	}
	return there
}

// showLibrary goes to a library.
func (w *Window) showLibrary(key int64) {
	w.choose(place.Place{Kind: place.Library, Key: key})
	w.focus(w.pages.library().Focus())
}

// leaveLibrary goes from the page of a library to the sidebar; where that is no more, to
// the first list.
func (w *Window) leaveLibrary() {
	_, library := w.now.Library(w.at.Key)
	_, published := w.now.PublishedFolder(w.at.Key)
	if w.at.Kind == place.Library && !library || w.at.Kind == place.Published && !published {
		w.leaveGone()
		return
	}
	w.focus(w.sidebar.Focus())
}

// giveUpLibrary leaves a form of libraries, and what it asked for.
func (w *Window) giveUpLibrary() {
	w.libraries.asking.Cancel()
	w.libraries.doing.Cancel()
	w.goHome()
	w.Reload()
}

// copyAddress puts an address where other programs paste from.
func (w *Window) copyAddress(address string) {
	fyne.CurrentApp().Clipboard().SetContent(address)
	w.status.Say(lang.L("Copied: {{.At}}", say.Data{"At": address}))
}
