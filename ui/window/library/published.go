package library

import (
	"cmp"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// PublishedEvents are the person's actions on a published folder.
type PublishedEvents struct {
	// Again publishes changes, Cancel stops that.
	Again  func(store.PublishedFolder)
	Cancel func()
	// Change shows the settings of the publication, Stop asks whether to stop it.
	Change, Stop func(store.PublishedFolder)
	Copy         func(text string)
	// Open opens a folder with the system's file manager.
	Open  func(path string)
	Leave func()
}

// Published is the page of a published folder.
type Published struct {
	speaker wording.Speaker
	events  PublishedEvents
	shown   store.PublishedFolder
	running bool
	object  fyne.CanvasObject
	title   *widget.Line
	sign    *fynewidget.Icon
	state   *widget.Notice
	address *widget.Entry
	facts   *fyne.Container
	again   *widget.Button
}

// pageWidth is the maximum width of lines, as a multiple of the text size.
const pageWidth = 46

// NewPublished returns a page without a folder.
func NewPublished(keys *widget.Keys, speaker wording.Speaker, events PublishedEvents) *Published {
	p := &Published{speaker: speaker, events: events, state: widget.NewNotice("", widget.TextStyle{}), sign: fynewidget.NewIcon(nil)}
	p.title = widget.NewLine("", widget.TextStyle{Size: fynetheme.SizeNameHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.address = widget.NewEntry(keys, "")
	p.address.OnChanged = func(string) { p.address.Put(p.shown.Address) } // read-only: the address can be selected and copied
	p.address.OnSubmitted = func(string) { events.Copy(p.shown.Address) }
	p.facts = container.New(widget.Form{})
	p.again = widget.NewMainButton(keys, "", p.turn)
	copied := widget.NewButton(keys, wording.L("copy", "Copy"), func() { events.Copy(p.shown.Address) })
	buttons := widget.Flow(p.again,
		widget.NewButton(keys, wording.L("publishing-settings", "Publishing settings…"), func() { events.Change(p.shown) }),
		widget.NewButton(keys, wording.L("open-the-folder", "Open the folder"), func() { events.Open(p.shown.Folder) }),
		widget.NewButton(keys, wording.L("stop-publishing-dialog", "Stop publishing…"), func() { events.Stop(p.shown) }))
	hint := widget.NewNotice(wording.L("give-this-address-to-others-they", "Give this address to others. They add it to their library, and receive changes when you publish again."), widget.TextStyle{Color: theme.Quiet})
	page := widget.Column(p.title, widget.Signed(p.sign, p.state), hint,
		widget.Border(nil, nil, nil, copied, p.address), buttons, p.facts)
	p.object = widget.NewScroll(container.ScrollVerticalOnly, container.NewPadded(container.NewPadded(widget.AtMost(pageWidth, page))))
	return p
}

func (p *Published) turn() {
	if p.running {
		p.events.Cancel()
		return
	}
	p.events.Again(p.shown)
}

// NameOf returns the name of a published folder.
func NameOf(f store.PublishedFolder) string { return cmp.Or(f.Title, filepath.Base(f.Folder)) }

// Show shows the current state of a folder.
func (p *Published) Show(f store.PublishedFolder, running bool) {
	p.shown, p.running = f, running
	p.title.SetText(NameOf(f))
	p.address.Put(f.Address)
	p.again.SetText(wording.L("publish-again", "Publish again"))
	if running {
		p.again.SetText(wording.L("cancel-ctrl", "Cancel  Ctrl+."))
	}
	icon, color, text := p.stateOf(f)
	p.sign.SetResource(theme.Icon(icon, color))
	p.state.SetText(text)
	widget.ShowFacts(p.facts, p.factsOf(f))
	p.object.Refresh()
}

// Shown returns the key of the published folder, or 0.
func (p *Published) Shown() int64 { return p.shown.Key }

// stateOf returns the state of the publication: an icon, its colour, and a text.
func (p *Published) stateOf(f store.PublishedFolder) (icon string, color fyne.ThemeColorName, text string) {
	h := f.Health
	switch {
	case p.running:
		return theme.IconPublish, theme.Good, wording.L("publishing", "Publishing…")
	case h.Error != "":
		return theme.IconProblem, theme.Attention, cmp.Or(wording.TroubleText(h.Trouble, f.Address), wording.Failure(h.Error))
	case h.LastSuccess.IsZero():
		return theme.IconOK, theme.Quiet, wording.L("not-published-yet", "Not published yet")
	}
	return theme.IconOK, theme.Good, wording.L("published-when", "Published {{.When}}", wording.Data{"When": p.speaker.Ago(h.LastSuccess)})
}

func (p *Published) factsOf(f store.PublishedFolder) []widget.Fact {
	all := []widget.Fact{{Label: wording.L("folder", "Folder"), Text: f.Folder}}
	for _, each := range []struct {
		label    string
		patterns []string
	}{
		{wording.L("download-on-demand", "Download on demand"), f.OnDemand}, {wording.L("hidden", "Hidden"), f.Hidden}, {wording.L("excluded", "Excluded"), f.Ignored},
	} {
		if len(each.patterns) > 0 {
			all = append(all, widget.Fact{Label: each.label, Text: strings.Join(each.patterns, "  ")})
		}
	}
	if when := f.Health.LastTry; !when.IsZero() && f.Health.Error != "" {
		all = append(all, widget.Fact{Label: wording.L("last-attempt", "Last attempt"), Text: p.speaker.Ago(when)})
	}
	return all
}

func (p *Published) Object() fyne.CanvasObject { return p.object }

func (p *Published) Focus() fyne.Focusable { return p.again }

// Save publishes again.
func (p *Published) Save() {
	if !p.running {
		p.events.Again(p.shown)
	}
}

func (p *Published) Leave() { p.events.Leave() }
