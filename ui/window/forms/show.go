package forms

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Show shows endpoints: this one first, then the others, the last seen first. The selection is
// kept, and so is text being typed. own says whether the name of this device is published.
func (p *People) Show(all []store.Endpoint, own safekeeping.DeviceName) {
	p.all, p.published = p.sorted(all), own.Published
	p.publish.Put(own.Published)
	at := slices.IndexFunc(p.all, func(e store.Endpoint) bool { return e.By == p.by })
	typing := p.typing()
	p.list.SetRows(len(p.all), max(at, 0))
	if !typing || at < 0 {
		p.edit()
	}
	if p.chosen && at >= 0 {
		p.chosen = false
		widget.Focus(p.name, p.name)
	}
}

// Choose selects a device to be named, once the page shows it.
func (p *People) Choose(by string) {
	p.saveName()
	p.by, p.was, p.chosen = by, "", true
	p.name.Put("")
}

// Problem shows why a name was not saved; "" hides it.
func (p *People) Problem(text string) { p.problem.SetText(text) }

// sorted returns the rows in order. This endpoint has a row even before its first change.
// Naming an endpoint does not move its row.
func (p *People) sorted(all []store.Endpoint) []store.Endpoint {
	sorted := slices.Clone(all)
	own := func(e store.Endpoint) bool { return e.By == p.speaker.Me() }
	if p.speaker.Me() != "" && !slices.ContainsFunc(sorted, own) {
		sorted = append(sorted, store.Endpoint{By: p.speaker.Me()})
	}
	slices.SortStableFunc(sorted, func(a, b store.Endpoint) int {
		switch {
		case own(a):
			return -1
		case own(b):
			return 1
		}
		return b.Last.Compare(a.Last)
	})
	return sorted
}

func (p *People) draw(i int, into fyne.CanvasObject) {
	if i < len(p.all) {
		row, e, quiet := into.(*widget.ColumnsRow), p.all[i], widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
		row.Set(0, p.speaker.Person(e.By), widget.TextStyle{Style: fyne.TextStyle{Bold: p.known(e)}})
		row.Set(1, p.aside(e), quiet)
		quiet.Trailing = true
		row.Set(2, p.seen(e), quiet)
	}
}

// known reports whether the person has named an endpoint, or it is this device.
func (p *People) known(e store.Endpoint) bool { return e.By == p.speaker.Me() || e.Name != "" }

// aside returns the text next to the name: the name of this device, or the origin of another
// name.
func (p *People) aside(e store.Endpoint) string {
	switch {
	case e.By == p.speaker.Me() && p.published:
		return wording.L("name-published", "{{.Name}}, published", wording.Data{"Name": e.Name})
	case e.By == p.speaker.Me():
		return e.Name
	case e.Name != "":
		return item.ShortID(e.By)
	case p.speaker.Book.Names().Name(e.By) != "" && p.speaker.Book.Names().Label(e.By).According == "":
		return wording.L("name-from-its-own-feed", "name from its own feed")
	}
	return ""
}

// seen says how many versions an endpoint made, and when it made the last one.
func (p *People) seen(e store.Endpoint) string {
	if e.Versions == 0 {
		return wording.L("no-changes-yet", "no changes yet")
	}
	text := wording.N("n-changes", "{{.N}} changes", e.Versions, wording.Data{"N": wording.Number(e.Versions)})
	if e.Last.IsZero() {
		return text
	}
	return text + " · " + p.speaker.Local(e.Last)
}

// edit shows the selected endpoint in the editor.
func (p *People) edit() {
	p.saveName()
	p.problem.SetText("")
	e := p.Marked()
	p.editor.Hidden = e.By == ""
	p.by, p.was = e.By, e.Name
	p.name.Put(e.Name)
	p.publish.Hidden = e.By != p.speaker.Me()
	p.who.SetText(p.whoText(e))
	p.about.SetText(p.aboutText(e))
	p.object.Refresh()
}

// Marked returns the selected endpoint, or one without an identifier if there is none.
func (p *People) Marked() store.Endpoint {
	if i := p.list.Marked(); i >= 0 && i < len(p.all) {
		return p.all[i]
	}
	return store.Endpoint{}
}

// At returns the endpoint of a row.
func (p *People) At(row int) store.Endpoint { return p.all[row] }

func (p *People) whoText(e store.Endpoint) string {
	if e.By == p.speaker.Me() {
		return wording.L("your-own-name", "Your own name")
	}
	return wording.L("name-of-who", "Name of {{.Who}}", wording.Data{"Who": wording.Device(nil, e.By)})
}

func (p *People) aboutText(e store.Endpoint) string {
	switch {
	case e.By == p.speaker.Me():
		return wording.L("your-changes-are-called-you-here", "Your changes are called “you” here. Others see this name only if you publish it.")
	case e.Last.IsZero():
		return wording.L("the-time-of-the-last-change", "The time of the last change is unknown.")
	}
	return wording.L("last-change-when-by-its-own", "Last change {{.When}} by its own clock, {{.Ago}}.", wording.Data{"When": p.speaker.Local(e.Last), "Ago": p.speaker.Ago(e.Last)})
}

// typing reports whether the entry has a name that is not saved yet.
func (p *People) typing() bool {
	return p.by != "" && strings.TrimSpace(p.name.Text()) != p.was
}

// saveName saves the name in the entry if it has changed.
func (p *People) saveName() {
	if !p.typing() {
		return
	}
	p.was = strings.TrimSpace(p.name.Text())
	if p.by == p.speaker.Me() {
		p.events.Own(p.was, p.publish.Checked)
		return
	}
	p.events.Name(p.by, p.was)
}
