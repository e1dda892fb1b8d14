// Package subscription implements the pane of a subscription, which shows the state of its
// feeds, and the page of items held for review.
package subscription

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/feed"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/display"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// Events are the person's actions on a subscription.
type Events struct {
	Pause   func(set, location string, paused bool)
	SyncNow func(set string)
	Remove  func(set, location string)
	// Again reads everything as if for the first time.
	Again func(set, location string)
	// Configure shows the settings; signIn is set if a password is missing.
	Configure func(f snapshot.Feed, signIn bool)
	// Move changes the address.
	Move func(set, from, to string)
	// Add subscribes to a feed that another one recommends.
	Add func(set string, o store.Offered)
	// Name names the device that writes a feed.
	Name func(by string)
	// Library adds an ordinary feed to the library.
	Library func(location string)
	// Import imports an outline that is not shared, from a file or the web.
	Import func(location string, access transport.Access)
	// Undo undoes what the subscription brought.
	Undo func(f snapshot.Feed)
	// Quarantine shows the items held for review.
	Quarantine func()
}

// Pane shows the state of a subscription.
type Pane struct {
	keys    *widget.Keys
	speaker wording.Speaker
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

// whereRows is the maximum number of lines for an address.
const whereRows = 2

// New returns a pane without a subscription.
func New(keys *widget.Keys, speaker wording.Speaker, events Events) *Pane {
	p := &Pane{keys: keys, speaker: speaker, events: events, where: widget.NewWords(whereRows)}
	p.title = widget.NewLine("", widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	p.state, p.feeds = widget.Column(), widget.Column()
	p.facts = container.New(widget.Form{})
	p.pause = widget.NewButton(keys, "", func() { events.Pause(p.shown.Set, p.shown.Location, !p.shown.Paused) })
	buttons := widget.Flow(
		widget.NewMainButton(keys, wording.L("refresh-now", "Refresh now"), func() { events.SyncNow(p.shown.Set) }), p.pause,
		widget.NewButton(keys, wording.L("feed-settings-dialog", "Feed settings…"), func() { events.Configure(p.shown, false) }),
		widget.NewButton(keys, wording.L("reload-everything", "Reload everything"), func() { events.Again(p.shown.Set, p.shown.Location) }),
		widget.NewButton(keys, wording.L("undo-its-changes", "Undo its changes…"), func() { events.Undo(p.shown) }),
		widget.NewButton(keys, wording.L("unsubscribe", "Unsubscribe"), func() { events.Remove(p.shown.Set, p.shown.Location) }))
	p.object = widget.NewScroll(container.ScrollVerticalOnly, container.NewPadded(widget.Column(p.title, p.where, p.state, buttons, p.facts, p.feeds)))
	return p
}

func (p *Pane) Object() fyne.CanvasObject { return p.object }

// Show shows a subscription.
func (p *Pane) Show(f snapshot.Feed) {
	p.shown = f
	p.title.SetText(f.Name())
	p.where.Set(f.Location, widget.TextStyle{Color: theme.Quiet})
	p.pause.SetText(wording.L("pause", "Pause"))
	if f.Paused {
		p.pause.SetText(wording.L("resume", "Resume"))
	}
	p.showState()
	widget.ShowFacts(p.facts, p.factsOf(f))
	p.showFeeds()
	p.object.Refresh()
}

// showFeeds shows what is specific to each feed: a folder has several.
func (p *Pane) showFeeds() {
	p.feeds.Objects = nil
	for _, h := range p.shown.Feeds() {
		if h.Address == "" {
			continue
		}
		box := widget.Column()
		for _, text := range p.describe(h) {
			box.Add(widget.NewNotice(text, widget.TextStyle{}))
		}
		p.offer(box, h)
		if len(box.Objects) == 0 {
			continue
		}
		p.feeds.Add(widget.NewLine(p.shown.Whose(h), widget.TextStyle{Style: fyne.TextStyle{Bold: true}}))
		p.feeds.Add(box)
	}
}

// describe describes one feed.
func (p *Pane) describe(h subscribe.Health) (all []string) {
	data := wording.Data{"Who": p.shown.Whose(h), "N": wording.Number(h.Seen), "Of": wording.Number(h.Of)}
	switch {
	case h.Of > 0 && h.Seen >= h.Of:
		all = append(all, wording.N("who-has-seen-all-of-your", "{{.Who}} has seen all of your {{.Of}} changes.", h.Of, data))
	case h.Of > 0:
		all = append(all, wording.N("who-has-seen-n-of-your", "{{.Who}} has seen {{.N}} of your {{.Of}} changes.", h.Of, data))
	}
	if !h.Missing.IsZero() {
		data["When"] = p.speaker.Local(h.Missing)
		all = append(all, wording.L("if-it-is-not-refreshed-before", "If it is not refreshed before {{.When}}, older changes must be downloaded from the complete feed.", data))
		if h.Feed.Complete == "" {
			all[len(all)-1] = wording.L("if-it-is-not-refreshed-before-when", "If it is not refreshed before {{.When}}, you will miss changes.", data)
		}
	}
	if !h.Feed.Gap.IsZero() {
		data["When"] = p.speaker.Local(h.Feed.Gap)
		all = append(all, wording.L("changes-before-when-were-missed-and", "Changes before {{.When}} were missed, and there is no complete feed. Ask {{.Who}} to publish one.", data))
	}
	return all
}

// offer adds the actions for one feed.
func (p *Pane) offer(box *fyne.Container, h subscribe.Health) {
	if p.shown.Nameless(h) {
		box.Add(container.NewHBox(widget.NewQuietButton(p.keys, nil, wording.L("name-this-device", "Name this device…"), func() { p.events.Name(h.Feed.Author) })))
	}
	if h.Moved != "" {
		box.Add(widget.NewNotice(wording.L("the-server-reports-a-new-address", "The server reports a new address: {{.At}}", wording.Data{"At": h.Moved}), widget.TextStyle{Color: theme.Attention}))
		box.Add(container.NewHBox(widget.NewButton(p.keys, wording.L("use-the-new-address", "Use the new address"), func() {
			p.events.Move(p.shown.Set, p.shown.Location, h.Moved)
		})))
	}
	for _, o := range h.Feed.Offers {
		if p.shown.Reads(o.Link) {
			continue
		}
		name := widget.NewNotice(wording.L("it-republishes-the-changes-of-who", "It republishes the changes of {{.Who}}.", wording.Data{"Who": offered(o)}), widget.TextStyle{})
		box.Add(widget.Border(nil, nil, nil, container.NewCenter(widget.NewButton(p.keys, wording.L("add-it", "Add it…"), func() { p.events.Add(p.shown.Set, o) })), name))
	}
}

// offered returns the name of a recommended feed.
func offered(o store.Offered) string { return cmp.Or(o.Title, o.Link) }

// factsOf returns the facts about a subscription. The last try and the last success are
// different facts.
func (p *Pane) factsOf(f snapshot.Feed) []widget.Fact {
	h, facts := f.Health, []widget.Fact{{Label: wording.L("list", "List"), Text: f.Set}}
	if !h.LastTry.IsZero() {
		facts = append(facts, widget.Fact{Label: wording.L("last-refresh", "Last refresh"), Text: p.speaker.Ago(h.LastTry)})
	}
	if !h.LastSuccess.IsZero() {
		facts = append(facts, widget.Fact{Label: wording.L("last-successful-refresh", "Last success"), Text: p.speaker.Ago(h.LastSuccess) + "\n" + p.received(h)})
	}
	if next := p.next(f); next != "" {
		facts = append(facts, widget.Fact{Label: wording.L("next-refresh", "Next refresh"), Text: next})
	}
	return append(facts, widget.Fact{Label: wording.L("settings", "Settings"), Text: howOf(f)})
}

// received describes what the last success brought.
func (p *Pane) received(h store.Health) string {
	text := wording.N("n-items-received", "{{.N}} items received", h.Came, wording.Data{"N": wording.Number(h.Came)})
	if h.Deleted > 0 {
		text += ", " + wording.N("n-items-deleted", "{{.N}} items deleted", h.Deleted, wording.Data{"N": wording.Number(h.Deleted)})
	}
	if h.Bytes > 0 {
		text += ", " + wording.L("size-downloaded", "{{.Size}} downloaded", wording.Data{"Size": wording.Bytes(h.Bytes)})
	}
	if h.Skipped > 0 {
		text += "\n" + wording.N("n-items-were-skipped-because-they", "{{.N}} items were skipped because they are not valid", h.Skipped, wording.Data{"N": wording.Number(h.Skipped)})
	}
	return text
}

// next says when it will be read next.
func (p *Pane) next(f snapshot.Feed) string {
	next := f.Next()
	switch {
	case f.Paused:
		return ""
	case f.Stopped:
		return wording.L("only-manually", "only manually")
	case next.IsZero():
		return ""
	case !next.After(p.speaker.Now().Add(time.Second)):
		return wording.L("now", "now")
	}
	return wording.Ahead(next.Sub(p.speaker.Now()))
}

// howOf says what is merged, and how often it is refreshed.
func howOf(f snapshot.Feed) string {
	text := wording.L("new-items-are-merged-and-republished", "New items are merged and republished.")
	switch f.Mode {
	case store.TakeOnly:
		text = wording.L("new-items-are-merged-but-not", "New items are merged but not republished, and neither are your changes to them.")
	case store.GiveOnly:
		text = wording.L("nothing-is-merged-crossfeed-only-checks", "Nothing is merged. Crossfeed only checks which of your changes arrived there.")
	}
	if f.Every > 0 {
		text += "\n" + wording.L("refreshed-every-time", "Refreshed every {{.Time}}.", wording.Data{"Time": wording.Span(f.Every)})
	}
	return text
}

// showState shows the state of the subscription, and what a person can do about it.
func (p *Pane) showState() {
	p.state.Objects = nil
	icon, color, text := stateOf(p.shown)
	look := widget.TextStyle{Color: color}
	if color == theme.Attention {
		look.Style = fyne.TextStyle{Bold: true}
	}
	held := p.shown.Quarantined()
	if held == 0 || color != theme.Good { // it is not up to date until that is decided
		p.state.Add(widget.NewWarning(icon, color, widget.NewNotice(text, look)))
	}
	h := p.shown.Health
	if h.Error != "" && !p.shown.Offline() && !h.ErrorSince.IsZero() {
		p.state.Add(widget.NewNotice(wording.L("failing-since-when", "Failing since: {{.When}}", wording.Data{"When": p.speaker.Local(h.ErrorSince)}), widget.TextStyle{}))
	}
	if h.Error != "" && (h.Trouble == transport.SignIn || h.Trouble == transport.Certificate || h.Trouble == transport.Forbidden) {
		words := wording.L("sign-in", "Sign in…")
		if h.Trouble == transport.Certificate {
			words = wording.L("show-certificate", "Show certificate…")
		}
		p.state.Add(container.NewHBox(widget.NewButton(p.keys, words, func() { p.events.Configure(p.shown, true) })))
	}
	if h.Error != "" && h.Trouble == transport.NotShared {
		p.state.Add(container.NewHBox(widget.NewButton(p.keys, wording.L("add-to-library-dialog", "Add to library…"), func() { p.events.Library(p.shown.Location) })))
	}
	if h.Error != "" && h.Trouble == transport.PlainOutline {
		p.state.Add(container.NewHBox(widget.NewButton(p.keys, wording.L("import-dialog", "Import…"), func() { p.events.Import(p.shown.Location, p.shown.Access) })))
	}
	for _, h := range p.shown.Feeds() {
		for _, size := range h.Feed.Sizes {
			p.state.Add(widget.NewWarning(theme.IconProblem, theme.Attention, widget.NewNotice(sizeText(size), widget.TextStyle{})))
		}
	}
	if held > 0 {
		text := wording.N("n-items-are-held-for-review", "{{.N}} items are held for review", held, wording.Data{"N": wording.Number(held)})
		p.state.Add(container.NewHBox(widget.NewIconButton(p.keys, theme.Icon(theme.IconProblem, theme.Attention), text, p.events.Quarantine)))
	}
}

// sizeText says what is absurdly large, and that it is not shown completely.
func sizeText(s feed.Size) string {
	data := wording.Data{"Item": display.Label(s.Item), "Field": wording.Field(s.Field), "N": wording.Number(s.Characters)}
	switch {
	case s.Item == "":
		return wording.L("too-large-field-field-of-the", "Too large: field {{.Field}} of the feed has {{.N}} characters. Only the beginning is shown.", data)
	case s.Values > 0:
		data["N"] = wording.Number(s.Values)
		return wording.L("too-large-field-field-of-item-item", "Too large: field {{.Field}} of item {{.Item}} has {{.N}} values. Only some are shown.", data)
	}
	return wording.L("too-large-field-field-of-item", "Too large: field {{.Field}} of item {{.Item}} has {{.N}} characters. Only the beginning is shown.", data)
}

// stateOf returns the state of a subscription: an icon, its colour, and a text.
func stateOf(f snapshot.Feed) (icon string, color fyne.ThemeColorName, text string) {
	h := f.Health
	switch {
	case f.Paused:
		return theme.IconPaused, theme.Quiet, wording.L("paused-not-refreshed", "Paused: not refreshed.")
	case f.Offline():
		return theme.IconOK, theme.Quiet, wording.TroubleText(transport.Offline, "")
	case h.Error != "":
		return theme.IconProblem, theme.Attention, failure(f)
	case h.LastSuccess.IsZero():
		return theme.IconOK, theme.Quiet, wording.L("not-refreshed-yet", "Not refreshed yet")
	}
	return theme.IconOK, theme.Good, wording.L("up-to-date", "Up to date")
}

// failure explains what is wrong, by the kind of the failure if there is a text for it.
func failure(f snapshot.Feed) string {
	if text := wording.TroubleText(f.Health.Trouble, f.Location); text != "" {
		return text
	}
	return wording.Failure(f.Health.Error)
}
