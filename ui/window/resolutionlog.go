package window

import (
	"context"
	"io"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/history"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

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
	w.choose(snapshot.Place{Kind: snapshot.KindList, Set: it.Set})
	w.item = it
	w.readItem(it)
	w.focus(w.items.List())
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
