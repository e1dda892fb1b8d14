// Package feed is the right pane for a subscription: how its reading goes.
package feed

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// Events are what a person does with a subscription.
type Events struct {
	Pause   func(set, location string, paused bool)
	SyncNow func(set string)
	Remove  func(set, location string)
	// Again reads everything as for the first time.
	Again func(set, location string)
	// Configure says how it is read; signIn tells that a password is what is missing.
	Configure func(f snapshot.Feed, signIn bool)
	// Move reads it from another address.
	Move func(set, from, to string)
	// Add subscribes to a feed that another one passes on.
	Add func(set string, o store.Offered)
	// Name gives a name to the device that writes a feed.
	Name func(by string)
	// Library adds an ordinary feed to the library.
	Library func(location string)
	// Undo undoes what it brought.
	Undo func(f snapshot.Feed)
	// Suspects shows what came from it and waits.
	Suspects func()
}

// Pane shows the health of a subscription.
type Pane struct {
	keys    *widget.Keys
	speaker say.Speaker
	events  Events
	shown   snapshot.Feed
	object  fyne.CanvasObject
	title   *widget.Line
	where   *widget.Words
	state   *fyne.Container
	facts   *fyne.Container
	feeds   *fyne.Container
	pause   *widget.Button
}

// whereRows is how many rows an address may have.
const whereRows = 2

// New is a pane that shows no subscription.
func New(keys *widget.Keys, speaker say.Speaker, events Events) *Pane {
	p := &Pane{keys: keys, speaker: speaker, events: events, where: widget.NewWords(whereRows)}
	p.title = widget.NewLine("", widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.state, p.feeds = widget.Column(), widget.Column()
	p.facts = container.New(widget.Form{})
	p.pause = widget.NewButton(keys, "", func() { events.Pause(p.shown.Set, p.shown.Location, !p.shown.Paused) })
	buttons := widget.Flow(
		widget.NewMainButton(keys, lang.L("Read it now"), func() { events.SyncNow(p.shown.Set) }), p.pause,
		widget.NewButton(keys, lang.L("How it is read…"), func() { events.Configure(p.shown, false) }),
		widget.NewButton(keys, lang.L("Read everything again"), func() { events.Again(p.shown.Set, p.shown.Location) }),
		widget.NewButton(keys, lang.L("Undo what it brought…"), func() { events.Undo(p.shown) }),
		widget.NewButton(keys, lang.L("Unsubscribe"), func() { events.Remove(p.shown.Set, p.shown.Location) }))
	p.object = container.NewVScroll(container.NewPadded(widget.Column(p.title, p.where, p.state, buttons, p.facts, p.feeds)))
	return p
}

// Object is what is shown.
func (p *Pane) Object() fyne.CanvasObject { return p.object }

// Show shows a subscription.
func (p *Pane) Show(f snapshot.Feed) {
	p.shown = f
	p.title.SetText(f.Name())
	p.where.Set(f.Location, widget.Look{Color: theme.Quiet})
	p.pause.SetText(lang.L("Pause"))
	if f.Paused {
		p.pause.SetText(lang.L("Go on reading"))
	}
	p.showState()
	p.facts.Objects = nil
	for _, each := range p.factsOf(f) {
		p.facts.Add(widget.NewWholeLine(each.label, widget.Look{Color: theme.Quiet}))
		p.facts.Add(fact(each.text))
	}
	p.showFeeds()
	p.object.Refresh()
}

// fact is a text that wraps beside its label.
func fact(text string) fyne.CanvasObject {
	return widget.NewNotice(text, widget.Look{})
}
