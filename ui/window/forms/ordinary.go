package forms

import (
	"cmp"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// step is what the main button does with what was found.
type step int

// The steps: probe again, subscribe, add an ordinary feed to the library or show it there, add
// the feeds that an ordinary outline names, import the outline.
const (
	probeAgain step = iota
	merge
	follow
	showLibrary
	followNamed
	importFeed
)

// doing returns the label of the main button for a step.
func (f *found) doing(s step) string {
	switch s {
	case merge:
		return wording.L("subscribe", "Subscribe")
	case follow:
		return wording.L("follow-in-library", "Follow in library")
	case showLibrary:
		return wording.L("show-in-library", "Show in library")
	case followNamed:
		n := len(f.ticked())
		return wording.N("follow-n-feeds-in-library", "Follow {{.N}} feeds in library", n, wording.Data{"N": wording.Number(n)})
	case importFeed:
		return wording.L("import-dialog", "Import…")
	}
	return wording.L("check", "Check")
}

// step returns the next step with the selected feed. A list never subscribes to a feed without
// sync information, because it would stay empty.
func (f *found) step() step {
	chosen := f.chosen()
	if f.shown.Folder || len(chosen) != 1 || !chosen[0].Ordinary() {
		if f.usable() {
			return merge
		}
		return probeAgain
	}
	switch {
	case chosen[0].Format == item.OPML && len(f.ticked()) > 0:
		return followNamed
	case chosen[0].Format == item.OPML:
		return importFeed
	case f.followed(f.address()) != 0:
		return showLibrary
	}
	return follow
}

// imports reports whether the items of an ordinary feed can be imported instead of following it.
func (f *found) imports() bool {
	step := f.step()
	return (step == follow || step == showLibrary || step == followNamed) && f.chosen()[0].Items > 0
}

// namedFeed is a feed that an ordinary outline names, and the box that a person ticks to follow
// it.
type namedFeed struct {
	store.Offered
	box *widget.Check
}

// offer adds tick boxes for the feeds that an outline names, except those in the library.
func (f *found) offer(feeds []store.Offered) {
	for _, o := range feeds {
		if f.followed(o.Link) != 0 {
			continue
		}
		box := widget.NewCheck(f.keys, cmp.Or(o.Title, o.Link), func(bool) { f.changed() })
		box.Put(true)
		f.named = append(f.named, namedFeed{o, box})
		f.facts.Add(box)
	}
}

// ticked returns the feeds to follow of those that an outline names.
func (f *found) ticked() (feeds []store.Offered) {
	for _, n := range f.named {
		if n.box.Checked {
			feeds = append(feeds, n.Offered)
		}
	}
	return feeds
}

// aboutOrdinary says what can be done with a feed without sync information.
func (f *found) aboutOrdinary(feed subscribe.FoundFeed) string {
	switch {
	case feed.Format == item.OPML && len(feed.Names) > 0:
		return wording.L("the-outline-names-feeds-follow-them", "The outline names feeds. Follow them in the library, or import the outline as a list.")
	case feed.Format == item.OPML:
		return wording.L("the-outline-has-no-sync-information", "The outline has no sync information, so it cannot be merged. Import it as a list.")
	case f.followed(feed.Address) != 0:
		return wording.L("it-is-in-your-library-already", "It is in your library already.")
	}
	text := wording.L("it-cannot-be-merged-into-a", "It cannot be merged into a list. The library downloads its new items.")
	if feed.Items > 0 {
		text += "\n" + wording.L("importing-copies-its-present-items-into", "Importing copies its present items into a list.")
	}
	return text
}
