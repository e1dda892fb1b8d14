package forms

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	lib "crossfeed/engine/library"
	"crossfeed/engine/transport"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// AddLibraryEvents are the person's actions on the form.
type AddLibraryEvents struct {
	// Choose lets a person choose a folder, File a file.
	Choose, File func(chosen func(string))
	// Probe probes a location; the answer goes to Found or Unfound.
	Probe func(at string, o lib.Options)
	// Done adds the library, Show shows one that was added before.
	Done  func(at string, o lib.Options)
	Show  func(library int64)
	Leave func()
}

// AddLibrary asks for the address of the root feed of a library, and shows its content
// before anything is downloaded.
type AddLibrary struct {
	probeForm
	events AddLibraryEvents
	title  *widget.Entry
	room   *widget.Choice
	every  *widget.Choice
	more   *More
	facts  *fyne.Container
	// found is the result of probing the address.
	found lib.Found
}

// NewAddLibraryForm returns an empty form.
func NewAddLibraryForm(keys *widget.Keys, events AddLibraryEvents) *AddLibrary {
	a := &AddLibrary{events: events, facts: container.NewVBox()}
	a.Form = newForm(keys, wording.L("add-to-library", "Add to library"),
		wording.L("enter-the-address-of-a-feed", "Enter the address of a feed with files that someone publishes: photos, documents, recordings. Crossfeed downloads the files to this computer and keeps them up to date. Nothing is changed there."),
		"", a.submitNow, events.Leave)
	a.probe, a.clear = a.startProbe, a.forget
	a.addLocation(wording.L("https-or-home-me-shared-photos", "https://… or /home/me/Shared/Photos"), events.Choose, events.File, a.typed)
	a.body.Add(a.facts)
	a.title = a.field(wording.L("name-from-the-feed", "name from the feed"))
	a.room, a.every = widget.NewChoice(keys, wording.Rooms(), nil), widget.NewChoice(keys, wording.Intervals(), nil)
	a.more = NewMore(keys, Labelled(wording.L("name", "Name"), a.title),
		Pair(Labelled(wording.L("disk-space-limit", "Disk space limit"), a.room), Labelled(wording.L("sync-interval", "Sync interval"), a.every)), a.access.Rest())
	a.body.Add(a.more.Object())
	a.Fill("")
	return a
}

// Fill resets the form, with a location or "".
func (a *AddLibrary) Fill(at string) {
	a.reset()
	a.access.Put(transport.Access{})
	a.title.Put("")
	a.room.Put(wording.RoomAt(0))
	a.every.Put(0)
	a.more.Show(false)
	a.location.Put(at)
	a.first = a.location
	a.forget()
}

// forget clears the result of probing.
func (a *AddLibrary) forget() {
	a.found, a.facts.Objects = lib.Found{}, nil
	a.probeForm.forget()
}

// options returns the values of the fields.
func (a *AddLibrary) options() lib.Options {
	return lib.Options{
		Title: strings.TrimSpace(a.title.Text()), Access: a.access.Access(), Password: a.access.Password(),
		Every: wording.Interval(a.every.SelectedIndex()), Room: wording.Room(a.room.SelectedIndex()),
	}
}

func (a *AddLibrary) submitNow() {
	at := strings.TrimSpace(a.location.Text())
	switch {
	case at == "":
		a.Problem(wording.L("enter-the-librarys-address", "Enter the library's address."))
	case at != a.probed || a.found.Address == "":
		a.startProbe()
	case a.found.Already != 0:
		a.events.Show(a.found.Already)
	default:
		a.Problem("")
		a.events.Done(a.found.Address, a.options())
	}
}

// startProbe starts probing the address.
func (a *AddLibrary) startProbe() {
	a.Problem("")
	a.facts.Objects = nil
	a.probed = strings.TrimSpace(a.location.Text())
	a.Busy(wording.L("checking", "Checking…"))
	a.events.Probe(a.probed, a.options())
}

// Found shows what was found, and the button that adds it.
func (a *AddLibrary) Found(f lib.Found) {
	a.Busy("")
	a.found = f
	a.facts.Objects = nil
	a.facts.Add(widget.NewLine(cmp.Or(f.Title, f.Address), widget.TextStyle{Style: fyne.TextStyle{Bold: true}}))
	a.facts.Add(widget.NewNotice(aboutLibrary(f), widget.TextStyle{}))
	a.do.SetText(wording.L("add-and-sync", "Add and sync"))
	switch {
	case f.Already != 0:
		a.facts.Add(warning(wording.L("it-is-in-your-library-already", "It is in your library already.")))
		a.do.SetText(wording.L("show", "Show"))
	case f.Feeds+f.Files+f.OnDemand == 0:
		a.facts.Add(warning(wording.L("this-is-a-news-feed-without", "This is a news feed without files to download. Its texts are stored, its pictures are not.")))
	}
	if f.Problems > 0 {
		a.facts.Add(warning(wording.N("the-feed-has-n-errors-crossfeed", "The feed has {{.N}} errors. Crossfeed reads as much as it can.", f.Problems, wording.Data{"N": wording.Number(f.Problems)})))
	}
	layOut(a.object)
}

// aboutLibrary describes what the root feed refers to.
func aboutLibrary(f lib.Found) string {
	parts := []string{wording.N("n-items", "{{.N}} items", f.Items, wording.Data{"N": wording.Number(f.Items)})}
	if f.Feeds > 0 {
		parts = append(parts, wording.N("contains-n-feeds", "contains {{.N}} feeds", f.Feeds, wording.Data{"N": wording.Number(f.Feeds)}))
	}
	if f.Files > 0 {
		parts = append(parts, wording.N("n-files", "{{.N}} files", f.Files, wording.Data{"N": wording.Number(f.Files)}))
	}
	if f.OnDemand > 0 {
		parts = append(parts, wording.N("n-on-demand", "{{.N}} on demand", f.OnDemand, wording.Data{"N": wording.Number(f.OnDemand)}))
	}
	text := strings.Join(parts, " · ")
	if f.Feeds > 0 {
		text += "\n" + wording.L("the-contents-of-the-feeds-are", "The contents of the feeds are shown after the first sync.")
	}
	return text
}

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
