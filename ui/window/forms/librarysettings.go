package forms

import (
	"strings"

	"fyne.io/fyne/v2"

	lib "crossfeed/engine/library"
	"crossfeed/engine/transport"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// LibrarySettings shows the settings of a library: its name, its maximum size, and when it is
// synced.
type LibrarySettings struct {
	*Form
	shown  lib.Library
	name   *widget.Entry
	room   *widget.Choice
	every  *widget.Choice
	paused *widget.Check
	done   func(library int64, o lib.Options)
}

// NewLibrarySettings returns the form; file lets a person choose a file.
func NewLibrarySettings(keys *widget.Keys, file func(chosen func(string)), done func(int64, lib.Options), cancel func()) *LibrarySettings {
	k := &LibrarySettings{done: done}
	k.Form = newForm(keys, wording.L("library-settings", "Library settings"), "", wording.L("save", "Save"), k.submitNow, cancel)
	k.name = k.entry(wording.L("name", "Name"), wording.L("name-from-the-feed", "name from the feed"))
	k.room = widget.NewChoice(keys, wording.Rooms(), nil)
	k.every = widget.NewChoice(keys, wording.Intervals(), nil)
	k.paused = widget.NewCheck(keys, wording.L("sync-only-manually", "Sync only manually"), nil)
	k.access = NewAccess(keys, k.Save, file, func() {})
	k.body.Add(Pair(Labelled(wording.L("disk-space-limit", "Disk space limit"), k.room), Labelled(wording.L("sync-interval", "Sync interval"), k.every)))
	k.body.Add(k.paused)
	k.body.Add(k.access.SignIn())
	k.body.Add(k.access.Rest())
	return k
}

// Fill shows the settings of a library.
func (k *LibrarySettings) Fill(l lib.Library) {
	k.reset()
	k.shown = l
	k.explain.SetText(l.Address)
	k.name.Put(l.Title)
	k.room.Put(wording.RoomAt(l.Room))
	k.every.Put(wording.IntervalAt(l.Every))
	k.paused.Put(l.Paused)
	k.access.Put(l.Access)
	k.access.At(l.Address)
	k.first = k.begins(l)
	layOut(k.object)
}

// begins returns the field to begin with: the one that can solve the library's present
// problem, otherwise the name.
func (k *LibrarySettings) begins(l lib.Library) fyne.Focusable {
	switch {
	case l.Health.Trouble == transport.SignIn && Far(l.Address):
		return k.access.First()
	case l.Health.Trouble == transport.LibraryFull:
		return k.room
	}
	return k.name
}

func (k *LibrarySettings) submitNow() {
	o := lib.Options{
		Title: strings.TrimSpace(k.name.Text()), Access: k.access.Access(), Password: k.access.Password(),
		Paused: k.paused.Checked, Every: k.shown.Every, Room: k.shown.Room,
	}
	if at := k.every.SelectedIndex(); at != wording.IntervalAt(o.Every) {
		o.Every = wording.Interval(at)
	}
	if at := k.room.SelectedIndex(); at != wording.RoomAt(o.Room) {
		o.Room = wording.Room(at)
	}
	k.Problem("")
	k.done(k.shown.Key, o)
}
