package feed

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// showFeeds says of each feed what only that feed tells: a folder has several.
func (p *Pane) showFeeds() {
	p.feeds.Objects = nil
	for _, h := range p.shown.Feeds() {
		if h.Address == "" {
			continue
		}
		box := widget.Column()
		for _, text := range p.tellsOf(h) {
			box.Add(widget.NewNotice(text, widget.Look{}))
		}
		p.offer(box, h)
		if len(box.Objects) == 0 {
			continue
		}
		p.feeds.Add(widget.NewLine(p.shown.Whose(h), widget.Look{Style: fyne.TextStyle{Bold: true}}))
		p.feeds.Add(box)
	}
}

// tellsOf is what is known of one feed.
func (p *Pane) tellsOf(h engine.Health) (all []string) {
	data := say.Data{"Who": p.shown.Whose(h), "N": say.Number(h.Seen), "Of": say.Number(h.Of)}
	switch {
	case h.Of > 0 && h.Seen >= h.Of:
		all = append(all, lang.N("{{.Who}} has seen all of your {{.Of}} changes.", h.Of, data))
	case h.Of > 0:
		all = append(all, lang.N("{{.Who}} has seen {{.N}} of your {{.Of}} changes.", h.Of, data))
	}
	if !h.Missing.IsZero() {
		data["When"] = p.speaker.Local(h.Missing)
		all = append(all, lang.L("Unless it is read before {{.When}}, older changes have to be fetched from the complete feed.", data))
		if h.Feed.Complete == "" {
			all[len(all)-1] = lang.L("You will miss changes unless it is read before {{.When}}.", data)
		}
	}
	if !h.Feed.Gap.IsZero() {
		data["When"] = p.speaker.Local(h.Feed.Gap)
		all = append(all, lang.L("Changes before {{.When}} were missed, and there is no complete feed to get them from. Ask {{.Who}} for one.", data))
	}
	return all
}

// offer adds what a person can do about one feed.
func (p *Pane) offer(box *fyne.Container, h engine.Health) {
	if p.shown.Nameless(h) {
		box.Add(container.NewHBox(widget.NewQuietButton(p.keys, nil, lang.L("Say who that is…"), func() { p.events.Name(h.Feed.Author) })))
	}
	if h.Moved != "" {
		box.Add(widget.NewNotice(lang.L("Its server says that it has moved to {{.At}}", say.Data{"At": h.Moved}), widget.Look{Color: theme.Attention}))
		box.Add(container.NewHBox(widget.NewButton(p.keys, lang.L("Use the new address"), func() {
			p.events.Move(p.shown.Set, p.shown.Location, h.Moved)
		})))
	}
	for _, o := range h.Feed.Offers {
		if p.shown.Reads(o.Link) {
			continue
		}
		name := widget.NewNotice(lang.L("It passes on the changes of {{.Who}}.", say.Data{"Who": offered(o)}), widget.Look{})
		box.Add(widget.Border(nil, nil, nil, container.NewCenter(widget.NewButton(p.keys, lang.L("Add it…"), func() { p.events.Add(p.shown.Set, o) })), name))
	}
}

// offered is what a feed that is passed on is called.
func offered(o store.Offered) string { return cmp.Or(o.Title, o.Link) }
