package forms

import (
	"fmt"
	"path"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// found shows what lies at a place, and asks which of it is meant and for which list.
type found struct {
	keys   *widget.Keys
	words  func(error) string
	object *fyne.Container
	near   string
	shown  engine.Found
	which  *widget.Choice
	facts  *fyne.Container
	set    *widget.Choice
	named  *widget.Entry
	unfit  *widget.Notice
	ask    *fyne.Container
	fits   []engine.Fit
}

func newFound(keys *widget.Keys, words func(error) string) *found {
	f := &found{keys: keys, words: words, facts: container.NewVBox()}
	f.which = widget.NewChoice(keys, []string{""}, func(int) { f.showFeed() })
	f.set = widget.NewChoice(keys, []string{""}, func(int) { f.showName() })
	f.named = widget.NewEntry(keys, lang.L("name of the new list"))
	f.unfit = widget.NewNotice("", widget.Look{Color: theme.Quiet})
	f.ask = container.NewVBox(Labelled(lang.L("It goes into"), container.NewVBox(f.set, f.named)), f.unfit)
	f.object = container.NewVBox(f.which, f.facts, f.ask)
	return f
}

func (f *found) hide() {
	f.shown, f.fits = engine.Found{}, nil
	f.object.Hide()
}

// show shows what was found.
func (f *found) show(shown engine.Found) {
	f.shown = shown
	f.which.Hidden = !shown.Page || len(shown.Feeds) < 2
	f.which.SetWords(namesOf(shown.Feeds))
	f.which.Put(0)
	f.fillLists()
	f.showFeed()
	f.object.Show()
}

// usable tells whether what is shown can be subscribed to.
func (f *found) usable() bool {
	if f.shown.Location == "" || f.shown.Already != "" && f.shown.AlreadyAt == f.shown.Location || f.shown.Own && !f.shown.Folder {
		return false
	}
	if f.shown.Folder {
		return true
	}
	at := f.which.SelectedIndex()
	return at >= 0 && at < len(f.shown.Feeds) && f.shown.Feeds[at].Err == nil
}

// namesOf are the names of feeds to choose from, no two of which are equal.
func namesOf(feeds []engine.FoundFeed) []string {
	seen, names := map[string]bool{}, make([]string, len(feeds))
	for i, feed := range feeds {
		names[i] = titleOf(feed)
		if seen[names[i]] {
			names[i] = fmt.Sprintf("%s (%s)", names[i], feed.Address)
		}
		seen[names[i]] = true
	}
	return names
}

// titleOf is the name of a feed, or its address where it has none.
func titleOf(feed engine.FoundFeed) string {
	if feed.Title == "" {
		return feed.Address
	}
	return feed.Title
}

// chosen are the feeds that would be read.
func (f *found) chosen() []engine.FoundFeed {
	at := f.which.SelectedIndex()
	if f.shown.Folder || at < 0 || at >= len(f.shown.Feeds) {
		return f.shown.Feeds
	}
	return f.shown.Feeds[at : at+1]
}

// address is where what was chosen lies.
func (f *found) address() string {
	if chosen := f.chosen(); !f.shown.Folder && len(chosen) == 1 && chosen[0].Address != "" {
		return chosen[0].Address
	}
	return f.shown.Location
}

// showFeed says what is known of the feeds that would be read.
func (f *found) showFeed() {
	f.facts.Objects = nil
	for _, remark := range remarksOn(f.shown) {
		f.facts.Add(warning(remark))
	}
	for _, feed := range f.chosen() {
		f.facts.Add(f.feed(feed))
	}
	f.ask.Hidden = !f.usable()
	f.showName()
	layOut(f.object)
}

// feed says what is known of one feed.
func (f *found) feed(feed engine.FoundFeed) fyne.CanvasObject {
	box := container.NewVBox(widget.NewLine(titleOf(feed), widget.Look{Style: fyne.TextStyle{Bold: true}}))
	if feed.Err != nil {
		box.Add(warning(f.words(feed.Err)))
		return box
	}
	box.Add(widget.NewNotice(strings.Join(aboutFeed(feed), "\n"), widget.Look{}))
	for _, remark := range wrongWith(feed) {
		box.Add(warning(remark))
	}
	if details := detailsOf(feed); details != "" {
		box.Add(widget.NewNotice(details, widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}))
	}
	return box
}

// warning is a sentence with a sign before it.
func warning(text string) fyne.CanvasObject {
	r := widget.NewRemark()
	r.Say(text)
	return r.Object()
}

// proposed is the name for a new list: that of the feed, or of the file.
func (f *found) proposed() string {
	chosen := f.chosen()
	if len(chosen) > 0 && chosen[0].Title != "" {
		return chosen[0].Title
	}
	name := path.Base(strings.TrimRight(strings.ReplaceAll(f.address(), `\`, "/"), "/"))
	name, _, _ = strings.Cut(name, ".")
	return strings.TrimSpace(name)
}
