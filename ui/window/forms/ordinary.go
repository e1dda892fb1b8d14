package forms

import (
	"crossfeed/engine/item"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/wording"
)

// step is what the main button does with what was found.
type step int

// The steps: probe again, subscribe, add an ordinary feed to the library or show it there,
// import an ordinary outline.
const (
	probeAgain step = iota
	merge
	follow
	showLibrary
	importFeed
)

// text returns the label of the main button.
func (s step) text() string {
	switch s {
	case merge:
		return wording.L("subscribe", "Subscribe")
	case follow:
		return wording.L("follow-in-library", "Follow in library")
	case showLibrary:
		return wording.L("show-in-library", "Show in library")
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
	return (step == follow || step == showLibrary) && f.chosen()[0].Items > 0
}

// aboutOrdinary says what can be done with a feed without sync information.
func (f *found) aboutOrdinary(feed subscribe.FoundFeed) string {
	switch {
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
