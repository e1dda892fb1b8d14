package window

import (
	"context"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/lists"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/exchange"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// importing is the state of the running import, and of the preview before it.
type importing struct {
	reading work.Last
	// cancel stops the running import; nil while none runs.
	cancel context.CancelFunc
}

// transferPages controls the pages for import and export.
type transferPages struct {
	*shell
	publisher *publisher
	importing importing
	exporting work.Last
}

func (c *transferPages) showImport() {
	if c.importing.cancel == nil {
		c.pages.importing().Clear()
	}
	c.showForm(c.pages.importing())
}

// leaveImport closes the page. A running import continues.
func (c *transferPages) leaveImport() {
	c.importing.reading.Cancel()
	if c.importing.cancel == nil {
		c.pages.importing().Clear()
	}
	c.goHome()
}

// Open opens what the desktop passes to the program: an invitation link, the address of a feed,
// or the absolute path of a file.
func (w *Window) Open(what string) {
	switch scheme, _, _ := strings.Cut(what, ":"); {
	case filepath.IsAbs(what):
		w.openFiles([]string{what})
	case strings.EqualFold(scheme, "feed"):
		w.feeds.showSubscribe(what)
	default:
		w.sharing.openInvitationText(what)
	}
}

func (w *Window) drop(dropped []fyne.URI) {
	var paths []string
	for _, u := range dropped {
		if at := droppedAddress(u.Path()); at != "" {
			w.feeds.showSubscribe(at)
			return
		}
		paths = append(paths, u.Path())
	}
	if len(paths) > 0 {
		w.openFiles(paths)
	}
}

// droppedAddress returns the address that was dropped, or "". Fyne takes it for the path of a
// file in the working folder, which makes one slash of several.
func droppedAddress(path string) string {
	for _, scheme := range append(transport.Schemes(), "feed") {
		here, err := filepath.Abs(scheme + ":")
		if rest, is := strings.CutPrefix(path, filepath.ToSlash(here)+"/"); is && err == nil {
			return scheme + "://" + rest
		}
	}
	return ""
}

// openFiles imports calendars, vCard files and tables, opens an invitation or a backup, and takes
// a feed or folder for one to subscribe to. Anything else is attached to the shown item.
func (w *Window) openFiles(paths []string) {
	if isInvitation(paths[0]) {
		w.OpenInvitation(paths[0])
		return
	}
	type sorted struct {
		imports, isBackup bool
		feed              string
	}
	work.AskBeside(&w.transfers.importing.reading, w.Seam, func(context.Context) (s sorted, err error) {
		if s.imports, s.feed = exchange.Sort(w.Files, paths); s.imports || s.feed != "" {
			return s, nil
		}
		in, err := w.Files.Open(paths[0])
		if err != nil {
			return s, err
		}
		defer in.Close()
		s.isBackup = safekeeping.IsBackup(in)
		return s, nil
	}, func(s sorted, err error) {
		switch {
		case err != nil:
			w.Warn(err)
		case s.imports:
			w.transfers.readFiles(exchange.Asked{Paths: paths})
		case s.feed != "":
			w.feeds.showSubscribe(s.feed)
		case s.isBackup:
			w.safety.showRestore(paths[0])
		default:
			w.attaching.attachFiles(paths)
		}
	})
}

// importFeed previews an import of a feed or outline that is not shared, from a file or the web.
func (c *transferPages) importFeed(at string, access transport.Access) {
	c.readFiles(exchange.Asked{Paths: []string{at}, Access: access})
}

// readFiles previews an import of files. It downloads one on the web first.
func (c *transferPages) readFiles(a exchange.Asked) {
	if c.importing.cancel != nil {
		c.status.ShowMessage(wording.L("an-import-is-running-already", "An import is running already."))
		return
	}
	a.Near = c.listFor(c.at)
	before := c.mappings()
	page := c.pages.importing()
	page.Reading(a)
	c.showForm(page)
	now := c.now
	work.AskBeside(&c.importing.reading, c.Seam, func(ctx context.Context) (p exchange.Preview, err error) {
		var lists []*lists.List
		err = c.Engine.View(ctx, func(v engine.View) error {
			lists, err = now.ListsNow(ctx, v)
			return err
		})
		if err != nil {
			return p, err
		}
		if a.Far() {
			if a.Text, err = c.Subscriptions.Download(ctx, a.Paths[0], a.Access); err != nil {
				return exchange.Preview{Asked: exchange.Asked{Access: a.Access}, Failed: []exchange.Failure{{Path: a.Paths[0], Err: err}}}, ctx.Err()
			}
		}
		return exchange.Read(ctx, c.Lists, c.Files, lists, a, before)
	}, func(p exchange.Preview, err error) {
		if err != nil {
			c.Warn(err)
		}
		page.Show(p)
		if a.Into == "" && c.pages.shown == page {
			c.focus(page.Focus())
		}
	})
}

// runImport starts an import, which runs concurrently with everything else.
func (c *transferPages) runImport(p exchange.Preview) {
	if c.importing.cancel != nil {
		return
	}
	c.pages.importing().Busy(true)
	c.status.Show(wording.L("importing-into-list", "Importing into “{{.List}}”…", wording.Data{"List": p.Into}))
	c.status.Working(0, 0)
	c.importing.cancel = c.stoppable(func(ctx context.Context) {
		done, err := c.bringIn(ctx, p)
		c.Seam.UI(func() { c.imported(p, done, err) })
	})
}

// mappingsKey has the mappings of columns of imported tables.
const mappingsKey = "columns"

func (c *transferPages) mappings() exchange.Mappings {
	return exchange.ParseMappings(c.Settings.String(mappingsKey))
}

// bringIn runs an import, and creates the list first if it is a new one. A failed import
// leaves nothing behind.
func (c *transferPages) bringIn(ctx context.Context, p exchange.Preview) (transfer.Done, error) {
	if p.New {
		if _, err := c.Lists.Create(ctx, lists.New{Name: p.Into, Kind: string(p.Kind)}); err != nil {
			return transfer.Done{}, err
		}
	}
	done, err := c.Lists.Import(ctx, p.Into, p.Plan, c.steps(&c.importing.cancel))
	if err != nil && p.New {
		// The list is empty. If it cannot be removed, it stays empty.
		_ = c.Lists.Discard(context.WithoutCancel(ctx), p.Into)
	}
	return done, err
}

// imported reports the result of an import, and shows the list if the person waited for it.
func (c *transferPages) imported(p exchange.Preview, done transfer.Done, err error) {
	c.importing.cancel()
	c.importing.cancel = nil
	c.idle()
	c.pages.importing().Busy(false)
	if err != nil {
		c.Warn(err)
		c.Reload()
		return
	}
	c.Settings.SetString(mappingsKey, c.mappings().With(p).String())
	c.reportImported(p, done)
	waited := shows[*exchange.Page](c.shell)
	c.pages.importing().Clear()
	switch {
	case len(p.Later) > 0 && waited:
		c.readFiles(exchange.Asked{Paths: p.Later})
	case waited:
		c.choose(snapshot.Place{Kind: snapshot.KindList, Set: p.Into})
		c.focus(c.items.List())
	}
	c.Reload()
}

// stopWork stops what the person is waiting for: a batch resolution or an import, otherwise
// the sync.
func (w *Window) stopWork() {
	switch {
	case w.batching.cancel != nil:
		w.batching.stopBatch()
	case w.transfers.importing.cancel != nil:
		w.transfers.importing.cancel()
		w.status.Show(wording.L("stopping-the-import", "Stopping the import…"))
	case w.long.busy:
		w.stopLong()
	case w.libraries.busy():
		w.libraries.stopLibrary()
	default:
		w.syncing.stopSync()
	}
}

// idle hides the progress bar, unless something else is still running.
func (w *Window) idle() {
	if !w.busy() {
		w.status.Idle()
	}
}

// busy reports whether something is running that can be canceled.
func (w *Window) busy() bool {
	return w.transfers.importing.cancel != nil || w.syncing.cancelSync != nil || w.batching.cancel != nil || w.long.busy || w.libraries.busy()
}

// reportImported reports the result of an import, and publishes the list.
func (c *transferPages) reportImported(p exchange.Preview, done transfer.Done) {
	text := importedText(done, p.Plan.Count(transfer.Unreadable), c.sharedAt(p.Into))
	if len(done.Refused) > 0 {
		c.publisher.publish(p.Into, c.status.Warn(text+" "+wording.N("n-could-not-be-changed-why", "{{.N}} could not be changed: {{.Why}}", len(done.Refused), wording.Data{
			"N": len(done.Refused), "Why": strings.TrimSuffix(wording.Why(done.Refused[0].Err), "."),
		})))
		return
	}
	c.publisher.publish(p.Into, c.status.ShowMessage(text))
}

// importedText counts what was imported and, if the list is published at a location, says who
// can read it. Zero counts are left out.
func importedText(d transfer.Done, unreadable int, at string) string {
	var parts []string
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, text)
		}
	}
	add(d.New, wording.L("n-new", "{{.N}} new", wording.Data{"N": wording.Number(d.New)}))
	add(d.Changed, wording.L("n-changed", "{{.N}} changed", wording.Data{"N": wording.Number(d.Changed)}))
	add(d.Restored, wording.L("n-restored", "{{.N}} restored", wording.Data{"N": wording.Number(d.Restored)}))
	add(unreadable, wording.L("n-unreadable", "{{.N}} unreadable", wording.Data{"N": wording.Number(unreadable)}))
	n := d.New + d.Changed + d.Restored
	if n == 0 {
		parts = append([]string{wording.L("nothing", "nothing")}, parts...)
	}
	text := wording.L("imported-what", "Imported: {{.What}}.", wording.Data{"What": strings.Join(parts, ", ")})
	switch {
	case n > 0 && at != "":
		text += " " + wording.Exposes(n, at) + " " + staysReadable()
	case n > 0:
		text += " " + wording.L("ctrl-z-undoes-it", "Ctrl+Z undoes it.")
	}
	return text
}
