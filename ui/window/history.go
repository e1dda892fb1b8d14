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

// historyPages controls the history of an item and the resolution log.
type historyPages struct {
	*shell
	edits     *editing
	transfers *transferPages
}

// showHistory shows the history of the item that is being resolved, or of the chosen one.
func (c *historyPages) showHistory() {
	it := c.item
	if c.resolving() {
		it = c.pages.resolve.Item()
	}
	if it == (snapshot.Item{}) {
		c.status.ShowMessage(wording.L("select-an-item", "Select an item."))
		return
	}
	c.showItemHistory(it)
}

// showItemHistory shows the history of an item. Leaving that page returns to the current one.
func (c *historyPages) showItemHistory(it snapshot.Item) {
	c.readHistory(it, history.FirstVersions, func(l conflicts.History) {
		c.pages.history().Show(it, l)
		c.showPage(c.pages.history())
	})
}

func (c *historyPages) readHistory(it snapshot.Item, most int, then func(conflicts.History)) {
	ask(c.shell, func(ctx context.Context) (conflicts.History, error) {
		return c.Conflicts.History(ctx, it.Set, it.ID, most)
	}, func(l conflicts.History) {
		then(l)
	})
}

// refreshHistory updates the history of an item if it is in sight.
func (c *historyPages) refreshHistory() {
	if !shows[*history.Page](c.shell) {
		return
	}
	c.showVersions(c.pages.history().Item(), c.pages.history().Most())
}

// showVersions shows up to most versions of the item whose history is in sight.
func (c *historyPages) showVersions(it snapshot.Item, most int) {
	c.readHistory(it, most, func(l conflicts.History) {
		if it == c.pages.history().Item() {
			c.pages.history().Show(it, l)
		}
	})
}

// restoreVersion restores an older version of an item. If the item has open versions,
// restoring would ignore them: the conflict page opens instead.
func (c *historyPages) restoreVersion(it snapshot.Item, version [sha256.Size]byte) {
	work.Ask(c.Seam, func(ctx context.Context) (*item.Item, error) {
		return c.Edit.RestoreVersion(ctx, it.Set, it.ID, version)
	}, func(_ *item.Item, err error) {
		switch {
		case errors.Is(err, edit.ErrConflicted):
			c.Warn(err)
			c.openResolve(it)
		case err != nil:
			c.Warn(err)
		default:
			c.edits.done(it.Set, wording.L("restored-ctrl-z-undoes-it", "Restored. Ctrl+Z undoes it."))
		}
	})
}

// showDecisions shows the resolution log.
func (c *historyPages) showDecisions() {
	c.showForm(c.pages.decisions())
	c.readDecisions()
}

// readDecisions reads the resolution log again if it is in sight.
func (c *historyPages) readDecisions() {
	if !shows[*history.LogPage](c.shell) {
		return
	}
	ask(c.shell, func(ctx context.Context) ([]conflicts.Resolution, error) {
		return c.Conflicts.Resolutions(ctx, "", "", 0)
	}, func(all []conflicts.Resolution) {
		c.pages.decisions().Show(all)
	})
}

// openDecided shows the item of a resolution in its list.
func (c *historyPages) openDecided(it snapshot.Item) {
	if _, there := c.now.List(it.Set); !there {
		c.status.ShowMessage(wording.L("there-is-no-such-list", "There is no such list."))
		return
	}
	c.showIn(snapshot.Place{Kind: snapshot.KindList, Set: it.Set}, it)
}

// showExportLog asks for the file to export the resolution log to.
func (c *historyPages) showExportLog() {
	c.pages.exportLog().Fill()
	c.showForm(c.pages.exportLog())
}

// exportLog writes the resolution log to a file.
func (c *historyPages) exportLog(asked forms.LogExport) {
	c.transfers.writeFrom(c.pages.exportLog(), func(ctx context.Context) (exported, error) {
		return c.writeLog(ctx, asked)
	}, func(done exported) {
		c.showDecisions()
		c.status.ShowMessage(wording.N("exported-n-resolutions-to-path", "Exported {{.N}} resolutions to {{.Path}}", done.items, wording.Data{"N": wording.Number(done.items), "Path": done.path}))
	})
}

func (c *historyPages) writeLog(ctx context.Context, asked forms.LogExport) (exported, error) {
	path, err := c.transfers.fileFor(ctx, asked.Target, asked.Name(), asked.Extension())
	if err != nil {
		return exported{}, err
	}
	all, err := c.Conflicts.Resolutions(ctx, "", "", 0)
	if err != nil {
		return exported{}, err
	}
	err = c.Files.Replace(ctx, path, func(out io.Writer) error {
		if asked.JSON {
			return conflicts.WriteLog(out, all)
		}
		return c.Speaker.WriteResolutions(out, all)
	})
	return exported{path: path, items: len(all)}, err
}
