// Package feed is the right pane for a subscription: how its reading goes.
package feed

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

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
}

// Pane shows the health of a subscription.
type Pane struct {
	speaker say.Speaker
	events  Events
	shown   snapshot.Feed
	object  fyne.CanvasObject
	title   *widget.Line
	facts   *fyne.Container
	pause   *widget.Button
}

// New is a pane that shows no subscription.
func New(keys *widget.Keys, speaker say.Speaker, events Events) *Pane {
	p := &Pane{speaker: speaker, events: events, facts: container.NewVBox()}
	p.title = widget.NewLine("", widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.pause = widget.NewButton(keys, "", func() { events.Pause(p.shown.Set, p.shown.Location, !p.shown.Paused) })
	buttons := container.NewHBox(p.pause,
		widget.NewButton(keys, lang.L("Read it now"), func() { events.SyncNow(p.shown.Set) }),
		widget.NewButton(keys, lang.L("Unsubscribe"), func() { events.Remove(p.shown.Set, p.shown.Location) }))
	p.object = container.NewPadded(container.NewVBox(p.title, p.facts, buttons))
	return p
}

// Object is what is shown.
func (p *Pane) Object() fyne.CanvasObject { return p.object }

// Show shows a subscription.
func (p *Pane) Show(f snapshot.Feed) {
	p.shown = f
	p.title.SetText(f.Location)
	p.pause.SetText(lang.L("Pause"))
	if f.Paused {
		p.pause.SetText(lang.L("Go on reading"))
	}
	p.facts.Objects = nil
	for _, text := range factsOf(f, p.speaker) {
		p.facts.Add(widget.NewLine(text, widget.Look{}))
	}
	if f.Health.Error != "" {
		p.facts.Add(widget.NewNotice(say.Failure(f.Health.Error), widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}}))
	}
	p.object.Refresh()
}

// factsOf keeps the last try and the last success apart: they are two things.
func factsOf(f snapshot.Feed, speaker say.Speaker) []string {
	facts := []string{lang.L("Feeds the list {{.Set}}", say.Data{"Set": f.Set})}
	if f.Health.LastTry.IsZero() {
		return append(facts, lang.L("Not read yet"))
	}
	facts = append(facts, lang.L("Last try: {{.Ago}}", say.Data{"Ago": speaker.Ago(f.Health.LastTry)}))
	if !f.Health.LastSuccess.IsZero() {
		facts = append(facts, lang.L("Last success: {{.Ago}}; {{.N}} items came", say.Data{
			"Ago": speaker.Ago(f.Health.LastSuccess), "N": f.Health.Came,
		}))
	}
	if f.Health.SetAside > 0 {
		facts = append(facts, lang.N("{{.N}} items were set aside because they are not valid", f.Health.SetAside, say.Data{"N": f.Health.SetAside}))
	}
	if !f.Health.ErrorSince.IsZero() {
		facts = append(facts, lang.L("Failing since: {{.When}}", say.Data{"When": speaker.Local(f.Health.ErrorSince)}))
	}
	return facts
}
