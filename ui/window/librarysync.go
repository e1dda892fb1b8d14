package window

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/contentsync"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/window/library"
)

// syncLibrary syncs a library, beside everything else.
func (w *Window) syncLibrary(key int64) {
	w.runLibrary(key, w.Engine.SyncLibrary)
}

// getContent fetches what a person asks for.
func (w *Window) getContent(key int64, addresses ...string) {
	w.runLibrary(key, func(ctx context.Context, key int64, o engine.ContentOptions) (contentsync.Report, error) {
		return w.Engine.GetContent(ctx, key, o, addresses...)
	})
}

// runLibrary runs something that takes long on a library. One thing runs at a time.
func (w *Window) runLibrary(key int64, run func(context.Context, int64, engine.ContentOptions) (contentsync.Report, error)) {
	if key == 0 {
		return
	}
	ctx, cancel := w.startLibrary()
	if cancel == nil {
		return
	}
	w.showSyncing(key)
	w.Seam.Aside(func(outer context.Context) {
		defer context.AfterFunc(outer, cancel)()
		report, err := run(ctx, key, w.contentOptions())
		w.Seam.UI(func() { w.librarySynced(report, err) })
	})
}

// contentOptions have the window told how far a library is.
func (w *Window) contentOptions() engine.ContentOptions {
	return engine.ContentOptions{Progress: w.libraryProgress}
}

// showSyncing says that a library is synced.
func (w *Window) showSyncing(key int64) {
	w.libraries.syncing = key
	if w.pages.library().Shown() == key {
		w.pages.library().Running(true)
	}
	w.status.Say(lang.L("Syncing…"))
}

// startLibrary makes ready for something that takes long; cancel is nil where something
// else runs.
func (w *Window) startLibrary() (ctx context.Context, cancel context.CancelFunc) {
	if w.libraries.cancel != nil {
		w.status.Say(lang.L("Something else is running already. “Cancel” stops it."))
		return nil, nil
	}
	ctx, w.libraries.cancel = context.WithCancel(context.Background())
	w.status.Working(0, 0)
	return ctx, w.libraries.cancel
}

// endLibrary is after it.
func (w *Window) endLibrary() {
	w.libraries.cancel()
	w.libraries.cancel, w.libraries.syncing, w.libraries.publishing = nil, 0, 0
	w.idle()
}

// librarySynced says what came of it.
func (w *Window) librarySynced(r contentsync.Report, err error) {
	w.endLibrary()
	w.pages.library().Running(w.libraries.isSyncing(w.pages.library().Shown()))
	if err != nil {
		w.Warn(err)
	} else {
		w.tellSynced(r)
	}
	w.Reload()
}

// broughtBy says what a sync brought, and what could not be fetched.
func broughtBy(r contentsync.Report) string {
	if r.Files+r.Removed+len(r.Failed)+r.Waiting == 0 {
		return lang.L("“{{.Name}}” is up to date.", say.Data{"Name": r.Library})
	}
	var parts []string
	if r.Files > 0 || len(r.Failed) == 0 {
		parts = append(parts, lang.N("{{.N}} files came ({{.Size}})", r.Files, say.Data{"N": say.Number(r.Files), "Size": say.Bytes(r.Bytes)}))
	}
	if r.Removed > 0 {
		parts = append(parts, lang.N("{{.N}} went", r.Removed, say.Data{"N": say.Number(r.Removed)}))
	}
	if n := len(r.Failed); n > 0 {
		parts = append(parts, lang.N("{{.N}} failed", n, say.Data{"N": say.Number(n)}))
	}
	if waiting := r.Waiting - len(r.Failed); waiting > 0 {
		parts = append(parts, lang.N("{{.N}} waiting", waiting, say.Data{"N": say.Number(waiting)}))
	}
	return lang.L("“{{.Name}}”: {{.What}}", say.Data{"Name": r.Library, "What": strings.Join(parts, " · ")})
}

// tellSynced says what came of a sync, and why it ended early.
func (w *Window) tellSynced(r contentsync.Report) {
	text := broughtBy(r)
	switch {
	case errors.Is(r.Stopped, context.Canceled):
		w.status.Say(text + " · " + lang.L("Stopped. The next sync goes on from there."))
	case r.Stopped != nil:
		w.status.Warn(text + " · " + sentence(r.Stopped))
	case len(r.Failed) > 0:
		w.status.Warn(strings.TrimSuffix(text+" · "+whyFailed(r.Failed[0]), " · "))
	default:
		w.status.Say(text)
	}
}

// whyFailed says why a feed or a file could not be fetched.
func whyFailed(one store.ContentWanted) string {
	if one.Nested {
		return say.TroubleText(one.Trouble, one.Address)
	}
	return library.WhyNot(one.Trouble, one.Address)
}

// removeContent takes files from the disk.
func (w *Window) removeContent(key int64, addresses ...string) {
	var freed int64
	w.run(func(ctx context.Context) (err error) {
		freed, err = w.Engine.RemoveContent(ctx, key, addresses...)
		return err
	}, func(err error) {
		w.reloadOr(err)
		if err == nil {
			w.status.Say(lang.L("Removed from the disk: {{.Size}} became free. “Download” brings it back.", say.Data{"Size": say.Bytes(freed)}))
		}
	})
}
