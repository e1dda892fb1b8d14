package feed

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/location"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// showState says how the feed is, and what a person can do about it.
func (p *Pane) showState() {
	p.state.Objects = nil
	icon, color, text := stateOf(p.shown)
	look := widget.Look{Color: color}
	if color == theme.Attention {
		look.Style = fyne.TextStyle{Bold: true}
	}
	held := p.shown.Suspects()
	if held == 0 || color != theme.Good { // it is not up to date until that is decided
		p.state.Add(widget.NewWarning(icon, color, widget.NewNotice(text, look)))
	}
	h := p.shown.Health
	if h.Error != "" && !p.shown.Offline() && !h.ErrorSince.IsZero() {
		p.state.Add(widget.NewNotice(lang.L("Failing since: {{.When}}", say.Data{"When": p.speaker.Local(h.ErrorSince)}), widget.Look{}))
	}
	if h.Error != "" && (h.Trouble == location.SignIn || h.Trouble == location.Certificate || h.Trouble == location.Forbidden) {
		words := lang.L("Sign in…")
		if h.Trouble == location.Certificate {
			words = lang.L("Look at the certificate…")
		}
		p.state.Add(container.NewHBox(widget.NewButton(p.keys, words, func() { p.events.Configure(p.shown, true) })))
	}
	if h.Error != "" && h.Trouble == location.NotShared {
		p.state.Add(container.NewHBox(widget.NewButton(p.keys, lang.L("Add to library…"), func() { p.events.Library(p.shown.Location) })))
	}
	if held > 0 {
		text := lang.N("{{.N}} items are held for review", held, say.Data{"N": say.Number(held)})
		p.state.Add(container.NewHBox(widget.NewIconButton(p.keys, theme.Icon(theme.IconProblem, theme.Attention), text, p.events.Suspects)))
	}
}

// stateOf is the state of a subscription: a sign, its colour, and words.
func stateOf(f snapshot.Feed) (icon string, color fyne.ThemeColorName, text string) {
	h := f.Health
	switch {
	case f.Paused:
		return theme.IconPaused, theme.Quiet, lang.L("It is paused: nothing is read.")
	case f.Offline():
		return theme.IconOK, theme.Quiet, say.TroubleText(location.Offline, "")
	case h.Error != "":
		return theme.IconProblem, theme.Attention, failure(f)
	case h.LastSuccess.IsZero():
		return theme.IconOK, theme.Quiet, lang.L("Not read yet")
	}
	return theme.IconOK, theme.Good, lang.L("Up to date")
}

// failure says what is wrong, by its kind where that has words.
func failure(f snapshot.Feed) string {
	if text := say.TroubleText(f.Health.Trouble, f.Location); text != "" {
		return text
	}
	return say.Failure(f.Health.Error)
}
