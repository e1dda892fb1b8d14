package forms

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/location"
)

// placed is the part of what is asked for on which it depends what becomes readable to whom.
type placed struct {
	at, folder, ignored string
	access              location.Access
}

// placeOf is that part.
func placeOf(o PublishingFolder) placed {
	return placed{o.Address, o.Folder, strings.Join(o.Ignored, " "), o.Access}
}

// place is the place that the fields say.
func (p *PublishFolder) place() placed { return placeOf(p.asked()) }

// known tells whether it was said who gets what lies where the fields say.
func (p *PublishFolder) known() bool { return p.told.at != "" && p.told == p.place() }

// changed shows what belongs to what the fields say now.
func (p *PublishFolder) changed() {
	p.who.Hidden = !p.known() || !p.said
	switch {
	case p.over:
		p.do.SetText(lang.L("Write over it"))
	case p.known():
		p.do.SetText(lang.L("Publish"))
	default:
		p.do.SetText(lang.L("Continue"))
	}
	layOut(p.object)
}

// left asks who gets it where a person has typed a place, once for each.
func (p *PublishFolder) left() {
	if p.asking != p.place() {
		p.ask()
	}
}

// ask asks who gets it, where that is not known yet.
func (p *PublishFolder) ask() {
	if at := p.place(); at.at != "" && at.folder != "" && !p.known() {
		p.asking = at
		p.events.Ask(p.asked())
	}
}

// Tell says what becomes readable to whom, and lets it be published, where the fields still say what was asked
// for.
func (p *PublishFolder) Tell(asked PublishingFolder, what string) {
	if at := placeOf(asked); at == p.place() {
		p.told, p.said = at, true
		p.who.SetText(what)
		p.changed()
	}
}

// Waiting tells whether the focus is where a person asked to go on, and not in another field
// that they went to meanwhile.
func (p *PublishFolder) Waiting(focused fyne.Focusable) bool {
	return focused == p.location || focused == p.do
}
