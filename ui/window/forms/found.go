package forms

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// found shows what was found at a location, and asks which feed to subscribe to and for which
// list.
type found struct {
	keys   *widget.Keys
	object *fyne.Container
	near   string
	shown  subscribe.Found
	which  *widget.Choice
	facts  *fyne.Container
	set    *widget.Choice
	// newName is the name of a new list.
	newName *widget.Entry
	unfit   *widget.Notice
	// exposes says to whom shared items become readable. exposed determines that from a list
	// and the address to subscribe to; it returns "" if they stay private.
	exposes *widget.Notice
	exposed func(list, at string) string
	// followed returns the key of the library that reads a feed, or 0.
	followed func(at string) (library int64)
	// named are the feeds that the selected outline names, with their tick boxes.
	named []namedFeed
	// changed is called when another feed is selected or a box is ticked.
	changed func()
	ask     *fyne.Container
	fits    []subscribe.Fit
}

func newFound(keys *widget.Keys, exposed func(list, at string) string) *found {
	f := &found{keys: keys, exposed: exposed, facts: container.NewVBox()}
	f.which = widget.NewChoice(keys, []string{""}, func(int) { f.showFeed() })
	f.set = widget.NewChoice(keys, []string{""}, func(int) { f.showName() })
	f.newName = widget.NewEntry(keys, wording.L("name-of-the-new-list", "name of the new list"))
	f.unfit = widget.NewNotice("", widget.TextStyle{Color: theme.Quiet})
	f.exposes = widget.NewNotice("", widget.TextStyle{})
	f.ask = container.NewVBox(Labelled(wording.L("merge-into", "Merge into"), container.NewVBox(f.set, f.newName)), f.exposes, f.unfit)
	f.object = container.NewVBox(f.which, f.facts, f.ask)
	return f
}

func (f *found) hide() {
	f.shown, f.fits, f.named = subscribe.Found{}, nil, nil
	f.object.Hide()
}

// show shows what was found.
func (f *found) show(shown subscribe.Found) {
	f.shown = shown
	f.which.Hidden = !shown.Page || len(shown.Feeds) < 2
	f.which.SetWords(namesOf(shown.Feeds))
	f.which.Put(0)
	f.fillLists()
	f.showFeed()
	f.object.Show()
}

// usable reports whether the selected feed can be subscribed to.
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

// namesOf returns distinct names for feeds to choose from.
func namesOf(feeds []subscribe.FoundFeed) []string {
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

// titleOf returns the name of a feed, or its address if it has none.
func titleOf(feed subscribe.FoundFeed) string { return cmp.Or(feed.Title, feed.Address) }

// chosen returns the feeds that would be read.
func (f *found) chosen() []subscribe.FoundFeed {
	at := f.which.SelectedIndex()
	if f.shown.Folder || at < 0 || at >= len(f.shown.Feeds) {
		return f.shown.Feeds
	}
	return f.shown.Feeds[at : at+1]
}

// feedsOf returns the feeds that a list would read: from a folder, only those with its name.
func (f *found) feedsOf(list string) []subscribe.FoundFeed {
	others := func(feed subscribe.FoundFeed) bool { return f.shown.Folder && !transport.SameName(feed.List, list) }
	return slices.DeleteFunc(slices.Clone(f.chosen()), others)
}

// address returns the location to subscribe to.
func (f *found) address() string {
	if chosen := f.chosen(); !f.shown.Folder && len(chosen) == 1 && chosen[0].Address != "" {
		return chosen[0].Address
	}
	return f.shown.Location
}

// showFeed describes the feeds that would be read.
func (f *found) showFeed() {
	f.facts.Objects, f.named = nil, nil
	for _, remark := range remarksOn(f.shown) {
		f.facts.Add(warning(remark))
	}
	for _, feed := range f.chosen() {
		f.facts.Add(f.feed(feed))
		if feed.Ordinary() && !f.shown.Folder {
			f.offer(feed.Names)
		}
	}
	f.ask.Hidden = f.step() != merge
	f.showName()
	f.changed()
}

// feed describes one feed.
func (f *found) feed(feed subscribe.FoundFeed) fyne.CanvasObject {
	box := container.NewVBox(widget.NewLine(titleOf(feed), widget.TextStyle{Style: fyne.TextStyle{Bold: true}}))
	if feed.Err != nil {
		box.Add(warning(wording.Why(feed.Err)))
		return box
	}
	box.Add(widget.NewNotice(strings.Join(aboutFeed(feed), "\n"), widget.TextStyle{}))
	for _, remark := range wrongWith(feed) {
		box.Add(warning(remark))
	}
	if feed.Ordinary() && !f.shown.Folder {
		box.Add(widget.NewNotice(f.aboutOrdinary(feed), widget.TextStyle{}))
	}
	if details := detailsOf(feed); details != "" {
		box.Add(widget.NewNotice(details, widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}))
	}
	return box
}

// warning returns a sentence with an icon before it.
func warning(text string) fyne.CanvasObject {
	r := widget.NewRemark()
	r.SetText(text)
	return r.Object()
}

// proposed returns a name for a new list: the title of the feed, or the name of its file.
func (f *found) proposed() string {
	chosen := f.chosen()
	if len(chosen) > 0 && chosen[0].Title != "" {
		return chosen[0].Title
	}
	name := path.Base(strings.TrimRight(strings.ReplaceAll(f.address(), `\`, "/"), "/"))
	name, _, _ = strings.Cut(name, ".")
	return strings.TrimSpace(name)
}

// fillLists offers the lists that fit, and a new one, with the best match selected.
func (f *found) fillLists() {
	f.fits = nil
	var words, unfit []string
	best, near := -1, -1
	for _, fit := range f.shown.Lists {
		switch {
		case fit.Why != nil && fit.List != "":
			unfit = append(unfit, wording.L("list-does-not-fit-why", "“{{.List}}” does not fit: {{.Why}}", wording.Data{"List": fit.List, "Why": wording.Why(fit.Why)}))
			continue
		case fit.Why != nil:
			continue
		case fit.Best && best < 0:
			best = len(f.fits)
		case fit.List != "" && fit.List == f.near:
			near = len(f.fits)
		}
		f.fits = append(f.fits, fit)
		words = append(words, cmp.Or(fit.List, wording.L("a-new-list", "a new list")))
	}
	if len(f.fits) == 0 {
		f.fits, words = []subscribe.Fit{{}}, []string{wording.L("a-new-list", "a new list")}
	}
	f.set.SetWords(words)
	f.set.Put(max(cmp.Or(best+1, near+1)-1, 0))
	f.unfit.SetText(strings.Join(unfit, "\n"))
	f.unfit.Hidden = len(unfit) == 0
	f.newName.Put(f.proposed())
}

// fit returns the chosen list.
func (f *found) fit() subscribe.Fit {
	if at := f.set.SelectedIndex(); at >= 0 && at < len(f.fits) {
		return f.fits[at]
	}
	return subscribe.Fit{}
}

// showName shows the entry for a name if the list is a new one.
func (f *found) showName() {
	f.newName.Hidden = f.fit().List != ""
	f.showExposes()
}

// showExposes says to whom shared items become readable in the chosen list.
func (f *found) showExposes() {
	at := ""
	if list := f.fit().List; list != "" {
		at = f.exposed(list, f.address())
	}
	showShared(f.exposes, at)
	layOut(f.object)
}

// showShared says that shared items become readable at a location; "" hides the notice.
func showShared(n *widget.Notice, at string) {
	n.SetText(wording.L("items-shared-with-you-will-be", "Items shared with you will be readable by everyone who can open {{.At}}.", wording.Data{"At": at}))
	n.Hidden = at == ""
}

// name returns the name of the chosen list.
func (f *found) name() string { return cmp.Or(f.fit().List, strings.TrimSpace(f.newName.Text())) }

// list returns the name of the chosen list and, if it is a new one, how to create it.
func (f *found) list() (name string, made lists.New) {
	name = f.name()
	if f.fit().List != "" || len(f.chosen()) == 0 {
		return name, made
	}
	made = lists.New{Name: name}
	for _, feed := range f.chosen() {
		if feed.Err == nil {
			made.Kind, made.Dialect = feed.Kind, oldOnly(feed.Dialect)
			if feed.Format != item.RSS && feed.Format != item.Atom {
				made.Format = feed.Format
			}
			break
		}
	}
	return name, made
}

// oldOnly returns the dialect that a list requires for a feed. The dialects of FeedSync are
// compatible with each other, so they require none.
func oldOnly(dialect item.Dialect) item.Dialect {
	if dialect == item.SSE091 {
		return dialect
	}
	return ""
}

// remarksOn returns remarks on everything that was found, which a person should read first.
func remarksOn(f subscribe.Found) (remarks []string) {
	if strings.HasPrefix(f.Location, "http://") && transport.IsFar(f.Location) {
		remarks = append(remarks, wording.L("the-connection-is-not-encrypted", "The connection is not encrypted: others on the network can read and change what is transferred."))
	}
	data := wording.Data{"List": f.Already, "At": f.AlreadyAt}
	switch {
	case f.Own && !f.Folder:
		remarks = append(remarks, wording.L("this-is-your-own-feed", "This is your own feed."))
	case f.Already != "" && f.AlreadyAt == f.Location:
		remarks = append(remarks, wording.L("list-is-already-subscribed-to-it", "“{{.List}}” is already subscribed to it.", data))
	case f.Already != "":
		remarks = append(remarks, wording.L("list-is-already-subscribed-to-the", "“{{.List}}” is already subscribed to the same feed, at {{.At}}", data))
	}
	if f.Folder && len(f.Feeds) == 0 {
		remarks = append(remarks, wording.L("the-folder-has-no-feed-yet", "The folder has no feed yet. Feeds that others put there will be read."))
	}
	if f.Page && len(f.Feeds) == 0 {
		remarks = append(remarks, wording.L("this-web-page-names-no-feed", "This web page names no feed. Look on the page for a link to RSS, Atom or a feed."))
	}
	return remarks
}

// aboutFeed describes a readable feed.
func aboutFeed(feed subscribe.FoundFeed) (facts []string) {
	who := feed.AuthorName
	if who == "" && !item.IsGeneratedID(feed.Author) {
		who = item.CleanName(feed.Author)
	}
	live, deleted := max(feed.Items-feed.Deleted, feed.Brings.Items), max(feed.Deleted, feed.Brings.Deleted)
	data := wording.Data{"N": wording.Number(live), "Kind": wording.Kind(feed.Kind), "How": wording.Dialect(feed.Dialect), "Who": who}
	if feed.More {
		facts = append(facts, wording.L("more-than-n-items-kind-how", "more than {{.N}} items ({{.Kind}}), {{.How}}", data))
	} else {
		facts = append(facts, wording.N("n-items-kind-how", "{{.N}} items ({{.Kind}}), {{.How}}", live, data))
	}
	if deleted > 0 {
		facts = append(facts, wording.N("n-deletions", "{{.N}} deletions", deleted, wording.Data{"N": wording.Number(deleted)}))
	}
	if who != "" {
		facts = append(facts, wording.L("from-who", "from {{.Who}}", data))
	}
	if feed.Complete != "" {
		facts = append(facts, wording.L("this-feed-contains-recent-changes-only", "This feed contains recent changes only. Its complete feed is read, too."))
	}
	if n := len(feed.Offers); n > 0 {
		var titles []string
		for _, o := range feed.Offers {
			titles = append(titles, cmp.Or(o.Title, o.Link))
		}
		facts = append(facts, wording.N("it-republishes-n-other-feeds-names", "It republishes {{.N}} other feeds: {{.Names}}", n, wording.Data{"N": n, "Names": wording.And(titles)}))
	}
	return facts
}

// wrongWith returns problems of a feed that can be read in spite of them.
func wrongWith(feed subscribe.FoundFeed) (remarks []string) {
	if n := feed.Shared - feed.Valid; n > 0 {
		remarks = append(remarks, wording.N("n-items-are-not-valid-and", "{{.N}} items are not valid and will be skipped.", n, wording.Data{"N": wording.Number(n)}))
	}
	if len(feed.Problems) > 0 {
		remarks = append(remarks, wording.L("the-feed-violates-some-rules-of", "The feed violates some rules of its format. Crossfeed reads as much as it can."))
	}
	return remarks
}

// mostDetails is the maximum number of violations of a specification to show.
const mostDetails = 3

// detailsOf returns the first violations of a specification, for the author of the feed.
func detailsOf(feed subscribe.FoundFeed) string {
	var all []string
	for _, p := range feed.Problems[:min(len(feed.Problems), mostDetails)] {
		all = append(all, wording.Violation(p))
	}
	return strings.Join(all, "\n")
}
