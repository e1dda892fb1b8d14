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

func (c *libraryPages) showAddLibrary() { c.addToLibrary("") }

// addToLibrary asks for the address of a library to add. If address is not "", the form starts
// with it.
func (c *libraryPages) addToLibrary(address string) {
	c.pages.addLibrary().Fill(address)
	c.showPasswordStorage(c.pages.addLibrary().ShowPasswordStorage)
	c.showForm(c.pages.addLibrary())
}

// probeLibrary probes an address for a library.
func (c *libraryPages) probeLibrary(at string, o lib.Options) {
	form := c.pages.addLibrary()
	work.AskBeside(&c.asking, c.Seam, func(ctx context.Context) (lib.Found, error) {
		return c.Library.Probe(ctx, at, o)
	}, func(found lib.Found, err error) {
		if err != nil {
			form.Unfound()
			c.trouble(form.Form, err, form.Trust)
			return
		}
		form.Found(found)
		if form.Shown() {
			c.focus(form.Main())
		}
	})
}

// libraryAt returns the key of the library at an address, or 0.
func (c *libraryPages) libraryAt(address string) int64 {
	for _, l := range c.now.Libraries {
		if l.Address == address {
			return l.Key
		}
	}
	return 0
}

// addLibrary adds a library that was entered in a form, and syncs it.
func (c *libraryPages) addLibrary(form *forms.Form, trust func(fingerprint string), at string, o lib.Options) {
	if !c.startsLibrary() {
		return
	}
	c.busyWith(form, wording.L("adding", "Adding…"))
	o.Follows = true
	c.cancel = c.stoppable(func(ctx context.Context) {
		l, err := c.Library.Add(ctx, at, o)
		c.Seam.UI(func() { c.libraryAdded(form, trust, l, err) })
		if err != nil {
			return
		}
		report, err := c.Library.Sync(ctx, l.Key, c.contentOptions())
		c.Seam.UI(func() { c.librarySynced(report, err) })
	})
}

// libraryAdded shows a library while it is synced for the first time.
func (c *libraryPages) libraryAdded(form *forms.Form, trust func(fingerprint string), l lib.Library, err error) {
	if err != nil {
		c.endLibrary()
		c.failed(form, err, trust)
		return
	}
	form.Busy("")
	if form.Shown() {
		c.now.Libraries = append(c.now.Libraries, l)
		c.showLibrary(l.Key)
	}
	c.showSyncing(l.Key)
	c.Reload()
}

// followAll adds the feeds that an outline names to the library. The next automatic sync reads
// them.
func (c *libraryPages) followAll(feeds []store.Offered) {
	if !c.startsLibrary() {
		return
	}
	c.busyWith(c.pages.subscribe().Form, wording.L("adding", "Adding…"))
	progress := c.steps(&c.cancel)
	c.cancel = c.stoppable(func(ctx context.Context) {
		added, failed, err := c.Library.AddAll(ctx, feeds, func(n int) { progress(n, len(feeds)) })
		c.Seam.UI(func() { c.followedAll(added, failed, err) })
	})
}

// followedAll shows the first of the added libraries, and says which feeds could not be added.
func (c *libraryPages) followedAll(added []lib.Library, failed map[string]error, err error) {
	c.endLibrary()
	form := c.pages.subscribe()
	for _, at := range slices.Sorted(maps.Keys(failed)) {
		err = cmp.Or(err, failed[at])
	}
	if len(added) == 0 {
		c.failed(form.Form, err, nil)
		return
	}
	form.Busy("")
	if form.Shown() {
		c.now.Libraries = append(c.now.Libraries, added...)
		c.showLibrary(added[0].Key)
	}
	text := wording.N("following-n-feeds", "Following {{.N}} feeds.", len(added), wording.Data{"N": wording.Number(len(added))})
	switch n := len(failed); {
	case n > 0:
		c.status.Warn(text + " " + wording.N("n-feeds-could-not-be-added", "{{.N}} feeds could not be added. The first one: {{.Why}}", n, wording.Data{"N": wording.Number(n), "Why": wording.Error(err)}))
	default:
		c.status.ShowMessage(text)
	}
	c.Reload()
}

// showLibrarySettings shows the settings of a library.
func (c *libraryPages) showLibrarySettings(l lib.Library) {
	c.pages.librarySettings().Fill(l)
	c.showPasswordStorage(c.pages.librarySettings().ShowPasswordStorage)
	c.showForm(c.pages.librarySettings())
	if l.Health.Trouble == transport.Certificate {
		c.probeCertificate(l)
	}
}

// probeCertificate shows the fingerprint of a library's untrusted certificate, for the person
// to compare.
func (c *libraryPages) probeCertificate(l lib.Library) {
	form := c.pages.librarySettings()
	form.Busy(wording.L("checking", "Checking…"))
	work.AskBeside(&c.asking, c.Seam, func(ctx context.Context) (lib.Found, error) {
		return c.Library.Probe(ctx, l.Address, lib.Options{Access: l.Access})
	}, func(_ lib.Found, err error) { c.failed(form.Form, err, form.Trust) })
}

func (c *libraryPages) saveLibrary(key int64, o lib.Options) {
	form := c.pages.librarySettings()
	c.busyWith(form.Form, wording.L("checking", "Checking…"))
	work.AskBeside(&c.doing, c.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.Library.Change(ctx, key, func(was *lib.Options) { *was = o })
	}, func(_ struct{}, err error) {
		if c.failed(form.Form, err, form.Trust) {
			return
		}
		if form.Shown() {
			c.goHome()
		}
		c.Reload()
	})
}

// askForget asks whether to remove a library.
func (c *libraryPages) askForget(l lib.Library) {
	data := wording.Data{"Name": l.Name, "Size": wording.Bytes(l.Use.Bytes)}
	c.confirm(forms.Question{
		Title:   wording.L("remove-name-from-the-library", "Remove “{{.Name}}” from the library?", data),
		Explain: wording.L("its-files-are-deleted-from-this", "Its files are deleted from this computer, which frees {{.Size}}. Nothing changes at the publisher’s, and you can add the library again.", data),
		Do:      wording.L("remove", "Remove"),
		Done:    func(bool) { c.forgetLibrary(l) },
	})
}

func (c *libraryPages) forgetLibrary(l lib.Library) {
	form := c.pages.confirm()
	c.busyWith(form.Form, wording.L("removing", "Removing…"))
	work.AskBeside(&c.doing, c.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.Library.Remove(ctx, l.Key)
	}, func(_ struct{}, err error) {
		if c.failed(form.Form, err, nil) {
			return
		}
		c.status.ShowMessage(wording.L("removed-name", "Removed “{{.Name}}”.", wording.Data{"Name": l.Name}))
		if form.Shown() {
			c.leaveGone()
		}
		c.Reload()
	})
}
