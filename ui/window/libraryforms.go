package window

import (
	"cmp"
	"context"
	"maps"
	"slices"

	lib "crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

func (w *Window) showAddLibrary() { w.addToLibrary("") }

// addToLibrary asks for the address of a library to add. If address is not "", the form starts
// with it.
func (w *Window) addToLibrary(address string) {
	w.pages.addLibrary().Fill(address)
	w.showPasswordStorage(w.pages.addLibrary().ShowPasswordStorage)
	w.showForm(w.pages.addLibrary())
}

// probeLibrary probes an address for a library.
func (w *Window) probeLibrary(at string, o lib.Options) {
	form := w.pages.addLibrary()
	work.AskBeside(&w.libraries.asking, w.Seam, func(ctx context.Context) (lib.Found, error) {
		return w.Library.Probe(ctx, at, o)
	}, func(found lib.Found, err error) {
		if err != nil {
			form.Unfound()
			w.trouble(form.Form, err, form.Trust)
			return
		}
		form.Found(found)
		if form.Shown() {
			w.focus(form.Main())
		}
	})
}

// libraryAt returns the key of the library at an address, or 0.
func (w *Window) libraryAt(address string) int64 {
	for _, l := range w.now.Libraries {
		if l.Address == address {
			return l.Key
		}
	}
	return 0
}

// addLibrary adds a library that was entered in a form, and syncs it.
func (w *Window) addLibrary(form *forms.Form, trust func(fingerprint string), at string, o lib.Options) {
	if !w.startsLibrary() {
		return
	}
	w.busyWith(form, wording.L("adding", "Adding…"))
	o.Follows = true
	w.libraries.cancel = w.stoppable(func(ctx context.Context) {
		l, err := w.Library.Add(ctx, at, o)
		w.Seam.UI(func() { w.libraryAdded(form, trust, l, err) })
		if err != nil {
			return
		}
		report, err := w.Library.Sync(ctx, l.Key, w.contentOptions())
		w.Seam.UI(func() { w.librarySynced(report, err) })
	})
}

// libraryAdded shows a library while it is synced for the first time.
func (w *Window) libraryAdded(form *forms.Form, trust func(fingerprint string), l lib.Library, err error) {
	if err != nil {
		w.endLibrary()
		w.failed(form, err, trust)
		return
	}
	form.Busy("")
	if form.Shown() {
		w.now.Libraries = append(w.now.Libraries, l)
		w.showLibrary(l.Key)
	}
	w.showSyncing(l.Key)
	w.Reload()
}

// followAll adds the feeds that an outline names to the library. The next automatic sync reads
// them.
func (w *Window) followAll(feeds []store.Offered) {
	if !w.startsLibrary() {
		return
	}
	w.busyWith(w.pages.subscribe().Form, wording.L("adding", "Adding…"))
	progress := w.steps(&w.libraries.cancel)
	w.libraries.cancel = w.stoppable(func(ctx context.Context) {
		added, failed, err := w.Library.AddAll(ctx, feeds, func(n int) { progress(n, len(feeds)) })
		w.Seam.UI(func() { w.followedAll(added, failed, err) })
	})
}

// followedAll shows the first of the added libraries, and says which feeds could not be added.
func (w *Window) followedAll(added []lib.Library, failed map[string]error, err error) {
	w.endLibrary()
	form := w.pages.subscribe()
	for _, at := range slices.Sorted(maps.Keys(failed)) {
		err = cmp.Or(err, failed[at])
	}
	if len(added) == 0 {
		w.failed(form.Form, err, nil)
		return
	}
	form.Busy("")
	if form.Shown() {
		w.now.Libraries = append(w.now.Libraries, added...)
		w.showLibrary(added[0].Key)
	}
	text := wording.N("following-n-feeds", "Following {{.N}} feeds.", len(added), wording.Data{"N": wording.Number(len(added))})
	switch n := len(failed); {
	case n > 0:
		w.status.Warn(text + " " + wording.N("n-feeds-could-not-be-added", "{{.N}} feeds could not be added. The first one: {{.Why}}", n, wording.Data{"N": wording.Number(n), "Why": wording.Error(err)}))
	default:
		w.status.ShowMessage(text)
	}
	w.Reload()
}

// showLibrarySettings shows the settings of a library.
func (w *Window) showLibrarySettings(l lib.Library) {
	w.pages.librarySettings().Fill(l)
	w.showPasswordStorage(w.pages.librarySettings().ShowPasswordStorage)
	w.showForm(w.pages.librarySettings())
	if l.Health.Trouble == transport.Certificate {
		w.probeCertificate(l)
	}
}

// probeCertificate shows the fingerprint of a library's untrusted certificate, for the person
// to compare.
func (w *Window) probeCertificate(l lib.Library) {
	form := w.pages.librarySettings()
	form.Busy(wording.L("checking", "Checking…"))
	work.AskBeside(&w.libraries.asking, w.Seam, func(ctx context.Context) (lib.Found, error) {
		return w.Library.Probe(ctx, l.Address, lib.Options{Access: l.Access})
	}, func(_ lib.Found, err error) { w.failed(form.Form, err, form.Trust) })
}

func (w *Window) saveLibrary(key int64, o lib.Options) {
	form := w.pages.librarySettings()
	w.busyWith(form.Form, wording.L("checking", "Checking…"))
	work.AskBeside(&w.libraries.doing, w.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.Library.Change(ctx, key, func(was *lib.Options) { *was = o })
	}, func(_ struct{}, err error) {
		if w.failed(form.Form, err, form.Trust) {
			return
		}
		if form.Shown() {
			w.goHome()
		}
		w.Reload()
	})
}

// askForget asks whether to remove a library.
func (w *Window) askForget(l lib.Library) {
	data := wording.Data{"Name": l.Name, "Size": wording.Bytes(l.Use.Bytes)}
	w.confirm(forms.Question{
		Title:   wording.L("remove-name-from-the-library", "Remove “{{.Name}}” from the library?", data),
		Explain: wording.L("its-files-are-deleted-from-this", "Its files are deleted from this computer, which frees {{.Size}}. Nothing changes at the publisher’s, and you can add the library again.", data),
		Do:      wording.L("remove", "Remove"),
		Done:    func(bool) { w.forgetLibrary(l) },
	})
}

func (w *Window) forgetLibrary(l lib.Library) {
	form := w.pages.confirm()
	w.busyWith(form.Form, wording.L("removing", "Removing…"))
	work.AskBeside(&w.libraries.doing, w.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.Library.Remove(ctx, l.Key)
	}, func(_ struct{}, err error) {
		if w.failed(form.Form, err, nil) {
			return
		}
		w.status.ShowMessage(wording.L("removed-name", "Removed “{{.Name}}”.", wording.Data{"Name": l.Name}))
		if form.Shown() {
			w.leaveGone()
		}
		w.Reload()
	})
}
