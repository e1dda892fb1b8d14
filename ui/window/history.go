package window

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/history"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// showHistory shows the history of the item that is being resolved, or of the chosen one.
func (w *Window) showHistory() {
	it := w.item
	if w.resolving() {
		it = w.pages.resolve.Item()
	}
	if it == (snapshot.Item{}) {
		w.status.ShowMessage(wording.L("select-an-item", "Select an item."))
		return
	}
	w.showItemHistory(it)
}

// showItemHistory shows the history of an item. Leaving that page returns to the current one.
func (w *Window) showItemHistory(it snapshot.Item) {
	w.readHistory(it, history.FirstVersions, func(l conflicts.History) {
		w.pages.history().Show(it, l)
		w.showPage(w.pages.history())
	})
}

func (w *Window) readHistory(it snapshot.Item, most int, then func(conflicts.History)) {
	ask(w, func(ctx context.Context) (conflicts.History, error) {
		return w.Conflicts.History(ctx, it.Set, it.ID, most)
	}, func(l conflicts.History) {
		then(l)
	})
}

// refreshHistory updates the history of an item if it is in sight.
func (w *Window) refreshHistory() {
	if !shows[*history.Page](w) {
		return
	}
	w.showVersions(w.pages.history().Item(), w.pages.history().Most())
}

// showVersions shows up to most versions of the item whose history is in sight.
func (w *Window) showVersions(it snapshot.Item, most int) {
	w.readHistory(it, most, func(l conflicts.History) {
		if it == w.pages.history().Item() {
			w.pages.history().Show(it, l)
		}
	})
}

// restoreVersion restores an older version of an item. If the item has open versions,
// restoring would ignore them: the conflict page opens instead.
func (w *Window) restoreVersion(it snapshot.Item, version [sha256.Size]byte) {
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Edit.RestoreVersion(ctx, it.Set, it.ID, version)
	}, func(_ *item.Item, err error) {
		switch {
		case errors.Is(err, edit.ErrConflicted):
			w.Warn(err)
			w.openResolve(it)
		case err != nil:
			w.Warn(err)
		default:
			w.done(it.Set, wording.L("restored-ctrl-z-undoes-it", "Restored. Ctrl+Z undoes it."))
		}
	})
}

// showDecisions shows the resolution log.
func (w *Window) showDecisions() {
	w.showForm(w.pages.decisions())
	w.readDecisions()
}

// readDecisions reads the resolution log again if it is in sight.
func (w *Window) readDecisions() {
	if !shows[*history.LogPage](w) {
		return
	}
	ask(w, func(ctx context.Context) ([]conflicts.Resolution, error) {
		return w.Conflicts.Resolutions(ctx, "", "", 0)
	}, func(all []conflicts.Resolution) {
		w.pages.decisions().Show(all)
	})
}

// openDecided shows the item of a resolution in its list.
func (w *Window) openDecided(it snapshot.Item) {
	if _, there := w.now.List(it.Set); !there {
		w.status.ShowMessage(wording.L("there-is-no-such-list", "There is no such list."))
		return
	}
	w.showIn(snapshot.Place{Kind: snapshot.KindList, Set: it.Set}, it)
}

// showExportLog asks for the file to export the resolution log to.
func (w *Window) showExportLog() {
	w.pages.exportLog().Fill()
	w.showForm(w.pages.exportLog())
}

// exportLog writes the resolution log to a file.
func (w *Window) exportLog(asked forms.LogExport) {
	w.writeFrom(w.pages.exportLog(), func(ctx context.Context) (exported, error) {
		return w.writeLog(ctx, asked)
	}, func(done exported) {
		w.showDecisions()
		w.status.ShowMessage(wording.N("exported-n-resolutions-to-path", "Exported {{.N}} resolutions to {{.Path}}", done.items, wording.Data{"N": wording.Number(done.items), "Path": done.path}))
	})
}

func (w *Window) writeLog(ctx context.Context, asked forms.LogExport) (exported, error) {
	path, err := w.fileFor(ctx, asked.Target, asked.Name(), asked.Extension())
	if err != nil {
		return exported{}, err
	}
	all, err := w.Conflicts.Resolutions(ctx, "", "", 0)
	if err != nil {
		return exported{}, err
	}
	err = w.Files.Replace(ctx, path, func(out io.Writer) error {
		if asked.JSON {
			return conflicts.WriteLog(out, all)
		}
		return w.Speaker.WriteResolutions(out, all)
	})
	return exported{path: path, items: len(all)}, err
}
